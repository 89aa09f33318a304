"""What joints, drives, rods and branches transmit in the last simulation, when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.simulation import Trajectory

if TYPE_CHECKING:
    from lagr_gui.pipeline import Reactions

Simulated = tuple[Trajectory, Motion, tuple[Problem, ...]]


class AskedForces(QObject):
    """Asks the worker process once for each choice of axes and keeps the answers.

    What is asked for waits until other jobs are done, and begins anew if one takes its place.
    """

    changed = Signal()
    """What is found, asked for or said of it is new."""
    over = Signal()
    """Nothing more is asked for."""

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._jobs.busy_changed.connect(self._begin)
        self.special, self._trajectory = "", None
        self._wanted = ""
        self._then: list[Callable[[], None]] = []
        self.model: Model | None = None
        self.found: dict[str, Reactions] = {}
        self.problems: tuple[Problem, ...] = ()

    @property
    def computing(self) -> bool:
        """Whether an answer is under way or waits for other jobs."""
        return bool(self._wanted)

    def after(
        self, model: Model, special: str, take: Callable[[Simulated], None]
    ) -> Callable[[Simulated], None]:
        """The same `take` of a simulation, which also notes here what was simulated.

        What is asked for of an older simulation is given up.
        """
        if self._wanted:
            self._lose(())

        def taken(result: Simulated) -> None:
            self.come_with(result[0], model, special, None)
            take(result)

        return taken

    def come_with(
        self, trajectory: Trajectory, model: Model, special: str, found: Reactions | None
    ) -> None:
        """Note a simulation, with what is transmitted in it if that is known already."""
        if self._wanted:
            self._lose(())
        self._forget()
        self.model, self.special, self._trajectory = model, special, trajectory
        self.found = {found.axes: found} if found is not None else {}

    def keep_for(self, trajectory: Trajectory | None) -> None:
        """Drop what was found unless it belongs to this simulation."""
        if trajectory is not self._trajectory:
            self._forget()

    def ask(self, axes: str, then: Callable[[], None] = lambda: None) -> None:
        """Have the forces computed, with reactions in these axes, unless they are there.

        `then` is called in the end, also where they could not be computed.
        """
        if self._trajectory is None or axes in self.found:
            then()
            return
        self._then.append(then)
        self._wanted, self.problems = axes, ()
        self._begin()
        self.changed.emit()

    def stop(self) -> None:
        """Ask for nothing more."""
        if self._jobs.running("reactions"):
            self._jobs.cancel()
        elif self._wanted:
            self._lose(())

    def _begin(self) -> None:
        if self._wanted and self._trajectory is not None and not self._jobs.busy:
            arguments = {
                "model": self.model,
                "special": self.special,
                "trajectory": replace(self._trajectory, dense=None),  # not needed, and large
                "axes": self._wanted,
            }
            self._jobs.start("reactions", arguments, self._take, self._lose)

    def _take(self, reactions: Reactions) -> None:
        self.found[reactions.axes] = reactions
        if reactions.axes == self._wanted:
            self._end()
        self.changed.emit()

    def _lose(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        self._end()
        self.changed.emit()

    def _end(self) -> None:
        waiting, self._then, self._wanted = self._then, [], ""
        for then in waiting:
            then()
        self.over.emit()

    def _forget(self) -> None:
        if self._jobs.running("reactions"):
            self._jobs.cancel()
        self.model, self._trajectory, self._wanted = None, None, ""
        self._then, self.found, self.problems = [], {}, ()
