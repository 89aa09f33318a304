"""Another version of the drawing with which it is compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.questions import CompareQuestion
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.pipeline import Comparison


class ComparedVersion(QObject):
    """The earlier version and its name, and what became of it; none while nothing is compared."""

    chosen = Signal()
    """Another version is compared with, or none any more."""
    changed = Signal()
    """The same, or there is an answer."""

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self.earlier: Model | None = None
        self.name = ""
        self.answer: Inquiry[Comparison] = Inquiry(jobs, "compare", self)
        self.chosen.connect(self.changed)
        self.answer.changed.connect(self.changed)

    def show(self, earlier: Model, name: str) -> None:
        """Compare with an earlier version from now on."""
        self.earlier, self.name = earlier, name
        self.chosen.emit()

    def forget(self) -> None:
        """Compare no more."""
        if self.earlier is not None:
            self.earlier, self.name = None, ""
            self.answer.forget()
            self.chosen.emit()

    def question(self, now: Model, special: str) -> CompareQuestion | None:
        """What is asked of the drawing as it is now."""
        return CompareQuestion(self.earlier, special, now) if self.earlier is not None else None

    def found(self, now: Model) -> Comparison | None:
        """What became of it, where that is known of the drawing as it is now."""
        asked = self.answer.answered
        if self.earlier is None or not isinstance(asked, CompareQuestion):
            return None
        return self.answer.found if asked.other == now and asked.model == self.earlier else None
