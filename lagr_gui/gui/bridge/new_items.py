"""New items, named in the language of the window; what is added is selected."""

from __future__ import annotations

import re
from collections.abc import Callable

from lagr_gui.catalogue import KINDS, title_of
from lagr_gui.editing import edits
from lagr_gui.editing.edits.names import free_name
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.words import language, tr
from lagr_gui.model import Element, Joint, Model
from lagr_gui.model.quantities import units_of_coordinates
from lagr_gui.model.signals import controller_keys


def with_new_body(model: Model, at: tuple[float, float], form: str = "rigid") -> Model:
    """A body more at a place of the drawing; `form` is ``rigid`` or ``point``."""
    name = tr("Mass {n}") if form == "point" else tr("Body {n}")
    return edits.add_body(model, at, form=form, name=name)


def in_own_words(before: Model, after: Model) -> Model:
    """The model after an edit; new joints and elements are named in the language of the window.

    Names that tell something else than the kind, as the letters of hinges in the sketch, stay.
    """
    if language() == "en":
        return after
    for kept, sort in ((before.joints, "joint"), (before.elements, "element")):
        names_before = {record.name for record in kept}
        for record in _records(after, sort):
            if record.name in names_before:
                continue
            title = title_of(record, units_of_coordinates(after, KINDS))
            stem = edits.stem_of(record.kind, title)
            if re.fullmatch(rf"{re.escape(stem)} \d+", record.name):
                names = {other.name for other in _records(after, sort)}
                name = free_name(re.split(r" \(|, ", tr(title))[0], names)
                after = edits.rename(after, f"{sort}:{record.name}", name)
    return after


def _records(model: Model, sort: str) -> tuple[Joint, ...] | tuple[Element, ...]:
    return model.joints if sort == "joint" else model.elements


def add_blocks(session: Session, title: str, change: Callable[[Model], Model]) -> None:
    """Do an edit and select the bodies, instances, controllers, signals and notes that it added."""
    before = _blocks(session.model)
    if session.edit(title, change) and (new := _blocks(session.model) - before):
        session.select(new)


def _blocks(model: Model) -> set[str]:
    """The keys of bodies, instances, controllers, signals and notes."""
    bodies = {f"body:{number}" for number in model.numbers}
    bodies.update(controller_keys(model))
    bodies |= {f"signal:{entry.name}" for entry in model.signals}
    bodies |= {note.item for note in model.layout.notes}
    return bodies | {f"instance:{one.name}" for one in model.instances}
