"""Finds on another thread the routes for which there was no time at once."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Thread

from PySide6.QtCore import QObject, QTimer, Signal

from lagr_gui.drawing import Look, Plan
from lagr_gui.drawing.geometry import Point
from lagr_gui.model import Model

BEAT = 20
"""Milliseconds from one look to the next whether the plan is made."""


class Completion(QObject):
    """Makes a plan thoroughly; the last one that was asked for counts.

    The thread knows nothing of Qt, and the plan is not looked at before the thread has ended.
    """

    done = Signal(object)
    """The plan."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._plan: Plan | None = None
        self._thread: Thread | None = None
        self._clock = QTimer(self)
        self._clock.setInterval(BEAT)
        self._clock.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether a plan is being made."""
        return self._plan is not None

    def start(self, model: Model, points: Mapping[str, Point], looks: Mapping[str, Look]) -> None:
        """Begin with the plan of a drawing."""
        self.cancel()
        self._plan = Plan()
        work = (model, points, looks)
        self._thread = Thread(target=self._plan.take, args=work, daemon=True, name="routes")
        self._thread.start()
        self._clock.start()

    def cancel(self) -> None:
        """Let go of the plan that is being made."""
        if self._plan is not None:
            self._plan.stop()
        self._plan = self._thread = None
        self._clock.stop()

    def finish(self) -> None:
        """Wait for the plan that is being made, if there is one."""
        if self._thread is not None:
            self._thread.join()
            self._look()

    def _look(self) -> None:
        plan, thread = self._plan, self._thread
        if plan is not None and thread is not None and not thread.is_alive():
            self._plan = self._thread = None
            self._clock.stop()
            self.done.emit(plan)
