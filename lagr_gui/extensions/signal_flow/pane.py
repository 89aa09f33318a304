"""The pane of the signal-flow diagram: linked with the drawing, with the numbers of the moment."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QScrollArea

from lagr_gui.extensions.signal_flow.diagram import ENDINGS, signal_flow_diagram
from lagr_gui.extensions.signal_flow.picture import signal_picture
from lagr_gui.extensions.signal_flow.view import SignalView
from lagr_gui.extensions.signal_flow.words import (
    loop_title,
    loop_words,
    notes,
    plain,
    summary,
    unit_of,
)
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui import desk
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.moment import moment
from lagr_gui.gui.bridge.questions import StateQuestion, WorkerQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.widgets.buttons import push_button
from lagr_gui.gui.widgets.latest import Latest
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.plain import PlainLabel
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import language, spoken, tr
from lagr_gui.pipeline import Network, SignalValues

ROOM = 118.0
"""Width that stays free for numbers on wires."""
TOLD = 88
"""The height of what explains the loops (pixels) where it stands below; it can be scrolled."""
TOLD_WIDTH, MOST_SIZE = 280, 16777215
"""Its width (pixels) beside the diagram; the largest size of Qt."""
WIDE = 1.8
"""So many times as wide as high a pane has it beside the diagram."""
MOST = 3
"""So many numbers of a wire stand on it; all are told under the pointer."""


class SignalFlowPane(AskingPane):
    """The network of the drawing as it is now; its numbers at the moment that is shown."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, Inquiry[Network](session.motions, "signal_flow", session))
        values = Inquiry[SignalValues](session.motions, "signal_values", session, quiet=0)
        self.values: Inquiry[SignalValues] = values
        self._drawn: WorkerQuestion | None = None
        title = SlimLabel(tr("Signal flow"), role="title")
        self.view = SignalView()
        self.view.setAccessibleName(tr("Signal flow"))
        self.view.picked.connect(session.select)
        self.save = push_button(tr("Export…"), run=self.export)
        self.whole = push_button(tr("Fit"), run=self.view.fit)
        self.explained = PlainLabel(wordWrap=True)
        room = QScrollArea(widgetResizable=True)
        room.setFrameShape(QScrollArea.Shape.NoFrame)
        room.setWidget(self.explained)
        self.room = room
        self._body = beside((self.view, 1), room, spacing=8)
        head = beside((title, 1), self.whole, self.save, spacing=6)
        foot = beside((self.words, 1), self.stop)
        below(head, (self._body, 1), foot, within=self, margins=(10, 8, 8, 8), spacing=4)
        self._latest = Latest[float](self._ask_values, self)
        self.listen()
        self.values.changed.connect(self._show_values)
        session.running.time_changed.connect(self._latest.give)
        session.running.changed.connect(self._ask_values)
        session.selection_changed.connect(self._follow)
        self.draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What explains the loops stands beside the diagram where there is room, else below it."""
        wide = self.width() > WIDE * self.height()
        ways = QBoxLayout.Direction
        self._body.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        self.room.setMaximumSize(*((TOLD_WIDTH, MOST_SIZE) if wide else (MOST_SIZE, TOLD)))
        super().resizeEvent(event)

    @property
    def found(self) -> Network | None:
        """The network, if it is one of the drawing as it is now."""
        answered = self.answer.answered
        return self.answer.found if answered is not None and answered == self._now() else None

    def _now(self) -> WorkerQuestion | None:
        report = self.session.report
        sound = report is not None and report.sound and bool(report.coordinates)
        return WorkerQuestion(self.session.flat, self.session.special) if sound else None

    # --- what a pane says for itself ---------------------------------------------------------

    def question(self) -> WorkerQuestion | None:
        """The network of the drawing."""
        return self._now()

    def draw(self) -> None:
        """Show the diagram, with what there is to be said of it."""
        network = self.found
        self.save.setEnabled(network is not None)
        self.whole.setEnabled(network is not None)
        if network is None:
            self._drawn = None
            self.view.show_picture(None)
        elif self._drawn is not self.answer.answered:
            self._drawn = self.answer.answered
            self.view.show_picture(signal_picture(network, spoken, ROOM))
            self._follow()
        self.explained.setText(_explained(network) if network is not None else "")
        self.room.setVisible(network is not None)
        self._ask_values()
        self.tell()

    def said(self) -> tuple[str, str]:
        """What the diagram holds, and of which moment its numbers are."""
        network = self.found
        if network is None:
            return tr("Draw a system that moves to see how its equations depend on each other."), (
                "muted"
            )
        lines = [spoken(summary(network))]
        if (values := self._values()) is not None:
            lines.append(tr("numbers at t = {t} s").format(t=f"{values.t:.4g}"))
        return ", ".join(lines), "muted"

    # --- numbers -----------------------------------------------------------------------------

    def _ask_values(self, _: object = None) -> None:
        """Ask for the numbers of the moment that is shown, or of the start."""
        question = None
        if self._seen and self.found is not None:
            now = self._now()
            assert now is not None
            question = StateQuestion(now.model, now.special, moment(self.session))
        self.values.want(question)

    def _values(self) -> SignalValues | None:
        asked, now = self.values.answered, self._now()
        if not isinstance(asked, StateQuestion) or now is None:
            return None
        same = asked.model == now.model and asked.special == now.special
        return self.values.found if same else None

    def _show_values(self) -> None:
        values, network = self._values(), self.found
        if network is None or values is None or len(values.wires) != len(network.wires):
            if not self.values.waiting:
                self.view.show_numbers((), {})
            return
        numbers = [_numbers(row) for row in values.wires]
        hints = {
            index: "\n".join(
                f"{plain(part.name)} = {_number(value)} {unit}".strip()
                for part, value, unit in zip(wire.parts, row, unit_of(network, wire), strict=True)
            )
            for index, (wire, row) in enumerate(zip(network.wires, values.wires, strict=True))
        }
        self.view.show_numbers(numbers, hints)
        self.tell()

    # --- linked with the drawing -------------------------------------------------------------

    def _follow(self) -> None:
        """Light the blocks of what is selected in the drawing."""
        self.view.light(self.session.selection)

    def export(self) -> None:
        """Write the diagram; as data it has the numbers of the moment."""
        network, asked = self.found, self.answer.answered
        if network is None or asked is None:
            return
        path = desk.ask_save(self, tr("Signal flow"), self.session.document.title, ENDINGS)
        if not path:
            return
        details = Path(path).suffix.lower(), language(), asked.digest
        desk.save_to(
            self.session, path, lambda: signal_flow_diagram(network, self._values(), *details)
        )


def _explained(network: Network) -> str:
    """All loops in words, and what is left out."""
    parts: list[str] = []
    for index in range(len(network.loops)):
        sentence = " ".join(map(spoken, loop_words(network, index)))
        parts.append(f"{spoken(loop_title(network, index))} {sentence}")
    parts += map(spoken, notes(network))
    return "\n\n".join(parts)


def _numbers(row: Array) -> str:
    """Few numbers as they stand on a wire; nothing where there are many."""
    if not 0 < len(row) <= MOST:
        return ""
    texts = [_number(value) for value in row]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def _number(value: float) -> str:
    return f"{value:.3g}".replace("-", "−") if np.isfinite(value) else "–"
