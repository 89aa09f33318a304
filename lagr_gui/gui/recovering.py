"""Offers drawings that a crash left behind."""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow, QMessageBox

from lagr_gui.editing.recovery import Recovered, Recovery
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.words import tr


def offer_recovered(window: QMainWindow, session: Session, recovery: Recovery) -> Recovered | None:
    """Ask, newest first, whether a drawing that was never saved shall be taken up again.

    One is taken up at a time; those that were not asked for stay for the next start.
    """
    for entry in recovery.pending():
        wanted = _is_wanted(window, entry)
        recovery.forget(entry)
        if wanted:
            session.show_document(entry.model, entry.path, saved=False)
            return entry
    return None


def _is_wanted(window: QMainWindow, entry: Recovered) -> bool:
    name = entry.model.name or (entry.path.stem if entry.path else tr("Untitled"))
    buttons = QMessageBox.StandardButton
    answer = QMessageBox.question(
        window,
        tr("Recovered drawing"),
        tr(
            "The program ended without saving “{name}”. Its drawing was kept. Take it up again?"
        ).format(name=name),
        buttons.Yes | buttons.No,
        buttons.Yes,
    )
    return answer == buttons.Yes
