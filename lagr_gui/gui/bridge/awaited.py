"""What is said in place of a mechanism that cannot be shown (yet)."""

from __future__ import annotations

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.words import tr


def why_empty(session: Session) -> str:
    """What a picture waits for that does not know yet where the bodies stand."""
    if not session.flat.bodies:
        return tr("Nothing to move yet.")
    if session.start.pending:
        return tr("The mechanism is drawn as soon as its start is computed.")
    return tr("Where the bodies stand at the start is not known: see Problems.")
