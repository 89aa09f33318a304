"""Of which angles products of sines and cosines are made: q₁ and q₂ + q₃ of cos(q₁ + q₂ + q₃).

A turn about one axis after one about another gives sums and differences of their angles, which
meet in products: cos(a − b) − cos(a + b) = 2 sin a sin b.  Turns about parallel axes give sums
only: these are angles of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import gcd

from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.trigonometry import REMEMBERED, Groups, Parts, Splitting, single

Clusters = tuple[tuple[int, ...], ...]
"""Angles that are only added, or only subtracted, in all arguments of a sum."""


def splitting(groups: Groups) -> Splitting:
    """The angles of the products that are the shortest for a sum."""
    angles = list(dict.fromkeys(factor.angle for factor in groups if factor.angle))
    clusters = _clusters(angles)
    if any(len(cluster) > 1 for cluster in clusters) and any(
        len(_parts(angle, clusters)) > 1 for angle in angles
    ):
        return lambda angle: _parts(angle, clusters)
    return single


def _clusters(angles: Sequence[Monomial]) -> Clusters:
    signs: dict[tuple[int, int], set[bool]] = {}
    for angle in angles:
        for (i, a), (j, b) in combinations(angle, 2):
            signs.setdefault((min(i, j), max(i, j)), set()).add((a > 0) == (b > 0))
    found: list[list[int]] = []
    for index in dict.fromkeys(i for angle in angles for i, _ in angle):
        for cluster in found:
            met = [signs.get((min(i, index), max(i, index)), set[bool]()) for i in cluster]
            if any(met) and all(len(own) < 2 for own in met):
                cluster.append(index)
                break
        else:
            found.append([index])
    return tuple(map(tuple, found))


@lru_cache(maxsize=REMEMBERED)
def _parts(angle: Monomial, clusters: Clusters) -> Parts:
    """What an angle has of each cluster, as multiple of a sum of angles."""
    multiples = dict(angle)
    found: list[tuple[Monomial, int]] = []
    for cluster in clusters:
        own = [(i, multiples.pop(i)) for i in cluster if i in multiples]
        if own:
            times = gcd(*(k for _, k in own)) * (1 if own[0][1] > 0 else -1)
            found.append((tuple((i, k // times) for i, k in own), times))
    return ((angle, 1),) if multiples else tuple(found)
