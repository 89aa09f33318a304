"""Strokes on a model, in metres, and where its points are then, by the program's own start."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lagr_gui import pipeline
from lagr_gui.editing.sketch.anchors import StrokeEnd, anchors, inside, nearest
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, WorkingPlane
from lagr_gui.expression.arithmetic import value
from lagr_gui.model import Model

AXES = np.eye(3)
PLANES = {
    "xy": (WorkingPlane(AXES[0], AXES[1]), (0, "-g", 0)),
    "xz": (WorkingPlane(AXES[0], AXES[2]), (0, 0, "-g")),
    "yz": (WorkingPlane(AXES[1], AXES[2]), (0, 0, "-g")),
}


@dataclass
class Paper:
    """A sketch with a model on it, drawn on in one of the planes."""

    plane: str = "xy"
    model: Model = field(default_factory=Model)

    def __post_init__(self) -> None:
        self.working, gravity = PLANES[self.plane]
        self.model = self.model.having(gravity=gravity)

    @property
    def values(self) -> dict[str, float]:
        """The values of the parameters, which are numbers in drawings."""
        return {p.name: float(value(p.value or 0, {})) for p in self.model.parameters}

    @property
    def places(self) -> BodyPlaces:
        """Where the compiled program says that the bodies are at the start."""
        motion = pipeline.start_motion(self.model)
        x = {number: table[0] for number, table in motion.x.items()}
        R = {number: table[0] for number, table in motion.R.items()}
        for body in self.model.bodies:  # points are seen from origins
            x[body.number] = x[body.number] - R[body.number] @ np.array(
                [value(entry, self.values) for entry in body.centre]
            )
        return BodyPlaces(self.working, x, R, self.values)

    def end(self, at: Flat, body: int | None = None) -> StrokeEnd:
        """What a stroke meets at a place: a point of a body, a place within one, or paper."""
        places = self.places
        anchor = nearest(anchors(self.model, places), at, 1e-6)
        if body is not None and (anchor is None or anchor.body != body):
            anchor = inside(places, body, at)
        return StrokeEnd(anchor.at if anchor else at, anchor)

    def do(self, edit: Any, *arguments: Any) -> None:
        """One edit."""
        self.model = edit(self.model, self.places, *arguments)

    def where(self, body: int, point: tuple[Any, Any, Any]) -> Flat:
        """Where a point of a body is, by the program's own start."""
        numbers = np.array([value(entry, self.values) for entry in point])
        return self.places.at(body, numbers)

    def rod_ends(self, body: int) -> tuple[Flat, Flat]:
        """Both ends of a rod, from its length and its pose alone."""
        shape = self.model.body(body).shape
        half = value(shape.size["xyz".index(shape.axis)], self.values) / 2
        axis = half * AXES["xyz".index(shape.axis)]
        return self.places.at(body, -axis), self.places.at(body, axis)

    def here(self, at: Flat, *bodies: int) -> list[Any]:
        """Points of bodies at a place, as the pointer meets them."""
        places = self.places
        named = [a for a in anchors(self.model, places) if np.allclose(a.at, at, atol=1e-9)]
        return named + [inside(places, body, at) for body in bodies]
