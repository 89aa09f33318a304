"""The bodies of a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from lagr_gui.drawing.bodies.appearance import Meshes, Painted, outline_of, painted, shown_size
from lagr_gui.drawing.bodies.gears import ToothedRim, cored
from lagr_gui.drawing.bodies.shapes import BodyForm, composed_solid, solid
from lagr_gui.drawing.bodies.surfaces import NO_SURFACE, SolidSurface, joined
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Body, Shape
from lagr_gui.model.shapes import paint

MOST_PLAIN = 256
"""Bodies of one piece whose surfaces are kept."""


@dataclass(frozen=True, eq=False)
class Figure:
    """A body as it is drawn; `index` counts bodies from 0.

    In space it is `painted`; `outline` is where it can be taken hold of.
    """

    number: int
    name: str
    solid: BodyForm | None
    color: str
    index: int
    painted: tuple[Painted, ...] = ()
    outline: SolidSurface = NO_SURFACE


def figure_of(
    body: Body,
    index: int,
    span: float,
    values: Mapping[str, float],
    meshes: Meshes,
    teeth: Sequence[ToothedRim] = (),
) -> Figure:
    """A body as it is drawn beside its `teeth`."""
    shape = cored(body.shape, teeth)
    size = shown_size(shape, values, span)
    if shape.form == "composed":
        looks = painted(shape, size, None, values, meshes)
        form = composed_solid(joined(part.surface for part in looks)) if looks else None
        outline = outline_of(shape, looks, form)
    else:
        form, looks, outline = _plain(shape.form, shape.axis, tuple(size.tolist()))
    if teeth and form is None:
        form, outline = _held(teeth)
    return Figure(
        number=body.number,
        name=body.name,
        solid=form,
        color=paint(shape.color),
        index=index,
        painted=looks,
        outline=outline,
    )


def _held(teeth: Sequence[ToothedRim]) -> tuple[BodyForm, SolidSurface]:
    """Where a ring or rack is taken hold of: by all that its teeth lie on."""
    surface = joined(rim.loops(0.0).surface(rim.thickness).moved(*rim.placed(0.0)) for rim in teeth)
    return composed_solid(surface), surface


@lru_cache(maxsize=MOST_PLAIN)
def _plain(
    form: Any, axis: Any, size: tuple[float, ...]
) -> tuple[BodyForm | None, tuple[Painted, ...], SolidSurface]:
    """Form, surfaces and outline of a body of one piece: most stay while a value is dragged."""
    shape, lengths = Shape(form=form, axis=axis), np.array(size)
    body = solid(form, lengths, axis)
    looks = painted(shape, lengths, body, {}, lambda file: None)
    return body, looks, outline_of(shape, looks, body)


def box_around(solid: BodyForm) -> Array:
    """The corners (8, 3) of the box around a solid."""
    ends = list(zip(solid.corners.min(axis=0), solid.corners.max(axis=0), strict=True))
    return np.array([(a, b, c) for a in ends[0] for b in ends[1] for c in ends[2]])
