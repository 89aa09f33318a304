"""What elements with dry friction do in the equations that are shown: any of it, or one mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.laying import NONE, beside
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.segmented import SegmentedChoice
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import SLIDES, STICKS

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet

BY_NAME, AT_CURSOR = "", "now"
"""Forces by their names; every element as it is at the time cursor."""


class FrictionModes(QWidget):
    """A row of modes above the equations; `changed` when others are shown.

    A dot marks the mode that all elements have at the time cursor.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self._mode = session, BY_NAME
        self._sheet: Sheet | None = None
        self._made: tuple[Sheet, dict[str, str], Sheet] | None = None
        self.choice = SegmentedChoice(self._choose, "equations_mode")
        note = tr(
            "Forces of dry friction by their names, or the equations while elements slide, stick, "
            "or do what they do at the time cursor"
        )
        set_note(self.choice, note)
        label = SlimLabel(tr("friction"), shy=True, role="muted")
        beside(label, self.choice, 1, within=self, margins=NONE, spacing=8)
        for signal in (session.running.time_changed, session.running.changed):
            signal.connect(self._tell)
        self.hide()

    def refresh(self, sheet: Sheet | None) -> None:
        """Show the modes of a sheet, where it has any."""
        self._sheet = sheet
        self.setVisible(sheet is not None and bool(sheet.frictions))
        self._tell()

    def shown(self, sheet: Sheet | None) -> Sheet | None:
        """The sheet in the mode that is chosen."""
        if sheet is None or not (modes := self._modes(sheet)):
            return sheet
        if self._made is None or self._made[0] is not sheet or self._made[1] != modes:
            from lagr_gui.mechanics.sheets.friction_modes import in_mode  # few have dry friction

            self._made = sheet, modes, in_mode(sheet, modes)
        return self._made[2]

    def _modes(self, sheet: Sheet) -> dict[str, str]:
        """The modes of elements that are chosen."""
        if self._mode == AT_CURSOR:
            return self._holding(sheet)
        return {force.element: self._mode for force in sheet.frictions if self._mode}

    def _holding(self, sheet: Sheet) -> dict[str, str]:
        """What elements do at the time cursor; nothing where no motion of the model is shown."""
        running = self.session.running
        trajectory = running.trajectory
        if trajectory is None or self.session.outdated or trajectory.special != sheet.special:
            return {}
        at = np.searchsorted([t for t, _ in trajectory.contacts], running.time, side="right") - 1
        held = trajectory.contacts[at][1] if at >= 0 else ()
        holds = {trajectory.limits[number] for number in held}
        known = [force for force in sheet.frictions if force.key in trajectory.limits]
        return {force.element: STICKS if force.key in holds else SLIDES for force in known}

    def _choose(self, mode: Any) -> None:
        self._mode = mode
        self.changed.emit()

    def _tell(self) -> None:
        """Offer the modes, with a dot at the one that holds."""
        if self._sheet is None or not self._sheet.frictions:
            return
        holding = self._holding(self._sheet)
        one = set(holding.values())
        titles = [(BY_NAME, tr("by name")), (SLIDES, tr("sliding")), (STICKS, tr("sticking"))]
        offered = [(mode, f"{words} •" if {mode} == one else words) for mode, words in titles]
        if holding:
            offered.append((AT_CURSOR, tr("at the time cursor")))
        elif self._mode == AT_CURSOR:
            self._mode = BY_NAME
        self.choice.offer(offered)
        self.choice.choose(self._mode)
        if self._mode == AT_CURSOR and self._made is not None and self._made[1] != holding:
            self.changed.emit()
