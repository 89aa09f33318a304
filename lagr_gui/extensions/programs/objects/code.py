"""Functions of a program, in the small part of Python, as LLVM's intermediate language."""

from __future__ import annotations

import ast
import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from lagr_gui.extensions.programs.languages.parts import declared, is_text, kind_of, size_of
from lagr_gui.extensions.programs.source import Source
from lagr_gui.native.flow import COMPARED, ControlFlow, Value, real_text

_KINDS = {"float": "real", "int": "count", "Row": "reals", "Counts": "counts", "None": "nothing"}
_ENTRIES = {"reals": "real", "counts": "count"}
_FLOATS: dict[type[ast.operator], str] = {
    ast.Add: "fadd",
    ast.Sub: "fsub",
    ast.Mult: "fmul",
    ast.Div: "fdiv",
}
_WHOLES: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_BUILT_IN = ("fabs", "sqrt", "floor")
_TWO = ("pow", "atan2")
"""Functions of a C library that take two numbers; all others take one."""

_PURE = "memory(none) nounwind willreturn"
_ALONE = 'nounwind "no-builtins"'
"""LLVM makes no calls of a C library of its own accord."""

WORD = 32
"""Bits of a whole number, as of an `int` in C."""


class Code:
    """A module with the functions of a program; those `seen` from outside have the prefix."""

    def __init__(self, source: Source, prefix: str, seen: Collection[str], single: bool) -> None:
        self.constants, self.prefix, self.seen = source.constants, prefix, seen
        self.real = "float" if single else "double"
        self.own = {function.name: function for function in source.functions}
        self._tables: dict[str, str] = {}
        self._declared: dict[str, str] = {}
        self.functions = [_Function(self, function).text() for function in source.functions]

    def text(self, digest: str) -> str:
        """The whole module, with the hash of the model as a text of C."""
        count = len(digest) + 1
        mark = f'@{self.prefix}_model = constant [{count} x i8] c"{digest}\\00"\n'
        rows = [*self._declared.values(), *self._tables.values(), mark, *self.functions]
        return "".join(rows)

    def type_of(self, kind: str) -> str:
        """The type of a kind of value."""
        plain = {"real": self.real, "count": f"i{WORD}", "truth": "i1", "nothing": "void"}
        return plain.get(kind, "ptr")

    def number(self, value: float) -> str:
        """A number of the precision of the module."""
        return real_text(float(np.float32(value)) if self.real == "float" else value)

    def symbol(self, name: str) -> str:
        """What a function is called in the object."""
        return f"@{self.prefix}_{name}" if name in self.seen else f"@.{name}"

    def table(self, name: str) -> str:
        """A row of constants."""
        values = self.constants[name]
        assert isinstance(values, tuple)
        whole = bool(values) and all(isinstance(value, int) for value in values)
        kind = self.type_of("count" if whole else "real")
        texts = [str(v) if whole else self.number(v) for v in values] or [self.number(0.0)]
        entries = ", ".join(f"{kind} {entry}" for entry in texts)
        line = f"@.{name} = private constant [{len(texts)} x {kind}] [{entries}]\n"
        self._tables.setdefault(name, line)
        return f"@.{name}"

    def foreign(self, name: str) -> str:
        """A function of LLVM or of a C library."""
        single = self.real == "float"
        if name in _BUILT_IN:
            symbol = f"@llvm.{name}.f{32 if single else 64}"
        else:
            symbol = f"@{name}{'f' if single else ''}"
        taken = ", ".join([self.real] * (2 if name in _TWO else 1))
        self._declared.setdefault(name, f"declare {self.real} {symbol}({taken}) {_PURE}\n")
        return symbol


