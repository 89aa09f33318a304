"""What joins a field with the session: names that are missing, texts that cannot be taken."""

from __future__ import annotations

from lagr_gui.editing import edits
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.panes.inspector.scrub import Scrub


def _offer_definition(session: Session, field: TextField) -> None:
    """Let the button below a field add the parameter or function that is missing."""

    def define(name: str, arguments: int) -> None:
        if arguments:
            names = ("t",) if arguments == 1 else tuple(f"x{i}" for i in range(1, arguments + 1))
            session.edit("Add function", lambda model: edits.add_function(model, name, names))
        else:
            quantity = field.quantity(name)
            session.edit("Add parameter", lambda model: edits.add_parameter(model, name, *quantity))

    field.define_wanted.connect(define)


def attach(session: Session, field: TextField) -> None:
    """Let a field tell the session what it cannot take, define what is missing, and be dragged."""
    _offer_definition(session, field)
    Scrub(field.unit, field, session)
    path = field.row.paths[0]
    field.unread.connect(lambda problem: session.fields.set(path, problem))
