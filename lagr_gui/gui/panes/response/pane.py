"""The response pane: what acts, what is watched, over which frequencies, and the Bode diagram."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, pi
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtWidgets import QComboBox, QLineEdit, QMenu

from lagr_gui.gui.bridge.questions import ResponseQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.panes.response.choices import Option, inputs, outputs, places
from lagr_gui.gui.panes.response.plots import BodePlots
from lagr_gui.gui.panes.response.reading import curves, peaks, told, value_at
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.marks import number_in
from lagr_gui.gui.widgets.plain import PlainLabel, entry, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import tr

if TYPE_CHECKING:
    from lagr_gui.pipeline import FrequencyResponse

MOST = 4
"""Outputs that are chosen by themselves."""


class ResponsePane(AskingPane):
    """Choices above, the diagram below."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, session.small.response)
        self.response = session.small.response
        self._picked: dict[QComboBox, Any] = {}
        self._outputs: tuple[Option[str], ...] = ()
        self._shown: frozenset[str] = frozenset()
        self._drawn: FrequencyResponse | None = None
        self.plots = BodePlots()
        self.plots.pointed.connect(self._tell_point)
        self._build()
        session.report_changed.connect(self.refresh)
        self.listen()
        session.small.changed.connect(self.refresh)
        for field in (self.low, self.high):
            session.opened.connect(field.clear)
            session.views.add_text(field)
        self.refresh()

    def _build(self) -> None:
        title = SlimLabel(tr("Frequency response"), role="title")
        self.input, self.place = SlimComboBox(), SlimComboBox()
        set_note(self.input, tr("What acts on the system from outside, as cos ωt"))
        set_note(self.place, tr("The place about which the system moves a little"))
        for box in (self.input, self.place):
            box.activated.connect(lambda _, box=box: self._pick(box))
        self.low, self.high = self._field("response_from"), self._field("response_to")
        self.menu = QMenu(self)
        self.choose = tool_button(tr("Outputs ▾"), menu=self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.decibel = tool_button("dB", tr("Amplitudes in decibel"), checkable=True)
        self.decibel.toggled.connect(self.plots.use_decibel)
        self.words.setMinimumHeight(2 * self.words.fontMetrics().lineSpacing())
        omega, dots, unit = (PlainLabel(text, role="muted") for text in ("ω", "…", "rad/s"))
        first = beside((title, 1), self.decibel, self.choose, spacing=6)
        second = beside((self.input, 2), (self.place, 1), spacing=6)
        band = beside(omega, self.low, dots, self.high, unit, 1, spacing=6)
        last = beside((self.words, 1), self.stop, spacing=6)
        below(
            first,
            second,
            band,
            (self.plots, 1),
            last,
            within=self,
            margins=(10, 8, 8, 8),
            spacing=4,
        )

    def _field(self, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName(name)
        field.setFixedWidth(48)
        set_note(field, tr("Empty: as the modes suggest"))
        field.editingFinished.connect(self.ask)
        return field

    # --- what is asked ---------------------------------------------------------------------

    def show_to(self, seen: bool) -> None:
        """Ask while the pane can be seen; offer then what the model has by now."""
        self._seen = seen
        self.refresh()

    def refresh(self) -> None:
        """Offer what the model has; choices stay where they are still possible."""
        report = self.session.report
        if report is not None and report.sound:
            if self._seen:  # what can act takes long to find
                self._offer(self.input, inputs(self.session.flat, report))
            self._offer(self.place, places(self.session.small.equilibria))
            self._outputs = outputs(report)
            known = {choice.key for choice in self._outputs}
            if not self._shown & known:
                self._shown = frozenset(report.coordinates[:MOST])
            self._shown &= known
        self.ask()

    def _offer(self, box: QComboBox, choices: Sequence[Option[Any]]) -> None:
        """Put choices into a box; what the user picked stays as long as it is possible."""
        box.clear()
        for choice in choices:
            box.addItem(choice.words, choice.key)
        keys = [choice.key for choice in choices]
        usual = next((n for n, choice in enumerate(choices) if choice.usual), 0)
        picked = self._picked.get(box)
        box.setCurrentIndex(keys.index(picked) if picked in keys else usual)

    def _pick(self, box: QComboBox) -> None:
        self._picked[box] = box.currentData()
        self.ask()

    def question(self) -> ResponseQuestion | None:
        """The response that is chosen; None where the fields or the model do not permit any."""
        report = self.session.report
        possible = report is not None and report.sound and report.freedoms and self._outputs
        span = number_in(self.low, "rad/s"), number_in(self.high, "rad/s")
        legible = not any(part is not None and np.isnan(part) for part in span)
        if not (possible and legible):
            return None
        return ResponseQuestion(
            self.session.flat,
            self.session.special,
            self.input.currentData(),
            tuple(c.key for c in self._outputs if c.key in self._shown),
            span,
            self.place.currentData(),
        )

    def _fill_menu(self) -> None:
        self.menu.clear()
        groups: dict[str, QMenu] = {}
        for choice in self._outputs:
            if choice.group not in groups:
                groups[choice.group] = self.menu.addMenu(entry(choice.group))
            action = groups[choice.group].addAction(entry(choice.words))
            action.setCheckable(True)
            action.setChecked(choice.key in self._shown)
            action.toggled.connect(lambda on, key=choice.key: self.show_output(key, on))

    def show_output(self, key: str, on: bool) -> None:
        """Show an output, or hide it; one stays."""
        shown = self._shown | {key} if on else self._shown - {key}
        self._shown = shown or self._shown
        self.ask()

    # --- what is shown ---------------------------------------------------------------------

    def draw(self) -> None:
        """Show the diagram of the answer."""
        found = self.response.found
        names = {choice.key: choice.words for choice in self._outputs}
        if found is None:
            self.plots.show_response(np.empty(0), (), ())
        elif found is not self._drawn:
            self.plots.show_response(found.omega, curves(found, names), peaks(found))
        self._drawn = found
        for field, at in ((self.low, 0), (self.high, -1)):
            field.setPlaceholderText(_short(found.omega[at]) if found else "")
        self.tell()

    def said(self) -> tuple[str, str]:
        """What the answer says."""
        return told(self.response.found) if self.response.found is not None else ("", "muted")

    def _tell_point(self, omega: float) -> None:
        found = self.response.found
        if found is None or not isfinite(omega):
            self.tell()
            return
        hertz = f"ω = {omega:.4g} rad/s ({omega / (2 * pi):.4g} Hz)"
        self.say(" · ".join([hertz, *value_at(found, omega)]), "muted")


def _short(omega: float) -> str:
    return f"{omega:.0f}" if 100 <= omega < 1e5 else f"{omega:.2g}"
