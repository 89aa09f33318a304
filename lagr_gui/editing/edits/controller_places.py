"""Where controllers lie in an arranged drawing: in a row over everything else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits import drawing
from lagr_gui.model import Layout, Model
from lagr_gui.model.signals import controller_keys, signals_of

OVER, APART = 130.0, 170.0
"""From the highest thing to the row, and from block to block in it."""
GRID = 10.0

Point = tuple[float, float]


def controller_places(model: Model, nodes: Mapping[str, Point], layout: Layout) -> dict[str, Point]:
    """A place for each controller that has none among `nodes`, above what it measures and drives.

    Notes hang down from their corners, and nothing else is over the highest node but what finds
    room by itself: so nothing lies in that row.
    """
    free = [key for key in controller_keys(model) if key not in nodes]
    if not free:
        return {}
    ends = reached(model)
    wanted = {key: _middle(nodes, ends[key]) for key in free}
    y = _near(_top(nodes, layout) - OVER)
    found: dict[str, Point] = {}
    last = float("-inf")
    for key in sorted(wanted, key=lambda key: wanted[key]):
        last = max(_near(wanted[key]), last + APART)
        found[key] = last, y
    return found


def reached(model: Model) -> dict[str, set[str]]:
    """The nodes that each controller measures and drives."""
    ends, found = drawing.ends(model), {key: set[str]() for key in controller_keys(model)}
    for signal in signals_of(model, KINDS):
        for key in found.keys() & {signal.source, signal.target}:
            for item in (signal.source, signal.target):
                found[key] |= ends.get(item, {item})
    return found


def _middle(nodes: Mapping[str, Point], ends: Collection[str]) -> float:
    """The middle of what is reached; where that is not known, of all."""
    known = [nodes[end][0] for end in ends if end in nodes]
    known = known or [x for x, _ in nodes.values()] or [0.0]
    return (min(known) + max(known)) / 2


def _top(nodes: Mapping[str, Point], layout: Layout) -> float:
    """How far up a drawing goes: nodes, notes, and what the user has put somewhere."""
    return min(_heights(nodes, layout)) + min((*(label.y for label in layout.labels), 0.0))


def _heights(nodes: Mapping[str, Point], layout: Layout) -> Iterator[float]:
    yield from (y for _, y in nodes.values())
    yield from (entry.y for entry in (*layout.places, *layout.notes))
    yield from (y for bends in layout.bends for _, y in bends.points)


def _near(value: float) -> float:
    return round(value / GRID) * GRID
