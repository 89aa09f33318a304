"""Points of bodies in space, read once for wherever the bodies stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lagr_gui.editing.sketch import Anchor, BodyPlaces
from lagr_gui.editing.sketch.anchors import anchors_in_space
from lagr_gui.editing.sketch.contacts import numbers
from lagr_gui.editing.sketch.sizes import is_size
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import Path
from lagr_gui.model import Model


@dataclass(frozen=True, eq=False)
class BodyPoints:
    """Points of bodies, those that are written down first, then where shapes end.

    `written` are the places of those that are written down, by the keys of their bodies and of
    what they are written in; `inner` (n, 3) are the points from the origins of their bodies, of
    which `number` (n,) is the place among `bodies`.
    """

    anchors: list[Anchor]
    written: Mapping[str, Sequence[int]]
    inner: Array = field(repr=False)
    bodies: NDArray[np.intp] = field(repr=False)
    number: NDArray[np.intp] = field(repr=False)

    @staticmethod
    def of(model: Model, places: BodyPlaces) -> BodyPoints:
        """Those of a model whose bodies stand somewhere."""
        known = in_order(anchors_in_space(model, places))
        written: dict[str, list[int]] = defaultdict(list)
        for index, anchor in enumerate(known):
            if anchor.path:
                for key in (f"body:{anchor.body}", _key(model, anchor.path)):
                    written[key].append(index)
        inner = np.array([numbers(anchor.point, places) for anchor in known])
        bodies, number = np.unique([anchor.body for anchor in known], return_inverse=True)
        return BodyPoints(known, written, inner, bodies, number)

    def at(self, places: BodyPlaces) -> Array:
        """Where they are in space (n, 3)."""
        x = np.array([places.x[int(body)] for body in self.bodies])
        turned = np.array([places.R[int(body)] for body in self.bodies])
        off = np.einsum("nij,nj->ni", turned[self.number], self.inner)
        return np.asarray(x[self.number] + off, dtype=np.float64)

    def of_selected(self, selected: Collection[str]) -> Iterable[int]:
        """The places of those that belong to what is selected and are written down, in order."""
        return sorted({index for key in selected for index in self.written.get(key, ())})


def in_order(found: Iterable[Anchor]) -> list[Anchor]:
    """Those that are written down first, then where shapes end."""
    return sorted(found, key=lambda a: (not a.path or is_size(a.path), a.body))


def _key(model: Model, path: Path) -> str:
    """The key of what a point is written in; empty for a shape."""
    match path:
        case "joints", int(index), *_:
            return f"joint:{model.joints[index].name}"
        case "elements", int(index), *_:
            return f"element:{model.elements[index].name}"
        case "sketch", str(sort), int(index), *_:
            return f"mark:{sort}.{index}"
        case _:
            return ""
