"""Arrows of all forces and moments on the bodies: what there is to draw, and how large."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import Load
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.named import round_number
from lagr_gui.model import Model
from lagr_gui.scenery.scene import Scene

if TYPE_CHECKING:
    from lagr_gui.pipeline import ActingForces

Kind = Literal["weights", "springs", "loads", "joints", "moments", "drives", "contacts", "inertia"]
KINDS: dict[Kind, str] = {
    "weights": "Weights",
    "springs": "Springs and dampers",
    "loads": "Given forces and moments",
    "joints": "Joint forces",
    "moments": "Joint moments",
    "drives": "Drives",
    "contacts": "Contacts, ropes and rods",
    "inertia": "Inertia forces (−m a)",
}
"""What can be shown, by what it is called."""

LONGEST_FORCE, LARGEST_MOMENT = 0.3, 0.1
"""Length of the largest force, radius of the largest moment: parts of the size of the mechanism."""
USUAL = 0.98
"""The largest is that of this part of all instants: no peak makes all others invisible."""
NOTHING = 1e-9
"""What stays below this part of the largest is rounding, and no arrow."""


@dataclass(frozen=True, eq=False)
class ForceArrow:
    """A force (N) or moment (N m) on a body, with its point, along a motion: (n, 3) each."""

    kind: Kind
    turns: bool
    source: str
    body: int
    values: Array
    points: Array

    @property
    def unit(self) -> str:
        """The unit of the values."""
        return "N m" if self.turns else "N"


@dataclass(frozen=True, eq=False)
class ForceArrows:
    """All arrows of a motion; the largest force and moment set the scales.

    The kinds that are shown have one scale for forces and one for moments.
    """

    arrows: tuple[ForceArrow, ...]
    tops: Mapping[ForceArrow, float] = field(repr=False)

    def shown(self, kinds: Collection[Kind]) -> list[ForceArrow]:
        """Those of some kinds."""
        return [arrow for arrow in self.arrows if arrow.kind in kinds]

    def top(self, kinds: Collection[Kind], turns: bool) -> float:
        """The largest force (N) or moment (N m) of some kinds; 0 where there is none."""
        tops = (self.tops[arrow] for arrow in self.shown(kinds) if arrow.turns == turns)
        return max(tops, default=0.0)

    def scale(self, kinds: Collection[Kind], turns: bool, scene: Scene) -> float:
        """Metres in the picture for one N (length), or for one N m (radius)."""
        top = self.top(kinds, turns)
        part = LARGEST_MOMENT if turns else LONGEST_FORCE
        return part * size_of(scene) / top if top > 0 else 0.0


def size_of(scene: Scene) -> float:
    """How large the mechanism is, m; one that travels far is smaller than its way."""
    about = float(np.ptp(scene.travel.extent, axis=0).max())
    return min(scene.span, about) or scene.span


def legend_number(top: float) -> float:
    """The round number by which a scale is told."""
    return round_number(top) if top > 0 else 0.0


def force_arrows(found: ActingForces, model: Model) -> ForceArrows:
    """The arrows of what acts on all bodies; those that always vanish are left out."""
    loads = {e.name for e in model.elements if isinstance(ELEMENTS[e.kind].law, Load)}
    arrows: list[ForceArrow] = []
    for entry in found.forces:
        name = entry.source.partition(":")[2]
        kind = _kind(entry.sort, name in loads)
        turning: Kind = "moments" if kind == "joints" else kind
        arrows.append(ForceArrow(kind, False, entry.source, entry.body, entry.force, entry.point))
        arrows.append(
            ForceArrow(turning, True, entry.source, entry.body, entry.moment, entry.point)
        )
    for body, x in found.x.items():
        if found.on(body):
            force, moment = found.sums(body)
            arrows.append(ForceArrow("inertia", False, f"body:{body}", body, -force, x))
            arrows.append(ForceArrow("inertia", True, f"body:{body}", body, -moment, x))
    tops = {arrow: _usual(arrow.values) for arrow in arrows}
    sizes = {arrow: float(np.abs(arrow.values).max(initial=0.0)) for arrow in arrows}
    force = max((size for arrow, size in sizes.items() if not arrow.turns), default=0.0)
    reach = max((float(np.ptp(a.points, axis=0).max()) for a in arrows), default=0.0) or 1.0
    moment = max((size for arrow, size in sizes.items() if arrow.turns), default=0.0)
    least = {False: NOTHING * force, True: NOTHING * max(moment, reach * force)}
    kept = tuple(arrow for arrow in arrows if sizes[arrow] > least[arrow.turns])
    return ForceArrows(kept, tops)


def _kind(sort: str, is_load: bool) -> Kind:
    match sort:
        case "weight":
            return "weights"
        case "joint":
            return "joints"
        case "drive":
            return "drives"
        case "binding":
            return "contacts"
        case _:
            return "loads" if is_load else "springs"


def _usual(values: Array) -> float:
    lengths = np.linalg.norm(values, axis=1)
    lengths = lengths[np.isfinite(lengths)]
    usual = float(np.quantile(lengths, USUAL)) if len(lengths) else 0.0
    return usual or float(lengths.max(initial=0.0))
