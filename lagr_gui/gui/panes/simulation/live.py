"""Says whether motions follow edits by themselves, and lets the user choose that."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QWidget

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import NONE, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.words import tr

PADDING = 10
"""Pixels beside the text."""


class LiveMark(QWidget):
    """A button that is checked while motions follow; green while what is shown has followed."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        tip = tr("Motions that take less than a second follow each edit; others wait for Run.")
        self.button = tool_button("", tip, checkable=True, name="live", run=session.live.turn)
        beside(self.button, within=self, margins=NONE)
        width = self.button.fontMetrics().horizontalAdvance
        least, most = f"● {tr('live')}", f"● {tr('live')} · 0.00 ms"
        self.button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.button.setMinimumWidth(width(least) + PADDING)  # the time has to give way first
        self.setMaximumWidth(width(most) + PADDING)  # times change often; nothing else moves then
        session.live.changed.connect(self.refresh)
        session.model_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what is so now."""
        live, session = self.session.live, self.session
        fresh = live.follows and (live.soon or not session.outdated)
        time = f" · {short_time(live.seconds)}" if fresh else ""
        self.button.setText(f"{'●' if fresh else '○'} {tr('live')}{time}")
        self.button.setChecked(live.on)
        mark(self.button, "role", "good" if fresh else "muted")


def short_time(seconds: float) -> str:
    """A time with two digits in ms, or in s from a tenth of a second on."""
    return f"{seconds:.2g} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"
