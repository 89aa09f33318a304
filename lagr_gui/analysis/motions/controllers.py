"""Motions in which units of FMI act: stepped along with the mechanism, from sample to sample."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from lagr_gui.analysis.audits import check_motion
from lagr_gui.analysis.motions.pushes import Reached, reached, resumed
from lagr_gui.analysis.motions.runaway import runaway
from lagr_gui.analysis.stages import compared, with_driven
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Cancelled, LagrError, Severity, refusal
from lagr_gui.foundation.selfcheck import SelfCheck, together
from lagr_gui.model import Model
from lagr_gui.model.checks.plans import check_controllers
from lagr_gui.model.controllers import Controller
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.driving import stands_elsewhere
from lagr_gui.prepared.sensors.measuring import read_measured
from lagr_gui.simulation import Progress, Settings, SimulationStopped, Trajectory, check_settings
from lagr_gui.simulation.joining import joined
from lagr_gui.simulation.settings import FIXED, MOST_POINTS
from lagr_gui.simulation.trajectory import DrivenValues
from lagr_gui.simulation.units import SteppedUnit, UnitFile, allowed_unit

OFTEN = 0.05
"""Seconds between two reports of how far a motion is."""


@dataclass(frozen=True, slots=True)
class UnitPlace:
    """Which units may run (all, or those with these SHA-256), and the folder of their files."""

    allowed: bool | Collection[str] = False
    folder: str = ""


@dataclass(eq=False)
class _Acting:
    """A controller under way: its unit, what it measures, how many steps it has taken."""

    record: Controller
    unit: SteppedUnit
    seen: Outputs
    steps: int = 0

    def due(self, t0: float) -> float:
        """The time of its next communication point."""
        return t0 + self.steps * self.record.sample

    def signals(self, member: Prepared, at: Trajectory) -> list[float]:
        """What it measures at the end of a part of the motion."""
        curves = self.seen.of(member).along(at.rows(np.array([len(at.t) - 1])))
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
        acting: list[_Acting] = []
        for record, unit in zip(records, read, strict=True):
            texts = [entry.expression for entry in record.measured]
            with _of(record, prepared.model):
                for text in texts:
                    read_measured(prepared, text)
                measured = Outputs(prepared, texts)
                inputs = [entry.name for entry in record.measured]
                outputs = [entry.name for entry in record.driving]
                own = SteppedUnit(unit, inputs, outputs, cancel, chosen.max_seconds)
            ending.callback(own.close)
            acting.append(_Acting(record, own, measured))
        return _Run(prepared, chosen, seen, acting, progress, cancel, stop).trajectory()


class _Run:
    """One motion under way, in parts between communication points."""

    def __init__(
        self,
        prepared: Prepared,
        settings: Settings,
        seen: Outputs,
        acting: Sequence[_Acting],
        progress: Callable[[Progress], None] | None,
        cancel: Callable[[], bool] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.prepared, self.settings, self.seen, self.acting = prepared, settings, seen, acting
        self.progress, self.cancel, self.wanted = progress, cancel, stop
        self.values: dict[str, float] = {}
        self.member = prepared
        self.parts: list[Trajectory] = []
        self.members: list[Prepared] = []
        self.rows: list[tuple[float, dict[str, float]]] = []
        self.started = self.told = perf_counter()
        self.halted = False

    def trajectory(self) -> Trajectory:
        """The whole motion. Raises SimulationStopped with that up to where it cannot go on."""
        settings = self.settings
        at = reached(self.prepared, settings)
        here, at = resumed(self.prepared, settings, at, settings.t0, 2)
        for own in self.acting:
            with _of(own.record, self.prepared.model):
                given = {entry.name: entry.value for entry in own.record.values}
                own.unit.begin(settings.t0, given, own.signals(self.member, here))
        try:
            while at.t < settings.t_end and not self.halted:
                self._ask(at.t, here)
                here, at = self._go_on(at)
        except SimulationStopped as ended:
            self._keep(ended.trajectory)
            raise SimulationStopped(ended.problems, self._whole(stopped=True)) from None
        except (Cancelled, KeyboardInterrupt):
            raise
        except LagrError as error:
            if not self.parts:
                raise
            raise SimulationStopped(error.problems, self._whole(stopped=True)) from None
        if not self.parts:
            self._keep(here)
        return self._whole()

    def _ask(self, t: float, here: Trajectory) -> None:
        """Step the units whose communication point this is."""
        new = False
        for own in self.acting:
            due = own.due(self.settings.t0)
            if due > t + 1e-9 * own.record.sample:
                continue
            own.steps += 1
            with _of(own.record, self.prepared.model):
                signals = own.signals(self.member, here)
                found = own.unit.step(own.due(self.settings.t0) - due, signals)
            self.values |= {
                entry.parameter: value
                for entry, value in zip(own.record.driving, found, strict=True)
            }
            self.member, new = with_driven(self.prepared, self.values), True
        if new:
            self.rows.append((t, dict(self.values)))

    def _go_on(self, at: Reached) -> tuple[Trajectory, Reached]:
        """The motion to the next communication point of any unit."""
        settings = self.settings
        ends = (own.due(settings.t0) for own in self.acting)
        end = min(settings.t_end, *ends)
        if settings.t_end - end < 1e-9 * (end - at.t):
            end = settings.t_end
        spacing = (settings.t_end - settings.t0) / max(settings.points - 1, 1)
        points = max(2, math.ceil((end - at.t) / spacing * (1 - 1e-9)) + 1)
        found, then = resumed(self.member, settings, at, end, points, None, self._stop)
        self._keep(found)
        self._report(found)
        self.halted = then.t < end
        _check_time(self.started, settings)
        return found, then

    def _stop(self) -> bool:
        if self.cancel is not None and self.cancel():
            raise Cancelled
        return self.wanted is not None and self.wanted()

    def _report(self, found: Trajectory) -> None:
        if self.progress is None or perf_counter() < self.told + OFTEN:
            return
        self.told = perf_counter()
        settings = self.settings
        done = (found.t[-1] - settings.t0) / (settings.t_end - settings.t0)
        self.progress(Progress(float(done), found.t[1:], found.q[1:], found.qd[1:]))

    def _keep(self, found: Trajectory) -> None:
        """A part of the motion; energy that a new value gives at once counts as supplied."""
        if self.parts:
            before, after = self.parts[-1], found
            jump = (after.T[0] + after.U[0]) - (before.T[-1] + before.U[-1])
            found = replace(found, supplied=found.supplied + jump)
        self.parts.append(found)
        self.members.append(self.member)

    def _whole(self, stopped: bool = False) -> Trajectory:
        found = joined(self.parts)
        names = tuple(self.values)
        table = [[row.get(name, math.nan) for name in names] for _, row in self.rows]
        times = np.array([t for t, _ in self.rows])
        driven = DrivenValues(names, times, np.array(table).reshape(len(times), len(names)))
        found = replace(
            found,
            driven=driven,
            stopped=stopped,
            seconds=perf_counter() - self.started,
            special=self.prepared.special,
        )
        curves = self.seen.along(found)
        check = self._checked()
        notes = (*found.notes, *runaway(self.prepared, found))
        curves_of = {"outputs": curves, "output_units": self.seen.units}
        return replace(found, certificate=check, notes=notes, **curves_of)

    def _checked(self) -> SelfCheck:
        """Some parts of the motion beside an independent formalism."""
        places = compared(len(self.parts))
        return together(check_motion(self.members[i], self.parts[i]) for i in places)


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
