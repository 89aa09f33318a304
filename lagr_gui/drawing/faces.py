"""What the blocks of controllers and signals show: the same in all pictures."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.catalogue import KINDS, SIGNALS
from lagr_gui.drawing.geometry import GLYPH, Point
from lagr_gui.model import Model
from lagr_gui.model.signals import wired_keys

NAME, NOTE = -8.0, 11.0
"""From the middle of the block of a controller to the lines of its name and of its sample time."""
SHOWN, BELOW = -7.0, 18.0
"""From the middle of the block of a signal to that of its glyph, and to the line of its name."""
SCALE = 0.95
"""Of a glyph in a block."""


@dataclass(frozen=True, slots=True)
class Face:
    """The name of a block, with a note below it or a glyph above; dashed where it is off."""

    name: str
    note: str = ""
    glyph: str = ""
    enabled: bool = True

    @property
    def at(self) -> float:
        """From the middle of the block to the line of the name."""
        return BELOW if self.glyph else NAME

    @property
    def corner(self) -> Point:
        """From the middle of the block to the upper left corner of the glyph."""
        return -SCALE * GLYPH[0] / 2, SHOWN - SCALE * GLYPH[1] / 2


def faces(model: Model) -> dict[str, Face]:
    """The faces of all blocks of controllers and signals of a model, by their keys."""
    shown = {
        f"controller:{entry.name}": Face(
            entry.name, note=f"Δt = {entry.sample:g} s", enabled=entry.enabled
        )
        for entry in model.simulation.controllers
    }
    shown |= {
        f"signal:{signal.name}": Face(signal.name, glyph=SIGNALS[signal.kind].glyph)
        for signal in model.signals
    }
    return {key: shown[key] for key in wired_keys(model, KINDS)}
