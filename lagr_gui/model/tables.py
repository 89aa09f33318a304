"""Measured curves: points of a function, how it runs between them and beyond them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from lagr_gui.expression.units import unit_of
from lagr_gui.model.record import Finite, Name, Record

MOST_ROWS = 20_000
"""Points of a table; its curve becomes data of the machine code."""

Between = Literal["linear", "monotone", "akima", "spline"]
Outside = Literal["error", "hold", "linear", "periodic"]


class LookupTable(Record):
    """A function by points (x, y) with rising x; units are those of the numbers (empty: SI).

    `between` them it is a polygon, a monotone cubic after Fritsch and Carlson or Akima's curve,
    both with continuous slope, or the natural cubic spline, whose curvature is continuous too.
    `outside` there is no value, the last one, the last slope, or the curve comes again.
    """

    points: Annotated[tuple[tuple[Finite, Finite], ...], Field(max_length=MOST_ROWS)]
    x_unit: Name = ""
    y_unit: Name = ""
    between: Between = "monotone"
    outside: Outside = "error"

    def __hash__(self) -> int:
        return hash((self.points, self.x_unit, self.y_unit, self.between, self.outside))

    @property
    def xs(self) -> list[float]:
        """The arguments in SI units."""
        return _in_si([x for x, _ in self.points], self.x_unit)

    @property
    def ys(self) -> list[float]:
        """The values in SI units."""
        return _in_si([y for _, y in self.points], self.y_unit)


def _in_si(numbers: Sequence[float], text: str) -> list[float]:
    unit = unit_of(text) if text else None
    if unit is None:
        return [*numbers]
    over, under = unit.factor.numerator, unit.factor.denominator
    return [number * over / under * math.pi**unit.turns for number in numbers]
