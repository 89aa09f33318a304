"""New bodies, named in the language of the window; what is added is selected."""

from __future__ import annotations

from collections.abc import Callable

from lagr_gui.editing import edits
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.words import tr
from lagr_gui.model import Model


def with_new_body(model: Model, at: tuple[float, float], form: str = "rigid") -> Model:
    """A body more at a place of the drawing; `form` is ``rigid`` or ``point``."""
    name = tr("Mass {n}") if form == "point" else tr("Body {n}")
    return edits.add_body(model, at, form=form, name=name)


def add_blocks(session: Session, title: str, change: Callable[[Model], Model]) -> None:
    """Do an edit and select the bodies, instances and notes that it added."""
    before = _blocks(session.model)
    if session.edit(title, change) and (new := _blocks(session.model) - before):
        session.select(new)


def _blocks(model: Model) -> set[str]:
    """The keys of bodies, instances and notes."""
    bodies = {f"body:{number}" for number in model.numbers}
    bodies |= {note.item for note in model.layout.notes}
    return bodies | {f"instance:{one.name}" for one in model.instances}
