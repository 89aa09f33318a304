"""The version with which the drawing of a session is compared, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.extensions.comparison.comparison import Comparison


@dataclass(frozen=True)
class CompareQuestion(WorkerQuestion):
    """What became of a model in the version `other`."""

    other: Model


class ComparedVersion(QObject):
    """The earlier version and its name, and what became of it; none while nothing is compared."""

    chosen = Signal()
    """Another version is compared with, or none any more."""
    changed = Signal()
    """The same, or there is an answer."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.earlier: Model | None = None
        self.name = ""
        self.answer: Inquiry[Comparison] = Inquiry(session.equations, "compare", self)
        self.chosen.connect(self.changed)
        self.answer.changed.connect(self.changed)
        session.leaving.connect(self.forget)
        session.equations.answers.add(lambda: (self.earlier, self.name), self._come_back)

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

    def _come_back(self, state: tuple[Model | None, str]) -> None:
        self.earlier, self.name = state

    def question(self, now: Model, special: str) -> CompareQuestion | None:
        """What is asked of the drawing as it is now."""
        return CompareQuestion(self.earlier, special, now) if self.earlier is not None else None

    def found(self, now: Model) -> Comparison | None:
        """What became of it, where that is known of the drawing as it is now."""
        asked = self.answer.answered
        if self.earlier is None or not isinstance(asked, CompareQuestion):
            return None
        return self.answer.found if asked.other == now and asked.model == self.earlier else None


def compared(session: Session) -> ComparedVersion:
    """The one of a session, made when it is first asked for."""
    return session.findChild(ComparedVersion) or ComparedVersion(session)


def show(session: Session, earlier: Model, name: str) -> None:
    """Compare the drawing of a session with an earlier version, in the pane for it."""
    compared(session).show(earlier, name)
    session.pane_wanted.emit("comparison")
