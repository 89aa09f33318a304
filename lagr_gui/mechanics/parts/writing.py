"""Results with names in the place of the sums that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.expression.rows import as_sum, is_negative, negative, product
from lagr_gui.mechanics.parts.finding import Items, NamedSums
from lagr_gui.mechanics.parts.keys import ANGLES, flat
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Term

MINUS = Number(Fraction(-1))


class SumWriter:
    """Writes trees with names; `used` has each with its sum, in the order of their first use."""

    def __init__(self, choice: NamedSums, name: Callable[[int], str]) -> None:
        """`name` gives the name of a number, counted from 1."""
        self._choice, self._parts, self._keys = choice, choice.parts, choice.parts.keys
        self._name = name
        self._split: dict[int, dict[int, int]] = {}
        self._known: dict[int, tuple[Expression, Expression]] = {}
        self._symbols: dict[int, Symbol] = {}
        self.used: dict[str, Expression] = {}
        self._turned = self._turns()

    def _turns(self) -> dict[int, int]:
        """The sign with which each named sum stands most often: that which is defined."""
        signs = {mark: dict(self._parts.sums[mark].signs) for mark in self._choice.named}
        for mark, part in self._parts.sums.items():
            for other, sign in self._choice.split(part.items, mark).items():
                signs[other][sign] = signs[other].get(sign, 0) + 1
        return {mark: self._turn(mark, counts) for mark, counts in signs.items()}

    def _turn(self, mark: int, signs: Mapping[int, int]) -> int:
        numbers = self._parts.sums[mark].items.values()
        if len({number > 0 for number in numbers}) == 1:
            return 1  # the first number of a sum is positive, and so are all
        return -1 if signs.get(-1, 0) > signs.get(1, 0) else 1

    def _use(self, mark: int, sign: int) -> Expression:
        """A named sum with a sign; what it stands for is written before it is used."""
        if mark not in self._symbols:
            part, turn = self._parts.sums[mark], self._turned[mark]
            rows = [
                self._with_number(turn * part.items[at], tree) for at, tree in part.trees.items()
            ]
            rows.sort(key=is_negative)
            tree = as_sum([part for part, _ in self._terms([(row, 0) for row in rows], mark)])
            name = self._name(len(self.used) + 1)
            self.used[name], self._symbols[mark] = tree, Symbol(name)
        symbol = self._symbols[mark]
        return symbol if sign == self._turned[mark] else Product((MINUS, symbol))

    def _with_number(self, number: Fraction, tree: Expression) -> Expression:
        """A term of a sum with the sign that is wanted."""
        return tree if self._keys.of(tree)[0] == number else negative(tree)

    def tree(self, tree: Expression) -> Expression:
        """A tree with names."""
        if id(tree) not in self._known:
            self._known[id(tree)] = tree, self._made(tree)
        return self._known[id(tree)][1]

    def _made(self, tree: Expression) -> Expression:
        match tree:
            case Sum(terms):
                return as_sum([part for part, _ in self._terms([(term, 0) for term in terms])])
            case Product(factors):
                return product([self.tree(factor) for factor in factors])
            case Power(base, exponent):
                return _power(self.tree(base), self.tree(exponent))
            case Call(function, arguments, orders) if function not in ANGLES:
                return Call(function, tuple(map(self.tree, arguments)), orders)
            case _:
                return tree

    def _terms(
        self, terms: Iterable[tuple[Expression, int]], within: int = -1
    ) -> list[tuple[Expression, set[int]]]:
        """The terms of a sum with names, each with the places of those that it is made of.

        The sum `within` is not named itself.
        """
        rows = [(part, place) for term, place in terms for part in flat([term])]
        items = self._keys.items(tree for tree, _ in rows)
        if len(items) < max(len(rows), 2):
            return [(self.tree(tree), {place}) for tree, place in rows]
        number, mark = self._keys.of_sum(items)
        if mark in self._choice.named and mark != within:
            return [(self._use(mark, int(number)), {place for _, place in rows})]
        written: list[tuple[Expression, set[int]]] = []
        of_item = self._of_items({at: number * n for at, n in items.items()}, mark)
        done: dict[int, set[int]] = {}
        for tree, place in rows:
            use = of_item.get(self._keys.of(tree)[1])
            if use is None:
                written.append((self.tree(tree), {place}))
            elif use[0] in done:
                done[use[0]].add(place)
            else:
                done[use[0]] = {place}
                written.append((self._use(use[0], use[1] * int(number)), done[use[0]]))
        return written

    def _of_items(self, items: Items, mark: int) -> Mapping[int, tuple[int, int]]:
        """The named sum to which each item of a sum belongs, with its sign."""
        if mark not in self._split:
            self._split[mark] = self._choice.split(items, mark)
        split, sums = self._split[mark], self._parts.sums
        return {item: pair for pair in split.items() for item in sums[pair[0]].items}

    def terms(self, terms: Sequence[Term]) -> tuple[Term, ...]:
        """Terms with names; what is named as one has the sources of all that it is made of."""
        written = self._terms([(term.tree, place) for place, term in enumerate(terms)])
        return tuple(_joined(terms, written))

    def entry(self, entry: Entry) -> Entry:
        """A result with names."""
        return replace(entry, terms=self.terms(entry.terms))

    def balance(self, own: Balance) -> Balance:
        """An equation with names."""
        left, right = self.terms(own.left), self.terms(own.right)
        return Balance(own.coordinate, own.index, left, right, own.equation)


def _joined(
    terms: Sequence[Term], written: Sequence[tuple[Expression, set[int]]]
) -> Iterator[Term]:
    """Neighbours that come from the same term stand in one again."""
    rows: list[tuple[list[Expression], set[int]]] = []
    for tree, places in written:
        if rows and rows[-1][1] == places and len(places) == 1:
            rows[-1][0].append(tree)
        else:
            rows.append(([tree], places))
    for trees, places in rows:
        keys = dict.fromkeys(key for place in sorted(places) for key in terms[place].sources)
        yield Term(as_sum(trees), tuple(keys))


def _power(base: Expression, exponent: Expression) -> Expression:
    """A power; a sign of its base stands before it."""
    whole = isinstance(exponent, Number) and exponent.value.denominator == 1
    odd = isinstance(exponent, Number) and exponent.value % 2 == 1
    if whole and isinstance(base, Product) and base.factors[0] == MINUS and len(base.factors) == 2:
        power = Power(base.factors[1], exponent)
        return Product((MINUS, power)) if odd else power
    return Power(base, exponent)
