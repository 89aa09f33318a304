"""Writes the lines of one function in LLVM's intermediate language."""

from __future__ import annotations

import ast
import inspect
import struct
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from lagr_gui.native.language import Apart, Struct, kind_of

Kind = str | type[Struct]
"""real, count, truth, nothing, reals, counts, program, or a record."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value in the translation: its kind, and its name or constant."""

    kind: Kind
    text: str


def llvm_type(kind: Kind) -> str:
    """The type of a kind of value."""
    if isinstance(kind, str):
        plain = {"real": "double", "count": "i64", "truth": "i1", "nothing": "void"}
        return plain.get(kind, "ptr")
    return "ptr"


def real_text(value: float) -> str:
    """A float as LLVM writes it, to the last bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


class FunctionLines:
    """One function under translation: its lines, its variables, its labels."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        source = textwrap.dedent(inspect.getsource(function))
        (definition,) = ast.parse(source).body
        assert isinstance(definition, ast.FunctionDef)
        self._definition = definition
        hints = get_type_hints(function)
        self.result = kind_of(hints["return"])
        self._arguments = {
            argument.arg: kind_of(hints[argument.arg]) for argument in definition.args.args
        }
        said = get_type_hints(function, include_extras=True)
        self._apart = {name for name in self._arguments if said[name] == Apart}
        self._variables: dict[str, Kind] = {}
        self._lines: list[str] = []
        self._count = 0
        self._loops: list[tuple[str, str]] = []
        self._reached: set[str] = set()
        self._open = True

    def _foreign(self, node: ast.AST, what: str) -> NotImplementedError:
        line = getattr(node, "lineno", 0) + self._function.__code__.co_firstlineno - 1
        return NotImplementedError(f"{what} ({self._function.__module__}, line {line})")

    # --- lines -----------------------------------------------------------------------------

    def _name(self) -> str:
        self._count += 1
        return f"%.{self._count}"  # no name of Python has a dot

    def _add(self, kind: Kind, line: str) -> Value:
        name = self._name()
        self._lines.append(f"{name} = {line}")
        return Value(kind, name)

    def _label(self, label: str) -> None:
        """Go on at a label, if any way leads there."""
        self._go(label)
        self._open = label in self._reached
        if self._open:
            self._lines.append(f"{label}:")

    def _go(self, label: str) -> None:
        if self._open:
            self._lines.append(f"br label %{label}")
            self._reached.add(label)
        self._open = False

    def _fork(self, test: Value, then: str, otherwise: str) -> None:
        self._lines.append(f"br i1 {test.text}, label %{then}, label %{otherwise}")
        self._reached |= {then, otherwise}
        self._open = False

    def _labels(self, *words: str) -> list[str]:
        self._count += 1
        return [f"{word}.{self._count}" for word in words]

    def _store(self, name: str, value: Value) -> None:
        known = self._variables.setdefault(name, value.kind)
        if known == "real":
            value = self._real(value)
        if value.kind != known:
            raise self._foreign(
                self._definition, f"“{name}” is of two kinds: {known}, {value.kind}"
            )
        self._lines.append(f"store {llvm_type(known)} {value.text}, ptr %{name}")

    def _fitting(self, value: Value, kind: Kind, node: ast.AST) -> Value:
        """A value where one of a kind is meant: whole numbers become floats, nothing else does."""
        value = self._real(value) if kind == "real" else value
        if value.kind != kind:
            raise self._foreign(node, f"a {value.kind} where a {kind} is meant")
        return value

    def _real(self, value: Value) -> Value:
        if value.kind == "real":
            return value
        if value.kind != "count":
            raise self._foreign(self._definition, f"a {value.kind} where a number is meant")
        return self._add("real", f"sitofp i64 {value.text} to double")
