"""Small motions of the model that is open, found by the worker process."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.questions import ElementModes, EquilibriaQuestion
from lagr_gui.gui.bridge.shown import MotionOrigin, ShownMotion
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.linear import SymbolicLinearization
    from lagr_gui.mechanics.trajectories.poses import Motion
    from lagr_gui.pipeline import Equilibria, FrequencyResponse, Modes
    from lagr_gui.simulation.positions.freedom import Freedom


class SmallMotions(QObject):
    """Equilibria and modes: what was found; an edit makes it void."""

    changed = Signal()
    motion_ready = Signal(object)
    """A mode as a motion that can be played (`ShownMotion`)."""

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.response: Inquiry[FrequencyResponse] = Inquiry(jobs, "response", self)
        self.linear: Inquiry[SymbolicLinearization] = Inquiry(jobs, "linearize", self, quiet=0)
        self._search: Inquiry[tuple[Equilibria, tuple[Modes | None, ...]]]
        self._search = Inquiry(jobs, "equilibria", self, quiet=0)
        self._search.changed.connect(self.changed)
        self._not_played: tuple[Problem, ...] = ()
        self.steady = ""
        """Velocities of coordinates that go on steadily, as ``psi=2, phi=50``."""
        self.mode: ElementModes = ()
        """What elements with dry friction, and limits, do in the modes."""

    @property
    def searching(self) -> bool:
        """Whether a search is under way."""
        return self._search.waiting

    @property
    def equilibria(self) -> Equilibria | None:
        """What was found, if anything was looked for."""
        result = self._search.found
        return None if result is None or self.searching else result[0]

    @property
    def modes(self) -> tuple[Modes | None, ...]:
        """The modes about each of them."""
        result = self._search.found
        return () if result is None or self.searching else result[1]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What there is to say of the search."""
        notes = self.equilibria.notes if self.equilibria else ()
        return self._not_played or self._search.problems or notes

    def find(self, model: Model, special: str) -> None:
        """Look for equilibria and their modes."""
        self._not_played = ()
        self._search.want(EquilibriaQuestion(model, special, self.steady, self.mode))

    def play(self, equilibrium: int, mode: int) -> None:
        """Ask for the motion of a mode about one of the equilibria."""
        modes, question = self.modes[equilibrium], self._search.answered
        if modes is not None and question is not None:
            origin = MotionOrigin(question.model, question.special)
            self._play("mode_motion", origin, {"modes": modes, "number": mode})

    def play_freedom(self, model: Model, special: str, freedom: Freedom, number: int) -> None:
        """Ask for one of the motions that the conditions leave."""
        origin = MotionOrigin(model, special)
        self._play("freedom_motion", origin, {"found": freedom, "number": number})

    def keep_for(self, model: Model) -> None:
        """Drop what was found unless it was for this model."""
        asked, linear = self._search.wanted, self.linear.wanted
        if asked is not None and asked.model is not model:
            self._not_played = ()
            self._search.forget()
        if linear is not None and linear.model is not model and self.linear.waiting:
            self.linear.want(None)

    def _play(self, job: str, origin: MotionOrigin, what: dict[str, object]) -> None:
        arguments = {"model": origin.model, "special": origin.special, **what}
        self._jobs.start(job, arguments, self._shows(origin), self._lose)

    def _lose(self, problems: tuple[Problem, ...]) -> None:
        self._not_played = problems
        self.changed.emit()

    def _shows(self, origin: MotionOrigin) -> Callable[[Motion], None]:
        return lambda motion: self.motion_ready.emit(ShownMotion(motion, origin))
