"""From functions of the small language to LLVM's intermediate language.

What is read is the source of a function and of all that it calls.  Numbers and tables of a module
become constants.  There is nothing else: no objects, no exceptions, no allocation.  What is not in
the language raises `NotImplementedError` with the place, when the functions are translated.
"""

from __future__ import annotations

import ast
import inspect
import struct
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

import numpy as np

from lagr_gui.native.language import KINDS, Words, kind_of

Kind = str | type[Words]
"""real, count, truth, nothing, reals, counts, program, or a record."""

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
COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("olt", "slt"),
    ast.LtE: ("ole", "sle"),
    ast.Gt: ("ogt", "sgt"),
    ast.GtE: ("oge", "sge"),
    ast.Eq: ("oeq", "eq"),
    ast.NotEq: ("une", "ne"),
}
BUILT_IN = {"sqrt": "llvm.sqrt.f64", "abs": "llvm.fabs.f64", "floor": "llvm.floor.f64"}
ROWS = {"reals": "real", "counts": "count"}


@dataclass(frozen=True, slots=True)
class Value:
    """A value in the translation: its kind, and its name or constant."""

    kind: Kind
    text: str


def translated(entries: Sequence[Callable[..., Any]]) -> str:
    """A module with these functions, seen from outside by their names, and all that they call."""
    module = _Module()
    for entry in entries:
        module.function(entry, outside=True)
    return module.text()


def llvm_type(kind: Kind) -> str:
    """The type of a kind of value."""
    if isinstance(kind, str):
        plain = {"real": "double", "count": "i64", "truth": "i1", "nothing": "void"}
        return plain.get(kind, "ptr")
    return "ptr"


class _Module:
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
            self._functions.append(_Body(self, function, outside).text())
        return self._names[function]

    def table(self, table: Any) -> str:
        """The name of a table of constants."""
        found = self._tables.get(id(table))
        if found is None:
            name = f"@table{len(self._tables)}"
            values = np.array(table)
            is_real = values.dtype.kind == "f"
            entries = ", ".join(
                f"double {real_text(v)}" if is_real else f"i64 {v}" for v in values.ravel().tolist()
            )
            row = f"[{values.size} x {'double' if is_real else 'i64'}]"
            self._constants.append(f"{name} = private constant {row} [{entries}]\n")
            found = self._tables[id(table)] = name, table
        return found[0]


