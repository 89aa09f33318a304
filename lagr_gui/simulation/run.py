"""The step loop: from start values to a trajectory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.simulation import faults
from lagr_gui.simulation.accumulation import Accumulation
from lagr_gui.simulation.bursts import NONE, BurstStepper, library
from lagr_gui.simulation.contacts import Contacts
from lagr_gui.simulation.courses import HermiteCourse, JoinedCourse
from lagr_gui.simulation.events import EventFinder, LimitHit
from lagr_gui.simulation.floors import Floors, state_units
from lagr_gui.simulation.foresight import foreseen
from lagr_gui.simulation.rightside import Lost, RightSide
from lagr_gui.simulation.segments import SmoothSegment, balance, touching
from lagr_gui.simulation.settings import Event, Guards, Settings, check_settings
from lagr_gui.simulation.solvers import (
    FIRST,
    SERIES,
    SOLVERS,
    STIFF,
    STIFF_ELSEWHERE,
    Dense,
    StiffnessWatch,
)
from lagr_gui.simulation.stepping import Stepper, met
from lagr_gui.simulation.system import Array, MachineSystem, MechanicalSystem, Mode, Step
from lagr_gui.simulation.trajectory import (
    DrivenValues,
    EventHit,
    Impact,
    Settled,
    SimulationStopped,
    Trajectory,
)
from lagr_gui.simulation.tuning import RUN

Renew = Callable[[float, Array], MechanicalSystem]
"""The same system with other constraints standing for all: those independent at t, y."""


@dataclass(frozen=True, slots=True, eq=False)
class Progress:
    """The part of the time that is done, and the output points since the last report."""

    fraction: float
    t: Array
    q: Array
    qd: Array


def simulate(
    system: MechanicalSystem,
    settings: Settings,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    events: Sequence[Event | Guards] = (),
    contacts: Contacts | None = None,
    renew: Renew | None = None,
    lost: Lost | None = None,
    stop: Callable[[], bool] | None = None,
    works: bool = True,
) -> Trajectory:
    """The motion of a system from its start values, with the limits of `contacts`.

    `renew` makes the system anew, with constraints that are independent at a state, where those
    that stand for all others become dependent; `lost` names coordinates that are no valid
    minimal coordinates near a position.  `progress` hears some twenty times a second; `cancel`
    is asked at least as often: it may wait (pause), and where it says yes `Cancelled` is raised.
    `stop` is asked after each step: where it says yes the motion ends there and is kept.  Without
    `works` nothing is integrated along: what is dissipated and supplied stays nan.

    Raises `LagrError` for wrong settings and where the motion cannot begin; `SimulationStopped`
    with the motion up to there where g is singular or an acceleration has no value (with the
    coordinate and the time), where constraints cannot be held, where the step becomes too small,
    and where the limits of the settings are reached.
    """
    check_settings(settings, system.layout)
    with np.errstate(all="ignore"):
        run = StepLoop(system, settings, progress, cancel, events, contacts, renew, lost, stop)
        run.works = works
        return run.trajectory()


class StepLoop:
    """One simulation under way."""

    def __init__(
        self,
        system: MechanicalSystem,
        settings: Settings,
        progress: Callable[[Progress], None] | None,
        cancel: Callable[[], bool] | None,
        events: Sequence[Event | Guards],
        contacts: Contacts | None,
        renew: Renew | None,
        lost: Lost | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self._free, self._settings, self._progress = system, settings, progress
        self._cancel, self._events, self._contacts = cancel, events, contacts
        self._renew, self._lost, self._stop = renew, lost, stop
        self.works = True
        self._floors = Floors(settings)
        self._watch = StiffnessWatch(settings.rtol) if settings.method == "auto" else None
        self._methods = [FIRST if self._watch else settings.method]
        self._by_series = False
        self._start = perf_counter()
        self._budget = Budget(settings)
        self._report_at = self._start + RUN.report
        self._reported = 0
        self._sides: list[RightSide] = []
        self._grid = settings.times
        self._layout = system.layout
        self._states = np.empty((settings.points, self._layout.n))
        self._states[0] = settings.start
        self._filled = 1
        self._segments: list[SmoothSegment] = []
        self._hits: list[EventHit] = []
        self._impacts: list[Impact] = []
        self._rests: list[Settled] = []
        self._steps = 0
        self._timetable = foreseen(system.functions_of_time, settings)

    def trajectory(self) -> Trajectory:
        settings, y = self._settings, self._states[0]
        if self._contacts is not None:
            y[:] = self._contacts.start(settings.t0, y, settings)
        self._begin(settings.t0, y)
        self._side.check(settings.t0, y)
        if settings.t_end == settings.t0 or len(y) == 0:
            self._stand_still(y)
        else:
            try:
                self._integrate(y)
            except LagrError as error:
                raise self._stopped(error) from error
        self._report()
        return self._result()

    def _stopped(self, error: LagrError) -> LagrError:
        """An error with the motion up to the last step; the error itself where there is none."""
        if not self._steps:
            return error
        if not self._segments[-1].pieces:
            self._segments.pop()
        self._cut(self._end, self._segments[-1].dense)
        self._report()
        return SimulationStopped(error.problems, self._result())

    def _begin(self, t: float, y: Array) -> None:
        """Begin a segment with the limits that are in contact now."""
        self._take_up(t, y)
        contacts = self._contacts
        mode = Mode(t, contacts.active, contacts.told_senses) if contacts else Mode(t)
        self._segments.append(SmoothSegment(self._system, [t], [mode]))

    def _take_up(self, t: float, y: Array) -> None:
        """Go on as limits are in contact now."""
        contacts = self._contacts
        self._system = contacts.system(self._free) if contacts else self._free
        self._constraints = self._system.constraints
        extents = self._layout.q(state_units(self._settings))
        self._side = RightSide(self._system, self._cancel, self._lost, extents)
        self._sides.append(self._side)
        limits = contacts.watch(t, y) if contacts else None
        active, senses = (contacts.active, contacts.senses) if contacts else ((), ())
        events = [e.held(active, senses) if isinstance(e, Guards) else e for e in self._events]
        self._finder = EventFinder(self._layout, events, t, y, limits)

    def _integrate(self, y: Array) -> None:
        t = self._settings.t0
        while t < self._settings.t_end:
            coming = self._contacts.coming if self._contacts else None
            if coming is None:
                hit = self._segment(t, y)
                if not isinstance(hit, LimitHit):
                    return
                t, y = self._after(hit)
            else:
                if self._accept(coming, coming) is not None:
                    return
                t, y = self._after_impacts(coming)
            self._begin(t, y)

    def _segment(self, t: float, y: Array) -> EventHit | None:
        """Integrate to the end (None), to a terminal event of the user, or to a limit."""
        stepper = self._stepper(t, y)
        while stepper.t < self._settings.t_end:
            dense = stepper.step(self._budget.most - self._steps)
            changed = self._follow(stepper)
            hit = self._accept(stepper, dense)
            if hit is not None:
                return hit
            other = self._goes_over(stepper)
            renewed = self._is_renewed(stepper.t, stepper.y, stepper.here)
            if changed and not renewed:
                self._take_up(stepper.t, stepper.y)
            if other or renewed or changed:
                planned = stepper.planned if changed else 0.0
                stepper = self._stepper(stepper.t, stepper.y, planned)
        return None

    def _follow(self, stepper: Stepper | BurstStepper) -> bool:
        """Take over what changed within the last steps, if anything did."""
        if not isinstance(stepper, BurstStepper) or not len(stepper.changes[0]):
            return False
        assert self._contacts is not None
        segment = self._segments[-1]
        segment.modes += self._contacts.follow(*stepper.changes)
        segment.system = self._contacts.alternating(stepper.code, segment.modes)
        self._system = self._contacts.system(self._free)
        self._constraints = self._system.constraints
        return True

    def _goes_over(self, stepper: Stepper | BurstStepper) -> bool:
        """Go over to another method where the present one is not made for what comes."""
        if stepper.is_stiff:
            self._watch = None
            self._methods.append(self._implicit)
            return True
        if not isinstance(stepper, BurstStepper) or self._watch is None or not stepper.is_creeping:
            return False
        if self._methods[-1] == STIFF:  # rounding holds back its steps too, and more
            self._watch.creeps, self._watch.crept = False, 0.0
            self._methods.append(FIRST)
            return True
        code = None if self._contacts else self._machine_code(STIFF)
        if not code or not self._burst(code, stepper.t, stepper.y).is_worth(stepper):
            return False
        self._watch.crept = stepper.stride
        self._methods.append(STIFF)
        return True

    def _is_renewed(self, t: float, y: Array, here: Step | None) -> bool:
        """Go over to other constraints where those in use become dependent, if there are any."""
        if self._renew is None or here is None or not self._system.is_outdated(t, y, here):
            return False
        self._free = self._renew(t, y)
        self._begin(t, y)
        return True

    def _stepper(self, t: float, y: Array, planned: float = 0.0) -> Stepper | BurstStepper:
        """What goes on from a state: in machine code where that can be.

        The first step may be `planned` to be as long; 0 where it is not known.
        """
        method = self._methods[-1]
        code = self._changing_code(t, y) or self._machine_code(method)
        if code is None:
            return self._careful(t, y)
        self._by_series |= code.series is not None
        return self._burst(code, t, y, planned)

    def _burst(self, code: MachineSystem, t: float, y: Array, planned: float = 0.0) -> BurstStepper:
        of = code, self._system, self._side, self._settings, self._watch, self._careful
        limits, values = self._finder.limits, self._finder.values
        watched = (limits.slack, limits.senses) if limits else (NONE, NONE)
        return BurstStepper(*of, t, y, *watched, values, self._floors, self._timetable, planned)

    def _changing_code(self, t: float, y: Array) -> MachineSystem | None:
        """The system as machine code calls it that changes frictions by itself.

        None where it does not, and where events are looked for that may end the motion before.
        """
        usual = self._methods[-1] == FIRST and library() is not None and not self._events
        return self._contacts.changing_code(t, y) if self._contacts and usual else None

    def _machine_code(self, method: str) -> MachineSystem | None:
        """The system as the steps of a method in machine code call it."""
        if method not in (FIRST, STIFF) or library() is None:
            return None
        series = method == FIRST and self._watch is not None and not self._finder.watches
        return self._system.machine_code(implicit=method == STIFF, series=series)

    @property
    def _implicit(self) -> str:
        """The method for what is stiff; contacts would often leave machine code."""
        alone = self._contacts is None and self._machine_code(STIFF)
        return STIFF if alone else STIFF_ELSEWHERE

    def _careful(
        self, t: float, y: Array, stride: float = 0.0, last: Dense | None = None
    ) -> Stepper:
        method = self._methods[-1]
        watch = self._watch if SOLVERS[method].detects_stiffness else None
        common = self._system, self._side, self._settings, method, watch
        return Stepper(*common, t, y, self._floors, stride, last, self._timetable)

    def _after(self, hit: LimitHit) -> tuple[float, Array]:
        """The state after a limit was reached or let go."""
        assert self._contacts is not None
        t = self._end
        y = met(self._constraints, t, np.array(hit.y))
        self._contacts.pass_by(partial(self._segments[-1].fastest, self._layout))
        arrival = self._contacts.arrive(t, y, hit.number)
        if arrival.impact is not None:
            self._impacts.append(arrival.impact)
        self._segments[-1].losses.append((t, arrival.loss))
        return t, arrival.y

    def _after_impacts(self, coming: Accumulation) -> tuple[float, Array]:
        """The state after impacts without end, or after those until the end of the time."""
        assert self._contacts is not None
        t, limit = self._end, coming.start.limit
        impacts = list(coming.impacts(t))
        self._contacts.count_impacts(len(impacts), t)
        self._impacts += impacts
        self._segments[-1].losses += [(impact.t, impact.loss) for impact in impacts]
        if not coming.ends_in_rest:
            self._contacts.coming = None
            return t, coming(t)
        self._rests.append(Settled(coming.start.name, coming.start.t, t))
        return t, self._contacts.end_of_impacts(t, coming(t), limit)

    @property
    def _end(self) -> float:
        return self._segments[-1].end

    def _accept(
        self, stepper: Stepper | BurstStepper | Accumulation, dense: Dense
    ) -> EventHit | None:
        """Enter the steps that were taken; the event that ended the last early, if one did."""
        ends, watched, reached = stepper.ends, stepper.watched, stepper.reached
        hits, ended = self._finder.steps(dense, self._end, ends, watched, reached)
        self._hits += [hit for hit in hits if not isinstance(hit, LimitHit)]
        if ended:
            ends = self._ended(hits[-1].t, ends)
        t = float(ends[-1])
        stop = int(np.searchsorted(self._grid, t, side="right"))
        if stop > self._filled:
            times = self._grid[self._filled : stop]
            self._states[self._filled : stop] = stepper.states(times)
            self._filled = stop
        self._segments[-1].enter(ends, dense)
        self._steps += len(ends)
        if ended and not isinstance(hits[-1], LimitHit):
            self._cut(t, dense)
        self._budget.check(t, self._steps, self._stop)
        if perf_counter() > self._report_at:
            self._report()
        return hits[-1] if ended else None

    def _ended(self, t: float, ends: Sequence[float] | Array) -> list[float]:
        """The ends of the steps before a time at which the last of them is to end."""
        before = [float(end) for end in ends if end < t]
        start = before[-1] if before else self._end
        return [*before, max(t, float(np.nextafter(start, np.inf)))]

    def _cut(self, t: float, dense: Any) -> None:
        """Let the grid end at a time that is reached."""
        keep = self._filled - (self._grid[self._filled - 1] == t)
        self._grid = np.append(self._grid[:keep], t)
        self._states = np.vstack([self._states[:keep], dense(t)])
        self._filled = len(self._grid)

    def _report(self) -> None:
        self._report_at = perf_counter() + RUN.report
        if self._progress is None:
            return
        new = slice(self._reported, self._filled)
        self._reported = self._filled
        span = self._grid[-1] - self._grid[0]
        fraction = (self._end - self._grid[0]) / span if span > 0 else 1.0
        q, qd = self._layout.motion(self._states[new])
        self._progress(Progress(float(fraction), self._grid[new], q, qd))

    def _stand_still(self, y: Array) -> None:
        """A motion without duration, or without coordinates."""
        if self._settings.t_end == self._settings.t0:
            self._grid = self._grid[:1]
        self._states = np.tile(y, (len(self._grid), 1))
        self._filled = len(self._grid)
        self._segments[-1].piece_ends = [self._grid[0], self._grid[-1]]

    def _result(self) -> Trajectory:
        t = self._grid
        q, qd, z = (part.copy() for part in self._layout.parts(self._states))
        listen = self._side.listen if self.works else None
        energies = balance(self._segments, t, self._states, listen)
        limits = self._contacts.names if self._contacts else ()
        names = (SERIES if self._by_series and name == FIRST else name for name in self._methods)
        drift, slip = np.zeros(len(t)), np.zeros(len(t))
        if self._free.constraints is not None:
            drift, slip = self._free.constraints.residuals(t, self._states)
        return Trajectory(
            coordinates=self._layout.coordinates,
            t=t,
            q=q,
            qd=qd,
            qdd=energies.record.qdd,
            T=energies.record.T,
            U=energies.record.U,
            dissipated=energies.dissipated,
            supplied=energies.supplied,
            largest_T=energies.largest_T,
            drift=drift,
            slip=slip,
            limits=limits,
            touching=touching(self._segments, t, len(limits)),
            events=tuple(self._hits),
            method=" → ".join(names),
            steps=self._steps,
            evaluations=sum(side.evaluations for side in self._sides),
            seconds=perf_counter() - self._start,
            dense=self._dense(),
            impacts=tuple(self._impacts),
            settled=tuple(self._rests),
            contacts=tuple((mode.t, mode.active) for mode in self._modes),
            rtol=self._settings.rtol,
            floors=self._floors.usual.tolist(),
            notes=(*self._remarks(),),
            states=self._layout.states,
            z=z,
            zd=energies.record.zd,
            driven=self._senses(),
            frictions=self._frictions,
            rough=self._rough,
        )

    @property
    def _rough(self) -> tuple[str, ...]:
        """The item keys of limits with friction."""
        if self._contacts is None:
            return ()
        names = self._contacts.names
        return tuple(dict.fromkeys(names[limit] for limit in self._contacts.constraints.rough))

    @property
    def _frictions(self) -> dict[str, str]:
        """The item keys of frictions by the parameters of their senses."""
        if self._contacts is None or not (senses := self._contacts.constraints.senses):
            return {}
        first = self._contacts.stops
        items = self._contacts.names[first : first + len(senses)]
        return dict(zip(senses, items, strict=True))

    def _remarks(self) -> Iterator[Problem]:
        """What is to be told of the motion."""
        if not self._timetable.resolved:
            yield faults.not_resolved()
        if self._contacts is not None:
            yield from self._contacts.notes

    def _senses(self) -> DrivenValues | None:
        """In which senses frictions slide, where there are some."""
        names = self._contacts.constraints.senses if self._contacts else ()
        if not names:
            return None
        times = np.array([mode.t for mode in self._modes])
        return DrivenValues(names, times, np.array([m.senses for m in self._modes], float), True)

    @property
    def _modes(self) -> list[Mode]:
        """What was in contact, and how frictions slid, from time to time."""
        return [mode for segment in self._segments for mode in segment.modes]

    def _dense(self) -> Any:
        if not self._steps:
            state = self._states[0][None]
            return HermiteCourse(np.array([self._segments[0].begin]), state, np.zeros_like(state))
        ends = [self._segments[0].begin]
        pieces: list[Dense] = []
        for segment in self._segments:
            ends += segment.piece_ends[1:]
            pieces += segment.pieces
        return JoinedCourse(ends, pieces)


# --- How many steps, how much time and how much memory a motion may take -----------------------


class Budget:
    """What the settings allow from now on."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._start = perf_counter()
        self._estimate_at = RUN.first_estimate

    @property
    def most(self) -> int:
        """The number of steps at which limits are to be looked at again."""
        room = int(self._settings.max_bytes // step_bytes(len(self._settings.start)))
        return min(self._settings.max_steps, self._estimate_at, room + 1)

    def check(self, t: float, steps: int, stop: Callable[[], bool] | None) -> None:
        """Raise LagrError where a limit is reached at a time, or will be, far from the end.

        And where `stop` says so.
        """
        settings = self._settings
        if stop is not None and stop():
            raise faults.stopped(t)
        if t >= settings.t_end:
            return
        if steps >= settings.max_steps:
            raise faults.exhausted(t, f"{settings.max_steps} steps")
        if steps * step_bytes(len(settings.start)) > settings.max_bytes:
            raise faults.exhausted(t, f"{settings.max_bytes / 1e9:g} GB of memory")
        if perf_counter() - self._start > settings.max_seconds:
            raise faults.exhausted(t, f"{settings.max_seconds:g} s of computation")
        if steps >= self._estimate_at:
            self._estimate_at += RUN.first_estimate
            needed = steps * (settings.t_end - settings.t0) / (t - settings.t0)
            if needed > RUN.hopeless * settings.max_steps:
                raise faults.hopeless(t, settings.t_end, needed, settings.max_steps)


def step_bytes(n: int) -> int:
    """About what a step of n values occupies, with the curve between its ends."""
    return 1000 + n * 8 * 10
