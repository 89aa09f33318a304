"""What is asked of the worker process about the motion that is given in a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.bridge.session import Session

if TYPE_CHECKING:
    from lagr_gui.extensions.inverse.motion import DrivenMotion
    from lagr_gui.pipeline import Motion


@dataclass(frozen=True)
class MotionQuestion(WorkerQuestion):
    """What a motion needs: that of a table, or (None) the one that the model lists.

    `noise` is the uncertainty of a table (rad or m), `axes` are those of the reactions.
    """

    table: Mapping[str, Any] | None
    noise: float
    axes: str


class _Asked(QObject):
    """What is kept with a session."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.answer: Inquiry[tuple[DrivenMotion, Motion]] = Inquiry(
            session.motions, "inverse", self
        )


def answer(session: Session) -> Inquiry[tuple[DrivenMotion, Motion]]:
    """What the motion of a session needs, and where the bodies are along it."""
    return (session.findChild(_Asked) or _Asked(session)).answer
