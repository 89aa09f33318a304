"""Finds where event functions pass through zero, on the dense output of a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from lagr_gui.simulation.settings import Event
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.trajectory import EventHit
from lagr_gui.simulation.tuning import RUN

Dense = Callable[[Any], Array]
"""State y (2f,) at a time, or (2f, n) at times (n,)."""


class EventFinder:
    """Follows the signs of event functions from step to step.

    `values` are those of the functions of its `events` at the end of the last step; at the start
    those of the first ones are `known`.
    """

    def __init__(self, events: Sequence[Event], t: float, y: Array, known: Array) -> None:
        self.events = events
        others = [_at(event, t, y) for event in events[len(known) :]]
        self.values = np.array([*known, *others], float)

    def steps(
        self,
        dense: Dense,
        begin: float,
        ends: Sequence[float] | Array,
        watched: int = 0,
        reached: tuple[int, float] | None = None,
    ) -> tuple[list[EventHit], bool]:
        """What happens in steps from a time on to these ends, in order, up to a terminal event.

        And whether one ended them.  The first events may have been `watched` by others, who found
        the one that is `reached` first in the last step, with its time.
        """
        hits: list[EventHit] = []
        if not self.events:
            return hits, False
        times = [begin, *np.asarray(ends).tolist()]
        for t_old, t in pairwise(times):
            found = self._within(dense, t_old, t, watched)
            if reached is not None and t == times[-1]:
                number, at = reached
                found.insert(0, (at, self.events[number]))
            more, ended = _hits(sorted(found, key=lambda item: item[0]), dense)
            hits += more
            if ended:
                return hits, True
        return hits, False

    def _within(
        self, dense: Dense, t_old: float, t: float, first: int
    ) -> list[tuple[float, Event]]:
        """Where the events from the first one on happen in one step."""
        found: list[tuple[float, Event]] = []
        if first == len(self.events):
            return found
        times = np.linspace(t_old, t, RUN.parts + 1)[1:]
        states = dense(times).T
        for number, event in enumerate(self.events[first:], first):
            before, t_before = self.values[number], t_old
            for t_after, y in zip(times.tolist(), states, strict=True):
                after = _at(event, t_after, y)
                if _crosses(event, before, after):
                    found.append((_root(event, dense, t_before, t_after), event))
                before, t_before = after, t_after
            self.values[number] = before
        return found


def _hits(found: list[tuple[float, Event]], dense: Dense) -> tuple[list[EventHit], bool]:
    hits: list[EventHit] = []
    for t, event in found:
        y = dense(t)
        f = len(y) // 2
        hits.append(EventHit(event.name, t, y[:f], y[f:]))
        if event.terminal:
            return hits, True
    return hits, False


def _at(event: Event, t: float, y: Array) -> float:
    f = len(y) // 2
    return float(event.function(t, y[:f], y[f:]))


def _crosses(event: Event, before: float, after: float) -> bool:
    rises = before < 0 <= after and event.direction >= 0
    falls = before > 0 >= after and event.direction <= 0
    return rises or falls


def _root(event: Event, dense: Dense, before: float, after: float) -> float:
    def value(t: float) -> float:
        return _at(event, t, dense(t))

    if value(after) == 0.0:
        return after
    if value(before) * value(after) > 0:  # neighbouring dense outputs differ by an error of step
        return before
    from scipy.optimize import brentq  # loaded when the first event needs it

    return float(brentq(value, before, after, xtol=1e-14, rtol=1e-14))  # type: ignore[arg-type]
