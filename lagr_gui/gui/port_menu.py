"""Ports in the menu of what is under the pointer: which bodies others may attach to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QMenu

from lagr_gui.editing import edits
from lagr_gui.editing.edits.names import free_name
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.words import tr
from lagr_gui.model import BodyPort, Model
from lagr_gui.subsystems import own_numbers


def add_ports(menu: QMenu, session: Session) -> None:
    """Offer the selected bodies, or those of the selected instance, as ports of a subsystem.

    Nothing where the drawing is no subsystem.
    """
    bodies = _bodies(session)
    if not bodies or not (session.way or session.model.ports):
        return
    title = tr("Port of the subsystem")
    alone = len(bodies) == 1
    place = menu if alone else menu.addMenu(title)
    known = {port.body for port in session.model.ports}
    for body, name in bodies.items():
        shown = place.addAction(title if alone else name)
        shown.setCheckable(True)
        shown.setChecked(body in known)
        shown.triggered.connect(_setter(session, body, name))


def _bodies(session: Session) -> Mapping[int, str]:
    """Bodies that can be ports, by their numbers, with their names."""
    model, keys = session.model, session.selection
    found = {b.number: b.name for b in model.bodies if f"body:{b.number}" in keys}
    for one in model.instances:
        own = own_numbers(model, one) if f"instance:{one.name}" in keys else ()
        found |= {e.body: f"{one.name} {e.port}" for e in one.attachments if e.body in own}
    return found


def _setter(session: Session, body: int, name: str) -> Callable[[bool], None]:
    """What makes a body a port, or no longer one."""

    def put(on: bool) -> None:
        def changed(model: Model) -> Model:
            taken = [port.name for port in model.ports if port.body != body]
            named = free_name(name or tr("Port"), taken, always_numbered=False)
            return edits.set_port(model, body, BodyPort(name=named, body=body) if on else None)

        session.edit("Change port", changed)

    return put
