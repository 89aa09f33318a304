"""What those who work in the sketch know of it."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import QPointF

from lagr_gui.editing.sketch.plane import Flat
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.sketch.values import WrittenValue
from lagr_gui.scenery.camera import Camera


class SketchSeen(Protocol):
    """What is seen, and what one can ask of it."""

    session: Session
    stand: Stand | None
    camera: Camera | None
    fitted: bool
    written: list[WrittenValue]

    @property
    def size_(self) -> tuple[float, float]: ...
    @property
    def planar(self) -> bool: ...
    def flat(self, position: QPointF) -> Flat: ...
    def key_at(self, position: QPointF) -> str: ...
    def pixel(self, at: Flat) -> QPointF: ...
    def tell(self, text: str) -> None: ...
    def open_field(self, entry: WrittenValue) -> None: ...
    def show_moved(self, stand: Stand) -> None: ...
    def update(self) -> Any: ...


def pixel_of(position: QPointF) -> Array:
    """The place of a pointer (2,)."""
    return np.array([position.x(), position.y()])
