"""Offers drawings that a crash left behind."""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow, QMessageBox

from lagr_gui.editing.recovery import Recovered, Recovery
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.words import tr


def offer_recovered(window: QMainWindow, session: Session, recovery: Recovery) -> Recovered | None:
    """Ask whether the newest drawing that was never saved shall be taken up again."""
    pending = recovery.pending()
    if not pending:
        return None
    newest = pending[0]
    name = newest.model.name or (newest.path.stem if newest.path else tr("Untitled"))
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
    for entry in pending:
        recovery.forget(entry)
    if answer != buttons.Yes:
        return None
    session.show_document(newest.model, newest.path, saved=False)
    return newest
