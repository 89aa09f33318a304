"""Knife edges: where skids touch, and the way along which they may slide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Edge
from lagr_gui.drawing.lengths import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion


@dataclass(frozen=True, eq=False)
class KnifeEdge:
    """A skid at a `point` (3,) of a body, which may not slide `across` (3,), in body axes."""

    element: str
    body: int
    point: Array
    across: Array


def knife_edges(model: Model, motion: Motion, values: Mapping[str, float]) -> Iterator[KnifeEdge]:
    """The skids of all bodies that the motion knows."""
    for element in model.elements:
        geometry = ELEMENTS[element.kind].geometry if element.kind in ELEMENTS else None
        if not isinstance(geometry, Edge) or not element.enabled:
            continue
        body = getattr(element, geometry.body)
        point, across = (
            vector(getattr(element, name), values) for name in (geometry.point, geometry.across)
        )
        if body in motion.x and point is not None and across is not None and np.any(across):
            yield KnifeEdge(element.name, body, point, across / np.linalg.norm(across))
