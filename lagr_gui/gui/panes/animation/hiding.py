"""Which of two convex solids lies before the other, where their middles do not tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from lagr_gui.arrays import Array

TOUCH = 0.04
"""Solids may go so far into each other, in parts of the span, and count as touching."""
EDGE_ON = 0.02
"""The cosine between a face and the viewer up to which the face is not seen."""


@dataclass(frozen=True, eq=False)
class Posed:
    """A solid in space: corners (v, 3), or the middle (1, 3) of a ball with its radius; outward
    normals (f, 3) of its faces.
    """

    corners: Array
    normals: Array
    radius: float = 0.0

    def beyond(self, other: Posed, towards: Array, touch: float) -> bool:
        """Whether it lies wholly on the outer side of a face of another that is seen."""
        seen = other.normals[other.normals @ towards > EDGE_ON]
        if not len(seen):
            return False
        levels = (other.corners @ seen.T).max(axis=0) + other.radius
        return bool(((self.corners @ seen.T).min(axis=0) - self.radius > levels - touch).any())


def lifted(
    depths: Mapping[int, float], solids: Mapping[int, Posed], towards: Array, span: float
) -> dict[int, float]:
    """Depths (m) by which solids are drawn one after the other: what can hide none comes later.

    The farther ones are drawn first; a ball on a table is drawn after the table although the
    middle of the table may be nearer.
    """
    found = dict(depths)
    touch = TOUCH * span
    over = [
        (a, b)
        for a, b in permutations(solids, 2)
        if solids[b].beyond(solids[a], towards, touch)
        and not solids[a].beyond(solids[b], towards, touch)
    ]
    for _ in solids:
        late = [(a, b) for a, b in over if found[b] <= found[a]]
        for a, b in late:
            found[b] = max(found[b], found[a] + 1e-3 * span)
        if not late:
            break
    return found
