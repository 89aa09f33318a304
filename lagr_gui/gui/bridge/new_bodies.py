"""New bodies, named in the language of the window."""

from __future__ import annotations

from lagr_gui.editing import edits
from lagr_gui.gui.words import tr
from lagr_gui.model import Model


def with_new_body(model: Model, at: tuple[float, float], form: str = "rigid") -> Model:
    """A body more at a place of the drawing; `form` is ``rigid`` or ``point``."""
    name = tr("Mass {n}") if form == "point" else tr("Body {n}")
    return edits.add_body(model, at, form=form, name=name)
