"""Motions in which units of FMI act: stepped along with the mechanism, from sample to sample."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from lagr_gui.analysis.audits import check_motion
from lagr_gui.analysis.motions.agents import AgentAction, AgentInstant, MotionUnderWay
from lagr_gui.analysis.motions.runaway import runaway
from lagr_gui.analysis.stages import compared
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Cancelled, LagrError, Severity, refusal
from lagr_gui.foundation.selfcheck import together
from lagr_gui.model import Model
from lagr_gui.model.checks.plans import check_controllers
from lagr_gui.model.controllers import Controller
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.driving import stands_elsewhere
from lagr_gui.prepared.sensors.measuring import read_measured
from lagr_gui.simulation import (
    Event,
    Progress,
    Settings,
    SimulationStopped,
    Trajectory,
    check_settings,
)
from lagr_gui.simulation.settings import FIXED, MOST_POINTS
from lagr_gui.simulation.units import SteppedUnit, UnitFile, allowed_unit

OFTEN = 0.05
"""Seconds between two reports of how far a motion is."""


@dataclass(frozen=True, slots=True)
class UnitPlace:
    """Which units may run (all, or those with these SHA-256), and the folder of their files."""

    allowed: bool | Collection[str] = False
    folder: str = ""


@dataclass(eq=False)
class UnitAgent:
    """A controller under way: its unit, what it measures, how many steps it has taken."""

    model: Model
    record: Controller
    unit: SteppedUnit
    seen: Outputs
    begin: float
    steps: int = 0

    def start(self, instant: AgentInstant) -> None:
        """Give the unit its values, and what it measures where the motion begins."""
        with _of(self.record, self.model):
            values = {entry.name: entry.value for entry in self.record.values}
            self.unit.begin(self.begin, values, self._signals(instant))

    def due(self, t: float) -> float:
        """The time of its next communication point."""
        point = self._point
        return t if point <= t + 1e-9 * self.record.sample else point

    def watch(self) -> Sequence[Event]:
        """Units follow the clock alone."""
        return ()

    def act(self, instant: AgentInstant) -> AgentAction:
        """Step the unit to its next communication point; what its outputs then are drives."""
        before = self._point
        self.steps += 1
        with _of(self.record, self.model):
            outputs = self.unit.step(self._point - before, self._signals(instant))
        driven = (entry.parameter for entry in self.record.driving)
        return AgentAction(values=dict(zip(driven, outputs, strict=True)))

    @property
    def _point(self) -> float:
        return self.begin + self.steps * self.record.sample

    def _signals(self, instant: AgentInstant) -> list[float]:
        """What it measures at an instant."""
        at = instant.motion
        curves = self.seen.of(instant.system).along(at.rows(np.array([len(at.t) - 1])))
        return [float(curves[entry.expression][-1]) for entry in self.record.measured]


def controlled(
    prepared: Prepared,
    settings: Settings | None,
    seen: Outputs,
    units: UnitPlace,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Trajectory:
    """The motion with the controllers of a model.

    At each communication point of a unit its inputs get what is measured there, it is stepped to
    its next one, and what its outputs then are drives the mechanism until that: the unit first,
    the mechanism after it.  Units whose points coincide follow one another in the order of the
    model; what one drives is known to those behind it.  Raises as `simulate` does.
    """
    chosen = prepared.completed(settings or prepared.settings)
    check_settings(chosen, prepared.layout)
    _check(prepared, chosen)
    records = [entry for entry in prepared.model.simulation.controllers if entry.enabled]
    read: list[UnitFile] = []
    for record in records:
        with _of(record, prepared.model):
            read.append(allowed_unit(record.file, units.folder, units.allowed))
    with ExitStack() as ending:
        acting: list[UnitAgent] = []
        for record, unit in zip(records, read, strict=True):
            texts = [entry.expression for entry in record.measured]
            with _of(record, prepared.model):
                for text in texts:
                    read_measured(prepared, text)
                measured = Outputs(prepared, texts)
                inputs = [entry.name for entry in record.measured]
                outputs = [entry.name for entry in record.driving]
                stepped = SteppedUnit(unit, inputs, outputs, cancel, chosen.max_seconds)
            ending.callback(stepped.close)
            acting.append(UnitAgent(prepared.model, record, stepped, measured, chosen.t0))
        return _Course(prepared, chosen, seen, progress, cancel, stop).along(acting)


class _Course:
    """One motion with units under way, from the first report to the checked whole."""

    def __init__(
        self,
        prepared: Prepared,
        settings: Settings,
        seen: Outputs,
        progress: Callable[[Progress], None] | None,
        cancel: Callable[[], bool] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.prepared, self.settings, self.seen = prepared, settings, seen
        self.progress, self.cancel, self.wanted = progress, cancel, stop
        self.started = self.told = perf_counter()

    def along(self, agents: Sequence[UnitAgent]) -> Trajectory:
        """The whole motion. Raises SimulationStopped with that up to where it cannot go on."""
        settings = self.settings
        motion = MotionUnderWay(self.prepared, settings, agents, stop=self._stop)
        for agent in agents:
            agent.start(motion.instant)
        spacing = (settings.t_end - settings.t0) / max(settings.points - 1, 1)
        try:
            motion.advance(settings.t_end, spacing, self._hear)
        except SimulationStopped as ended:
            motion.keep(ended.trajectory)
            raise SimulationStopped(ended.problems, self._whole(motion, stopped=True)) from None
        except (Cancelled, KeyboardInterrupt):
            raise
        except LagrError as error:
            if not motion.parts:
                raise
            raise SimulationStopped(error.problems, self._whole(motion, stopped=True)) from None
        return self._whole(motion)

    def _stop(self) -> bool:
        if self.cancel is not None and self.cancel():
            raise Cancelled
        return self.wanted is not None and self.wanted()

    def _hear(self, part: Trajectory) -> None:
        """Tell how far the motion is, and that it takes too long."""
        settings = self.settings
        if self.progress is not None and perf_counter() >= self.told + OFTEN:
            self.told = perf_counter()
            done = (part.t[-1] - settings.t0) / (settings.t_end - settings.t0)
            self.progress(Progress(float(done), part.t[1:], part.q[1:], part.qd[1:]))
        _check_time(self.started, settings)

    def _whole(self, motion: MotionUnderWay, stopped: bool = False) -> Trajectory:
        """The motion with its outputs; some parts beside an independent formalism."""
        trajectory = replace(
            motion.whole,
            stopped=stopped,
            seconds=perf_counter() - self.started,
            special=self.prepared.special,
        )
        checked = list(zip(motion.systems, motion.parts, strict=True))
        certificate = together(check_motion(*checked[i]) for i in compared(len(checked)))
        return replace(
            trajectory,
            certificate=certificate,
            notes=(*trajectory.notes, *runaway(self.prepared, trajectory)),
            outputs=self.seen.along(trajectory),
            output_units=self.seen.units,
        )


# --- what is asked before ------------------------------------------------------------------------


def _check(prepared: Prepared, settings: Settings) -> None:
    """Raise LagrError for controllers that cannot act so."""
    model = prepared.model
    problems = list(check_controllers(model, Severity.ERROR))
    if problems:
        raise LagrError(problems)
    if settings.method == FIXED:
        raise refusal(
            say("Solver"),
            say("Steps of fixed length do not know controllers."),
            say("Choose another method."),
            "controller",
        )
    for entry in model.simulation.controllers:
        if entry.enabled:
            for output in entry.driving:
                _check_sites(model, entry, output.parameter)
            if (settings.t_end - settings.t0) / entry.sample > MOST_POINTS:
                raise refusal(
                    say("Controller “{name}”", name=entry.name),
                    say("Its sample time is too small for this motion."),
                    say("Give a longer one."),
                    "controller",
                )


def _check_sites(model: Model, entry: Controller, name: str) -> None:
    """What jumps may stand in forces alone: places, masses and conditions do not jump."""
    if place := stands_elsewhere(model, name):
        raise refusal(
            say("Controller “{name}”", name=entry.name),
            say(
                "It drives “{parameter}”, on which {place} depends: only forces, moments and "
                "laws of springs, dampers and circuits may jump.",
                parameter=name,
                place=place,
            ),
            say("Let it drive a parameter that stands in forces alone."),
            "controller",
        )


@contextmanager
def _of(record: Controller, model: Model) -> Generator[None]:
    """Faults within are those of a controller of a model."""
    try:
        yield
    except LagrError as error:
        place = say("Controller “{name}”", name=record.name)
        at = model.simulation.controllers.index(record)
        raise LagrError(
            [
                replace(
                    problem,
                    place=say("{place}, {more}", place=place, more=problem.place),
                    path=("simulation", "controllers", at, "file"),
                )
                for problem in error.problems
            ]
        ) from None


def _check_time(started: float, settings: Settings) -> None:
    if perf_counter() - started > settings.max_seconds:
        raise refusal(
            say("Simulation"),
            say("It takes longer than {seconds:g} s.", seconds=settings.max_seconds),
            say("Choose an earlier end."),
            "limit",
        )
