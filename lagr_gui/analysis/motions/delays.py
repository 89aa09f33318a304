"""Signals that are delayed along a motion: an agent that knows what has been."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.analysis.motions.agents import AgentAction, AgentInstant
from lagr_gui.expression import read, substitute
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array, beside_times
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.kernel import Bound
from lagr_gui.prepared import Prepared, kernels
from lagr_gui.simulation import Event, Settings
from lagr_gui.simulation.delays import (
    EPS,
    NEAR,
    SHARE,
    SHORTEST,
    Breaks,
    Fit,
    Piece,
    constant_until,
)
from lagr_gui.simulation.foresight import foreseen
from lagr_gui.simulation.settings import MOST_POINTS
from lagr_gui.subsystems.switching import DEGREE, Delay


@dataclass(eq=False)
class _Line:
    """One delayed signal: its delay (s), its output at first, how well it is fitted."""

    delay: Delay
    tau: float
    start: float
    fit: Fit


class DelayAgent:
    """Gives delayed signals polynomials of what has been: it acts first.

    None is longer than a delay, so what it tells has been when it begins (the method of steps:
    Bellman, Cooke: Differential-difference equations, 1963).  Where what has been jumps or bends,
    polynomials end, and steps with them.
    """

    def __init__(self, prepared: Prepared, settings: Settings) -> None:
        self._settings, self._until = settings, settings.t0
        delays = [entry for entry in prepared.acting_signals if isinstance(entry, Delay)]
        known = prepared.values
        taus = [float(value(read(delay.delay), known)) for delay in delays]
        self._near = NEAR * min(taus) + 8 * EPS * max(abs(settings.t0), abs(settings.t_end))
        self._check(delays, taus)
        self._lines = [
            _Line(delay, tau, float(value(read(delay.start), known)), self._fit)
            for delay, tau in zip(delays, taus, strict=True)
        ]
        self._longest = max(taus)
        trees = [substitute(read(delay.input), prepared.reading.dependent) for delay in delays]
        self._kernel = prepared.kept(
            ("delays", *trees), lambda: kernels.switch_kernel(prepared.recursion, None, trees, ())
        )
        self._names = prepared.reading.parameters
        own = {name for delay in delays for name in delay.parameters}
        self._others = np.array([name not in own for name in self._names])
        self._breaks = Breaks(self._near)
        self._bound, self._ends = dict[int, Bound](), list[float]()

    @property
    def _fit(self) -> Fit:
        return Fit(DEGREE, SHARE * self._settings.rtol, SHORTEST * self._near)

    def _check(self, delays: Sequence[Delay], taus: Sequence[float]) -> None:
        """Raise LagrError where a motion would have too many stretches."""
        for delay, tau in zip(delays, taus, strict=True):
            span = self._settings.t_end - self._settings.t0
            if span > MOST_POINTS * tau or tau < 2 * SHORTEST * self._near:
                raise refusal(
                    say("Signal “{name}”", name=delay.output),
                    "Its delay is too short for this motion.",
                    "Give a longer one, or put an expression in its place.",
                    "delay",
                )

    # --- as an agent -------------------------------------------------------------------------

    def start(self, instant: AgentInstant) -> None:
        """Before a motion begins nothing has been."""

    def due(self, t: float) -> float:
        """Where the first of the polynomials ends."""
        return t if self._until - t <= self._near else self._until

    def watch(self) -> Sequence[Event]:
        """It follows the clock alone."""
        return ()

    def act(self, instant: AgentInstant) -> AgentAction:
        """Give all delayed signals the polynomials that hold from now on."""
        t = instant.at.t
        self._look(instant)
        values = dict[str, float]()
        self._until = np.inf
        for number, line in enumerate(self._lines):
            piece = self._piece(number, line, instant)
            held = (piece.since, piece.pace, *piece.coefficients)
            values |= zip(line.delay.parameters, held, strict=True)
            self._until = min(self._until, piece.end)
        self._forget(t - self._longest)
        return AgentAction(values)

    # --- what has been -----------------------------------------------------------------------

    def _piece(self, number: int, line: _Line, instant: AgentInstant) -> Piece:
        """The polynomial of a delayed signal from an instant on."""
        t, begin, first = instant.at.t, instant.at.t - line.tau, self._settings.t0
        if begin < first - self._near:
            self._breaks.enter([first + line.tau])
            return constant_until(first + line.tau, line.start, DEGREE)
        begin = begin if (same := self._breaks.at(begin)) is None else same
        ends = [*self._breaks.between(begin, t), t]
        been = line.fit.piece(lambda times: self._been(number, instant, times), begin, ends)
        if been.end in ends[:-1]:
            self._breaks.enter([been.end + line.tau])
        return been._replace(since=been.since + line.tau, end=been.end + line.tau)

    def _been(self, number: int, instant: AgentInstant, times: Array) -> Array:
        """The input (k,) of a delayed signal at times (k,) of the motion up to now."""
        found, ends = np.empty(len(times)), self._ends
        first = bisect_left(ends, float(np.min(times)))
        last = bisect_left(ends, float(np.max(times)), first)
        places = np.minimum(first + np.searchsorted(ends[first:last], times), len(ends) - 1)
        for place in np.unique(places).tolist():
            here = places == place
            if place not in self._bound:
                system = instant.systems[place]
                self._bound[place] = self._kernel.bind([system.values[n] for n in self._names])
            states = np.ascontiguousarray(instant.parts[place].dense(times[here]).T)
            table = self._bound[place].many(beside_times(times[here], states))["terms"]
            found[here] = table[:, number]
        return found

    def _look(self, instant: AgentInstant) -> None:
        """Learn where the motion, as far as it is new, is not smooth."""
        if not self._ends and not instant.parts:
            state = instant.at.t, np.array(instant.at.q), np.array(instant.at.qd)
            functions = instant.system.system(state).functions_of_time
            bound = self._kernel.bind([instant.system.values[name] for name in self._names])
            table = foreseen((*functions, bound.functions_of_time), self._settings)
            times = (self._settings.t0, *table.switches.tolist())
            self._breaks.enter(times)
        for place in range(len(self._ends), len(instant.parts)):
            self._breaks.enter(self._jumps(instant, place))
            self._ends.append(float(instant.parts[place].t[-1]))

    def _jumps(self, instant: AgentInstant, place: int) -> Iterator[float]:
        """When something jumps, or a derivative does, within a stretch or where it begins."""
        part = instant.parts[place]
        yield from (t for t, _ in part.contacts[1:])
        yield from (impact.t for impact in part.impacts)
        if place:
            before, now = (instant.systems[at].parameters for at in (place - 1, place))
            if (before != now)[self._others].any():
                yield float(part.t[0])

    def _forget(self, t: float) -> None:
        """What is not asked for any more."""
        self._breaks.forget(t)
        first = bisect_left(self._ends, t)
        self._bound = {place: bound for place, bound in self._bound.items() if place >= first}
