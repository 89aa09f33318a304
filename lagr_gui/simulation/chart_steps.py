"""The step loop of systems with turns in sequence, which lock: it goes from chart to chart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.simulation import faults
from lagr_gui.simulation.accumulation import Accumulation
from lagr_gui.simulation.bursts import BurstStepper
from lagr_gui.simulation.charts import Charts, TurnedChart
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.contacts import Contacts
from lagr_gui.simulation.courses import HermiteCourse, JoinedCourse, SeenCourse
from lagr_gui.simulation.events import LimitHit
from lagr_gui.simulation.fixed.single import FixedStepper
from lagr_gui.simulation.rightside import Lost
from lagr_gui.simulation.run import Progress, Renew, StepLoop
from lagr_gui.simulation.segments import places
from lagr_gui.simulation.settings import (
    FIXED,
    LEAST,
    Event,
    Guards,
    Look,
    Settings,
    check_settings,
)
from lagr_gui.simulation.solvers import Dense
from lagr_gui.simulation.stepping import Stepper, met
from lagr_gui.simulation.system import Array, KernelSystem, MechanicalSystem
from lagr_gui.simulation.trajectory import Attitude, EventHit, Impact, Trajectory
from lagr_gui.simulation.tuning import CHART, STEPPING


def simulate_turning(
    system: MechanicalSystem,
    charts: Charts,
    settings: Settings,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    events: Sequence[Event | Guards] = (),
    contacts: Contacts | None = None,
    renew: Renew | None = None,
    lost: Lost | None = None,
    stop: Callable[[], bool] | None = None,
    works: bool = True,
    known: Sequence[Attitude] = (),
) -> Trajectory:
    """The motion as by `simulate`, past the locks of joints that turn three times in sequence.

    Attitudes that are `known` count at the start instead of angles and their rates.
    """
    check_settings(settings, system.layout)
    with np.errstate(all="ignore"):
        run = TurningLoop(system, settings, progress, cancel, events, contacts, renew, lost, stop)
        run.works = works
        return run.past_locks(charts, known)


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """The steps of a stepper up to the end of one of them."""

    stepper: Stepper | BurstStepper
    ends: Sequence[float] | Array
    reached: tuple[int, float] | None

    @property
    def watched(self) -> int:
        return self.stepper.watched

    def states(self, t: Array) -> Array:
        return self.stepper.states(t)


class _Stretch(NamedTuple):
    """The chart of a segment, None where it is that of the model, and what binds its states."""

    chart: TurnedChart | None
    constraints: BoundConstraints | None


class TurningLoop(StepLoop):
    """One simulation under way, whose states are those of the present chart."""

    def past_locks(self, charts: Charts, known: Sequence[Attitude]) -> Trajectory:
        """The motion, told in the coordinates of the model."""
        t, y = self._settings.t0, self._states[0]
        self._charts, self._given = charts, self._settings
        self._model_floors = self._floors
        self._stretches: list[_Stretch] = []
        self._at_once, self._crawled = self._settings.max_steps, 0
        self._coordinates = self._layout.coordinates
        self._user_events, self._asked = self._events, self._lost
        if (heard := self._progress) is not None:
            self._progress = lambda news: heard(self._seen_news(news))
        y[:] = charts.begin(t, y, known)
        if charts.present is not None:
            self._take_chart(t, y)
        return self.trajectory()

    def _take_chart(self, t: float, y: Array) -> None:
        """Go on with the system of the present chart.

        Which constraints stand for all, and S = G g⁻¹ Gᵀ, are the same in all coordinates.
        """
        coordinates, chart = self._charts.known, self._charts.present
        choice = self._free.choice if isinstance(self._free, KernelSystem) else None
        self._free = coordinates.systems((t, *self._layout.motion(y)), choice)
        part = 1.0 if chart is None else CHART.stricter
        self._settings = replace(self._given, rtol=max(part * self._given.rtol, LEAST))
        self._floors = self._model_floors.finer(part)
        if self._contacts is not None and coordinates.constraints is not None:
            self._contacts.measure_by(coordinates.constraints)
        if self._renew is not None:
            self._renew = lambda t, y: coordinates.systems((t, *self._layout.motion(y)))
        self._events = [_seen_event(event, chart) for event in self._user_events]
        self._lost = self._asked if chart is None else partial(self._lost_in, chart)

    def _lost_in(self, chart: TurnedChart, t: float, p: Array) -> faults.Invalid | LagrError | None:
        """The coordinates of the model that fail near a position of a chart."""
        shown = chart.seen(np.array([t]), self._layout.still(p)[None])[0]
        return self._asked(t, self._layout.q(shown)) if self._asked else None

    def _begin(self, t: float, y: Array) -> None:
        self._stretches.append(_Stretch(self._charts.present, self._charts.known.constraints))
        super()._begin(t, y)

    def _segment(self, t: float, y: Array) -> EventHit | None:
        """As without charts; where one is left, the motion goes on in another."""
        stepper = self._stepper(t, y)
        while self._end < self._settings.t_end:
            try:
                dense = stepper.step(min(self._budget.most - self._steps, self._at_once))
            except LagrError:
                if self._charts.present is not None:
                    raise
                stepper = self._in_other_chart(stepper.t, stepper.y)  # a step that meets a lock
                continue
            taken = self._within_chart(stepper, dense)
            if len(taken.ends):
                hit = self._accept(taken, dense)  # type: ignore[arg-type]
                if hit is not None:
                    return hit
            self._watch_forces(len(taken.ends), self._end, dense)
            if taken is not stepper:
                if self._end < self._settings.t_end:
                    stepper = self._in_other_chart(self._end, dense(self._end))
                continue
            other = self._goes_over(stepper)
            renewed = self._is_renewed(stepper.t, stepper.y, stepper.here)
            if other or renewed:
                stepper = self._stepper(stepper.t, stepper.y)
        return None

    def _within_chart(
        self, stepper: Stepper | BurstStepper, dense: Dense
    ) -> Stepper | BurstStepper | _Taken:
        """The steps as far as the present chart is good; the stepper itself where it still is."""
        ends, chart = np.asarray(stepper.ends), self._charts.present
        times = np.append(self._end, ends)
        if chart is not None:
            chart.lift.go_on(self._end, ends, dense)
        kept = self._charts.kept(times, dense(times).T)
        if kept is None:
            self._at_once = min(2 * self._at_once, self._settings.max_steps)
            return stepper
        if kept == 0 and chart is not None and self._end == chart.lift.begin:
            kept = 1  # a chart that begins here is as good as any
        self._at_once = CHART.unseen + kept // 2
        return _Taken(stepper, ends[:kept], stepper.reached if kept == len(ends) else None)

    def _stepper(self, t: float, y: Array, planned: float = 0.0) -> Any:
        if self._settings.method == FIXED:
            return FixedStepper(self._side, self._settings, t, y)
        return super()._stepper(t, y, planned)

    def _changing_code(self, t: float, y: Array) -> None:
        """None: a burst that leaves its chart is cut, and what changed behind would stay."""

    def _watch_forces(self, steps: int, t: float, dense: Dense) -> None:
        """Raise where many steps lead nowhere: forces on angles have no bound in their lock."""
        chart = self._charts.present
        if chart is None or not any(turns.felt for turns in chart.turns):
            self._crawled = 0
            return
        shown = chart.seen(np.array([t]), dense(np.array([t])).T)[0]
        near = self._charts.nearest(shown)
        self._crawled = 0 if near is None else self._crawled + steps
        if near is not None and self._crawled > STEPPING.locked_steps:
            names = self._coordinates[near.places[0]], self._coordinates[near.places[2]]
            invalid, q = faults.Invalid(names), self._layout.q(shown)
            raise faults.invalid_coordinates(invalid, self._coordinates, t, q)

    def _in_other_chart(self, t: float, y: Array) -> Stepper | BurstStepper:
        """Go on from a state in the chart that is good there."""
        y = self._charts.change(t, met(self._constraints, t, y))
        self._take_chart(t, y)
        if not self._segments[-1].pieces:
            self._segments.pop()
            self._stretches.pop()
        self._begin(t, y)
        return self._stepper(t, y)

    def _after(self, hit: LimitHit) -> tuple[float, Array]:
        return self._in_good_chart(*super()._after(hit))

    def _after_impacts(self, coming: Accumulation) -> tuple[float, Array]:
        return self._in_good_chart(*super()._after_impacts(coming))

    def _in_good_chart(self, t: float, y: Array) -> tuple[float, Array]:
        """A state after impacts, in the chart that is good there."""
        if (chart := self._charts.present) is not None:
            chart.lift.cut(t, y)
        if self._charts.kept(np.array([t, t]), np.stack([y, y])) is not None:
            y = self._charts.change(t, y)
            self._take_chart(t, y)
        return t, y

    # --- what is told ------------------------------------------------------------------------

    def _told(self, t: Array) -> Iterator[tuple[_Stretch, slice]]:
        """The stretches that hold some of rising times (n,), with their places."""
        every = zip(self._stretches, places(self._segments, t), strict=False)
        return ((stretch, part) for stretch, part in every if part.stop > part.start)

    def _seen(self, t: Array, states: Array) -> Array:
        """States (k, n) at rising times (k,) in the coordinates of the model."""
        shown = states.copy()
        for (chart, _), part in self._told(t):
            if chart is not None:
                shown[part] = chart.seen(t[part], states[part])
        return shown

    def _seen_news(self, news: Progress) -> Progress:
        still = np.zeros((len(news.t), self._layout.s))
        states = np.hstack([news.q, news.qd, still])
        q, qd = self._layout.motion(self._seen(news.t, states))
        return Progress(news.fraction, news.t, q, qd)

    def _result(self) -> Trajectory:
        trajectory = super()._result()
        shown = self._seen(trajectory.t, self._states)
        q, qd = (part.copy() for part in self._layout.motion(shown))
        qdd = trajectory.qdd.copy()
        drift, slip = np.zeros(len(trajectory.t)), np.zeros(len(trajectory.t))
        for (chart, constraints), rows in self._told(trajectory.t):
            t, states = trajectory.t[rows], self._states[rows]
            if constraints is not None:
                drift[rows], slip[rows] = constraints.residuals(t, states)
            if chart is not None:
                qdd[rows] = chart.accelerations(states, qdd[rows], shown[rows])
        return replace(
            trajectory,
            coordinates=self._coordinates,
            q=q,
            qd=qd,
            qdd=qdd,
            drift=drift,
            slip=slip,
            events=tuple(map(self._seen_hit, trajectory.events)),
            impacts=tuple(map(self._seen_impact, trajectory.impacts)),
            notes=(*trajectory.notes, *self._notes()),
            floors=self._model_floors.usual.tolist(),
            attitudes=self._charts.attitudes(self._states[-1]),
        )

    def _dense(self) -> Any:
        if not self._steps:
            state = self._seen(self._grid[:1], self._states[:1])
            return HermiteCourse(self._grid[:1], state, np.zeros_like(state))
        ends = [self._segments[0].begin]
        pieces: list[Dense] = []
        for segment, (chart, _) in zip(self._segments, self._stretches, strict=False):
            ends += segment.piece_ends[1:]
            if chart is None:
                pieces += segment.pieces
                continue
            for begin, piece, steps in zip(
                segment.piece_ends, segment.pieces, segment.step_ends, strict=False
            ):
                pieces.append(SeenCourse(piece, chart.seen, np.append(begin, steps)))
        return JoinedCourse(ends, pieces)

    def _seen_hit(self, hit: EventHit) -> EventHit:
        return EventHit(hit.name, hit.t, *self._shown(hit.t, hit.q, hit.qd))

    def _seen_impact(self, impact: Impact) -> Impact:
        before, after = (
            self._shown(impact.t, impact.q, qd) for qd in (impact.before, impact.after)
        )
        return replace(impact, q=before[0], before=before[1], after=after[1])

    def _shown(self, t: float, q: Array, qd: Array) -> tuple[Array, Array]:
        """q and q̇ at a time in the coordinates of the model."""
        state = np.concatenate([q, qd, np.zeros(self._layout.s)])
        return self._layout.motion(self._seen(np.array([t]), state[None])[0])

    def _notes(self) -> tuple[Problem, ...]:
        """Where angles of the model are undefined for an instant, or nearly so."""
        passages: dict[int, list[float]] = {}
        charts = dict.fromkeys(chart for chart, _ in self._stretches if chart is not None)
        for chart in charts:
            for passage in chart.lift.passages:
                if passage.t <= self._grid[-1]:
                    passages.setdefault(passage.joint, []).append(passage.t)
        return tuple(self._note(number, sorted(times)) for number, times in passages.items())

    def _note(self, number: int, times: Sequence[float]) -> Problem:
        turns = self._charts.turns[number]
        first, _, last = (self._coordinates[place] for place in turns.places)
        shown = ", ".join(f"{t:.6g} s" for t in times[: faults.SHOWN])
        return Problem(
            place=say("Joint “{name}”", name=turns.joint),
            cause=say(
                "It passes its gimbal lock at t = {times}: {first} and {last} turn about one axis "
                "there, so that they are undefined for an instant and their rates have no bound.",
                times=shown + (" …" if len(times) > faults.SHOWN else ""),
                first=first,
                last=last,
            ),
            remedy="The motion goes on in other turns, and is right. Choose another sequence of "
            "axes if these angles matter there.",
            severity=Severity.HINT,
            code="gimbal-lock",
        )


def _seen_event(event: Event | Guards, chart: TurnedChart | None) -> Event | Guards:
    """Event functions of the model along a stretch."""
    if chart is None:
        return event
    if isinstance(event, Guards):
        under, seen = event.under, chart.seen

        def through(look: Look) -> Look:
            return lambda t, states: look(t, seen(t, states))

        held = None if under is None else lambda *of: through(under(*of))
        return replace(event, look=through(event.look), under=held)

    def value(t: float, y: Array) -> float:
        return event.function(t, chart.seen(np.array([t]), y[None])[0])

    return replace(event, function=value)
