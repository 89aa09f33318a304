"""The name that is pointed at in the equations, and what the animation draws of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui import pipeline
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.questions import DrawnQuestion
from lagr_gui.gui.bridge.running import Running
from lagr_gui.gui.bridge.shown import ShownMotion
from lagr_gui.gui.bridge.start import Start
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.gui.typesetting import Picture
    from lagr_gui.mechanics.sheets.sheet import Sheet
    from lagr_gui.pipeline import Drawn

QUIET_MS = 40
"""Milliseconds that the pointer rests on a name before it is asked for."""
KEPT = 40
"""Names whose numbers along the motion that is shown are kept."""


class Pointed(QObject):
    """Asks for the numbers of a name along the motion that is shown, and keeps the last ones."""

    changed = Signal()

    def __init__(self, jobs: Jobs, running: Running, start: Start, parent: QObject) -> None:
        super().__init__(parent)
        self._running, self._start = running, start
        self._model, self._sheet = Model(), None
        self._known: dict[str, Drawn] = {}
        self._of: tuple[object, ...] = ()
        self._asked: tuple[object, ...] = ()
        self.name = ""
        self.label: Picture | None = None
        self.inquiry: Inquiry[Drawn] = Inquiry(jobs, "drawn", self, QUIET_MS)
        self.inquiry.changed.connect(self._hear)
        for signal in (running.changed, running.begun, start.changed):
            signal.connect(self._renew)

    def point(self, model: Model, sheet: Sheet | None, name: str, label: Picture | None) -> None:
        """Draw a name of the sheet of a model, with a label, from now on; without a sheet none."""
        if (sheet, name) != (self._sheet, self.name):
            self._model, self._sheet, self.name, self.label = model, sheet, name, label
            self._ask()
            self.changed.emit()

    @property
    def drawn(self) -> Drawn | None:
        """The name along the motion that is shown; None while nothing is to be drawn."""
        return self._known.get(self.name) if self._of == self._shown_now() else None

    @property
    def has_picture(self) -> bool:
        """Whether what is pointed at, if anything is, can be drawn, as far as it is known."""
        if (drawn := self.drawn) is not None:
            return bool(drawn.places)
        sheet = self._sheet
        return sheet is None or not sheet.structured or self.name in dict(sheet.pictures)

    def _shown_now(self) -> tuple[object, ...]:
        """The sheet and the motion to which the numbers that are kept belong."""
        shown = self._shown()
        return (self._sheet, shown.motion) if shown else ()

    def _shown(self) -> ShownMotion | None:
        """The motion that is shown, if it is one of the model whose sheet is read."""
        shown = self._running.shown or self._start.shown
        if shown is None or self._sheet is None:
            return None
        return shown if shown.origin.suits(self._model, self._sheet.special) else None

    def _renew(self) -> None:
        """Another motion is shown."""
        self.changed.emit()
        self._ask()

    def _ask(self) -> None:
        wanted = (self.name, *self._shown_now())
        if self.inquiry.computing or wanted == self._asked:
            return  # an answer that is under way is awaited: stopping it would take longer
        if (question := self._question()) is not None:
            self._asked = wanted
            self.inquiry.want(question)

    def _question(self) -> DrawnQuestion | None:
        sheet, shown = self._sheet, self._shown()
        if sheet is None or shown is None or self.drawn is not None:
            return None
        of = (pipeline.Pictured if sheet.structured else pipeline.ExpandedName).of
        if (pictured := of(sheet, self.name)) is None:
            return None
        return DrawnQuestion(self._model, sheet.special, pictured, shown.motion)

    def _hear(self) -> None:
        answer, answered, now = self.inquiry.found, self.inquiry.answered, self._shown_now()
        mine = isinstance(answered, DrawnQuestion) and now and answered.motion is now[1]
        if answer is not None and mine and self._known.get(answer.name) is not answer:
            if self._of != now:
                self._of, self._known = now, {}
            self._known[answer.name] = answer
            while len(self._known) > KEPT:
                self._known.pop(next(iter(self._known)))
            self.changed.emit()
        self._ask()
