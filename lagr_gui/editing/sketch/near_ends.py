"""Ends that lie on others to the eye without being joined to them."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.editing.sketch.anchors import SAME, Anchor, distance, inside
from lagr_gui.editing.sketch.plane import BodyPlaces
from lagr_gui.editing.sketch.suspension import pin
from lagr_gui.model import Model

Pair = tuple[Anchor, Anchor]


def near_ends(model: Model, found: Sequence[Anchor], hair: float) -> tuple[Pair, ...]:
    """Ends of two bodies, or of a body and pins of the ground, no farther apart than a `hair` (m).

    One pair for each two bodies that no joint connects; bodies that others connect at that place
    are connected too.
    """
    ends = [anchor for anchor in found if anchor.sort in ("end", "pin")]
    pairs: dict[frozenset[int], Pair] = {}
    for place, a in enumerate(ends):
        near = [b for b in ends[place:] if distance(a.at, b.at) <= hair]
        groups = _groups(model, {b.body for b in near})
        for b in near:
            bodies = frozenset((a.body, b.body))
            if groups[a.body] != groups[b.body] and bodies not in pairs:
                pairs[bodies] = (b, a) if b.body == 0 else (a, b)
    return tuple(pairs.values())


def join(model: Model, places: BodyPlaces, pair: Pair) -> Model:
    """A hinge between both ends; they stay where they are."""
    a, b = pair
    return pin(model, places, a, b if distance(a.at, b.at) < SAME else inside(places, b.body, a.at))


def _groups(model: Model, bodies: set[int]) -> dict[int, int]:
    """For each of some bodies one that stands for all those that joints among them connect."""
    first = {body: body for body in bodies}
    for joint in model.joints:
        if joint.parent in first and joint.child in first:
            old, new = first[joint.child], first[joint.parent]
            first = {body: new if own == old else own for body, own in first.items()}
    return first
