"""Motions in which units of FMI act, stepped from sample to sample, and signals that switch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.analysis.motions.agents import AgentAction, AgentInstant
from lagr_gui.analysis.motions.course import AgentCourse, StartingAgent
from lagr_gui.analysis.motions.events import EventAgent
from lagr_gui.analysis.motions.switching import SwitchingAgent
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Severity, refusal
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
    Trajectory,
    check_settings,
)
from lagr_gui.simulation.settings import FIXED, MOST_POINTS, with_largest_step
from lagr_gui.simulation.units import SteppedUnit, UnitFile, allowed_unit
from lagr_gui.subsystems.switching import Delay


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
    """The motion with the controllers of a model, and its signals that switch.

    At each communication point of a unit its inputs get what is measured there, it is stepped to
    its next one, and what its outputs then are drives the mechanism until that: the unit first,
    the mechanism after it.  Units whose points coincide follow one another in the order of the
    model; what one drives is known to those behind it, and to signals that switch.  Raises as
    `simulate` does.
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
        acting: list[StartingAgent] = []
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
        sorts = {type(entry) for entry in prepared.acting_signals}
        if Delay in sorts:
            from lagr_gui.analysis.motions.delays import DelayAgent  # few models have any

            acting.insert(0, DelayAgent(prepared, chosen))
        switches = bool(sorts - {Delay})
        if switches or prepared.model.events:
            chosen = with_largest_step(chosen)  # guards are looked at from step to step
        switching = SwitchingAgent(prepared, chosen) if switches else None
        course = AgentCourse(prepared, chosen, seen, progress, cancel, stop)
        events = EventAgent(prepared, chosen) if prepared.model.events else None
        return course.along(acting, switching, events)


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
            say("Steps of fixed length know no controllers, events or signals that switch."),
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
