"""Simulations and other motions: what is shown of them, and of which model they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.forces import AskedForces
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.questions import AlongQuestion, GridQuestion, WorkerQuestion
from lagr_gui.gui.bridge.shown import MotionOrigin, ShownMotion
from lagr_gui.gui.bridge.start import Start
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.pipeline import ActingForces, Reactions
    from lagr_gui.simulation import Progress, Trajectory
    from lagr_gui.work import LiveRun


@dataclass(frozen=True, eq=False)
class MotionState:
    """What was shown of the motions of a model, and the forces that were known in it."""

    trajectory: Trajectory | None
    shown: ShownMotion | None
    partial: PartialMotion | None
    begun: ShownMotion | None
    problems: tuple[Problem, ...]
    time: float
    forces: Mapping[str, Reactions]


class Running(QObject):
    """Curves (`trajectory`, or while it grows `partial`) and animation (`shown`) of one model.

    They go over to another model together, when the first of it is there.
    """

    changed = Signal()
    """Another motion is shown, or none."""
    begun = Signal()
    """What was shown has given way to a motion that is still being computed."""
    grown = Signal(float)
    """There is more of the motion that is being computed; the fraction."""
    failed = Signal(list)
    time_changed = Signal(float)

    def __init__(self, jobs: Jobs, start: Start, forces: AskedForces, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._start, self._forces = jobs, start, forces
        self.trajectory: Trajectory | None = None
        """The simulation of which curves are shown, once it is complete."""
        self.shown: ShownMotion | None = None
        self.partial: PartialMotion | None = None
        self.problems: tuple[Problem, ...] = ()
        self.time = 0.0
        """The time (s) of the one cursor of curves and animation."""
        self.renewed = False
        """Whether the motion that is shown took the place of another while time went on."""
        self._begun: ShownMotion | None = None
        for signal in (self.changed, self.begun):
            signal.connect(lambda: forces.keep_for(self.trajectory))

    @property
    def origin(self) -> MotionOrigin | None:
        """The model whose motion is shown; None while only the start is."""
        if self.shown is not None:
            return self.shown.origin
        return self.partial.origin if self.partial is not None else None

    def run(self, origin: MotionOrigin, coordinates: tuple[str, ...]) -> None:
        """Simulate a model from its start values with its settings."""
        self.partial, self._begun = PartialMotion(coordinates, origin), None
        self.problems = ()
        arguments = {**origin.arguments, "settings": None}
        take = self._forces.after(origin.model, origin.special, self._take)
        self._jobs.start("simulate", arguments, take, self.fail, self._take_part)

    def is_shown(self, asked: WorkerQuestion | None) -> bool:
        """Whether a question is about the simulation that is shown."""
        return isinstance(asked, AlongQuestion) and asked.trajectory is self.trajectory

    @property
    def simulating(self) -> bool:
        """Whether a simulation is under way."""
        return self._jobs.running("simulate")

    def stop(self) -> None:
        """Stop the simulation; what is there of it stays."""
        self._jobs.cancel()

    def pause(self) -> None:
        """Let the simulation rest, or go on."""
        if self.simulating:
            self._jobs.pause(not self._jobs.paused)

    def show(self, shown: ShownMotion | None) -> None:
        """Show a motion that is no simulation and has no curves; without one the start."""
        self.renewed = False
        self.trajectory, self.shown, self.partial = None, shown, None
        self._go_to_start()

    def forget(self, time: float) -> None:
        """Show nothing of the past; `time` is the start of what is open now."""
        self.trajectory, self.shown, self.partial, self.time = None, None, None, time
        self._begun, self.renewed = None, False
        self.changed.emit()

    def leave(self) -> MotionState:
        """What is shown now, to come back to it."""
        now = self.trajectory, self.shown, self.partial, self._begun
        return MotionState(*now, self.problems, self.time, dict(self._forces.found))

    def come_back(self, left: MotionState) -> None:
        """Show again what was shown of the model that is open again."""
        origin = left.shown.origin if left.shown else None
        if left.trajectory is not None and origin is not None:
            self._forces.come_with(left.trajectory, origin.model, origin.special, None)
            self._forces.found = dict(left.forces)
        self.trajectory, self.shown = left.trajectory, left.shown
        self.partial, self._begun = left.partial, left.begun
        self.problems, self.time, self.renewed = left.problems, left.time, False
        self.changed.emit()
        self.time_changed.emit(self.time)

    def renew(self, found: LiveRun, origin: MotionOrigin, renewed: bool = True) -> None:
        """Show the motion of a model that was edited in the place of that before; time goes on.

        One that is not `renewed` is the first of what was opened, and begins at its start.
        """
        self._forces.come_with(found.trajectory, origin.model, origin.special, found.reactions)
        self.trajectory, self.partial = found.trajectory, None
        self.shown = ShownMotion(found.motion, origin)
        self.problems, self.renewed = (), renewed
        if renewed:
            self.changed.emit()
            self.set_time(min(max(self.time, float(found.motion.t[0])), float(found.motion.t[-1])))
        else:
            self._go_to_start()
        if found.problems:
            self.fail(found.problems)

    def fail(self, problems: tuple[Problem, ...]) -> None:
        """Tell why there is no motion, or why it ends early; none where it was stopped."""
        self.problems = problems
        self.failed.emit(list(problems))

    def set_time(self, t: float) -> None:
        """Move the one time cursor of curves and animation."""
        if t != self.time:
            self.time = t
            self.time_changed.emit(t)

    def _go_to_start(self) -> None:
        shown = self.shown or self._start.shown
        self.time = float(shown.motion.t[0]) if shown else 0.0
        self.changed.emit()
        self.time_changed.emit(self.time)

    def _take_part(self, said: Progress | Motion) -> None:
        if self.partial is None:
            return
        if isinstance(said, Motion):
            self._begun = ShownMotion(said, self.partial.origin)
            return
        if self._begun is not None:
            self.trajectory, self.shown, self._begun = None, self._begun, None
            self.renewed = False
            self.begun.emit()
            self.set_time(float(self.shown.motion.t[0]))
        self.partial.add(said)
        self.grown.emit(said.fraction)

    def _take(self, result: tuple[Trajectory, Motion, tuple[Problem, ...]]) -> None:
        assert self.partial is not None
        self.trajectory, motion, problems = result
        self.renewed = False
        self.shown, self.partial = ShownMotion(motion, self.partial.origin), None
        self._go_to_start()
        if problems:
            self.fail(problems)


class PartialMotion:
    """Grows with the reports of a running simulation: t (n,), q and qd (n, f).

    `origin` is what is simulated.
    """

    def __init__(self, coordinates: Sequence[str], origin: MotionOrigin) -> None:
        self.coordinates = tuple(coordinates)
        self.origin = origin
        self.fraction = 0.0
        self._pieces: list[Progress] = []

    def add(self, progress: Progress) -> None:
        """Append what a report brings; one that begins at the start begins everything anew."""
        first = next((piece.t[0] for piece in self._pieces if len(piece.t)), -np.inf)
        if len(progress.t) and progress.t[0] <= first:
            self._pieces.clear()  # the process ended, and its work was taken up again
        self.fraction = progress.fraction
        self._pieces.append(progress)

    @property
    def t(self) -> np.ndarray:
        """The times so far (n,)."""
        return np.concatenate([np.empty(0), *(piece.t for piece in self._pieces)])

    @property
    def q(self) -> np.ndarray:
        """The positions so far (n, f)."""
        return self._joined([piece.q for piece in self._pieces])

    @property
    def qd(self) -> np.ndarray:
        """The velocities so far (n, f)."""
        return self._joined([piece.qd for piece in self._pieces])

    def _joined(self, pieces: list[np.ndarray]) -> np.ndarray:
        return np.concatenate([np.empty((0, len(self.coordinates))), *pieces])


class AskedActing(QObject):
    """Asks the worker for each simulation that is shown; motions that are none have no forces."""

    changed = Signal()

    def __init__(self, jobs: Jobs, running: Running, parent: QObject) -> None:
        super().__init__(parent)
        self._running = running
        self._wanting: set[object] = set()
        self.inquiry: Inquiry[ActingForces] = Inquiry(jobs, "forces", self)
        self.inquiry.changed.connect(self.changed)
        running.changed.connect(self._ask)
        running.begun.connect(self._ask)

    def want(self, who: object, wanted: bool) -> None:
        """Have forces computed for somebody, or no longer."""
        (self._wanting.add if wanted else self._wanting.discard)(who)
        self._ask()

    @property
    def possible(self) -> bool:
        """Whether what is shown is a simulation."""
        return self._running.trajectory is not None and self._running.shown is not None

    @property
    def found(self) -> ActingForces | None:
        """The forces along the simulation that is shown, once they are there."""
        return self.inquiry.found if self._running.is_shown(self.inquiry.answered) else None

    @property
    def model(self) -> Model | None:
        """The model whose motion is shown."""
        return self._running.shown.origin.model if self._running.shown else None

    def _ask(self) -> None:
        trajectory, origin = self._running.trajectory, self._running.origin
        if not self._wanting or trajectory is None or origin is None:
            self.inquiry.want(None)
        elif self.found is None:
            self.inquiry.want(GridQuestion(origin.model, origin.special, trajectory))
        self.changed.emit()
