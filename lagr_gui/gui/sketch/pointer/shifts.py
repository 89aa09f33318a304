"""What Alt and drag moves besides points: a picture that is selected, the limit of a stop."""

from __future__ import annotations

from dataclasses import dataclass
from math import degrees, radians
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF

from lagr_gui.editing.sketch.pictures import move_picture
from lagr_gui.editing.sketch.plane import Flat, tidy
from lagr_gui.editing.sketch.stops import LIMITS, limits, set_limit
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.sketch.pictures import picture_at, pictures_of
from lagr_gui.gui.sketch.pointer.moved_joint import SeenJoint, seen_joint
from lagr_gui.gui.sketch.pointer.values import element_index
from lagr_gui.gui.sketch.ruler import grid_step
from lagr_gui.gui.sketch.seen import SketchSeen
from lagr_gui.gui.sketch.written import WrittenValue, written_at
from lagr_gui.gui.words import in_words
from lagr_gui.model import Scalar


class Shifted(Protocol):
    """What is held."""

    def lead(self, sketch: SketchSeen, position: QPointF, merge: bool) -> bool:
        """It follows the pointer to a pixel; whether the drawing has changed since it was taken."""
        ...


def limit_at(sketch: SketchSeen, position: QPointF) -> Shifted | None:
    """The limit of a stop whose value is written under a pixel."""
    entry = written_at(sketch.written, position)
    if entry is None or entry.sort not in LIMITS or not sketch.planar:
        return None
    return _limit(sketch, entry, position)


def picture_under(sketch: SketchSeen, position: QPointF) -> Shifted | None:
    """The picture under a pixel, if it is selected."""
    if not sketch.planar or sketch.camera is None:
        return None
    at = sketch.flat(position)
    index = picture_at(pictures_of(sketch.session), at)
    if index is None or f"mark:pictures.{index}" not in sketch.session.selection:
        return None
    return ShiftedPicture(index, at)


@dataclass
class ShiftedPicture:
    """A picture that was taken at a place of the plane."""

    index: int
    at: Flat

    def lead(self, sketch: SketchSeen, position: QPointF, merge: bool) -> bool:
        """Move it by what the pointer has moved."""
        x, y = sketch.flat(position)
        by = x - self.at[0], y - self.at[1]
        sketch.session.edit(
            "Move the picture", lambda model: move_picture(model, self.index, by), merge=merge
        )
        self.at = x, y
        return True


@dataclass
class ShiftedLimit:
    """A limit of a stop, how its joint is seen, and how far its label is from it (rad or m)."""

    index: int
    which: str
    seen: SeenJoint
    off: float
    step: float

    def lead(self, sketch: SketchSeen, position: QPointF, merge: bool) -> bool:
        """Bring it under the pointer, to a whole degree or a part of the grid."""
        session, stand = sketch.session, sketch.stand
        assert stand is not None and sketch.camera is not None
        values = stand.places(sketch.camera).values
        present = limits(session.model, values, self.index)[LIMITS.index(self.which)]
        limit = self.seen.coordinate_at(_array(position), present) - self.off
        written = _written(limit, self.step, self.seen.turns)
        try:
            changed = set_limit(session.model, values, self.index, self.which, written)
        except LagrError as error:
            sketch.tell(in_words(error.problems[0]).cause)
            return merge
        sketch.tell("")
        before = session.model
        session.edit("Change a stop", lambda _: changed, merge=merge)
        return merge or session.model is not before


def _limit(sketch: SketchSeen, entry: WrittenValue, position: QPointF) -> ShiftedLimit | None:
    """The limit that is written so, where it is a number."""
    stand, camera, model = sketch.stand, sketch.camera, sketch.session.model
    assert stand is not None and camera is not None
    index = element_index(model, entry.name)
    coordinate = getattr(model.elements[index], "coordinate", "")
    joint = next(j for j in stand.model.joints if j.coordinates == (coordinate,))
    places = stand.places(camera)
    q = dict(zip(stand.coordinates, stand.scene.motion.q[0], strict=False)).get(coordinate, 0.0)
    seen = seen_joint(stand, places, camera, sketch.size_, joint, float(q))
    limit: Scalar = getattr(model.elements[index], entry.sort)
    try:
        number = float(value(limit, {}))
    except (LagrError, ArithmeticError, KeyError, ValueError):
        return None  # of a formula its parameters change
    if seen is None:
        return None
    off = seen.coordinate_at(_array(position), number) - number
    return ShiftedLimit(index, entry.sort, seen, off, grid_step(camera.scale) / 10)


def _written(limit: float, step: float, turns: bool) -> Scalar:
    """A limit as it is written: round degrees with their unit, or metres."""
    if not turns:
        return tidy(round(limit / step) * step)
    return f"{round(degrees(limit))} deg" if round(degrees(limit)) else tidy(radians(0))


def _array(position: QPointF) -> np.ndarray:
    return np.array([position.x(), position.y()])