def real_text(value: float) -> str:
    """A float as LLVM writes it, to the last bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


class _Body:
    """One function under translation: its lines, its variables, its labels."""

    def __init__(self, module: _Module, function: Callable[..., Any], outside: bool) -> None:
        self._module, self._function = module, function
        self._outside = outside
        source = textwrap.dedent(inspect.getsource(function))
        (definition,) = ast.parse(source).body
        assert isinstance(definition, ast.FunctionDef)
        self._definition = definition
        hints = get_type_hints(function)
        self.result = kind_of(hints["return"])
        self._arguments = {
            argument.arg: kind_of(hints[argument.arg]) for argument in definition.args.args
        }
        self._variables: dict[str, Kind] = {}
        self._lines: list[str] = []
        self._count = 0
        self._loops: list[tuple[str, str]] = []
        self._reached: set[str] = set()
        self._open = True

    def text(self) -> str:
        for name, kind in self._arguments.items():
            self._store(name, Value(kind, f"%a.{name}"))
        self._block(self._definition.body)
        if self._open:
            if self.result != "nothing":
                raise self._foreign(self._definition, "an end without a value")
            self._lines.append("ret void")
        taken = ", ".join(f"{llvm_type(kind)} %a.{n}" for n, kind in self._arguments.items())
        places = "".join(
            f"%{name} = alloca {llvm_type(kind)}\n" for name, kind in self._variables.items()
        )
        linkage = "" if self._outside else "internal "
        head = (
            f"define {linkage}{llvm_type(self.result)} @{self._function.__name__}({taken}) nounwind"
        )
        body = "\n".join(self._lines)
        return f"{head} {{\n{places}{body}\n}}\n"

    def _foreign(self, node: ast.AST, what: str) -> NotImplementedError:
        line = getattr(node, "lineno", 0) + self._function.__code__.co_firstlineno - 1
        return NotImplementedError(f"{what} ({self._function.__module__}, line {line})")

    # --- lines -----------------------------------------------------------------------------

    def _name(self) -> str:
        self._count += 1
        return f"%t{self._count}"

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
        return [f"{word}{self._count}" for word in words]

    def _store(self, name: str, value: Value) -> None:
        known = self._variables.setdefault(name, value.kind)
        if known == "real":
            value = self._real(value)
        if value.kind != known:
            raise self._foreign(
                self._definition, f"“{name}” is of two kinds: {known}, {value.kind}"
            )
        self._lines.append(f"store {llvm_type(known)} {value.text}, ptr %{name}")

    # --- statements ------------------------------------------------------------------------

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if not self._open:
                return
            self._statement(statement)

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
                found = self._value(value)
                found = self._real(found) if self.result == "real" else found
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
                value = self._real(value) if kind == "real" else value
                self._lines.append(f"store {llvm_type(kind)} {value.text}, ptr {address}")
            case ast.Attribute(record, name):
                kind, address = self._field(self._value(record), name, place)
                value = self._real(value) if kind == "real" else value
                self._lines.append(f"store {llvm_type(kind)} {value.text}, ptr {address}")
            case _:
                raise self._foreign(place, "no such assignment in the language")

    def _if(self, test: ast.expr, body: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> None:
        then, otherwise, after = self._labels("then", "else", "after")
        self._branch(test, then, otherwise)
        self._label(then)
        self._block(body)
        self._go(after)
        self._label(otherwise)
        self._block(other)
        self._label(after)

    def _while(self, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        again, inside, after = self._labels("test", "body", "after")
        self._label(again)
        self._branch(test, inside, after)
        self._label(inside)
        self._loops.append((after, again))
        self._block(body)
        self._loops.pop()
        self._go(again)
        self._label(after)

    def _for(self, name: str, bounds: Sequence[ast.expr], body: Sequence[ast.stmt]) -> None:
        again, inside, step, after = self._labels("test", "body", "step", "after")
        given = [self._value(bound) for bound in bounds]
        first, end = given if len(given) == 2 else (Value("count", "0"), given[0])
        self._store(name, first)
        self._label(again)
        here = self._add("count", f"load i64, ptr %{name}")
        more = self._add("truth", f"icmp slt i64 {here.text}, {end.text}")
        self._fork(more, inside, after)
        self._label(inside)
        self._loops.append((after, step))
        self._block(body)
        self._loops.pop()
        self._label(step)
        if not self._open:
            self._label(after)
            return
        here = self._add("count", f"load i64, ptr %{name}")
        after_here = self._add("count", f"add i64 {here.text}, 1")
        self._lines.append(f"store i64 {after_here.text}, ptr %{name}")
        self._go(again)
        self._label(after)

    def _branch(self, test: ast.expr, then: str, otherwise: str) -> None:
        """Go to one of two labels; `and`, `or`, `not` ask only what they need."""
        match test:
            case ast.BoolOp(operation, values):
                for value in values[:-1]:
                    (on,) = self._labels("next")
                    if isinstance(operation, ast.And):
                        self._branch(value, on, otherwise)
                    else:
                        self._branch(value, then, on)
                    self._label(on)
                self._branch(values[-1], then, otherwise)
            case ast.UnaryOp(ast.Not(), value):
                self._branch(value, otherwise, then)
            case ast.Constant(bool() as known):
                self._go(then if known else otherwise)
            case _:
                found = self._value(test)
                if found.kind != "truth":
                    raise self._foreign(test, "a test that is no comparison")
                self._fork(found, then, otherwise)

    # --- values ----------------------------------------------------------------------------

    def _real(self, value: Value) -> Value:
        if value.kind == "real":
            return value
        if value.kind != "count":
            raise self._foreign(self._definition, f"a {value.kind} where a number is meant")
        return self._add("real", f"sitofp i64 {value.text} to double")

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
                return self._add("real", f"fneg double {found.text}")
            case ast.Compare(left, [operation], [right]):
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
        if table is WHOLES:
            return self._add("count", f"{line} i64 {a.text}, {b.text}")
        a, b = self._real(a), self._real(b)
        return self._add("real", f"{line} double {a.text}, {b.text}")

    def _compared(self, operation: ast.cmpop, a: Value, b: Value) -> Value:
        floats, wholes = COMPARED[type(operation)]
        if a.kind == b.kind == "count":
            return self._add("truth", f"icmp {wholes} i64 {a.text}, {b.text}")
        a, b = self._real(a), self._real(b)
        return self._add("truth", f"fcmp {floats} double {a.text}, {b.text}")

    def _chosen(self, test: ast.expr, then: ast.expr, otherwise: ast.expr) -> Value:
        yes, no, after = self._labels("yes", "no", "after")
        place = f"choice{self._count}"
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
        """The kind and place of an entry of a row, or of a table by two numbers."""
        found = self._value(row)
        if found.kind not in ROWS:
            raise self._foreign(row, "an entry of what is no row")
        return ROWS[str(found.kind)], self._shifted(found, self._value(index))

    def _field(self, record: Value, name: str, node: ast.AST) -> tuple[Kind, str]:
        if isinstance(record.kind, str) or name not in record.kind.kinds:
            raise self._foreign(node, f"no field “{name}”")
        place = list(record.kind.kinds).index(name)
        address = self._add("count", f"getelementptr i64, ptr {record.text}, i64 {place}")
        return record.kind.kinds[name], address.text

    def _call(self, node: ast.Call) -> Value:
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
        if name in BUILT_IN:
            return self._add(
                "real", f"call double @{BUILT_IN[name]}(double {self._real(given[0]).text})"
            )
        if name in ("min", "max"):
            a, b = given
            if a.kind != b.kind:
                a, b = self._real(a), self._real(b)
            first = self._compared(ast.Lt() if name == "min" else ast.Gt(), b, a)
            kind = llvm_type(a.kind)
            return self._add(a.kind, f"select i1 {first.text}, {kind} {b.text}, {kind} {a.text}")
        if name == "float":
            return self._real(given[0])
        if name == "int":
            return self._add("count", f"fptosi double {given[0].text} to i64")
        function = self._function.__globals__.get(name)
        if not inspect.isfunction(function):
            raise self._foreign(node, f"“{name}” cannot be called")
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


__all__ = ["KINDS", "Value", "translated"]
