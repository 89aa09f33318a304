"""Small motions of the model that is open, found by the worker process."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from lagr_gui.given import named_values
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.linear import Linear
from lagr_gui.gui.bridge.shown import MotionOrigin, ShownMotion
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.motion import Motion
from lagr_gui.model import Model
from lagr_gui.pipeline import (
    DrivenMotion,
    Equilibria,
    FrequencyResponse,
    Jacobian,
    Matrices,
    Modes,
    Regressor,
)
from lagr_gui.problem import LagrError, Problem
from lagr_gui.simulation.freedom import Freedom


class SmallMotions(QObject):
    """Equilibria and modes: what was found, and for which model; an edit makes it void."""

    changed = Signal()
    motion_ready = Signal(object)
    """A mode as a motion that can be played (`ShownMotion`)."""

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.response: Inquiry[FrequencyResponse] = Inquiry(jobs, "response", self)
        self.driven: Inquiry[tuple[DrivenMotion, Motion]] = Inquiry(jobs, "inverse", self)
        self.linear = Linear(jobs, self)
        self.matrices: Inquiry[Matrices | Jacobian | Regressor] = Inquiry(jobs, "matrices", self)
        self._model, self._special = Model(), ""
        self.steady = ""
        """Velocities of coordinates that go on steadily, as ``psi=2, phi=50``."""
        self.equilibria: Equilibria | None = None
        self.modes: tuple[Modes | None, ...] = ()
        self.problems: tuple[Problem, ...] = ()

    @property
    def searching(self) -> bool:
        """Whether a search is under way."""
        return self._jobs.running("equilibria")

    def find(self, model: Model, special: str) -> None:
        """Look for equilibria and their modes."""
        self.clear()
        self._model, self._special = model, special
        try:
            velocities = named_values(self.steady, tr("Steady velocities"))
        except LagrError as error:
            self._lose(error.problems)
            return
        arguments = {"model": model, "special": special, "velocities": velocities}
        self._jobs.start("equilibria", arguments, self._take, self._lose)
        self.changed.emit()

    def play(self, equilibrium: int, mode: int) -> None:
        """Ask for the motion of a mode about one of the equilibria."""
        modes = self.modes[equilibrium]
        if modes is not None:
            arguments = {
                "model": self._model,
                "special": self._special,
                "modes": modes,
                "number": mode,
            }
            origin = MotionOrigin(self._model, self._special)
            self._jobs.start("mode_motion", arguments, self._shows(origin), self._lose)

    def play_freedom(self, model: Model, special: str, freedom: Freedom, number: int) -> None:
        """Ask for one of the motions that the conditions leave."""
        arguments = {"model": model, "special": special, "found": freedom, "number": number}
        shows = self._shows(MotionOrigin(model, special))
        self._jobs.start("freedom_motion", arguments, shows, self._lose)

    def keep_for(self, model: Model) -> None:
        """Drop what was found unless it was for this model."""
        if model is not self._model:
            if self.searching:
                self._jobs.cancel()
            if self.equilibria or self.problems:
                self.clear()
                self.changed.emit()

    def clear(self) -> None:
        """Nothing is found yet."""
        self.equilibria, self.modes, self.problems = None, (), ()

    def _take(self, result: tuple[Equilibria, tuple[Modes | None, ...]]) -> None:
        self.equilibria, self.modes = result
        self.problems = self.equilibria.notes
        self.changed.emit()

    def _lose(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        self.changed.emit()

    def _shows(self, origin: MotionOrigin) -> Callable[[Motion], None]:
        return lambda motion: self.motion_ready.emit(ShownMotion(motion, origin))
