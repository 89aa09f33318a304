"""How the numbers of a model are written: as decimals where decimals were typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from lagr_gui.expression.rows import factors_in
from lagr_gui.expression.tree import Call, Expression, Number, Power, Product, Sum, parts, rebuilt

_HALVINGS = 16
"""A fraction that was typed is still one where it is halved or doubled so far."""


_COUNTED = 10
"""Whole numbers below are counted as often as typed: 2 x and 6 x have a factor in common."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """What was typed, as far as it tells how numbers that follow from it are written.

    `tenths` are decimals with a factor 5 in the denominator, which no halving brings along (0.3);
    `halves` are others (1.5), `units` those of them that halving makes of 1 (0.5).
    `fractions` are those with a factor 5 in the denominator that were typed with a stroke (2/5).
    `kept` are the sizes of typed numbers that no factor may divide, as that of a damper: decimals,
    and whole numbers that are not as small as those that are counted.  `strokes` tells that parts
    of 2, 4, 8 … were typed with a stroke (l/2).
    """

    tenths: bool = False
    halves: bool = False
    units: bool = False
    fractions: frozenset[Fraction] = frozenset()
    kept: frozenset[Fraction] = frozenset()
    strokes: bool = False

    def __or__(self, other: Spelling) -> Spelling:
        """Where both were typed."""
        return Spelling(
            self.tenths or other.tenths,
            self.halves or other.halves,
            self.units or other.units,
            self.fractions | other.fractions,
            self.kept | other.kept,
            self.strokes or other.strokes,
        )

    @staticmethod
    def of(trees: Iterable[Expression]) -> Spelling:
        """What numbers in trees tell."""
        tenths = halves = units = strokes = False
        fractions, kept = set[Fraction](), set[Fraction]()
        for number in (number for tree in trees for number in _numbers(tree)):
            value = abs(number.value)
            if number.decimal or (value.denominator == 1 and value >= _COUNTED):
                kept.add(value)
            if value.denominator == 1 or not _ends(value.denominator):
                continue
            if value.denominator % 5 == 0:
                tenths |= number.decimal
                fractions |= set() if number.decimal else {value}
            elif number.decimal:
                halves, units = True, units or value.numerator == 1
            else:
                strokes = True
        return Spelling(tenths, halves, units, frozenset(fractions), frozenset(kept), strokes)

    @property
    def of_places(self) -> Spelling:
        """The same for what is measured: where l/2 was typed ½ is its half, not that of 0.125."""
        return replace(self, units=False) if self.strokes else self

    @property
    def is_plain(self) -> bool:
        """Whether no decimal was typed."""
        return not (self.tenths or self.halves)

    def decimal(self, value: Fraction) -> bool:
        """Whether a number follows from decimals, as far as numbers tell.

        One that is counted, as ½ m, is a decimal only where such a one was typed.
        """
        if value.denominator == 1 or self.is_plain:
            return False
        if not _ends(value.denominator):
            return False
        if value.denominator % 5 == 0:
            return self.tenths and not self._was_fraction(abs(value))
        return self.units if abs(value.numerator) == 1 else self.halves

    @property
    def is_free(self) -> bool:
        """Whether no number was typed that is not to be divided."""
        return not (self.tenths or self.halves or self.kept)

    def divides(self, factor: Fraction, sizes: Iterable[Fraction]) -> bool:
        """Whether a number may be taken out of a sum with numbers of these sizes.

        None that was typed is divided.  Of other decimals small multiples may be left:
        0.1 (x + 3 y).
        """
        if self.is_free or abs(factor) == 1:
            return True
        others = frozenset(sizes) - {abs(factor)}
        if not self.kept.isdisjoint(others):
            return False
        exact = not any(map(self.decimal, (factor, *others)))
        rest = (size / abs(factor) for size in others)
        return exact or all(n.denominator == 1 and n < _COUNTED for n in rest)

    def _was_fraction(self, value: Fraction) -> bool:
        """Whether a number was typed with a stroke, or is the half or the double of such a one."""
        ratios = (value / fraction for fraction in self.fractions)
        return any(_HALVINGS % (r.numerator * r.denominator) == 0 for r in ratios)

    def spelled(self, tree: Expression) -> Expression:
        """A tree with its numbers as they are written here; itself where all are."""
        return tree if self._has_spelled(tree) else self._spelled(tree)

    def _has_spelled(self, tree: Expression) -> bool:
        """Whether all numbers of a tree are surely written as here."""
        left = [tree]
        for part in left:
            match part:
                case Number(value, decimal):
                    if decimal != self.decimal(value):
                        return False
                case Sum(inner) | Product(inner):
                    left += inner
                case Power(base, _):
                    left.append(base)
                case Call(_, arguments):
                    if any(type(own) is Number and own.value.denominator != 1 for own in arguments):
                        return False
                    left += arguments
                case _:
                    pass
        return True

    def _spelled(self, tree: Expression) -> Expression:
        match tree:
            case Number(value):
                decimal = self.decimal(value)
                return tree if decimal == tree.decimal else Number(value, decimal)
            case Sum() | Product():
                return rebuilt(tree, self._spelled)
            case Power(base, exponent):
                inner = self._spelled(base)
                return tree if inner is base else Power(inner, exponent)
            case Call():
                return rebuilt(tree, self._argument)
            case _:
                return tree

    def _argument(self, tree: Expression) -> Expression:
        """A component of a vector, or another argument: none that is a number was counted."""
        if self.is_plain or not isinstance(tree, Number) or tree.value.denominator == 1:
            return self._spelled(tree)
        ends = _ends(tree.value.denominator)
        return Number(tree.value, ends and not self._was_fraction(abs(tree.value)))


PLAIN = Spelling()
"""No decimal was typed."""


def with_half(tree: Expression) -> Expression:
    """The same with a half that stands before a square as ½, as in energies: ½ m v²."""
    match tree:
        case Product((Number(value, True), *rest)):
            half = abs(value) == Fraction(1, 2) and any(map(_squares, rest))
            return Product((Number(value), *rest)) if half else tree
        case _:
            return tree


def _squares(tree: Expression) -> bool:
    """Whether a factor is a square, or a sum of squares and their products."""
    if isinstance(tree, Sum):
        return any(map(_squares, tree.terms))
    factors = factors_in(tree)
    return any(isinstance(factor, Power) and factor.exponent == _TWO for factor in factors)


_TWO = Number(Fraction(2))


def _numbers(tree: Expression) -> Iterator[Number]:
    """The numbers of a tree; exponents are none."""
    if isinstance(tree, Number):
        yield tree
    for part in parts(tree)[:1] if isinstance(tree, Power) else parts(tree):
        yield from _numbers(part)


def _ends(below: int) -> bool:
    """Whether a denominator is that of a decimal that ends."""
    return 10 ** below.bit_length() % below == 0
