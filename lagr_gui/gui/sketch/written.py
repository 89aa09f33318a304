"""A value that is written in the sketch, or typed there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from lagr_gui.editing.sketch import Anchor, Flat
from lagr_gui.editing.sketch.stops import LIMITS

STEPS = {
    "length": "Change a length",
    "size": "Change a length",
    "measure": "Change a measure",
    "coordinate": "Change a start value",
    "point": "Change a point",
    "axis": "Turn an axis",
    "load": "Change a load",
    "item": "Change values",
    "scale": "Set the scale of the picture",
    "lower": "Change a stop",
    "upper": "Change a stop",
}
"""What typing a value is called in the history."""


@dataclass(frozen=True)
class WrittenValue:
    """A value that is written in the sketch: where, and what it is of.

    `sort` is ``length`` (`name` a parameter), ``size`` or ``point`` (an `anchor` of a `body`, along
    axes in `field`), ``measure`` (its place), ``coordinate``, ``scale`` (of a picture, by two
    `ends`), ``lower``, ``upper`` (of the stop with a name), ``axis`` (`field` of a joint),
    ``load`` (the name of a force, moment or drive), ``item`` (the values of one, `name` its key).
    """

    box: QRectF
    sort: str
    name: str
    body: int = 0
    anchor: Anchor | None = None
    ends: tuple[Flat, Flat] | None = None
    field: str = ""

    @property
    def known_by(self) -> tuple[str, str, int]:
        """What it is known by while the drawing changes."""
        return self.sort, self.name, self.body

    @property
    def key(self) -> str:
        """The key of the mark or item that is selected there; empty for none."""
        if self.sort in (*LIMITS, "load"):
            return f"element:{self.name}"
        if self.sort == "item":
            return self.name
        return f"mark:measures.{self.name}" if self.sort == "measure" else ""


def written_at(written: Collection[WrittenValue], place: QPointF) -> WrittenValue | None:
    """The value that is written at a pixel."""
    return next((entry for entry in written if entry.box.contains(place)), None)
