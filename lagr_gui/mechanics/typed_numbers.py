"""How numbers and sums of results are written, by what was typed where they come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from lagr_gui.catalogue import KINDS
from lagr_gui.expression import (
    PLAIN,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Spelling,
    Sum,
    Symbol,
    read,
    rebuilt,
)
from lagr_gui.expression.rows import factors_in
from lagr_gui.model import ExpressionSignal, Model
from lagr_gui.model.sites import Site, sites

Name = tuple[Fraction, frozenset[Expression]]
"""A product: its number, and its factors."""
Terms = frozenset[Name]


@dataclass(frozen=True)
class Typed:
    """What was typed in each body, element and beam by item key, and what all results depend on.

    Brackets of the same terms as one of the `sums` have their order.
    """

    everywhere: Spelling = PLAIN
    items: Mapping[str, Spelling] = field(default_factory=dict[str, Spelling])
    sums: Mapping[Terms, tuple[Name, ...]] = field(default_factory=dict[Terms, tuple[Name, ...]])

    @property
    def is_plain(self) -> bool:
        """Whether no decimal was typed anywhere."""
        return self.whole.is_plain

    @cached_property
    def whole(self) -> Spelling:
        """What was typed in any place."""
        return _merged((self.everywhere, *self.items.values()))

    @cached_property
    def _names(self) -> Terms:
        """The terms of all sums that were typed."""
        return frozenset(name for names in self.sums for name in names)

    @cached_property
    def _sizes(self) -> frozenset[int]:
        """How many terms sums have that were typed."""
        return frozenset(map(len, self.sums))

    def of(self, keys: Iterable[str]) -> Spelling:
        """What was typed where a result comes from; an empty key stands for any place."""
        spelling = self.everywhere
        for key in keys:
            spelling |= self.items.get(key, PLAIN) if key else self.whole
        return spelling

    def spelled(self, tree: Expression, keys: Iterable[str]) -> Expression:
        """A tree with numbers as they were typed where it comes from, and sums in their order."""
        tree = tree if self.is_plain else self.of(keys).spelled(tree)
        return self._in_order(tree) if self.sums and any(map(self._typed, _sums(tree))) else tree

    def _in_order(self, tree: Expression) -> Expression:
        tree = rebuilt(tree, self._in_order)
        return Sum(typed) if isinstance(tree, Sum) and (typed := self._typed(tree)) else tree

    def _typed(self, tree: Sum) -> tuple[Expression, ...]:
        """The terms of a sum in the order in which it was typed; none where it was not."""
        if len(tree.terms) not in self._sizes:
            return ()
        terms = dict[Name, Expression]()
        for term in tree.terms:
            if (name := _name(term)) not in self._names:
                return ()
            terms[name] = term
        typed = self.sums.get(frozenset(terms), ())
        return tuple(terms[name] for name in typed) if len(typed) == len(tree.terms) else ()

    def also(self, spelling: Spelling) -> Typed:
        """The same with what was typed in a special case."""
        return replace(self, everywhere=self.everywhere | spelling)


def typed_in(model: Model, beams: Iterable[str]) -> Typed:
    """What was typed where equations come from; values of parameters stand nowhere in them.

    `beams` are the keys of joints that have a mass of their own.
    """
    spellings_by_key: dict[str, list[Spelling]] = {}
    sums: dict[Terms, tuple[Name, ...]] = {}
    joints = frozenset(beams)
    for site in sites(model, KINDS):
        key = _key(model, site)
        if key is not None:
            tree = read(site.value)
            for names in (tuple(map(_name, own.terms)) for own in _sums(tree)):
                if len(set(names)) == len(names):
                    sums.setdefault(frozenset(names), names)
            key = "" if key.startswith("joint:") and key not in joints else key
            spellings_by_key.setdefault(key, []).append(Spelling.of((tree,)))
    merged = {key: _merged(spellings) for key, spellings in spellings_by_key.items()}
    everywhere = merged.pop("", PLAIN).of_places
    return Typed(
        everywhere, {key: spelling for key, spelling in merged.items() if spelling != PLAIN}, sums
    )


def _sums(tree: Expression) -> list[Sum]:
    """All sums in a tree, each before those within it."""
    sums, left = list[Sum](), [tree]
    for part in left:
        match part:
            case Symbol() | Number():  # most of what is met
                pass
            case Sum(inner):
                sums.append(part)
                left += inner
            case Product(inner) | Call(_, inner):
                left += inner
            case Power(base, exponent):
                left += (base, exponent)
    return sums


def _name(term: Expression) -> Name:
    """What equal products have in common, in whatever order their factors stand."""
    number, others = Fraction(1), list[Expression]()
    for factor in factors_in(term):
        if isinstance(factor, Number):
            number *= factor.value
        else:
            others.append(factor)
    return number, frozenset(others)


def _key(model: Model, site: Site) -> str | None:
    """The item of a place, empty for what all results depend on; None for what is in none."""
    match site.path:
        case "bodies", int(index), name, *_:
            return None if name == "shape" else f"body:{model.bodies[index].number}"
        case "joints", int(index), *_:
            return f"joint:{model.joints[index].name}"
        case "elements", int(index), *_:
            return f"element:{model.elements[index].name}"
        case "signals", int(index), *_:
            signal = model.signals[index]
            return "" if isinstance(signal, ExpressionSignal) else signal.source
        case "gravity" | "base" | "functions", *_:
            return ""
        case _:
            return None


def _merged(spellings: Iterable[Spelling]) -> Spelling:
    merged = PLAIN
    for spelling in spellings:
        merged |= spelling
    return merged
