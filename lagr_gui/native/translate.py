"""From functions of the small language to LLVM's intermediate language.

What is read is the source of a function and of all that it calls.  Numbers and tables of a module
become constants.  There is nothing else: no objects, no exceptions, no allocation.  What is not in
the language raises `NotImplementedError` with the place, when the functions are translated.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lagr_gui.native.flow import Value, real_text
from lagr_gui.native.lines import llvm_type
from lagr_gui.native.values import BUILT_IN, FunctionValues, Module


def translated(entries: Sequence[Callable[..., Any]]) -> str:
    """A module with these functions, seen from outside by their names, and all that they call."""
    module = _Module()
    for entry in entries:
        module.function(entry, outside=True)
    return module.text()


class _Module(Module):
    """What is translated so far."""

    def __init__(self) -> None:
        self._names: dict[Callable[..., Any], str] = {}
        self._functions: list[str] = []
        self._tables: dict[int, tuple[str, Any]] = {}
        self._constants: list[str] = []

    def text(self) -> str:
        declared = [f"declare double @{name}(double)\n" for name in BUILT_IN.values()]
        return "".join([*declared, *self._constants, *self._functions])

    def function(self, function: Callable[..., Any], outside: bool = False) -> str:
        """The name of a function in the translation."""
        if function not in self._names:
            name = function.__name__
            if name in self._names.values():
                raise NotImplementedError(f"Two functions have the name {name}.")
            self._names[function] = name
            self._functions.append(_Body(self, function).text(outside))
        return self._names[function]

    def table(self, table: Any) -> str:
        """The name of a table of constants."""
        found = self._tables.get(id(table))
        if found is None:
            name = f"@table{len(self._tables)}"
            values = np.array(table)
            if values.ndim != 1:
                raise NotImplementedError("A table of the language is one row of numbers.")
            is_real = values.dtype.kind == "f"
            entries = ", ".join(
                f"double {real_text(v)}" if is_real else f"i64 {v}" for v in values.tolist()
            )
            row = f"[{values.size} x {'double' if is_real else 'i64'}]"
            self._constants.append(f"{name} = private constant {row} [{entries}]\n")
            found = self._tables[id(table)] = name, table
        return found[0]


class _Body(FunctionValues):
    """One function under translation, with its statements."""

    def text(self, outside: bool) -> str:
        """The whole function; those that are seen from outside keep their names."""
        for name, kind in self._arguments.items():
            self._store(name, Value(kind, f"%a.{name}"))
        self._block(self._definition.body)
        if self._open:
            if self.result != "nothing":
                raise self._foreign(self._definition, "an end without a value")
            self._lines.append("ret void")
        taken = ", ".join(
            f"{llvm_type(kind)}{' noalias' if name in self._apart else ''} %a.{name}"
            for name, kind in self._arguments.items()
        )
        places = "".join(
            f"%{name} = alloca {llvm_type(kind)}\n" for name, kind in self._variables.items()
        )
        linkage = "" if outside else "internal "
        head = (
            f"define {linkage}{llvm_type(self.result)} @{self._function.__name__}({taken}) nounwind"
        )
        body = "\n".join(self._lines)
        return f"{head} {{\n{places}{body}\n}}\n"

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(ast.Constant(str())) | ast.Pass():
                pass
            case ast.Expr(ast.Call() as call):
                self._call(call)
            case ast.Assign([ast.Tuple(places)], ast.Tuple(values)):
                found = [self._value(value) for value in values]
                for place, value in zip(places, found, strict=True):
                    self._assign(place, value)
            case ast.Assign([place], value):
                self._assign(place, self._value(value))
            case ast.AugAssign(place, operation, value):
                before = self._value(place)
                self._assign(place, self._binary(node, operation, before, self._value(value)))
            case ast.If(test, body, other):
                self._if(test, body, other)
            case ast.While(test, body, []):
                self._while(test, body)
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds), body, []):
                self._for(name, bounds, body)
            case ast.Break() | ast.Continue():
                self._go(self._loops[-1][isinstance(node, ast.Continue)])
            case ast.Return(None):
                self._lines.append("ret void")
                self._open = False
            case ast.Return(value):
                assert value is not None
                found = self._fitting(self._value(value), self.result, node)
                self._lines.append(f"ret {llvm_type(self.result)} {found.text}")
                self._open = False
            case _:
                raise self._foreign(node, f"no {type(node).__name__} in the language")

    def _assign(self, place: ast.expr, value: Value) -> None:
        match place:
            case ast.Name(name):
                self._store(name, value)
            case ast.Subscript(row, index) if not isinstance(index, ast.Slice):
                kind, address = self._entry(row, index)
                value = self._fitting(value, kind, place)
                self._lines.append(f"store {llvm_type(kind)} {value.text}, ptr {address}")
            case ast.Attribute(record, name):
                kind, address = self._field(self._value(record), name, place)
                value = self._fitting(value, kind, place)
                self._lines.append(f"store {llvm_type(kind)} {value.text}, ptr {address}")
            case _:
                raise self._foreign(place, "no such assignment in the language")

    def _for(self, name: str, bounds: Sequence[ast.expr], body: Sequence[ast.stmt]) -> None:
        again, inside, step, after = self._labels("test", "body", "step", "after")
        if len(bounds) > 2:
            raise self._foreign(bounds[2], "no steps of a range in the language")
        given = [self._fitting(self._value(bound), "count", bound) for bound in bounds]
        first, end = given if len(given) == 2 else (Value("count", "0"), given[0])
        turn = f"turn.{self._count}"  # what the body does to the variable changes no turn
        self._store(turn, first)
        self._label(again)
        here = self._known(turn, bounds[0])
        more = self._add("truth", f"icmp slt i64 {here.text}, {end.text}")
        self._fork(more, inside, after)
        self._label(inside)
        self._store(name, here)
        self._loops.append((after, step))
        self._block(body)
        self._loops.pop()
        self._label(step)
        if self._open:
            here = self._known(turn, bounds[0])
            self._store(turn, self._add("count", f"add i64 {here.text}, 1"))
            self._go(again)
        self._label(after)
