"""Bodies of several solids as the moving picture of a page has them, in the axes of the bodies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log10
from typing import Any

import numpy as np

from lagr_gui.drawing.bodies.appearance import Painted, shown_size
from lagr_gui.drawing.bodies.mesh_files import MeshFiles
from lagr_gui.drawing.bodies.solids import full_solids, round_solid
from lagr_gui.drawing.bodies.surfaces import Places, SolidSurface, box, from_triangles
from lagr_gui.editing.sketch.lengths import names_behind
from lagr_gui.editing.solid import COMPOSED
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.trajectories.poses import numbers
from lagr_gui.model import Model, Scalar, Shape, Solid
from lagr_gui.model.shapes import paint
from lagr_gui.prepared import Prepared

FINE = (32, 24, 16, 12, 8)
"""Corners of circles: the first with which all bodies together have few enough faces."""
MOST, MOST_OF_MESH = 6500, 3000
"""Faces that a browser paints for each picture: of all bodies, if it can be, and of a mesh."""
CELLS = 96
"""A mesh with more faces is drawn by cells: at first this many along its longest side."""
FIGURES = 4
"""Digits by which lengths are told, from the largest of the body on."""
PART, SAME = 1 / 64, 1e-7
"""A parameter is changed by this part to see how lengths follow; what is in proportion to it."""
NO_FACES: Places = np.zeros((0, 3), np.int64)


@dataclass(frozen=True, eq=False)
class PageSolid:
    """A solid by its `lengths`: where it is (3), then corners (x, y, z) or rings (radius, height).

    Rings go about z, with so many corners `around`; what has `faces` has corners.  All is turned
    by `R`, then shifted to where it is.
    """

    color: str
    lengths: Array
    R: Array
    around: int
    faces: Places
    open: bool

    @property
    def count(self) -> int:
        """Its faces."""
        return self.around * (len(self.lengths) - 5) if self.around else len(self.faces)

    def like(self, other: PageSolid) -> bool:
        """Whether only lengths differ."""
        return (
            len(self.lengths) == len(other.lengths)
            and np.array_equal(self.faces, other.faces)
            and np.allclose(self.R, other.R, atol=1e-12, rtol=0)
        )


def page_solids(prepared: Prepared, meshes: MeshFiles) -> dict[int, dict[str, Any]]:
    """By the places of the bodies: their solids, and the names of parameters that `bound` them.

    `ways` tell how far lengths go with a parameter.  Where they do not go with it in proportion
    the solids are those of its value in the model.
    """
    shapes = {body.number: body.shape for body in prepared.model.bodies}
    built = {
        place: shapes[number]
        for place, number in enumerate(numbers(prepared.reading))
        if number in shapes and shapes[number].form == COMPOSED
    }
    looks = (_Look(prepared, meshes, around) for around in FINE)
    few = (look for look in looks if sum(map(look.count, built.values())) <= MOST)
    look = next(few, _Look(prepared, meshes, FINE[-1]))
    return {place: look.told(shape) for place, shape in built.items()}


def fixed_solids(surfaces: Sequence[Painted], bound: Sequence[str]) -> dict[str, Any]:
    """Surfaces of a body as the page has them, as long as parameters that are `bound` stay."""
    span = max((float(np.abs(part.surface.corners).max()) for part in surfaces), default=0.0) or 1.0
    parts = [
        PageSolid(
            part.color,
            np.concatenate([np.zeros(3), part.surface.corners.reshape(-1)]),
            np.eye(3),
            0,
            part.surface.triangles,
            part.surface.open,
        )
        for part in surfaces
    ]
    return {"parts": [_part(part, {}, _digits(span)) for part in parts], "bound": list(bound)}


def _digits(span: float) -> int:
    """Digits after the point of lengths of a body that is so large (m)."""
    return FIGURES + max(ceil(-log10(span)), 0)


@dataclass(frozen=True, eq=False)
class _Look:
    """Bodies of a model with so many corners `around` circles."""

    prepared: Prepared
    meshes: MeshFiles
    around: int

    def solids(self, shape: Shape, values: Mapping[str, float]) -> list[PageSolid]:
        """What is seen of a body; where a mesh cannot be read there is a box."""

        def mesh(file: str) -> SolidSurface:
            surface = self.meshes.surface(file)
            if surface is None:
                return box(np.abs(shown_size(shape, values, 1.0)))
            return coarse(surface, MOST_OF_MESH * self.around // FINE[0])

        solids = full_solids(shape, values, mesh)
        whole = not any(part.hole for part in shape.solids)
        return [self._solid(shape, values, *entry, whole) for entry in solids]

    def _solid(
        self,
        shape: Shape,
        values: Mapping[str, float],
        part: Solid,
        surface: SolidSurface,
        whole: bool,
    ) -> PageSolid:
        color = paint(part.color) or paint(shape.color)
        turned = round_solid(part, values, self.around)
        if whole and turned is not None:
            lengths = np.concatenate([turned.at, turned.rings.reshape(-1)])
            return PageSolid(color, lengths, turned.R, self.around, NO_FACES, False)
        lengths = np.concatenate([np.zeros(3), surface.corners.reshape(-1)])
        return PageSolid(color, lengths, np.eye(3), 0, surface.triangles, surface.open)

    def count(self, shape: Shape) -> int:
        """The faces of a body."""
        return sum(solid.count for solid in self.solids(shape, self.prepared.values))

    def told(self, shape: Shape) -> dict[str, Any]:
        """What the page is told of a body."""
        behind = set(names_behind(self.prepared.model, shape_entries(shape)))
        names = [name for name in self.prepared.reading.parameters if name in behind]
        solids = self.solids(shape, self.prepared.values)
        span = max((float(np.abs(s.lengths).max()) for s in solids), default=0.0) or 1.0
        ways = {name: self._ways(shape, solids, {name}, span) for name in names}
        movable = {name: way for name, way in ways.items() if way is not None}
        together = self._ways(shape, solids, set(movable), span)
        if together is None or not _adds(together, list(movable.values()), span):
            movable = {}
        parts = [
            _part(solid, {name: way[place] for name, way in movable.items()}, _digits(span))
            for place, solid in enumerate(solids)
        ]
        return {"parts": parts, "bound": [name for name in names if name not in movable]}

    def _ways(
        self, shape: Shape, solids: Sequence[PageSolid], names: set[str], span: float
    ) -> list[Array] | None:
        """How far all lengths go when parameters grow by what they are, from 0 by 1.

        None where that is not in proportion.
        """
        model = self.prepared.model
        once, twice = (self.solids(shape, _changed(model, names, PART * k)) for k in (1, 2))
        if not len(solids) == len(once) == len(twice):
            return None
        ways: list[Array] = []
        for here, near, far in zip(solids, once, twice, strict=True):
            if not (here.like(near) and here.like(far)):
                return None
            bent = np.abs(here.lengths - 2 * near.lengths + far.lengths)
            if bent.max() > SAME * span:
                return None
            ways.append((near.lengths - here.lengths) / PART)
        return ways


def _changed(model: Model, names: set[str], part: float) -> Mapping[str, float]:
    """The values of the parameters when some of them are larger by a part, from 0 by the part."""
    values = parameter_values(model)
    grown = {name: values[name] + part * (abs(values[name]) or 1.0) for name in names}
    parameters = tuple(
        p.having(value=grown[p.name]) if p.name in grown else p for p in model.parameters
    )
    return parameter_values(model.having(parameters=parameters))


def _adds(together: Sequence[Array], ways: Sequence[Sequence[Array]], span: float) -> bool:
    """Whether what parameters do together is the sum of what each does."""
    for place, way in enumerate(together):
        rest = way - sum((changes[place] for changes in ways), np.zeros_like(way))
        if np.abs(rest).max() > SAME / PART * span:
            return False
    return True


def shape_entries(shape: Shape) -> Iterator[Scalar]:
    """All numbers and expressions of a shape and of its solids."""
    yield from shape.size
    for solid in shape.solids:
        yield from (*solid.at, *solid.turn, *solid.size)
        yield from (solid.radius, solid.inner, solid.length, solid.section)
        yield from (solid.thickness, solid.scale)
        yield from (entry for corner in solid.corners for entry in corner)


def _part(solid: PageSolid, ways: Mapping[str, Array], digits: int) -> dict[str, Any]:
    """A solid as the page has it."""
    columns, faces = np.stack([solid.lengths, *ways.values()]).round(digits) + 0.0, solid.faces
    if not solid.around:
        columns, faces = _welded(columns, faces)
    lengths, *going = columns
    data: dict[str, Any] = {
        "color": solid.color,
        "lengths": _short(lengths),
        "ways": {n: _short(way) for n, way in zip(ways, going, strict=True) if way.any()},
    }
    if not np.array_equal(solid.R, np.eye(3)):
        data["turn"] = _short(solid.R.round(6).reshape(-1))
    if solid.around:
        return data | {"around": solid.around}
    return data | {"faces": faces.tolist(), "open": solid.open}


def _short(entries: Array) -> list[float]:
    """Numbers as they are shortest in a file."""
    return [int(entry) if entry.is_integer() else entry for entry in entries.tolist()]


def _welded(columns: Array, faces: Places) -> tuple[Array, Places]:
    """Lengths and their ways, with corners at one place that go the same way as one."""
    rows = columns[:, 3:].reshape(len(columns), -1, 3).transpose(1, 0, 2)
    corners, places = np.unique(rows, axis=0, return_inverse=True)
    lengths = corners.transpose(1, 0, 2).reshape(len(columns), -1)
    return np.hstack([columns[:, :3], lengths]), _sound(places.reshape(-1)[faces])


def _sound(faces: Places) -> Places:
    """Faces without those that have two corners at one place."""
    a, b, c = faces.T
    return faces[(a != b) & (b != c) & (c != a)]


def coarse(surface: SolidSurface, most: int) -> SolidSurface:
    """A surface with so many triangles at most: corners in one cell of space become one.

    Both sides of it are seen, for it may no longer be closed.
    """
    cells = CELLS
    low, span = surface.corners.min(axis=0), float(np.ptp(surface.corners, axis=0).max())
    coarser = surface
    while len(coarser.triangles) > most:
        cell = np.floor((surface.corners - low) * (cells / span))
        _, places, counts = np.unique(cell, axis=0, return_inverse=True, return_counts=True)
        places = places.reshape(-1)
        middles = np.zeros((len(counts), 3))
        np.add.at(middles, places, surface.corners)
        faces = np.unique(_sound(places[surface.triangles]), axis=0)
        coarser = from_triangles(middles / counts[:, None], faces, open=True)
        cells = cells * 3 // 4
    return coarser
