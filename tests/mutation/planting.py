"""Plants a fault: one function of the program runs with one piece of its text replaced."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import _lru_cache_wrapper, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS, JOINTS

PARTS = (
    "lagr_gui.mechanics.",
    "lagr_gui.analysis.",
    "lagr_gui.prepared.",
    "lagr_gui.simulation.",
    "lagr_gui.numerics.",
)
"""Where faults are planted."""


@dataclass(frozen=True)
class Fault:
    """In `function` of `module` (below `lagr_gui`) the text `right` becomes `wrong`.

    `model` names the model that shows it.
    """

    module: str
    function: str
    right: str
    wrong: str
    model: str
    asked: str = "evaluate"

    def __str__(self) -> str:
        return f"{self.module}:{self.function}: {self.right} → {self.wrong} [{self.model}]"

    @contextmanager
    def planted(self) -> Iterator[None]:
        """While this lasts the program has the fault; what it kept from before is forgotten."""
        forget()
        with self.swapped():
            try:
                yield
            finally:
                forget()

    @contextmanager
    def swapped(self) -> Iterator[None]:
        """While this lasts the function has the fault; what was kept from before is still used."""
        function = _function(self)
        right = function.__code__
        function.__code__ = _code(self, right)
        try:
            yield
        finally:
            function.__code__ = right


@dataclass(frozen=True)
class KindFault:
    """A kind has a wrong law, motion or `what` is named: `change` makes it from the right one."""

    kind: str
    change: Callable[[Any], Any]
    asked: str = "evaluate"
    model: str = ""
    """The system that shows it; where none is named, the one that has the name of the kind."""
    what: str = ""

    def __str__(self) -> str:
        return f"catalogue:{self.kind} {self.what}".strip()

    @contextmanager
    def planted(self) -> Iterator[None]:
        """While this lasts the kind has the fault."""
        kind = JOINTS[self.kind] if self.kind in JOINTS else ELEMENTS[self.kind]
        what = self.what or ("motion" if self.kind in JOINTS else "law")
        right = getattr(kind, what)
        forget()
        object.__setattr__(kind, what, self.change(right))
        try:
            yield
        finally:
            object.__setattr__(kind, what, right)
            forget()


def forget() -> None:
    """What the program keeps from before is lost: results, and values of single functions."""
    pipeline.forget()
    for name, module in list(sys.modules.items()):
        if name.startswith(PARTS):
            for kept in vars(module).values():
                if isinstance(kept, _lru_cache_wrapper) and kept.__module__ == name:
                    kept.cache_clear()


def law(right: str, wrong: str) -> Callable[[Any], Any]:
    """A change of the text of a law."""

    def changed(record: Any) -> Any:
        def text(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(map(text, value))
            return value.replace(right, wrong) if isinstance(value, str) else value

        values = {f.name: text(getattr(record, f.name)) for f in fields(record)}
        found = replace(record, **values)
        assert found != record, f"{right}: not there any more"
        return found

    return changed


def _function(fault: Fault) -> FunctionType:
    found: Any = import_module(f"lagr_gui.{fault.module}")
    *owners, name = fault.function.split(".")
    for owner in owners:
        found = getattr(found, owner)
    found = vars(found)[name]
    if isinstance(found, cached_property):
        found = found.func
    while not isinstance(found, FunctionType):
        found = found.__func__ if isinstance(found, staticmethod) else found.fget
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found


def _code(fault: Fault, right: CodeType) -> CodeType:
    """The code of the function with the fault in it, which must change one place only."""
    lines = _source(right.co_filename).splitlines(keepends=True)
    start = right.co_firstlineno - 1
    head, rest = "".join(lines[:start]), "".join(lines[start:])
    end = rest.find(fault.right)
    assert end >= 0, f"{fault}: not there any more"
    changed = head + rest.replace(fault.right, fault.wrong, 1)
    found = _nested(compile(changed, right.co_filename, "exec"), right.co_qualname)
    assert found is not None, f"{fault}: the function was not found"
    assert found != right, f"{fault}: the text stands behind the function"
    return found


def _nested(code: CodeType, name: str) -> CodeType | None:
    if code.co_qualname == name:
        return code
    inner = (c for c in code.co_consts if isinstance(c, CodeType))
    return next((f for c in inner if (f := _nested(c, name)) is not None), None)


@lru_cache
def _source(path: str) -> str:
    return Path(path).read_text("utf-8")
