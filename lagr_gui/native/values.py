"""Translates expressions of the small language."""

from __future__ import annotations

import ast
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, get_type_hints

import numpy as np

from lagr_gui.native.flow import COMPARED, Kind, Value, real_text
from lagr_gui.native.language import alike, four, kind_of, put_four
from lagr_gui.native.lines import FunctionLines, llvm_type

FLOATS: dict[type[ast.operator], str] = {
    ast.Add: "fadd",
    ast.Sub: "fsub",
    ast.Mult: "fmul",
    ast.Div: "fdiv",
}
WHOLES: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "sdiv",
    ast.Mod: "srem",
}
BUILT_IN = {
    "sqrt": "llvm.sqrt.f64",
    "abs": "llvm.fabs.f64",
    "floor": "llvm.floor.f64",
    "exp": "exp",
    "log": "log",
}
ROWS = {"reals": "real", "counts": "count"}
_FOUR = llvm_type("four")


class Module(ABC):
    """What functions under translation share: the others that they call, and tables."""

    @abstractmethod
    def function(self, function: Callable[..., Any], outside: bool = False) -> str:
        """The name of a function in the translation."""

    @abstractmethod
    def table(self, table: Any) -> str:
        """The name of a table of constants."""


class FunctionValues(FunctionLines):
    """One function under translation, with the values of its expressions."""

    def __init__(self, module: Module, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._module = module

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(bool() as value):
                return Value("truth", str(value).lower())
            case ast.Constant(int() as value):
                return Value("count", str(value))
            case ast.Constant(float() as value):
                return Value("real", real_text(value))
            case ast.Name(name):
                return self._known(name, node)
            case ast.BinOp(left, operation, right):
                return self._binary(node, operation, self._value(left), self._value(right))
            case ast.UnaryOp(ast.USub(), value):
                found = self._value(value)
                if found.kind == "count":
                    return self._add("count", f"sub i64 0, {found.text}")
                return self._add("real", f"fneg double {self._real(found).text}")
            case ast.Compare(left, [operation], [right]):
                if type(operation) not in COMPARED:
                    raise self._foreign(node, f"no {type(operation).__name__} in the language")
                return self._compared(operation, self._value(left), self._value(right))
            case ast.BoolOp() | ast.UnaryOp(ast.Not()):
                return self._chosen(node, ast.Constant(True), ast.Constant(False))
            case ast.IfExp(test, then, otherwise):
                return self._chosen(test, then, otherwise)
            case ast.Call():
                return self._call(node)
            case ast.Attribute(record, name):
                kind, address = self._field(self._value(record), name, node)
                return self._add(kind, f"load {llvm_type(kind)}, ptr {address}")
            case ast.Subscript(row, ast.Slice(start, None, None)) if start is not None:
                found = self._value(row)
                if found.kind not in ROWS:
                    raise self._foreign(node, "a part of what is no row")
                return Value(found.kind, self._shifted(found, self._value(start)))
            case ast.Subscript(row, index):
                kind, address = self._entry(row, index)
                return self._add(kind, f"load {llvm_type(kind)}, ptr {address}")
            case _:
                raise self._foreign(node, f"no {type(node).__name__} in the language")

    def _known(self, name: str, node: ast.AST) -> Value:
        kind = self._variables.get(name)
        if kind is not None:
            return self._add(kind, f"load {llvm_type(kind)}, ptr %{name}")
        value = self._function.__globals__.get(name)
        if isinstance(value, bool | int):
            return Value("count", str(int(value)))
        if isinstance(value, float):
            return Value("real", real_text(value))
        if isinstance(value, tuple | np.ndarray):
            is_real = np.array(value).dtype.kind == "f"
            return Value("reals" if is_real else "counts", self._module.table(value))
        raise self._foreign(node, f"“{name}” is not known")

    def _binary(self, node: ast.AST, operation: ast.operator, a: Value, b: Value) -> Value:
        table = (
            WHOLES if a.kind == b.kind == "count" and not isinstance(operation, ast.Div) else FLOATS
        )
        line = table.get(type(operation))
        if line is None:
            raise self._foreign(node, f"no {type(operation).__name__} in the language")
        if isinstance(operation, ast.FloorDiv | ast.Mod):
            return self._floored(operation, a, b)
        if table is WHOLES:
            return self._add("count", f"{line} i64 {a.text}, {b.text}")
        kind = "four" if "four" in (a.kind, b.kind) else "real"
        a, b = self._of(kind, a), self._of(kind, b)
        return self._add(kind, f"{line} {llvm_type(kind)} {a.text}, {b.text}")

    def _of(self, kind: str, value: Value) -> Value:
        """A number as a float, or as four."""
        if value.kind == kind == "four":
            return value
        return self._real(value) if kind == "real" else self._alike(value)

    def _alike(self, value: Value) -> Value:
        """Four times the same float."""
        one = f"insertelement {_FOUR} poison, double {self._real(value).text}, i64 0"
        first = self._add("four", one).text
        line = f"shufflevector {_FOUR} {first}, {_FOUR} poison, <4 x i32> zeroinitializer"
        return self._add("four", line)

    def _in_four(self, function: Callable[..., Any], given: list[Value], node: ast.AST) -> Value:
        """`alike`, `four` or `put_four`."""
        if function is alike:
            return self._alike(*given)
        row, first = given[0], self._fitting(given[1], "count", node)
        place = self._shifted(self._fitting(row, "reals", node), first)
        if function is four:
            return self._add("four", f"load {_FOUR}, ptr {place}, align 8")
        values = self._fitting(given[2], "four", node)
        self._lines.append(f"store {_FOUR} {values.text}, ptr {place}, align 8")
        return Value("nothing", "")

    def _floored(self, operation: ast.operator, a: Value, b: Value) -> Value:
        """Quotient or rest as in Python: LLVM rounds quotients towards 0, Python downwards."""
        quotient = self._add("count", f"sdiv i64 {a.text}, {b.text}")
        rest = self._add("count", f"srem i64 {a.text}, {b.text}")
        signs = self._add("count", f"xor i64 {rest.text}, {b.text}")
        differ = self._add("truth", f"icmp slt i64 {signs.text}, 0")
        some = self._add("truth", f"icmp ne i64 {rest.text}, 0")
        down = self._add("truth", f"and i1 {differ.text}, {some.text}")
        if isinstance(operation, ast.FloorDiv):
            less = self._add("count", f"sub i64 {quotient.text}, 1")
            return self._either(down, less, quotient)
        return self._either(down, self._add("count", f"add i64 {rest.text}, {b.text}"), rest)

    def _either(self, test: Value, then: Value, otherwise: Value) -> Value:
        """One of two values that are both known."""
        kind = llvm_type(then.kind)
        return self._add(
            then.kind, f"select i1 {test.text}, {kind} {then.text}, {kind} {otherwise.text}"
        )

    def _compared(self, operation: ast.cmpop, a: Value, b: Value) -> Value:
        floats, wholes = COMPARED[type(operation)]
        if a.kind == b.kind == "count":
            return self._add("truth", f"icmp {wholes} i64 {a.text}, {b.text}")
        a, b = self._real(a), self._real(b)
        return self._add("truth", f"fcmp {floats} double {a.text}, {b.text}")

    def _chosen(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> Value:
        yes, no, after = self._labels("yes", "no", "after")
        place = f"choice.{self._count}"
        self._branch(test, yes, no)
        self._label(yes)
        self._store(place, self._value(then))
        self._go(after)
        self._label(no)
        self._store(place, self._value(otherwise))
        self._label(after)
        return self._known(place, test)

    def _shifted(self, row: Value, index: Value) -> str:
        element = llvm_type(ROWS[str(row.kind)])
        return self._add(
            row.kind, f"getelementptr {element}, ptr {row.text}, i64 {index.text}"
        ).text

    def _entry(self, row: ast.expr, index: ast.expr) -> tuple[Kind, str]:
        """The kind and place of an entry of a row."""
        if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub):
            raise self._foreign(index, "an entry before the first one")
        found = self._value(row)
        if found.kind not in ROWS:
            raise self._foreign(row, "an entry of what is no row")
        place = self._fitting(self._value(index), "count", index)
        return ROWS[str(found.kind)], self._shifted(found, place)

    def _field(self, record: Value, name: str, node: ast.AST) -> tuple[Kind, str]:
        if isinstance(record.kind, str) or name not in record.kind.kinds:
            raise self._foreign(node, f"no field “{name}”")
        place = list(record.kind.kinds).index(name)
        address = self._add("count", f"getelementptr i64, ptr {record.text}, i64 {place}")
        return record.kind.kinds[name], address.text

    def _call(self, node: ast.Call) -> Value:
        if node.keywords:
            raise self._foreign(node, "no arguments by name in the language")
        match node.func:
            case ast.Attribute(record, name):
                kind, address = self._field(self._value(record), name, node)
                if kind != "program":
                    raise self._foreign(node, f"“{name}” is no program")
                program = self._add(kind, f"load ptr, ptr {address}")
                x, w, y = (self._value(argument).text for argument in node.args)
                self._lines.append(f"call void {program.text}(ptr {x}, ptr {w}, ptr {y})")
                return Value("nothing", "")
            case ast.Name(name):
                return self._called(name, [self._value(a) for a in node.args], node)
            case _:
                raise self._foreign(node, "no such call in the language")

    def _called(self, name: str, given: list[Value], node: ast.AST) -> Value:
        if name == "abs" and given[0].kind == "count":
            less = self._compared(ast.Lt(), given[0], Value("count", "0"))
            opposite = self._add("count", f"sub i64 0, {given[0].text}")
            return self._either(less, opposite, given[0])
        if name in BUILT_IN:
            return self._add(
                "real", f"call double @{BUILT_IN[name]}(double {self._real(given[0]).text})"
            )
        if name in ("min", "max"):
            if len(given) != 2:
                raise self._foreign(node, f"{name} of other than two values")
            a, b = given
            if a.kind != b.kind:
                a, b = self._real(a), self._real(b)
            first = self._compared(ast.Lt() if name == "min" else ast.Gt(), b, a)
            return self._either(first, b, a)
        if name == "float":
            return self._real(given[0])
        if name == "int":
            if given[0].kind == "count":
                return given[0]
            return self._add("count", f"fptosi double {given[0].text} to i64")
        function = self._function.__globals__.get(name)
        if not inspect.isfunction(function):
            raise self._foreign(node, f"“{name}” cannot be called")
        if function in (alike, four, put_four):
            return self._in_four(function, given, node)
        hints = get_type_hints(function)
        kinds = [kind_of(hints[n]) for n in inspect.signature(function).parameters]
        result = kind_of(hints["return"])
        values = [
            self._real(v) if kind == "real" else v for kind, v in zip(kinds, given, strict=True)
        ]
        for kind, value in zip(kinds, values, strict=True):
            if kind != value.kind:
                raise self._foreign(node, f"{name} takes a {kind}, not a {value.kind}")
        texts = ", ".join(f"{llvm_type(v.kind)} {v.text}" for v in values)
        line = f"call {llvm_type(result)} @{self._module.function(function)}({texts})"
        if result == "nothing":
            self._lines.append(line)
            return Value(result, "")
        return self._add(result, line)
