"""Energies of many elements of one strength as one product: ½ c (a² + b² + …)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from lagr_gui.algebra import factors_of, product_of
from lagr_gui.expression import Expression, Number, Sum, Symbol
from lagr_gui.expression.rows import terms_in
from lagr_gui.mechanics.sheet import Term

ONE = Number(Fraction(1))

_Strength = tuple[Number, tuple[tuple[Expression, int], ...]]
"""A number and powers of parameters."""


def gathered(terms: Sequence[Term], parameters: Collection[str]) -> tuple[Term, ...]:
    """The sum with terms that are the same parameters times something else as one product."""
    groups: dict[_Strength | int, list[Term]] = {}
    for place, term in enumerate(terms):
        strength = _strength(term.tree, parameters)
        groups.setdefault(strength if strength[1] else place, []).append(term)
    found = groups.values()
    return tuple(own[0] if len(own) == 1 else _product(own, parameters) for own in found)


def _strength(tree: Expression, parameters: Collection[str]) -> _Strength:
    number, powers = factors_of(tree)
    own = ((b, e) for b, e in powers.items() if isinstance(b, Symbol) and b.name in parameters)
    return number, tuple(own)


def _product(terms: Sequence[Term], parameters: Collection[str]) -> Term:
    number, powers = _strength(terms[0].tree, parameters)
    own = dict(powers)
    rests: list[Expression] = []
    for term in terms:
        _, factors = factors_of(term.tree)
        rests.append(product_of(ONE, {base: e for base, e in factors.items() if base not in own}))
    above = {base: e for base, e in powers if e > 0}
    below = {base: e for base, e in powers if e < 0}
    sources = tuple(dict.fromkeys(key for term in terms for key in term.sources))
    bracket = Sum(tuple(part for rest in rests for part in terms_in(rest)))
    return Term(product_of(number, {**above, bracket: 1, **below}), sources)
