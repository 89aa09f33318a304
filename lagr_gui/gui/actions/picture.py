"""A photo or drawing behind the sketch."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF

from lagr_gui.editing.sketch.pictures import add_picture
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.actions.record import Action, Desk, in_menu
from lagr_gui.gui.desk import ask_file
from lagr_gui.gui.sketch.pictures import ENDINGS, read_picture
from lagr_gui.gui.words import tr
from lagr_gui.model import Model, SketchPicture

PART = 0.6
"""Of the sketch a new picture takes so much, in the middle."""

DIGITS, LEAST = 3, 1e-3
"""Digits after the point of its place and width, and the least width (m)."""


def put_picture(desk: Desk) -> None:
    """Ask for a file and lay it behind the sketch, selected; what cannot be read is told."""
    chosen = ask_file(desk.canvas.window(), tr("Pictures"), "Pictures", ENDINGS)
    if not chosen:
        return
    try:
        image = read_picture(Path(chosen))
    except LagrError as error:
        desk.session.refused.emit(list(error.problems))
        return
    desk.show_view("sketch")
    sketch = desk.workplace.sketch
    left, top = sketch.flat(QPointF(0, 0))
    right, low = sketch.flat(QPointF(*sketch.size_))
    high = image.height() / image.width()
    wide = PART * min(right - left, (top - low) / high)
    picture = SketchPicture(
        file=desk.session.name_of(Path(chosen)),
        x=round((left + right - wide) / 2, DIGITS),
        y=round((top + low - wide * high) / 2, DIGITS),
        width=max(round(wide, DIGITS), LEAST),
    )

    def added(model: Model) -> Model:
        return add_picture(model, picture)

    if desk.session.edit("Add picture", added):
        desk.session.select({f"mark:pictures.{len(desk.session.model.sketch.pictures) - 1}"})


ACTIONS = in_menu(
    "Model", Action("picture", "Picture behind the sketch…", put_picture, separated=True)
)
