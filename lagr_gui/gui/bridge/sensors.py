"""Expressions as curves along the motions that are shown, computed by the worker process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.expression.units import raised
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, refusal
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import OutputsQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.bridge.shown import MotionOrigin
from lagr_gui.mechanics.trajectories.sensors import OF_ALL
from lagr_gui.model import Model, Output

if TYPE_CHECKING:
    from lagr_gui.simulation import Trajectory


@dataclass(eq=False)
class Watched:
    """A motion with the curves of sensors, as far as they are known, and faults, by expression."""

    origin: MotionOrigin
    trajectory: Trajectory
    curves: dict[str, Array] = field(default_factory=dict[str, Array])
    units: dict[str, str] = field(default_factory=dict[str, str])
    faults: dict[str, Problem] = field(default_factory=dict[str, Problem])

    def missing(self, sensors: Sequence[Output]) -> tuple[str, ...]:
        """What is to be computed; what cannot be read of this model becomes a fault."""
        for sensor in sensors:
            self._read(sensor.expression)
        named = {*self.curves, *self.faults}
        return tuple(s.expression for s in sensors if s.expression not in named)

    def go_over_to(self, model: Model) -> None:
        """Read sensors of another model that moves in the same way: bodies may have new names."""
        if self.origin.suits(model, self.origin.special):
            self.origin = MotionOrigin(model, self.origin.special, self.origin.report)
            self.faults.clear()

    def _read(self, text: str) -> None:
        if text in self.units or text in self.faults:
            return
        try:
            self.units |= pipeline.output_units(self.origin.model, [text], self.origin.special)
        except LagrError as error:
            self.faults[text] = error.problems[0]


class Sensors(QObject):
    """The sensors of the drawing that is open, and their curves along motions that are watched."""

    changed = Signal()
    """There are other sensors, or more of their curves is known."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.listed = session.model.simulation.outputs
        self._watched: list[Watched] = []
        self._answer: Inquiry[dict[str, Array]]
        self._answer = Inquiry(session.motions, "outputs", self, quiet=0)
        self._answer.changed.connect(self._take)
        session.opened.connect(self._forget)
        session.model_changed.connect(self._hear)

    def add(self, typed: str) -> Output:
        """Another sensor, or the same name for another expression: a step of history.

        Raises LagrError for what the model that is open cannot tell.
        """
        sensor, session = Output.of(typed), self.session
        pipeline.output_units(session.flat, [sensor.expression], session.special)
        if sensor.name in {*session.flat.coordinates, *OF_ALL}:
            place = say("Output “{text}”", text=typed)
            cause = say("The name “{name}” is taken.", name=sensor.name)
            raise refusal(place, cause, "Choose another one.", code="output")
        session.edit(
            say("Add curve"), lambda m: edits.add_output(m, sensor.expression, sensor.name)
        )
        return sensor

    def remove(self, title: str) -> None:
        """Forget a sensor: a step of history."""
        self.session.edit(say("Remove curve"), lambda m: edits.remove_output(m, title))

    def of(self, title: str) -> Output | None:
        """A sensor by the title of its curve."""
        return next((sensor for sensor in self.listed if sensor.title == title), None)

    def watch(self, motions: Sequence[tuple[MotionOrigin, Trajectory]]) -> None:
        """Know the curves along these motions, and forget those along others."""
        by_trajectory = {id(seen.trajectory): seen for seen in self._watched}
        self._watched = [
            by_trajectory.get(id(trajectory))
            or Watched(origin, trajectory, dict(trajectory.outputs), dict(trajectory.output_units))
            for origin, trajectory in motions
        ]
        self._ask()

    def along(self, trajectory: Trajectory | None) -> Watched | None:
        """What is known of a motion that is watched."""
        return next((seen for seen in self._watched if seen.trajectory is trajectory), None)

    def unit(self, sensor: Output) -> str:
        """The unit of a sensor on the first motion that tells it; else that of the model."""
        for seen in self._watched:
            if sensor.expression in seen.units:
                return raised(seen.units[sensor.expression])
        model, special = self.session.flat, self.session.special
        try:
            units = pipeline.output_units(model, [sensor.expression], special)
        except LagrError:  # of a drawing that cannot be read nothing is known
            return ""
        return raised(next(iter(units.values())))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why sensors have no curve along the first motion that is watched."""
        if not self._watched:
            return ()
        faults = self._watched[0].faults
        return tuple(faults[each.expression] for each in self.listed if each.expression in faults)

    # --- what is computed ------------------------------------------------------------------

    def _forget(self) -> None:
        """Another drawing is open: nothing is known of its motions."""
        self._watched = []
        self._hear()

    def _hear(self) -> None:
        """The drawing may have other sensors now."""
        if self.session.model.simulation.outputs != self.listed:
            self.listed = self.session.model.simulation.outputs
            for seen in self._watched:
                seen.go_over_to(self.session.flat)
            self._ask()
            self.changed.emit()

    def _ask(self) -> None:
        for seen in self._watched:
            if texts := seen.missing(self.listed):
                origin = seen.origin
                model, special = origin.model, origin.special
                self._answer.want(OutputsQuestion(model, special, seen.trajectory, texts))
                return
        self._answer.want(None)

    def _take(self) -> None:
        asked, answer = self._answer.answered, self._answer
        if not isinstance(asked, OutputsQuestion) or answer.waiting:
            return
        seen = self.along(asked.trajectory)
        if seen is None or not set(asked.expressions) - {*seen.curves, *seen.faults}:
            return
        if answer.found is not None:
            seen.curves |= answer.found
        for text in asked.expressions:
            if text not in seen.curves:
                seen.faults[text] = next(iter(answer.problems), _STOPPED)
        self._ask()
        self.changed.emit()


_STOPPED = Problem("Sensors", "Stopped.", "Run computes them anew.", code="output")
