"""Sums and their negatives: what they have in common, and which of the two is read better."""

from __future__ import annotations

from collections.abc import Hashable

from lagr_gui.algebra.canonical import CanonicalCarrier
from lagr_gui.algebra.trigonometry import Groups, ordered


def better_read(whole: Groups, algebra: CanonicalCarrier) -> int:
    """1 for a sum of which more terms are positive, or the first one; −1 for its negative."""
    numbers = [n for own in whole.values() for n in own.values()]
    rest = sum(1 if n > 0 else -1 for n in numbers)
    if not rest and numbers:
        first = next(iter(ordered(whole, algebra).values()))
        rest = first[min(first)]
    return -1 if rest < 0 else 1


def turned(whole: Groups) -> Groups:
    """The negative of a sum."""
    return {factor: {m: -n for m, n in own.items()} for factor, own in whole.items()}


def content_of(whole: Groups, sign: int) -> Hashable:
    """What equal sums have in common, times a sign."""
    return frozenset(
        (factor, frozenset((monomial, sign * n) for monomial, n in own.items()))
        for factor, own in whole.items()
    )
