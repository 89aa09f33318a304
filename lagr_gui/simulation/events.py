"""Finds where event functions pass through zero, on the dense output of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from lagr_gui.numerics.bernstein import PLACES
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.bursts.rising import CLEAR, UNSURE, verdict
from lagr_gui.simulation.settings import Event
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
    """

    names: tuple[str, ...]
    look: Callable[[Array, Array], Array]
    slack: Array
    values: Array


class EventFinder:
    """Follows limits and event functions from step to step.

    `values` are those of the limits, then those of the `events`, at the end of the last step.
    """

    def __init__(
        self,
        layout: StateLayout,
        events: Sequence[Event],
        t: float,
        y: Array,
        limits: LimitWatch | None,
    ) -> None:
        self._layout, self.events, self.limits = layout, events, limits
        gaps = limits.values if limits else ()
        self.values = np.array([*gaps, *(event.function(t, y) for event in events)], float)

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
        if not self.events and self.limits is None:
            return hits, False
        times = [begin, *np.asarray(ends).tolist()]
        for t_old, t in pairwise(times):
            crossings = self._within(dense, t_old, t)
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
    limits: LimitWatch, dense: Dense, t_old: float, t: float, before: Array
) -> Iterator[tuple[Array, Array]]:
    """Spans of a step on which the curves of limits are known: times (9,), samples (9, c).

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
        worst = max((verdict(table[i:], c) for i in range(c)), default=CLEAR)
        count += 1
        if worst == UNSURE and last - first > RUN.least_span and count < RUN.spans:
            part = (last - first) / 2
            continue
        yield times, samples
        first, part = last, 2 * part


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
