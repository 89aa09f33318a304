"""Asks whether units of FMI, which are programs, may run: once for each file."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from lagr_gui.gui import asking
from lagr_gui.gui.allowed_units import allow_unit, allowed_units
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.words import tr
from lagr_gui.problem import LagrError
from lagr_gui.simulation.units import UnitFile, read_unit


def ask_for_units(parent: QWidget, session: Session) -> None:
    """Ask for those of the model that act and may not run yet; a refusal is not remembered.

    What cannot be read is told by the simulation.
    """
    for controller in session.flat.simulation.controllers:
        if not controller.enabled:
            continue
        try:
            unit = read_unit(controller.file, session.folder)
        except LagrError:
            continue
        if unit.mark not in allowed_units() and _allowed(parent, controller.name, unit):
            allow_unit(unit.mark, str(unit.path.absolute()))


def _allowed(parent: QWidget, name: str, unit: UnitFile) -> bool:
    text = tr(
        "The controller “{name}” of this model is a program in a file:\n\n"
        "{file}\nSHA-256 {mark}\n\n"
        "It would run on this computer with all that you may do: read, change and delete your "
        "files, use the network. No check can tell what it does. Allow it only if you trust where "
        "it comes from.\n\nYou are not asked again for a file with this content. Leave is "
        "withdrawn in Simulate › Programs that may run."
    ).format(name=name, file=unit.path.absolute(), mark=unit.mark)
    answers = "refuse", "allow", "refuse"
    return asking.ask(parent, tr("Run a program of others?"), text, answers) == "allow"
