"""Which trees are equal up to the order of terms and factors, and up to a number before them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol

Key = tuple[Fraction, int]
"""The number that stands before a tree, and the mark of the rest: 0 where nothing is left."""

ONE, MINUS = Fraction(1), Fraction(-1)
"""Most numbers are these two objects: what they are multiplied by need not be computed."""

ANGLES = frozenset({"sin", "cos", "tan"})
"""Functions whose arguments stay as they are: sin(phi1 - phi2)."""


def flat(terms: Iterable[Expression]) -> Iterator[Expression]:
    """The terms of a sum, with those of sums among them."""
    for term in terms:
        if isinstance(term, Sum):
            yield from flat(term.terms)
        else:
            yield term


class Keys:
    """Gives equal trees equal keys; a sum and its opposite differ in the number only."""

    def __init__(self) -> None:
        self._marks: dict[object, int] = {(): 0}
        self._terms: dict[tuple[int, int, int], int] = {}
        self._known: dict[int, tuple[Expression, Key]] = {}  # with the tree: else ids come again

    def of(self, tree: Expression) -> Key:
        """The key of a tree."""
        if id(tree) not in self._known:
            self._known[id(tree)] = tree, self._made(tree)
        return self._known[id(tree)][1]

    def items(self, terms: Iterable[Expression]) -> dict[int, Fraction]:
        """The numbers before the terms of a sum, by their marks; without those that vanish."""
        numbers: dict[int, Fraction] = {}
        for term in flat(terms):
            number, mark = self.of(term)
            numbers[mark] = numbers[mark] + number if mark in numbers else number
        return {mark: number for mark, number in numbers.items() if number}

    def of_sum(self, items: dict[int, Fraction]) -> Key:
        """The key of a sum with these items; its number is a sign where it has several."""
        if len(items) < 2:
            return next(((number, mark) for mark, number in items.items()), (Fraction(0), 0))
        ordered = sorted(items.items())
        sign = ONE if ordered[0][1].numerator > 0 else MINUS
        way = sign.numerator
        content = ((mark, way * n.numerator, n.denominator) for mark, n in ordered)
        return sign, self._mark(("+", *content))

    def term(self, mark: int, number: Fraction) -> int:
        """What a term with its number is known by."""
        return self._known_as(mark, number.numerator, number.denominator)

    def _known_as(self, mark: int, above: int, below: int) -> int:
        return self._terms.setdefault((mark, above, below), len(self._terms))

    def terms(self, items: Mapping[int, Fraction]) -> tuple[frozenset[int], frozenset[int]]:
        """What the terms of a sum are known by, and those of its opposite."""
        return (
            frozenset(self.term(mark, n) for mark, n in items.items()),
            frozenset(self._known_as(m, -n.numerator, n.denominator) for m, n in items.items()),
        )

    def _mark(self, content: object) -> int:
        return self._marks.setdefault(content, len(self._marks))

    def _made(self, tree: Expression) -> Key:
        match tree:
            case Number(value):
                return value, 0
            case Symbol():
                return ONE, self._mark(tree)
            case Sum(terms):
                return self.of_sum(self.items(terms))
            case Product(factors):
                return self._product(factors)
            case Power(base, exponent):
                return self._power(self.of(base), exponent)
            case Call(function, arguments, orders):
                keys = tuple(map(self.of, arguments))
                return ONE, self._mark(("()", function, orders, keys))

    def _product(self, factors: Iterable[Expression]) -> Key:
        number, marks = ONE, list[int]()
        for factor, mark in map(self.of, factors):
            if factor is not ONE:
                number = factor if number is ONE else number * factor
            if mark:
                marks.append(mark)
        if len(marks) < 2:
            return number, marks[0] if marks else 0
        return number, self._mark(("*", *sorted(marks)))

    def _power(self, base: Key, exponent: Expression) -> Key:
        number, mark = base
        if isinstance(exponent, Number) and exponent.value.denominator == 1 and number:
            power = int(exponent.value)
            raised = ONE if number is ONE else number**power
            return raised, self._mark(("^", mark, power)) if mark else 0
        return ONE, self._mark(("^", base, self.of(exponent)))
