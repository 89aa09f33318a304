"""Which sums of results get a name: those with which all of it is shorter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from lagr_gui.algebra import Counted, operation_count
from lagr_gui.expression import Call, Expression, Power, Product, Sum
from lagr_gui.mechanics.parts.keys import ANGLES, Keys, flat

NAME = 2
"""A definition counts as so many operations more than what it says."""
COMPARED = 300
"""Of more sums than these, what two of them have in common is not looked for."""

Items = Mapping[int, Fraction]


@dataclass(eq=False)
class FoundSum:
    """A sum: its terms by mark as they stand where the sum has the sign +, and the sums in each.

    `terms` know these again, and those of its opposite.  `length` are its operations, all written
    out; `signs` tell how often it occurs with which one.
    """

    items: Items
    terms: tuple[frozenset[int], frozenset[int]]
    trees: Mapping[int, Expression]
    inside: Mapping[int, Counter[int]]
    length: int
    signs: Counter[int] = field(default_factory=Counter[int])


class Parts:
    """All sums that stand in trees, each once."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.sums: dict[int, FoundSum] = {}
        self.counted = Counted()
        self._met: dict[int, tuple[Expression, Counter[int]]] = {}

    def within(self, tree: Expression) -> Counter[int]:
        """The sums that stand in a tree, but in no other sum of it."""
        if id(tree) not in self._met:
            self._met[id(tree)] = tree, self._looked(tree)
        return self._met[id(tree)][1]

    def _looked(self, tree: Expression) -> Counter[int]:
        match tree:
            case Sum(terms):
                return self.add(terms)
            case Product(factors):
                return _all(map(self.within, factors))
            case Power(base, exponent):
                return self.within(base) + self.within(exponent)
            case Call(function, arguments) if function not in ANGLES:
                return _all(map(self.within, arguments))
            case _:
                return Counter()

    def add(self, terms: Sequence[Expression]) -> Counter[int]:
        """Take a sum in; itself, or what stands in it where it is no sum of different terms."""
        trees = list(flat(terms))
        items = self.keys.items(trees)
        if len(items) < max(len(trees), 2):
            return _all(map(self.within, trees))
        sign, mark = self.keys.of_sum(items)
        if mark not in self.sums:
            self._take(mark, sign, trees)
        self.sums[mark].signs[int(sign)] += 1
        return Counter((mark,))

    def _take(self, mark: int, sign: Fraction, trees: Sequence[Expression]) -> None:
        by_mark = {self.keys.of(tree)[1]: tree for tree in trees}
        items = {at: self.keys.of(tree)[0] for at, tree in by_mark.items()}
        if sign < 0:
            items = {at: -number for at, number in items.items()}
        inside = {at: self.within(tree) for at, tree in by_mark.items()}
        length = operation_count(Sum(tuple(trees)), self.counted)
        self.sums[mark] = FoundSum(items, self.keys.terms(items), by_mark, inside, length)

    def compare(self) -> None:
        """Take in what two sums have in common, if they are not too many."""
        if len(self.sums) > COMPARED:
            return
        for one, other in combinations(list(self.sums.values()), 2):
            for theirs in other.terms:
                common = one.terms[0] & theirs
                if 2 <= len(common) < min(len(one.items), len(other.items)):
                    trees = [one.trees[mark] for mark in one.items if self._in(one, mark, common)]
                    sign, mark = self.keys.of_sum(self.keys.items(trees))
                    if mark not in self.sums:
                        self._take(mark, sign, trees)

    def _in(self, part: FoundSum, mark: int, common: frozenset[int]) -> bool:
        return self.keys.term(mark, part.items[mark]) in common


def _all(counts: Iterable[Counter[int]]) -> Counter[int]:
    total: Counter[int] = Counter()
    for count in counts:
        total.update(count)
    return total


class NamedSums:
    """The sums that get a name, of those that stand in results.

    `tops` are results: how often each sum is one, or stands in one that is no sum.
    """

    def __init__(self, parts: Parts, tops: Counter[int]) -> None:
        self.parts, self.tops = parts, tops
        self._order = sorted(parts.sums, key=lambda mark: (-parts.sums[mark].length, mark))
        self._rank = {mark: rank for rank, mark in enumerate(self._order)}
        self.named = {mark for mark in parts.sums if len(parts.sums[mark].items) > 1}
        self._uses: dict[int, tuple[dict[int, int], Counter[int]]] = {}
        self._keep({m for m in self.named if self.users[m] > 1})
        while not self._settled():
            pass

    def _keep(self, marks: set[int]) -> None:
        """Have no other names; sums that stand without those given up are made as before."""
        given_up, self.named = self.named - marks, marks
        for mark, (split, _) in list(self._uses.items()):
            if not given_up.isdisjoint(split):
                del self._uses[mark]
        for name in ("uses", "users", "_by_item"):
            self.__dict__.pop(name, None)

    @cached_property
    def _by_item(self) -> dict[int, list[int]]:
        """Named sums by the rarest of their items."""
        sums = {mark: self.parts.sums[mark].items for mark in self.named}
        often = Counter(item for items in sums.values() for item in items)
        by_rarest: dict[int, list[int]] = {}
        for mark, items in sums.items():
            by_rarest.setdefault(min(items, key=lambda item: (often[item], item)), []).append(mark)
        return by_rarest

    def split(self, items: Items, mark: int) -> dict[int, int]:
        """The named sums, with signs, that are made of terms of the sum `mark`, none of two."""
        near = [other for item in items for other in self._by_item.get(item, ()) if other != mark]
        whole = self.parts.sums.get(mark)
        left = set(whole.terms[0] if whole else self.parts.keys.terms(items)[0])
        signs: dict[int, int] = {}
        for other in sorted(near, key=self._rank.__getitem__):
            for sign, terms in zip((1, -1), self.parts.sums[other].terms, strict=True):
                if len(terms) < len(items) and terms <= left:
                    signs[other] = sign
                    left -= terms
        return signs

    @cached_property
    def uses(self) -> dict[int, Counter[int]]:
        """The sums that each sum is made of."""
        for mark, part in self.parts.sums.items():
            if mark in self._uses:
                continue
            signs = self.split(part.items, mark)
            taken = {item for inner in signs for item in self.parts.sums[inner].items}
            rest = (sums for item, sums in part.inside.items() if item not in taken)
            self._uses[mark] = signs, _all([Counter(signs.keys()), *rest])
        return {mark: uses for mark, (_, uses) in self._uses.items()}

    @cached_property
    def users(self) -> Counter[int]:
        """In how many sums and results each sum stands, as far as these themselves are used."""
        counts = Counter(self.tops)
        for mark in self._order:
            if counts[mark]:
                counts.update(self.uses[mark])
        return counts

    def _lengths(self) -> dict[int, int]:
        """The operations of sums, with names in them."""
        lengths: dict[int, int] = {}
        for mark in reversed(self._order):
            saved = 0
            for inner, times in self.uses[mark].items():
                named_length = 0 if inner in self.named else lengths[inner]
                saved += times * (self.parts.sums[inner].length - named_length)
            lengths[mark] = self.parts.sums[mark].length - saved
        return lengths

    def _settled(self) -> bool:
        """Whether all names make results shorter; those that do not are given up."""
        lengths, places = self._lengths(), Counter(self.tops)
        named = set(self.named)
        for mark in self._order:
            often = places[mark]
            if mark in named and (often - 1) * lengths[mark] <= NAME:
                named.discard(mark)
            for inner, times in self.uses[mark].items():
                places[inner] += times * (min(often, 1) if mark in named else often)
        settled = named == self.named
        self._keep(named)
        return settled
