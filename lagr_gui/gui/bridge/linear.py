"""The linear equations in closed form of the model that is open, found by the worker process."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from lagr_gui.given import named_texts
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.model import Model
from lagr_gui.problem import LagrError, Problem

JOB = "linearize"


class Linear(QObject):
    """The last answer, and the model that it is about."""

    changed = Signal()

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._model, self._special = Model(), ""
        self.found: SymbolicLinearization | None = None
        self.problems: tuple[Problem, ...] = ()

    @property
    def computing(self) -> bool:
        """Whether the job is under way."""
        return self._jobs.running(JOB)

    def about(self, model: Model, special: str) -> bool:
        """Whether the answer is about this model and special case."""
        return self._model == model and self._special == special

    def find(self, model: Model, special: str, place: str) -> None:
        """Ask for the linear equations about a place such as ``phi=pi, psi'=w``."""
        self._model, self._special = model, special
        self._take(None)
        try:
            texts = named_texts(place, tr("Place"))
        except LagrError as error:
            self._lose(error.problems)
            return
        arguments = {
            "model": model,
            "special": special,
            "place": {name: text for name, text in texts.items() if not name.endswith("'")},
            "velocities": {n[:-1]: text for n, text in texts.items() if n.endswith("'")},
        }
        self._jobs.start(JOB, arguments, self._take, self._lose)
        self.changed.emit()

    def _take(self, found: SymbolicLinearization | None) -> None:
        self.found, self.problems = found, ()
        self.changed.emit()

    def _lose(self, problems: tuple[Problem, ...]) -> None:
        self.found, self.problems = None, problems
        self.changed.emit()
