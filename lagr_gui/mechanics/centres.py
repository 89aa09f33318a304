"""Points from the origins of bodies, as trees from their centres of mass."""

from __future__ import annotations

from lagr_gui.expression import read
from lagr_gui.expression.collection import number, times, total
from lagr_gui.mechanics.trees import Trees
from lagr_gui.model import Model
from lagr_gui.model.record import ZERO


def from_centre(model: Model, body: int, point: Trees) -> Trees:
    """A point that is seen from the origin of a body, seen from its centre of mass."""
    centre = model.body(body).drawn_centre if body else ZERO
    x, y, z = (
        total([entry, times(number(-1), read(shift))]) if shift != 0 else entry
        for entry, shift in zip(point, centre, strict=True)
    )
    return x, y, z
