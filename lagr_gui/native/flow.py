"""Lines of LLVM's intermediate language, with labels and the statements that branch."""

from __future__ import annotations

import ast
import struct
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from lagr_gui.native.language import Struct

Kind = str | type[Struct]
"""real, count, truth, nothing, reals, counts, four, program, or a record."""

COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("olt", "slt"),
    ast.LtE: ("ole", "sle"),
    ast.Gt: ("ogt", "sgt"),
    ast.GtE: ("oge", "sge"),
    ast.Eq: ("oeq", "eq"),
    ast.NotEq: ("une", "ne"),
}
"""Comparisons of floats and of whole numbers, as LLVM calls them."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value in the translation: its kind, and its name or constant."""

    kind: Kind
    text: str


def real_text(value: float) -> str:
    """A float as LLVM writes it, to the last bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


class ControlFlow(ABC):
    """Lines of a function under translation, its labels, and the statements that branch."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._count = 0
        self._loops: list[tuple[str, str]] = []
        self._reached: set[str] = set()
        self._open = True

    @abstractmethod
    def _value(self, node: ast.expr) -> Value:
        """The value of an expression."""

    @abstractmethod
    def _statement(self, node: ast.stmt) -> None:
        """Translate one statement."""

    @abstractmethod
    def _foreign(self, node: ast.AST, what: str) -> NotImplementedError:
        """What tells of something that is not in the language."""

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

    # --- statements ------------------------------------------------------------------------

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if not self._open:
                return
            self._statement(statement)

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
