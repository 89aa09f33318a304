"""What is dropped onto the drawing: rows of the palette, and units, which become controllers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtGui import QDropEvent

from lagr_gui.drawing.geometry import CONTROL, snapped
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.palette import MIME
from lagr_gui.gui.unit_choice import take_unit


def units_of(event: QDropEvent) -> list[Path]:
    """The units that are dragged."""
    files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.toLocalFile()]
    return [file for file in files if file.suffix.lower() == ".fmu"]


def take(event: QDropEvent) -> bool:
    """Whether what is dragged is taken: rows of the palette, and units."""
    taken = event.mimeData().hasFormat(MIME) or bool(units_of(event))
    if taken:
        event.acceptProposedAction()
    else:
        event.ignore()
    return taken


def drop_units(session: Session, files: Sequence[Path], at: QPointF) -> None:
    """Add them as controllers, the first one at a point of the drawing, the others below it."""
    for number, file in enumerate(files):
        place = snapped((at.x(), at.y() + 1.5 * CONTROL[1] * number))
        take_unit(session, file, lambda _, place=place: place)
