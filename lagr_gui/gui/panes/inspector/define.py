"""Defining the name that an expression in a field uses and the model does not know."""

from __future__ import annotations

from lagr_gui.editing import edits
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.fields import TextField
from lagr_gui.gui.words import tr


def offer_definition(session: Session, field: TextField) -> None:
    """Let the button below a field add the parameter or function that is missing."""

    def define(name: str, arguments: int) -> None:
        if arguments:
            names = ("t",) if arguments == 1 else tuple(f"x{i}" for i in range(1, arguments + 1))
            session.edit(tr("Add function"), lambda model: edits.add_function(model, name, names))
        else:
            quantity = field.quantity(name)
            session.edit(
                tr("Add parameter"), lambda model: edits.add_parameter(model, name, *quantity)
            )

    field.define_wanted.connect(define)
