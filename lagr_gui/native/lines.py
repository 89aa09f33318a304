"""Writes the lines of one function in LLVM's intermediate language."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any, get_type_hints

from lagr_gui.native.flow import ControlFlow, Kind, Value
from lagr_gui.native.language import Apart, kind_of


def llvm_type(kind: Kind) -> str:
    """The type of a kind of value."""
    if isinstance(kind, str):
        return _PLAIN.get(kind, "ptr")
    return "ptr"


_PLAIN = {
    "real": "double",
    "count": "i64",
    "truth": "i1",
    "four": "<4 x double>",
    "nothing": "void",
}


class FunctionLines(ControlFlow):
    """One function under translation: its lines, its variables, its labels."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
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

    def _foreign(self, node: ast.AST, what: str) -> NotImplementedError:
        line = getattr(node, "lineno", 0) + self._function.__code__.co_firstlineno - 1
        return NotImplementedError(f"{what} ({self._function.__module__}, line {line})")

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
