"""Where the signals stand: beside the curves where there is room, else below their button."""

from __future__ import annotations

from typing import Any

from lagr_gui.gui.panes.simulation.signals_panel import SignalsPanel
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.drop_down import DropDown
from lagr_gui.gui.words import tr

ROOM, WIDTH = 860, 230
"""Width (pixels) of the pane from which on they stand beside the curves, and theirs there."""
DROPPED = 300, 460
"""Their width and height as a list that drops down."""


class SignalsPlace:
    """The button that shows and hides the signals, and the frame in which they drop down."""

    def __init__(self, pane: Any, panel: SignalsPanel) -> None:
        self._pane, self._panel = pane, panel
        self._wide, self._wanted = False, True
        self._drop = DropDown(pane)
        self._drop.closed.connect(self._closed)
        self.button = tool_button(
            tr("Signals"),
            tr("Search curves, choose them, type expressions (Ctrl+Shift+F)"),
            checkable=True,
            run=self.show,
            name="signals",
        )
        panel.left.connect(self._leave)
        panel.hide()

    def fit(self, width: int) -> None:
        """The pane has another width."""
        wide = width >= ROOM
        if wide != self._wide:
            self._wide = wide
            self._drop.hide()
            self._panel.hide()
            if wide:
                self._pane.whole.insertWidget(0, self._panel)
                self._pane.whole.setStretchFactor(1, 1)
                self._pane.whole.setSizes([WIDTH, width - WIDTH])
            self.show(wide and self._wanted)

    def show(self, on: bool) -> None:
        """Show the signals, or hide them."""
        self.button.setChecked(on)
        if self._wide:
            self._wanted = on
            self._panel.setVisible(on)
        elif on:
            self._drop.open(self._panel, self.button, *DROPPED)
            self._panel.begin()
        else:
            self._drop.hide()

    def begin(self) -> None:
        """Show the signals and let the user type."""
        self.show(True)
        self._panel.begin()

    def _leave(self) -> None:
        if self._wide:
            self._pane.setFocus()
        else:
            self._drop.hide()

    def _closed(self) -> None:
        if not self._wide:
            self.button.setChecked(False)
