"""Trees of vectors and tensors typeset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, symbols
from lagr_gui.expression import called as calls_of
from lagr_gui.typesetting.dialects import added, divisor_of, formula, spaced
from lagr_gui.typesetting.formula import (
    DOT,
    TIMES,
    Box,
    Formula,
    brackets,
    fraction,
    joined,
    mapped,
    matrix,
    raised,
)

SUM, DOTTED, CROSSED, ROW, ATOM = range(5)
"""How tightly a formula holds together: a sum, a·b, a × b, a product, a single name."""

OPERATIONS = frozenset(
    {"dot", "cross", "outer", "transpose", "trace", "vec", "tensor", "symmetric", "rotation"}
)


class VectorPrinter:
    """Sets trees; `names` are those that the program introduced, as they are set.

    Where they are `scalars` all but components in a row is set as the results of a model are.
    """

    def __init__(self, names: Mapping[str, Formula], *, scalars: bool = False) -> None:
        self.names, self.scalars = names, scalars

    def formula(self, tree: Expression) -> Formula:
        """The tree typeset."""
        return self._print(tree)[0]

    def _is_plain(self, tree: Expression) -> bool:
        named = (symbol.name in self.names and not symbol.order for symbol in symbols(tree))
        if not self.scalars and any(named):
            return False
        return not any(name in OPERATIONS for name, _ in calls_of(tree))

    def _print(self, tree: Expression) -> tuple[Formula, int]:
        if self._is_plain(tree):
            return mapped(formula(tree), self._renamed), _level(tree)
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
                return formula(tree), ATOM

    def _renamed(self, box: Box) -> Formula:
        """A name that the program introduced as it is set."""
        is_own = box.kind == "name" and not box.order and box.text in self.names
        return self.names[box.text] if is_own else (box,)

    def _within(self, tree: Expression, least: int) -> Formula:
        inner, level = self._print(tree)
        return inner if level >= least else (brackets(inner),)

    def _sum(self, terms: Sequence[Expression]) -> Formula:
        first, *others = (
            self._within(term, DOTTED) if isinstance(term, Sum) else self.formula(term)
            for term in terms
        )
        return added(first, others)

    def _product(self, factors: Sequence[Expression]) -> tuple[Formula, int]:
        factor = next((f for f in factors if isinstance(f, Number)), Number(Fraction(1)))
        number = factor.value
        sign: Formula = ("-",) if number < 0 else ()
        rest = [f for f in factors if not isinstance(f, Number)]
        below = [divisor for f in rest if (divisor := divisor_of(f)) is not None]
        above: list[Expression] = [f for f in rest if divisor_of(f) is None]
        if abs(number) != 1:
            above.insert(0, factor.alike(abs(number)))
        if len(above) == 1 and not below:
            if sign:
                return (*sign, *self._within(above[0], DOTTED)), SUM
            return self._print(above[0])
        top, level = self._row(above, alone=bool(below))
        if below:
            under, _ = self._row(below, alone=True)
            top, level = (fraction(top, under),), ROW
        return (*sign, *top), SUM if sign else level

    def _row(self, factors: Sequence[Expression], *, alone: bool) -> tuple[Formula, int]:
        """Factors side by side: a product of two vectors is the last of them, m u·v.

        One that stands `alone` needs no brackets, as above the line of a fraction.
        """
        if not factors:
            return ("1",), ATOM
        if alone and len(factors) == 1:
            return self.formula(factors[0]), SUM
        *others, last = factors
        level = DOTTED if (isinstance(last, Call) and last.function == "dot") else ROW
        parts = [*(self._within(factor, ROW) for factor in others), self._within(last, level)]
        return spaced(parts), level

    def _power(self, base: Expression, exponent: Expression) -> tuple[Formula, int]:
        divisor = divisor_of(Power(base, exponent))
        if divisor is not None:
            return (fraction(("1",), self.formula(divisor)),), ROW
        if isinstance(exponent, Number) and exponent.value * 2 == 1:
            return (Box("root", (self.formula(base),)),), ATOM
        return (raised(self._within(base, ATOM), formula(exponent)),), ROW

    def _call(self, function: str, arguments: Sequence[Expression]) -> tuple[Formula, int]:
        match function, tuple(arguments):
            case "dot", (a, b):
                return self._between(a, DOT, b), DOTTED
            case "cross", (a, b):
                return self._between(a, TIMES, b), CROSSED
            case "outer", (a, b):
                turned = Box("transposed", (self._within(b, ATOM),))
                return spaced([self._within(a, ATOM), (turned,)]), ROW
            case "transpose", (a,):
                return (Box("transposed", (self._within(a, ATOM),)),), ATOM
            case "trace", (a,):
                return (Box("trace", (self._within(a, ATOM),)),), ROW
            case "vec", entries:
                return (Box("transposed", ((self._listed(entries),),)),), ATOM
            case "rotation", (axis, angle):
                return self._rotation(axis, angle), ATOM
            case "symmetric", (xx, yy, zz, *mixed) if all(entry == NOUGHT for entry in mixed):
                return (Box("word", text="diag"), self._listed((xx, yy, zz))), ATOM
            case "symmetric", (xx, yy, zz, xy, xz, yz):
                rows = (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
                return self._matrix(rows), ATOM
            case "tensor", entries:
                return self._matrix((entries[:3], entries[3:6], entries[6:])), ATOM
            case "sqrt", (Call("dot", (a, b)),) if a == b:
                return (Box("bars", (self.formula(a),)),), ATOM
            case "sqrt", (a,):
                return (Box("root", (self.formula(a),)),), ATOM
            case _:
                return (Box("word", text=function), self._listed(arguments)), ATOM

    def _between(self, a: Expression, sign: Box, b: Expression) -> Formula:
        return (*self._within(a, ROW), " ", sign, " ", *self._within(b, ROW))

    def _listed(self, entries: Sequence[Expression]) -> Box:
        return brackets(joined((", ",), [self.formula(entry) for entry in entries]))

    def _matrix(self, rows: Sequence[Sequence[Expression]]) -> Formula:
        return (matrix([[self.formula(entry) for entry in row] for row in rows]),)

    def _rotation(self, axis: Expression, angle: Expression) -> Formula:
        """R_z(φ) about an axis of the frame, R(n, φ) about others."""
        if isinstance(axis, Call) and sorted(map(repr, axis.arguments)) == _UNIT:
            about = "xyz"[[argument == ONE for argument in axis.arguments].index(True)]
            return (Box("turned", text=about), " ", self._listed((angle,)))
        return (Box("turned"), self._listed((axis, angle)))


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
