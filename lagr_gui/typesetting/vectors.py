"""Trees of vectors and tensors typeset: dialects share the structure, not the spelling."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, symbols
from lagr_gui.expression import called as calls_of
from lagr_gui.typesetting import Printer, divisor_of, signed

SUM, DOTTED, CROSSED, ROW, ATOM = range(5)
"""How tightly a formula holds together: a sum, a·b, a × b, a product, a single name."""

OPERATIONS = frozenset(
    {"dot", "cross", "outer", "transpose", "trace", "vec", "tensor", "symmetric", "rotation"}
)


class VectorPrinter(ABC):
    """Sets trees; `names` are those that the program introduced, as they are set.

    `scalars` sets what the model says in numbers; a dialect says how vectors are spelled.
    """

    def __init__(self, names: Mapping[str, str], scalars: Printer) -> None:
        self.names = names
        self.scalars = scalars

    def formula(self, tree: Expression) -> str:
        """The tree typeset."""
        return self._print(tree)[0]

    def _is_plain(self, tree: Expression) -> bool:
        if any(symbol.name in self.names and not symbol.order for symbol in symbols(tree)):
            return False
        return not any(name in OPERATIONS for name, _ in calls_of(tree))

    def _print(self, tree: Expression) -> tuple[str, int]:
        if self._is_plain(tree):
            return self.scalars.formula(tree), _level(tree)
        match tree:
            case Symbol(name):
                return self.names[name], ATOM
            case Sum(terms):
                return self._sum(terms), SUM
            case Product(factors):
                return self._product(factors)
            case Power(base, exponent):
                return self._power(base, exponent)
            case Call(function, arguments):
                return self._call(function, arguments)
            case _:
                return self.scalars.formula(tree), ATOM

    def _within(self, tree: Expression, least: int) -> str:
        text, level = self._print(tree)
        return text if level >= least else self.scalars.brackets(text)

    def _sum(self, terms: Sequence[Expression]) -> str:
        text = self._within(terms[0], DOTTED if isinstance(terms[0], Sum) else SUM)
        for term in terms[1:]:
            inner = self._within(term, DOTTED) if isinstance(term, Sum) else self.formula(term)
            text += f" {signed(inner)}"
        return text

    def _product(self, factors: Sequence[Expression]) -> tuple[str, int]:
        own = next((f for f in factors if isinstance(f, Number)), Number(Fraction(1)))
        number = own.value
        sign, rest = "-" if number < 0 else "", [f for f in factors if not isinstance(f, Number)]
        below = [divisor for f in rest if (divisor := divisor_of(f)) is not None]
        above: list[Expression] = [f for f in rest if divisor_of(f) is None]
        if abs(number) != 1:
            above.insert(0, own.alike(abs(number)))
        if len(above) == 1 and not below:
            if sign:
                return sign + self._within(above[0], DOTTED), SUM
            return self._print(above[0])
        top, level = self._row(above, alone=bool(below))
        if below:
            under, _ = self._row(below, alone=True)
            top, level = self.scalars.fraction(top, under), ROW
        return sign + top, SUM if sign else level

    def _row(self, factors: Sequence[Expression], *, alone: bool) -> tuple[str, int]:
        """Factors side by side: a product of two vectors is the last of them, m u·v.

        One that stands `alone` needs no brackets, as above the line of a fraction.
        """
        if not factors:
            return "1", ATOM
        if alone and len(factors) == 1:
            return self.formula(factors[0]), SUM
        *others, last = factors
        level = DOTTED if (isinstance(last, Call) and last.function == "dot") else ROW
        parts = [*(self._within(factor, ROW) for factor in others), self._within(last, level)]
        return self.scalars.space.join(parts), level

    def _power(self, base: Expression, exponent: Expression) -> tuple[str, int]:
        divisor = divisor_of(Power(base, exponent))
        if divisor is not None:
            return self.scalars.fraction("1", self.formula(divisor)), ROW
        if isinstance(exponent, Number) and exponent.value * 2 == 1:
            return self.scalars.root(self.formula(base)), ATOM
        return self.scalars.raised(self._within(base, ATOM), self.scalars.formula(exponent)), ROW

    def _call(self, function: str, arguments: Sequence[Expression]) -> tuple[str, int]:
        match function, tuple(arguments):
            case "dot", (a, b):
                return f"{self._within(a, ROW)} {self.dot} {self._within(b, ROW)}", DOTTED
            case "cross", (a, b):
                return f"{self._within(a, ROW)} {self.times} {self._within(b, ROW)}", CROSSED
            case "outer", (a, b):
                turned = self.raised_by(self._within(b, ATOM), self.transposed)
                return self.scalars.space.join((self._within(a, ATOM), turned)), ROW
            case "transpose", (a,):
                return self.raised_by(self._within(a, ATOM), self.transposed), ATOM
            case "trace", (a,):
                return f"{self.word('tr')} {self._within(a, ATOM)}", ROW
            case "vec", entries:
                row = self.scalars.brackets(", ".join(map(self.formula, entries)))
                return self.raised_by(row, self.transposed), ATOM
            case "rotation", (axis, angle):
                return self._rotation(axis, angle), ATOM
            case "symmetric", (xx, yy, zz, *mixed) if all(entry == NOUGHT for entry in mixed):
                inner = ", ".join(map(self.formula, (xx, yy, zz)))
                return f"{self.word('diag')}{self.scalars.brackets(inner)}", ATOM
            case "symmetric", (xx, yy, zz, xy, xz, yz):
                rows = (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
                return self._matrix(rows), ATOM
            case "tensor", entries:
                return self._matrix((entries[:3], entries[3:6], entries[6:])), ATOM
            case "sqrt", (Call("dot", (a, b)),) if a == b:
                return self.scalars.bars(self.formula(a)), ATOM
            case "sqrt", (a,):
                return self.scalars.root(self.formula(a)), ATOM
            case _:
                inner = ", ".join(map(self.formula, arguments))
                return f"{self.word(function)}{self.scalars.brackets(inner)}", ATOM

    def _matrix(self, rows: Sequence[Sequence[Expression]]) -> str:
        return self.matrix([[self.formula(entry) for entry in row] for row in rows])

    def _rotation(self, axis: Expression, angle: Expression) -> str:
        """R_z(φ) about an axis of the frame, R(n, φ) about others."""
        if isinstance(axis, Call) and sorted(map(repr, axis.arguments)) == _UNIT:
            letter = "xyz"[[argument == ONE for argument in axis.arguments].index(True)]
            about = self.scalars.brackets(self.formula(angle))
            return f"{self.turned_about(letter)} {about}"
        return f"{self.turn}{self.scalars.brackets(f'{self.formula(axis)}, {self.formula(angle)}')}"

    dot: str
    times: str
    transposed: str
    turn: str

    def raised_by(self, base: str, sign: str) -> str:
        """A name with a sign behind and above it."""
        return f"{base}{sign}"

    def turned_about(self, axis: str) -> str:
        """The name of a rotation about an axis of the frame."""
        return f"{self.turn}_{axis}"

    @abstractmethod
    def word(self, text: str) -> str:
        """The name of a function."""

    @abstractmethod
    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        """A small matrix."""


ONE, NOUGHT = Number(Fraction(1)), Number(Fraction(0))
_UNIT = sorted(map(repr, (NOUGHT, NOUGHT, ONE)))


def _level(tree: Expression) -> int:
    match tree:
        case Sum():
            return SUM
        case Number(value):
            return SUM if value < 0 else ATOM
        case Product((Number(value), *_)):
            return SUM if value < 0 else ROW
        case Product() | Power():
            return ROW
        case _:
            return ATOM
