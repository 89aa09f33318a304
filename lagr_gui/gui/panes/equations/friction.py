"""What dry friction and limits do in the equations that are shown: any of it, or one mode."""

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
from lagr_gui.gui.words import spoken, tr
from lagr_gui.mechanics.sheets.friction_records import OPEN, SLIDES, STICKS, TOUCHES

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.contact_records import Contact
    from lagr_gui.mechanics.sheets.sheet import Sheet

BY_NAME, AT_CURSOR = "", "now"
"""Forces by their names, limits open; every element as it is at the time cursor."""
FEW = 3
"""So many limits are offered one by one."""
Modes = dict[str, str]
"""What elements do, by name."""


class FrictionModes(QWidget):
    """A row of modes above the equations; `changed` when others are shown.

    A dot marks the mode that all elements have at the time cursor.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self._mode = session, BY_NAME
        self._sheet: Sheet | None = None
        self._made: tuple[Sheet, Modes, Sheet] | None = None
        self.choice = SegmentedChoice(self._choose, "equations_mode", wraps=True)
        note = tr(
            "Forces of dry friction by their names and limits open, or the equations while "
            "elements slide, stick, touch, or do what they do at the time cursor"
        )
        set_note(self.choice, note)
        label = SlimLabel(tr("mode"), shy=True, role="muted")
        beside(label, self.choice, 1, within=self, margins=NONE, spacing=8)
        for signal in (session.running.time_changed, session.running.changed):
            signal.connect(self._tell)
        self.hide()

    def refresh(self, sheet: Sheet | None) -> None:
        """Show the modes of a sheet, where it has any."""
        self._sheet = sheet
        self.setVisible(sheet is not None and bool(sheet.frictions or _touching(sheet)))
        self._tell()

    def shown(self, sheet: Sheet | None) -> Sheet | None:
        """The sheet in the mode that is chosen."""
        if sheet is None or not (modes := self._modes(sheet)):
            return sheet
        if self._made is None or self._made[0] is not sheet or self._made[1] != modes:
            from lagr_gui.mechanics.sheets.friction_modes import in_mode  # few have dry friction

            self._made = sheet, modes, in_mode(sheet, modes)
        return self._made[2]

    def _modes(self, sheet: Sheet) -> Modes:
        """The modes of elements that are chosen."""
        if self._mode == AT_CURSOR:
            return self._holding(sheet)
        return _offers(sheet).get(self._mode, ("", {}))[1]

    def _holding(self, sheet: Sheet) -> Modes:
        """What elements do at the time cursor; nothing where no motion of the model is shown."""
        running = self.session.running
        trajectory = running.trajectory
        if trajectory is None or self.session.outdated or trajectory.special != sheet.special:
            return {}
        at = np.searchsorted([t for t, _ in trajectory.contacts], running.time, side="right") - 1
        held = trajectory.contacts[at][1] if at >= 0 else ()
        sticks = {trajectory.limits[number] for number in held if number >= len(sheet.contacts)}
        known = [force for force in sheet.frictions if force.key in trajectory.limits]
        modes = {force.element: STICKS if force.key in sticks else SLIDES for force in known}
        for own in _touching(sheet):
            rubs = SLIDES if own.slips else TOUCHES
            inside = STICKS if own.key in sticks else rubs
            modes[own.place] = inside if own.number in held else OPEN
        return modes

    def _choose(self, mode: Any) -> None:
        self._mode = mode
        self.changed.emit()

    def _tell(self) -> None:
        """Offer the modes, with a dot at the one that holds."""
        if self._sheet is None or self.isHidden():
            return
        holding, offers = self._holding(self._sheet), _offers(self._sheet)
        offered = [
            (mode, f"{words} •" if holding and _is_now(modes, holding) else words)
            for mode, (words, modes) in offers.items()
        ]
        if holding:
            offered.append((AT_CURSOR, tr("at the time cursor")))
        if self._mode not in dict(offered):
            self._mode = BY_NAME
        self.choice.offer(offered)
        self.choice.choose(self._mode)
        if self._mode == AT_CURSOR and self._made is not None and self._made[1] != holding:
            self.changed.emit()


def _touching(sheet: Sheet) -> tuple[Contact, ...]:
    """The limits of a sheet whose equations have a place for what these exert."""
    if not sheet.contacts:
        return ()
    from lagr_gui.mechanics.sheets.contact_modes import can_touch  # few models have limits

    return sheet.contacts if can_touch(sheet) else ()


def _offers(sheet: Sheet) -> dict[str, tuple[str, Modes]]:
    """What can be chosen without a motion: words, and what each element does then."""
    touching = _touching(sheet)
    offers: dict[str, tuple[str, Modes]] = {BY_NAME: (tr("by name"), {})}
    if touching and not sheet.frictions:
        offers[BY_NAME] = (tr("open"), {})
    if sheet.frictions:
        for mode, words in ((SLIDES, tr("sliding")), (STICKS, tr("sticking"))):
            offers[mode] = (words, {force.element: mode for force in sheet.frictions})
    if len(touching) > FEW:
        return offers
    said = {TOUCHES: tr("in contact"), SLIDES: tr("sliding"), STICKS: tr("sticking")}
    for own in touching:
        for mode in (TOUCHES, SLIDES, STICKS) if own.slips else (TOUCHES,):
            alone = len(touching) == 1 and not sheet.frictions
            words = said[mode] if alone else f"{spoken(own.place)}: {said[mode]}"
            offers[f"{own.place}={mode}"] = (words, {own.place: mode})
    return offers


def _is_now(modes: Modes, holding: Modes) -> bool:
    """Whether elements do this at the time cursor; limits that are not named are open."""
    rest = {name: mode for name, mode in holding.items() if mode != OPEN}
    return modes == rest
