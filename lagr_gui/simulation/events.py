"""Finds where event functions pass through zero, on the dense output of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.numerics.bernstein import DEGREE, LAST_WAVES, PLACES, TO_BERNSTEIN, WAVES
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.bursts.rising import CLEAR, ROUNDING, UNSURE, verdict
from lagr_gui.simulation.settings import Event, Guards
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.trajectory import EventHit
from lagr_gui.simulation.tuning import CONTACT, RUN

Dense = Callable[[Any], Array]
"""State y (n,) at a time, or (n, k) at times (k,)."""


@dataclass(frozen=True, slots=True, eq=False)
class LimitHit(EventHit):
    """A limit that was reached or let go, by its number, with the whole state (n,)."""

    number: int
    y: Array


@dataclass(frozen=True, slots=True, eq=False)
class LimitWatch:
    """What is watched of c limits: it rises through 0 where one is met or let go.

    `look` gives it (n, c) at times (k,) and states (k, n), `values` (c,) are those at the start.
    Gaps are passed by their `slack` (c,) then; they are met where they are 0 themselves.
    `senses` (c,) are those in which frictions slide, 0 for all else.
    """

    names: tuple[str, ...]
    look: Callable[[Array, Array], Array]
    slack: Array
    values: Array
    senses: Array


class WatchedValues(Protocol):
    """Curves that are looked at along a step."""

    @property
    def look(self) -> Callable[[Array, Array], Array]:
        """Their values (k, c) at times (k,) and states (k, n)."""
        ...


class EventFinder:
    """Follows limits, guards and event functions from step to step.

    `values` are those of the limits, then those of the `events`, at the end of the last step.
    """

    def __init__(
        self,
        layout: StateLayout,
        events: Sequence[Event | Guards],
        t: float,
        y: Array,
        limits: LimitWatch | None,
    ) -> None:
        self._layout, self.limits = layout, limits
        self.events = [event for event in events if isinstance(event, Event)]
        self._guards = [
            (guards, np.minimum(guards.look(np.array([t]), y[None])[0], -TINY))
            for guards in events
            if isinstance(guards, Guards)
        ]
        gaps = limits.values if limits else ()
        self.values = np.array([*gaps, *(event.function(t, y) for event in self.events)], float)

    @property
    def watches(self) -> bool:
        """Whether there is anything to be found."""
        return bool(self.events or self._guards) or self.limits is not None

    def steps(
        self,
        dense: Dense,
        begin: float,
        ends: Sequence[float] | Array,
        watched: bool = False,
        reached: tuple[int, float] | None = None,
    ) -> tuple[list[EventHit], bool]:
        """What happens in steps from a time on to these ends, in order, up to what ends them.

        And whether something does: a limit, or a terminal event.  Limits may have been `watched`
        by others, who found the one that is `reached` first in the last step, with its time.
        """
        hits: list[EventHit] = []
        if not self.watches:
            return hits, False
        times = [begin, *np.asarray(ends).tolist()]
        if watched and not self.events and not self._guards:
            times = times[-2:]
        for t_old, t in pairwise(times):
            crossings = self._within(dense, t_old, t)
            crossings += self._guards_within(dense, t_old, t)
            if not watched:
                reached = self._limit_within(dense, t_old, t)
            if reached is not None and (t == times[-1] or not watched):
                crossings.insert(0, (reached[1], reached[0]))
            more, ended = self._hits(sorted(crossings, key=lambda item: item[0]), dense)
            hits += more
            if ended:
                return hits, True
        return hits, False

    def _within(self, dense: Dense, t_old: float, t: float) -> list[tuple[float, int | Event]]:
        """Where events happen in one step."""
        crossings: list[tuple[float, int | Event]] = []
        if not self.events:
            return crossings
        times = np.linspace(t_old, t, RUN.parts + 1)[1:]
        states = dense(times).T
        for number, event in enumerate(self.events, len(self.values) - len(self.events)):
            before, t_before = self.values[number], t_old
            for t_after, y in zip(times.tolist(), states, strict=True):
                after = event.function(t_after, y)
                if _crosses(event, before, after):
                    crossings.append((_event_root(event, dense, t_before, t_after), event))
                before, t_before = after, t_after
            self.values[number] = before
        return crossings

    def _guards_within(
        self, dense: Dense, t_old: float, t: float
    ) -> list[tuple[float, int | Event]]:
        """The first of guards that rises in one step, of each sort."""
        crossings: list[tuple[float, int | Event]] = []
        for guards, before in self._guards:
            for times, samples in _spans(guards, dense, t_old, t, before):
                rises = np.flatnonzero((samples[0] < 0) & (samples[-1] >= 0)).tolist()
                if rises:
                    roots = [(_guard_root(guards, dense, i, times), i) for i in rises]
                    at, number = min(roots)
                    crossings.append((at, Event(guards.names[number], _nothing, terminal=True)))
                    break
                before[:] = samples[-1]
        return crossings

    def _limit_within(self, dense: Dense, t_old: float, t: float) -> tuple[int, float] | None:
        """The limit that is met or let go first in one step, with its time.

        As bursts look for it (`bursts.watching`).
        """
        limits = self.limits
        if limits is None:
            return None
        before = self.values[: len(limits.names)]
        opened = np.full(len(before), np.nan)
        for times, samples in _spans(limits, dense, t_old, t, before):
            for at, values in zip(times[:-1], samples[:-1], strict=True):
                opened[values < -(1 + CONTACT.open) * limits.slack] = at
            rises = np.flatnonzero((samples[0] < 0) & (samples[-1] >= 0)).tolist()
            roots = [(_limit_root(limits, dense, i, opened[i], times), i) for i in rises]
            if roots:
                at, number = min(roots)
                return number, at
            before[:] = samples[-1]
        return None

    def _hits(
        self, crossings: list[tuple[float, int | Event]], dense: Dense
    ) -> tuple[list[EventHit], bool]:
        hits: list[EventHit] = []
        for t, met in crossings:
            y = dense(t)
            q, qd = self._layout.motion(y)
            if not isinstance(met, Event):
                assert self.limits is not None
                return [*hits, LimitHit(self.limits.names[met], t, q, qd, met, y)], True
            hits.append(EventHit(met.name, t, q, qd))
            if met.terminal:
                return hits, True
        return hits, False


def _spans(
    limits: WatchedValues, dense: Dense, t_old: float, t: float, before: Array
) -> Iterator[tuple[Array, Array]]:
    """Spans of a step on which watched curves are known: times (9,), samples (9, c).

    `before` (c,) is what they are where a span begins.
    """
    first, part, count = 0.0, 1.0, 0
    while first < 1.0:
        last = min(first + part, 1.0)
        x = first + np.array(PLACES) * (last - first)
        x[-1] = last
        times = t_old + (t - t_old) * x
        times[-1] = t if last == 1.0 else times[-1]
        samples = np.vstack([before, limits.look(times[1:], dense(times[1:]).T)])
        table, c = samples.ravel(), len(before)
        doubtful = np.flatnonzero(~_stays_below(samples)).tolist()
        worst = max((verdict(table[i:], c) for i in doubtful), default=CLEAR)
        count += 1
        if worst == UNSURE and last - first > RUN.least_span and count < RUN.spans:
            part = (last - first) / 2
            continue
        yield times, samples
        first, part = last, 2 * part


TINY = float(np.finfo(float).tiny)
"""What begins above zero is said to begin below it by as much: so it rises."""

_BOUNDING = np.array(TO_BERNSTEIN).reshape(DEGREE + 1, -1)
_LAST = np.array(LAST_WAVES).reshape(WAVES, -1)


def _stays_below(samples: Array) -> NDArray[np.bool_]:
    """Which curves (c,) are below zero in all of a span, by samples (9, c), as `verdict` says."""
    bounds = _BOUNDING @ samples
    apart = np.abs(_LAST @ samples).sum(axis=0) + ROUNDING * np.abs(samples).max(axis=0)
    bounds[1:-1] += apart
    return np.all(bounds < 0, axis=0)


def _nothing(t: float, y: Array) -> float:
    return 0.0


def _guard_root(guards: Guards, dense: Dense, number: int, times: Array) -> float:
    """Where a guard rises through 0: the first time that is found at which it is not below."""

    def value(t: float) -> float:
        return float(guards.look(np.array([t]), dense(t)[None])[0, number])

    first, last = float(times[0]), float(times[-1])
    root = _root(value, first, last)
    step = np.spacing(max(abs(root), abs(last - first)))
    while root < last and value(root) < 0:
        root, step = min(root + step, last), 2 * step
    return root


def _crosses(event: Event, before: float, after: float) -> bool:
    rises = before < 0 <= after and event.direction >= 0
    falls = before > 0 >= after and event.direction <= 0
    return rises or falls


def _event_root(event: Event, dense: Dense, before: float, after: float) -> float:
    return _root(lambda t: event.function(t, dense(t)), before, after)


def _limit_root(
    limits: LimitWatch, dense: Dense, number: int, opened: float, times: Array
) -> float:
    """Where the gap of a limit is 0; where it is passed by its slack, if it never `opened`."""
    slack = float(limits.slack[number])

    def value(t: float, level: float = slack) -> float:
        return float(limits.look(np.array([t]), dense(t)[None])[0, number]) + level

    if not np.isnan(opened):
        return _root(value, float(opened), float(times[-1]))
    first = float(times[0])
    passed = _root(lambda t: value(t, 0.0), first, float(times[-1]))
    middle = first + (passed - first) / 2  # a short flight may lie between samples
    is_flight = slack > 0 and value(middle, 0.0) < -(1 + CONTACT.open) * slack
    return _root(value, middle, passed) if is_flight else passed


def _root(value: Callable[[float], float], before: float, after: float) -> float:
    if value(after) == 0.0:
        return after
    if value(before) * value(after) > 0:  # neighbouring dense outputs differ by an error of step
        return before
    from scipy.optimize import brentq  # loaded when the first event needs it

    near = max(4e-16 * max(abs(before), abs(after)), 1e-300)
    return float(brentq(value, before, after, xtol=near, rtol=1e-15))  # type: ignore[arg-type]