class _Function(ControlFlow):
    """One function under translation."""

    def __init__(self, code: Code, function: ast.FunctionDef) -> None:
        super().__init__()
        self.code, self.function = code, function
        self.taken = {a.arg: _KINDS[kind_of(a.annotation)] for a in function.args.args}
        self.variables = dict(self.taken)
        self.sizes: dict[str, int] = {}
        for name, kind, value in declared(function):
            self.variables[name] = _KINDS[kind]
            if kind in ("Row", "Counts"):
                self.sizes[name] = size_of(value, code.constants)
        for node in ast.walk(function):
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                self.variables[node.target.id] = "count"

    def text(self) -> str:
        """The whole function."""
        name, kind = self.function.name, _KINDS[kind_of(self.function.returns)]
        for parameter, sort in self.taken.items():
            self._lines.append(f"store {self._type(sort)} %a.{parameter}, ptr %{parameter}")
        self._block([s for s in self.function.body if not is_text(s)])
        if self._open:
            self._lines.append("ret void")
        taken = ", ".join(
            f"{self._type(sort)} %a.{parameter}" for parameter, sort in self.taken.items()
        )
        linkage = "" if name in self.code.seen else "internal "
        head = f"define {linkage}{self._type(kind)} {self.code.symbol(name)}({taken}) {_ALONE}"
        places = "\n".join(self._places())
        return f"{head} {{\n{places}\n{chr(10).join(self._lines)}\n}}\n"

    def _places(self) -> list[str]:
        """Memory of the variables."""
        places: list[str] = []
        for name, kind in self.variables.items():
            if name in self.sizes:
                row = f"[{self.sizes[name]} x {self._type(_ENTRIES[kind])}]"
                places.append(f"%{name} = alloca {row}")
            else:
                places.append(f"%{name} = alloca {self._type(kind)}")
        return places

    def _type(self, kind: object) -> str:
        return self.code.type_of(str(kind))

    def _foreign(self, node: ast.AST, what: str) -> NotImplementedError:
        return NotImplementedError(f"{what} ({self.function.name}: {ast.dump(node)})")

    # --- statements ------------------------------------------------------------------------

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.AnnAssign(ast.Name(name), _, value) if value is not None:
                if name in self.sizes:
                    self._clear(name)
                else:
                    self._store(name, self._value(value))
            case ast.Assign([ast.Name(name)], value):
                self._store(name, self._value(value))
            case ast.Assign([ast.Subscript(ast.Name(name), index)], value):
                kind, place = self._entry(name, index)
                result = self._value(value)
                self._lines.append(f"store {self._type(kind)} {result.text}, ptr {place}")
            case ast.If(test, body, other):
                self._if(test, body, other)
            case ast.While(test, body):
                self._while(test, body)
            case ast.For(ast.Name(name), ast.Call(args=bounds), body):
                self._for(name, bounds, body)
            case ast.Break():
                self._go(self._loops[-1][0])
            case ast.Expr(ast.Call() as call):
                self._value(call)
            case ast.Return(None):
                self._lines.append("ret void")
                self._open = False
            case ast.Return(value) if value is not None:
                result = self._value(value)
                self._lines.append(f"ret {self._type(result.kind)} {result.text}")
                self._open = False
            case _:
                raise self._foreign(node, "no such statement")

    def _store(self, name: str, value: Value) -> None:
        if value.kind != self.variables[name]:
            raise self._foreign(self.function, f"“{name}” is no {value.kind}")
        self._lines.append(f"store {self._type(value.kind)} {value.text}, ptr %{name}")

    def _clear(self, name: str) -> None:
        """Zeros into a new row."""
        kind = _ENTRIES[self.variables[name]]
        turn = f"clear.{name}"
        self.variables[turn] = "count"
        again, inside, after = self._labels("clear", "zero", "cleared")
        self._store(turn, Value("count", "0"))
        self._label(again)
        here = self._named(turn)
        more = self._add("truth", f"icmp slt i{WORD} {here.text}, {self.sizes[name]}")
        self._fork(more, inside, after)
        self._label(inside)
        place = self._place(f"%{name}", kind, here)
        zero = "0" if kind == "count" else self.code.number(0.0)
        self._lines.append(f"store {self._type(kind)} {zero}, ptr {place}")
        self._store(turn, self._add("count", f"add i{WORD} {here.text}, 1"))
        self._go(again)
        self._label(after)

    def _for(self, name: str, bounds: Sequence[ast.expr], body: Sequence[ast.stmt]) -> None:
        """A loop over whole numbers, upwards or downwards by one; its end is known before."""
        again, inside, step, after = self._labels("test", "body", "step", "after")
        first = Value("count", "0") if len(bounds) == 1 else self._value(bounds[0])
        end = self._value(bounds[0] if len(bounds) == 1 else bounds[1])
        compared, shift = ("sgt", -1) if len(bounds) == 3 else ("slt", 1)
        self._store(name, first)
        self._label(again)
        here = self._named(name)
        more = self._add("truth", f"icmp {compared} i{WORD} {here.text}, {end.text}")
        self._fork(more, inside, after)
        self._label(inside)
        self._loops.append((after, step))
        self._block(body)
        self._loops.pop()
        self._label(step)
        if self._open:
            here = self._named(name)
            self._store(name, self._add("count", f"add i{WORD} {here.text}, {shift}"))
            self._go(again)
        self._label(after)

    # --- expressions -----------------------------------------------------------------------

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(int() as value):
                return Value("count", str(value))
            case ast.Constant(float() as value):
                return Value("real", self.code.number(value))
            case ast.Name(name):
                return self._named(name)
            case ast.Subscript(ast.Name(name), index):
                kind, place = self._entry(name, index)
                return self._add(kind, f"load {self._type(kind)}, ptr {place}")
            case ast.UnaryOp(ast.USub(), operand):
                inner = self._value(operand)
                if inner.kind == "count":
                    return self._add("count", f"sub i{WORD} 0, {inner.text}")
                return self._add("real", f"fneg {self.code.real} {inner.text}")
            case ast.BinOp(left, operator, right):
                return self._binary(node, type(operator), self._value(left), self._value(right))
            case ast.Compare(left, [operator], [right]):
                return self._compared(operator, self._value(left), self._value(right), node)
            case ast.Call(ast.Name(name), arguments):
                return self._called(name, [self._value(a) for a in arguments])
            case _:
                raise self._foreign(node, "no such expression")

    def _named(self, name: str) -> Value:
        """A variable or a constant."""
        kind = self.variables.get(name)
        if name in self.sizes:
            assert kind is not None
            return Value(kind, f"%{name}")
        if kind is not None:
            return self._add(kind, f"load {self._type(kind)}, ptr %{name}")
        if name in _NO_NUMBERS:
            return Value("real", self.code.number(_NO_NUMBERS[name]))
        value = self.code.constants[name]
        if isinstance(value, int):
            return Value("count", str(value))
        if isinstance(value, float):
            return Value("real", self.code.number(value))
        whole = bool(value) and all(isinstance(entry, int) for entry in value)
        return Value("counts" if whole else "reals", self.code.table(name))

    def _entry(self, name: str, index: ast.expr) -> tuple[str, str]:
        """The kind and place of an element of a row."""
        row, place = self._named(name), self._value(index)
        kind = _ENTRIES[str(row.kind)]
        return kind, self._place(row.text, kind, place)

    def _place(self, row: str, kind: str, index: Value) -> str:
        line = f"getelementptr {self._type(kind)}, ptr {row}, i{WORD} {index.text}"
        return self._add("reals", line).text

    def _binary(self, node: ast.AST, operator: type[ast.operator], a: Value, b: Value) -> Value:
        if a.kind != b.kind:
            raise self._foreign(node, f"a {a.kind} and a {b.kind}")
        table = _FLOATS if a.kind == "real" else _WHOLES
        return self._add(a.kind, f"{table[operator]} {self._type(a.kind)} {a.text}, {b.text}")

    def _compared(self, operator: ast.cmpop, a: Value, b: Value, node: ast.AST) -> Value:
        if a.kind != b.kind:
            raise self._foreign(node, f"a {a.kind} beside a {b.kind}")
        floats, wholes = COMPARED[type(operator)]
        line = f"fcmp {floats}" if a.kind == "real" else f"icmp {wholes}"
        return self._add("truth", f"{line} {self._type(a.kind)} {a.text}, {b.text}")

    def _called(self, name: str, arguments: Sequence[Value]) -> Value:
        texts = ", ".join(f"{self._type(value.kind)} {value.text}" for value in arguments)
        if name == "real":
            return self._add("real", f"sitofp i{WORD} {arguments[0].text} to {self.code.real}")
        function = self.code.own.get(name)
        kind = "real" if function is None else _KINDS[kind_of(function.returns)]
        symbol = self.code.foreign(name) if function is None else self.code.symbol(name)
        line = f"call {self._type(kind)} {symbol}({texts})"
        if kind == "nothing":
            self._lines.append(line)
            return Value(kind, "")
        return self._add(kind, line)


_NO_NUMBERS: Mapping[str, float] = {"NOT_A_NUMBER": math.nan, "INFINITE": math.inf}
