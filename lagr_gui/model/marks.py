"""What is drawn into the sketch beside the mechanism; none of it enters physics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field, StrictBool

from lagr_gui.model.record import ZERO, Finite, Line, Name, Record, Vector, Whole


class BodyPoint(Record):
    """A point of a body, from its origin in its axes (m)."""

    body: Whole = Field(default=0, ge=0)
    point: Vector = (0, 0, 0)


class SketchPoint(Record):
    """A point of a body that has a name; `traced`: its path along the motion is drawn."""

    name: Name
    body: Whole = Field(default=0, ge=0)
    point: Vector = ZERO
    traced: StrictBool = True


class SketchWall(Record):
    """A wall or floor from one point of a body to another, hatched to the right of that way."""

    body: Whole = Field(default=0, ge=0)
    start: Vector = ZERO
    end: Vector = ZERO


class SketchMeasure(Record):
    """The distance of two points, or the angle at the second of three, as it stands at the start.

    It is written so far `aside` (m): to the left of the way from point to point, or from the
    second point.
    """

    points: tuple[BodyPoint, ...] = Field(min_length=2, max_length=3)
    aside: Finite = 0.0


class SketchPicture(Record):
    """A photo or drawing behind the sketch, in a file beside the model or anywhere.

    Its lower left corner is at x and y (m, to the right and upwards in the plane that is looked
    at), it is `width` (m) wide and turned by `turn` (rad) about that corner, from the right
    upwards.  `opacity` goes from 0 to 1.
    """

    file: Line
    x: Finite = 0.0
    y: Finite = 0.0
    width: Finite = Field(default=1.0, gt=0)
    turn: Finite = 0.0
    opacity: Finite = Field(default=0.5, ge=0, le=1)


class SketchMarks(Record):
    """All of that."""

    points: tuple[SketchPoint, ...] = ()
    walls: tuple[SketchWall, ...] = ()
    measures: tuple[SketchMeasure, ...] = ()
    pictures: tuple[SketchPicture, ...] = ()

    def on(self, numbers: Mapping[int, int]) -> SketchMarks:
        """The same on bodies that have other numbers."""

        def moved(mark: Any) -> Any:
            return mark.having(body=numbers.get(mark.body, mark.body))

        marks = self.each("points", moved).each("walls", moved)
        return marks.each("measures", lambda measure: measure.each("points", moved))
