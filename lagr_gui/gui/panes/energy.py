"""The energy pane: what each body and element stores, takes and gives in the motion shown."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.keys import keys_of
from lagr_gui.gui.bridge.questions import AlongQuestion
from lagr_gui.gui.bridge.self_checks import certified_words
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import spoken, tr
from lagr_gui.pipeline import EnergyBalance

SIZE = 4
"""Digits of an energy."""


class EnergyPane(AskingPane):
    """A table: one row for each share, at the start, at the time of the cursor and at the end."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, Inquiry[EnergyBalance](session.motions, "energy", session))
        title = SlimLabel(tr("Energy"), role="title")
        self.table = QTreeWidget(columnCount=4)
        self.table.setRootIsDecorated(False)
        self.table.header().setStretchLastSection(False)
        self.table.itemClicked.connect(self._point)
        foot = beside((self.words, 1), self.stop)
        below(title, (self.table, 1), foot, within=self, margins=(10, 8, 8, 8), spacing=4)
        self.listen()
        session.running.changed.connect(self.ask)
        session.running.time_changed.connect(self._show_time)
        self.draw()

    def question(self) -> AlongQuestion | None:
        """The balance of the simulation that is shown."""
        trajectory, origin = self.session.running.trajectory, self.session.running.origin
        if trajectory is None or origin is None:
            return None
        return AlongQuestion(origin.model, origin.special, trajectory)

    @property
    def found(self) -> EnergyBalance | None:
        """The answer, if it is about the simulation that is shown."""
        mine = self.session.running.is_shown(self.answer.answered)
        return self.answer.found if mine else None

    def draw(self) -> None:
        """Fill the table."""
        energies = self.found
        self.table.clear()
        if energies is not None:
            for share, values in energies.shares.items():
                row = _row(spoken(energies.words(share)), values)
                row.setData(0, Qt.ItemDataRole.UserRole, share.item)
                self.table.addTopLevelItem(row)
            self.table.addTopLevelItem(_row(tr("Sum (constant)"), energies.sum))
        self._show_time(self.session.running.time)
        header = self.table.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tell()

    def said(self) -> tuple[str, str]:
        """How well the sum closes, and whether the motion is certified."""
        energies = self.found
        if energies is None:
            return tr("Run a simulation to see where its energy goes."), "muted"
        lines = [spoken(energies.told)]
        if self.session.outdated:
            lines.append(tr("They are those of the model before the last edit."))
        if energies.certificate is not None:
            lines.append(certified_words(energies.certificate)[0])
        return "\n".join(lines), "muted"

    def _show_time(self, t: float) -> None:
        energies = self.found
        if energies is None:
            self.table.setHeaderLabels([tr("Energy (J)"), "", "", ""])
            return
        times = energies.t[0], min(max(t, energies.t[0]), energies.t[-1]), energies.t[-1]
        self.table.setHeaderLabels([tr("Energy (J)"), *(f"t = {time:.4g} s" for time in times)])
        for number, values in enumerate([*energies.shares.values(), energies.sum]):
            row = self.table.topLevelItem(number)
            if row is not None:
                row.setText(2, _shown(float(np.interp(times[1], energies.t, values))))

    def _point(self, row: QTreeWidgetItem) -> None:
        """Select what the row is about."""
        if item := row.data(0, Qt.ItemDataRole.UserRole):
            self.session.select(self.session.drawn(item.split("\n")) & keys_of(self.session.model))


def _row(words: str, values: np.ndarray) -> QTreeWidgetItem:
    row = QTreeWidgetItem([words, _shown(values[0]), "", _shown(values[-1])])
    for column in (1, 2, 3):
        row.setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
    set_note(row, 0, words)
    return row


def _shown(value: float) -> str:
    return f"{value:.{SIZE}g}".replace("-", "−")
