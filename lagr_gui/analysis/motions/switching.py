"""Signals that switch or sample along a motion: an agent that knows what holds of them."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from lagr_gui.analysis.motions.agents import AgentAction, AgentInstant
from lagr_gui.expression import read, substitute
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array, beside_times
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.kernel import Bound, Kernel
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Guards, Settings
from lagr_gui.simulation.foresight import foreseen
from lagr_gui.simulation.sampling import NEAR, normal
from lagr_gui.simulation.sampling import instant as instant_of
from lagr_gui.simulation.settings import MOST_POINTS
from lagr_gui.simulation.switching import (
    RULES,
    Guard,
    Held,
    SwitchCourse,
    SwitchInstant,
    SwitchRule,
)
from lagr_gui.simulation.timetable import Timetable
from lagr_gui.simulation.trajectory import SignalModes
from lagr_gui.subsystems.switching import Sampling, Switching

ROW = 50
"""So many changes of one signal in a row, within …"""
DENSE = 1e-6
"""… this part of the time of a motion, are chatter."""
AT_ONCE = 100
"""Changes at one instant, for each signal, after which they are taken to be without end."""


@dataclass(eq=False)
class _Block:
    """One signal that switches: its rule, where its terms stand, what it holds now."""

    switching: Switching
    rule: SwitchRule
    terms: slice
    rates: slice
    at: Held = ()
    changes: deque[float] = field(default_factory=lambda: deque[float](maxlen=ROW))

    @property
    def values(self) -> dict[str, float]:
        """Its parameters."""
        return dict(zip(self.switching.parameters, self.at, strict=True))


@dataclass(eq=False)
class Sampler:
    """A block that samples: where its terms stand, how often it has, what it holds now."""

    sampling: Sampling
    terms: slice
    begin: float
    sample: float
    held: list[float]
    deviation: float
    seed: int
    count: int = 0

    @property
    def next(self) -> float:
        """The time of its next sample."""
        return instant_of(self.begin, self.sample, self.count)

    @property
    def near(self) -> float:
        """Times that differ by as much are the same."""
        return NEAR * self.sample

    def take(self, terms: Array) -> None:
        """Hold what its terms (c,) are now, or the next random number."""
        if self.sampling.seed:
            self.held = [self.deviation * normal(self.seed, self.count)]
        else:
            self.held = terms[self.terms].tolist()

    @property
    def values(self) -> dict[str, float]:
        """Its parameters."""
        return dict(zip(self.sampling.parameters, self.held, strict=True))


class SwitchTerms:
    """What decides about the modes of the signals of a system, and what they sample, as code."""

    def __init__(self, prepared: Prepared, t0: float) -> None:
        self.prepared, self._t0 = prepared, t0
        self.blocks, self.samplers = list[_Block](), list[Sampler]()
        self._trees, self._rated, self._open = list[Any](), list[int](), dict[int, float]()
        for acting in prepared.acting_signals:
            if isinstance(acting, Switching):
                self._enter(acting)
            elif isinstance(acting, Sampling):
                self._enter_sampling(acting)
        self._check_rates([self._trees[place] for place in self._rated])
        self._kernel = self._made(self._trees, self._rated)

    def _term(self, text: str) -> None:
        self._trees.append(substitute(read(text), self.prepared.reading.dependent))

    def _enter(self, switching: Switching) -> None:
        rule, first = RULES[switching.rule], len(self._trees)
        if rule.rates:
            self._rated.append(first)
        for place, text in enumerate(switching.terms):
            if text is None:  # a limit that is not given: lower ones stand before upper ones
                last = place == len(switching.terms) - 1
                self._open[len(self._trees)] = math.inf if last else -math.inf
            self._term(text or "0")
        terms = slice(first, len(self._trees))
        self._term(switching.output)
        rates = slice(len(self._rated) - rule.rates, len(self._rated))
        self.blocks.append(_Block(switching, rule, terms, rates))

    def _enter_sampling(self, sampling: Sampling) -> None:
        first, known = len(self._trees), self.prepared.values
        for text in (*sampling.laws, *sampling.later):
            self._term(text)
        starts = [float(value(read(text), known)) for text in sampling.starts]
        held = [0.0] * (len(sampling.parameters) - len(starts)) + starts
        sample = float(value(read(sampling.sample), known))
        random = (value(read(text or "0"), known) for text in (sampling.deviation, sampling.seed))
        deviation, seed = map(float, random)
        terms = slice(first, len(self._trees))
        own = terms, self._t0, sample, held, deviation, int(seed)
        self.samplers.append(Sampler(sampling, *own))

    def _made(self, trees: Sequence[Any], rated: Sequence[int]) -> Kernel:
        from lagr_gui.prepared import kernels

        prepared = self.prepared
        chosen = prepared.chosen() if rated or prepared.reading.fed_back else None
        key = ("switches", tuple(trees), tuple(rated), chosen and (chosen.rows, chosen.weights))
        return prepared.kept(
            key, lambda: kernels.switch_kernel(prepared.recursion, chosen, trees, rated)
        )

    def _check_rates(self, trees: Sequence[Any]) -> None:
        """Raise LagrError where rates of inputs jump with velocities."""
        prepared = self.prepared
        if not trees or not (prepared.reading.limits or prepared.reading.frictions):
            return
        from lagr_gui.prepared import kernels

        made = prepared.kept(
            ("made of rates", tuple(trees)),
            lambda: [kernels.depends_on_rates(prepared.recursion, tree) for tree in trees],
        )
        rated = [block for block in self.blocks if block.rule.rates]
        for block, of_rates in zip(rated, made, strict=True):
            if of_rates:
                raise refusal(
                    place_of(block.switching),
                    "Its input is made of velocities, and these jump, or have accelerations that "
                    "jump, where limits are met or dry friction acts.",
                    "Put a filter before it.",
                    "switching",
                )

    def bound(self, system: Prepared, values: Mapping[str, float]) -> BoundTerms:
        """With the parameters of a system, and some others."""
        every = {**system.values, **values}
        names = self.prepared.reading.parameters
        kernel = self._kernel.bind([every[name] for name in names])
        return BoundTerms(kernel, self._open)


@dataclass(frozen=True, eq=False)
class BoundTerms:
    """The same with values of parameters."""

    kernel: Bound
    open: Mapping[int, float]

    def at(self, t: Array, states: Array) -> tuple[Array, Array]:
        """Terms (c, k) and rates (r, k) at times (k,) and states (k, n)."""
        out = self.kernel.many(beside_times(t, states))
        terms = out["terms"].T.copy()
        for place, bound in self.open.items():
            terms[place] = bound
        return terms, out["rates"].T


class _Side(NamedTuple):
    """Times from which on, and up to which, functions of time do not jump."""

    low: float
    high: float


class SwitchingAgent:
    """Lets signals switch and sample along one motion: it acts last, and at every instant.

    What depends on time alone may jump: motions are parted there, and each part sees its side.
    Samples are taken when all have switched by what they see, and let them switch anew.
    """

    def __init__(self, prepared: Prepared, settings: Settings) -> None:
        self._terms = SwitchTerms(prepared, settings.t0)
        self._check_samples(settings)
        self._settings, self._acted = settings, -math.inf
        self._span = settings.t_end - settings.t0
        self._driven: dict[str, float] = {}
        bound = self._terms.bound(prepared, {})
        self._timetable: Timetable = foreseen((bound.kernel.functions_of_time,), settings)
        self._watching: Guards | None = None
        self._side = self._side_of(settings.t0)
        self._numbers: list[tuple[_Block, int]] = []

    # --- as an agent -------------------------------------------------------------------------

    def due(self, t: float) -> float:
        """At every instant at which it has not acted, and where functions of time jump."""
        if t != self._acted:
            return t
        return min([self._jump(t), *map(self._when, self._terms.samplers)])

    def _side_of(self, t: float) -> _Side:
        """The times between two jumps of functions of time; a motion ends right before one."""
        number, table = (
            int(np.searchsorted(self._timetable.before, t, side="right")),
            self._timetable,
        )
        low = float(table.after[number - 1]) if number else -math.inf
        last = number == len(table.before)
        return _Side(low, math.inf if last else float(table.before[number]))

    def _jump(self, t: float) -> float:
        """The time right before functions of time jump next."""
        return self._side_of(t).high

    def _when(self, sampler: Sampler) -> float:
        """When a block samples next: when functions of time have jumped, if they do there."""
        jump = self._jump(sampler.next)
        return jump if jump - sampler.next <= sampler.near else sampler.next

    def _is_due(self, sampler: Sampler, t: float) -> bool:
        when = self._when(sampler)
        return when <= t or (when - t <= sampler.near and self._jump(t) > when)

    def watch(self) -> Sequence[Guards]:
        """The guards of the modes that hold now."""
        return (self._watching,) if self._watching else ()

    def act(self, instant: AgentInstant) -> AgentAction:
        """Let signals go over to the modes that hold from now on."""
        t, y, before = instant.at.t, instant.at.y, dict(self._driven)
        woken = self._woken(instant.woken)
        begun = self._acted > -math.inf
        last = self._seen(instant, self._side.high, instant.systems[-1]) if begun else None
        self._acted, self._side = t, self._side_of(t)
        if not begun:
            self.begin(instant)
        self._settle(instant, last, woken)
        if self._take(instant):
            self._settle(instant, last or self._seen(instant), None)
        self._driven |= self.values
        self._watch(instant, y)
        changed = not begun or self._driven != before
        self._acted = max(t, self._side.low)
        values = dict(self._driven) if changed else {}
        return AgentAction(values, t=self._acted if self._acted > t else None)

    def begin(self, instant: AgentInstant) -> None:
        """Hold what follows from the start, before the samples of that instant."""
        self._begin(instant)
        self._take(instant, ahead=False)
        self._begin(instant)

    @property
    def values(self) -> dict[str, float]:
        """What signals hold now, by parameter."""
        acting = (*self._terms.blocks, *self._terms.samplers)
        return {name: value for entry in acting for name, value in entry.values.items()}

    @property
    def modes(self) -> dict[str, SignalModes]:
        """What the modes are of, by their parameters."""
        switchings = [block.switching for block in self._terms.blocks]
        return {s.mode: SignalModes(s.source, dict(s.words)) for s in switchings}

    @property
    def switches(self) -> bool:
        """Whether signals do more than sample."""
        return bool(self._terms.blocks)

    @property
    def samplers(self) -> Sequence[Sampler]:
        """The blocks that sample."""
        return self._terms.samplers

    def pass_over(self, held: Sequence[float], counts: Sequence[int]) -> None:
        """Blocks have sampled so often in the meantime, and hold so much, one after the other."""
        first = 0
        for sampler, count in zip(self.samplers, counts, strict=True):
            end = first + len(sampler.held)
            sampler.held, sampler.count, first = list(held[first:end]), count, end
        self._driven |= self.values

    # --- what holds --------------------------------------------------------------------------

    def _woken(self, names: Sequence[str]) -> tuple[_Block, int] | None:
        known = {self._name(block, number): (block, number) for block, number in self._numbers}
        return next((known[name] for name in names if name in known), None)

    def _name(self, block: _Block, number: int) -> str:
        return f"{block.switching.source} {number}"

    def _seen(
        self, instant: AgentInstant, high: float = math.inf, moved: Prepared | None = None
    ) -> tuple[Array, Array]:
        """Terms (c,) and rates (r,) at an instant, on its side of what jumps there.

        They are those of the system that `moved` until then, or of that which goes on.
        """
        t = np.array([min(max(instant.at.t, self._side.low), high)])
        terms, rates = self._terms.bound(moved or instant.system, self.values).at(
            t, instant.at.y[None]
        )
        return terms[:, 0], rates[:, 0]

    def _begin(self, instant: AgentInstant) -> None:
        """Modes from the start values: what is made of others waits for these."""
        blocks = self._terms.blocks
        known = dict(instant.system.values)
        starts = [
            tuple(float(value(read(text), known)) for text in block.switching.starts)
            for block in blocks
        ]
        for block, start in zip(blocks, starts, strict=True):
            block.at = start
        for _ in range(len(blocks) + 1):
            before = [block.at for block in blocks]
            for block, start in zip(blocks, starts, strict=True):
                block.at = block.rule.first(start, self._instant(instant, block, None))
            if before == [block.at for block in blocks]:
                return

    def _take(self, instant: AgentInstant, ahead: bool = True) -> bool:
        """Take the samples that are due, of what held before; whether there were any.

        They stay due where they are not to go `ahead`.
        """
        due = [sampler for sampler in self._terms.samplers if self._is_due(sampler, instant.at.t)]
        if not due:
            return False
        states = [list(sampler.held) for sampler in due]
        terms, _ = self._seen(instant)
        for sampler, before in zip(due, states, strict=True):
            sampler.take(terms)
            if ahead:
                sampler.count += 1
            else:
                count = len(sampler.sampling.laws)
                sampler.held[count:] = before[count:]
        return True

    def _check_samples(self, settings: Settings) -> None:
        """Raise LagrError where there would be too many samples."""
        for sampler in self._terms.samplers:
            if (settings.t_end - settings.t0) / sampler.sample > MOST_POINTS:
                raise refusal(
                    place_of(sampler.sampling),
                    "Its sample time is too small for this motion.",
                    "Give a longer one.",
                    "sample",
                )

    def _instant(
        self, instant: AgentInstant, block: _Block, last: tuple[Array, Array] | None
    ) -> SwitchInstant:
        terms, rates = self._seen(instant)
        output = block.terms.stop
        before = (terms if last is None else last[0])[output]
        own = terms[block.terms], rates[block.rates], float(before)
        return SwitchInstant(instant.at.t, *own, self._span)

    def _settle(
        self,
        instant: AgentInstant,
        last: tuple[Array, Array] | None,
        woken: tuple[_Block, int] | None,
    ) -> None:
        """Modes that agree with each other at an instant.

        What is woken is on a bound, where rounding tells both sides: it does not go back by itself.
        """
        blocks, kept = self._terms.blocks, None
        if not blocks:
            return
        for _ in range(AT_ONCE * len(blocks)):
            if woken is not None:
                (block, number), woken = woken, None
                seen = replace(self._instant(instant, block, last), woken=number)
                kept = block, block.at[0]
            else:
                changing = self._next(instant, last, kept)
                if changing is None:
                    return
                block, seen = changing
                kept = None
            block.at = block.rule.then(block.at, seen)
            if last is not None:
                self._count(block, instant.at.t)
        raise refusal(
            place_of(blocks[0].switching),
            say("At t = {t:.6g} s signals switch without end.", t=instant.at.t),
            "Give them a hysteresis.",
            "chatter",
        )

    def _next(
        self,
        instant: AgentInstant,
        last: tuple[Array, Array] | None,
        kept: tuple[_Block, float] | None,
    ) -> tuple[_Block, SwitchInstant] | None:
        """The first signal that does not agree with its terms, with what it sees."""
        for block in self._terms.blocks:
            seen = self._instant(instant, block, last)
            then = block.rule.then(block.at, seen)
            if then != block.at and (block, then[0]) != kept:
                return block, seen
        return None

    def _count(self, block: _Block, t: float) -> None:
        """Raise LagrError where a signal switches to and fro within next to no time."""
        block.changes.append(t)
        if len(block.changes) == ROW and t - block.changes[0] < DENSE * self._span:
            raise chatters(block.switching, t)

    # --- what is watched ---------------------------------------------------------------------

    def _watch(self, instant: AgentInstant, y: Array) -> None:
        terms = self._terms.bound(instant.system, self._driven)
        side, blocks = self._side, [(block, block.at) for block in self._terms.blocks]

        def guards(t: Array, states: Array) -> Iterator[tuple[_Block, list[Guard]]]:
            v, rates = terms.at(np.clip(t, side.low, side.high), states)
            for block, at in blocks:
                along = SwitchCourse(t, v[block.terms], rates[block.rates], self._span)
                yield block, block.rule.guards(at, along)

        now = list(guards(np.array([instant.at.t]), y[None]))
        pairs = [(row[0], most[0]) for _, rows in now for row, most in rows]
        begun = np.array([row if 0 < row <= most else 0.0 for row, most in pairs])

        def look(t: Array, states: Array) -> Array:
            return np.array([row for _, rows in guards(t, states) for row, _ in rows]).T - begun

        self._numbers = [(block, number) for block, rows in now for number in range(len(rows))]
        names = tuple(self._name(block, number) for block, number in self._numbers)
        self._watching = Guards(names, look) if names else None


def place_of(switching: Switching | Sampling) -> str:
    """What a signal is called in messages."""
    return say("Signal “{name}”", name=switching.output)


def chatters(switching: Switching, t: float) -> LagrError:
    """What is told of a signal that switches to and fro."""
    return refusal(
        place_of(switching),
        say("At t = {t:.6g} s it chatters: it switches to and fro within next to no time.", t=t),
        "Give it a hysteresis.",
        "chatter",
    )
