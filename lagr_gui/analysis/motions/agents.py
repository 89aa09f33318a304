"""A mechanism and those that act on it at instants: hands, units of FMI, whoever samples."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

import numpy as np

from lagr_gui.analysis.motions.march import Reached, reached, stretch
from lagr_gui.analysis.motions.point_forces import PointForce, check_once, with_forces
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Event, Guards, KernelSystem, Settings, Trajectory, faults
from lagr_gui.simulation.joining import joined
from lagr_gui.simulation.settings import MOST_POINTS
from lagr_gui.simulation.trajectory import DrivenValues, Happening

OUTSIDE = -1
"""The number of whoever acts without being an agent."""


@dataclass(frozen=True, slots=True, eq=False)
class AgentInstant:
    """When an agent acts: the system as it goes on from then, the end of its motion, and why.

    `woken` are the names of events of the agent that ended the motion there; none by the clock.
    `parts` are the stretches of the motion up to then, `systems` what moved in each of them.
    """

    system: Prepared
    motion: Trajectory
    at: Reached
    woken: tuple[str, ...] = ()
    parts: Sequence[Trajectory] = ()
    systems: Sequence[Prepared] = ()


@dataclass(frozen=True, slots=True, eq=False)
class AgentAction:
    """What an agent does from an instant on, until it acts again.

    `values` of parameters take the place of those before, `forces` (None: as before) that of its
    forces at points of bodies.  With a `state` (n,) the motion jumps there, with a time `t` it goes
    on from that: some last places later, where functions of time have jumped.  What has `happened`
    (item key, in words) is kept with the motion, which is over where one `ends` it.
    """

    values: Mapping[str, float] = field(default_factory=dict[str, float])
    forces: tuple[PointForce, ...] | None = None
    state: Array | None = None
    t: float | None = None
    happened: tuple[str, str] | None = None
    ends: bool = False


class Agent(Protocol):
    """Who acts on a mechanism at instants, and leaves it as it is in between."""

    def due(self, t: float) -> float:
        """The first instant from t on at which it acts by the clock; infinite: there is none."""
        ...

    def watch(self) -> Sequence[Event | Guards]:
        """Functions of time and state that wake it where they pass through zero, by their names.

        Guards do where they rise.
        """
        ...

    def act(self, instant: AgentInstant) -> AgentAction:
        """What it does at an instant at which it is due, or woken."""
        ...


class Swift(Protocol):
    """Who lets a motion go on over many instants at once, where it can."""

    def go_on(self, motion: MotionUnderWay, until: float) -> bool:
        """Whether it has gone on; not beyond a time."""
        ...


class MotionUnderWay:
    """A motion that goes on from instant to instant; at each of them agents act, in their order.

    What one does is known to those behind it.  Who is `swift` goes on over many instants at once.
    `parts` are the stretches of the motion up to now,
    `systems` what moved in each of them.  `stop` is asked after each step.  How far coordinates go
    is that of the drawing, whatever agents drive.
    """

    def __init__(
        self,
        prepared: Prepared,
        settings: Settings,
        agents: Sequence[Agent] = (),
        at: Reached | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._prepared, self._stop = prepared, stop
        self._settings = prepared.with_extents(settings)
        self.at = at or reached(prepared, settings)
        self.agents = list(agents)
        self.parts: list[Trajectory] = []
        self.systems: list[Prepared] = []
        self._forces: dict[int, tuple[PointForce, ...]] = {}
        self._values: dict[str, float] = {}
        self._driven: list[tuple[float | Array, Mapping[str, float | Array]]] = []
        self.swift: Swift | None = None
        self._system = prepared
        self._woken: list[tuple[int, str]] = []
        self._happening: tuple[tuple[str, str], Array] | None = None
        self.happened: list[Happening] = []
        self.is_over = False

    @property
    def system(self) -> Prepared:
        """What moves from now on."""
        return self._system

    @property
    def standing(self) -> Trajectory:
        """The last stretch of the motion; before the first one its beginning alone."""
        if self.parts:
            return self.parts[-1]
        return stretch(self._system, self._settings, self.at, self.at.t, 2)[0]

    @property
    def instant(self) -> AgentInstant:
        """Where it is now."""
        return AgentInstant(
            self._system, self.standing, self.at, parts=self.parts, systems=self.systems
        )

    @on_one_thread
    def advance(
        self, until: float, spacing: float, heard: Callable[[Trajectory], None] | None = None
    ) -> Trajectory:
        """Go on until a time; that part of the motion, with output times no farther than `spacing`.

        `heard` gets each stretch.  Raises as `simulate` does; what was reached before stays.
        """
        first = len(self.parts)
        while self.at.t < until:
            self._let_act()
            if self.is_over:
                break
            if self.swift is None or not self.swift.go_on(self, until):
                self._go_on(self._next(until), spacing)
            if heard is not None:
                heard(self.parts[-1])
            if len(self.parts) - first > MOST_POINTS:
                raise faults.exhausted(self.at.t, say("{count} instants", count=MOST_POINTS))
        if len(self.parts) == first:
            self.keep(self.standing)
        return joined(self.parts[first:])

    def keep(self, part: Trajectory) -> None:
        """A further stretch; energy that an action gives at once counts as supplied."""
        if self.parts:
            before = self.parts[-1]
            jump = (part.T[0] + part.U[0]) - (before.T[-1] + before.U[-1])
            part = replace(part, supplied=part.supplied + jump)
            self._keep_happening(part.y[0], float(jump))
        self.parts.append(part)
        self.systems.append(self._system)

    def _keep_happening(self, after: Array, supplied: float) -> None:
        """What an agent said to have happened, with the states on both sides."""
        if self._happening is not None:
            (item, said), before = self._happening
            t = float(self.parts[-1].t[-1])
            self.happened.append(Happening(item, t, said, before, after, supplied))
            self._happening = None

    @property
    def whole(self) -> Trajectory:
        """All of the motion up to now, with the parameters that agents drive."""
        self._keep_happening(self.at.y, 0.0)  # what has ended it
        trajectory = replace(joined(self.parts), happened=tuple(self.happened))
        if not self._values:
            return trajectory
        names = tuple(self._values)
        times = np.concatenate([np.atleast_1d(t) for t, _ in self._driven] or [np.zeros(0)])
        table, first = np.full((len(times), len(names)), math.nan), 0
        for t, row in self._driven:
            rows = slice(first, first + np.size(t))
            for name, value in row.items():
                table[rows, names.index(name)] = value
            first = rows.stop
        driven = DrivenValues(names, times, table)
        return replace(trajectory, driven=driven.beside(trajectory.driven))

    def follow(self, action: AgentAction) -> None:
        """Go on as somebody wants who is no agent: until they want something else."""
        self._obey(OUTSIDE, action)

    def pass_over(
        self, part: Trajectory, at: Reached, t: Array, values: Mapping[str, Array]
    ) -> None:
        """Go on from the end of a stretch in which parameters have changed at times (k,).

        Their `values` (k,) are told by name.
        """
        self.keep(part)
        self.at = at
        if len(t):
            self._driven.append((t, values))
            self._obey(OUTSIDE, AgentAction({name: float(v[-1]) for name, v in values.items()}))

    # --- instants ----------------------------------------------------------------------------

    def _let_act(self) -> None:
        """Let those act that are due or woken."""
        t, driven = self.at.t, False
        for number, agent in enumerate(self.agents):
            woken = tuple(name for owner, name in self._woken if owner == number)
            if woken or agent.due(t) <= t:
                action = agent.act(replace(self.instant, woken=woken))
                self._obey(number, action)
                driven |= bool(action.values)
        if driven:
            self._driven.append((t, dict(self._values)))

    def _obey(self, number: int, action: AgentAction) -> None:
        """Let the mechanism go on as an action of an agent says."""
        if action.forces is not None:
            self._forces[number] = action.forces
        self._values |= action.values
        if action.happened is not None:
            self._happening, self.is_over = (action.happened, self.at.y), action.ends
        if action.values or action.forces is not None:
            self._move(self.system_with(self._values))
        if action.t is not None:
            self.at = replace(self.at, t=action.t)
        if action.state is not None:
            q, qd, z = (tuple(p.tolist()) for p in self._prepared.layout.parts(action.state))
            there = replace(self._settings, t0=self.at.t, q0=q, qd0=qd, z0=z)
            begun = reached(self._system, there)
            self.at = replace(self.at, q=begun.q, qd=begun.qd, z=begun.z, attitudes=())

    def system_with(self, values: Mapping[str, float]) -> Prepared:
        """What moves where these values take the place of those that hold."""
        pushed, every = with_forces(self._prepared, self._acting), self._values | dict(values)
        return pushed.with_values(every) if every else pushed

    def _move(self, system: Prepared) -> None:
        """Let another system go on; where it binds otherwise, nothing is known of its limits."""
        if system.physics != self._system.physics:
            self.at = replace(self.at, chosen=None, fastest=())
        self._system = system

    @property
    def _acting(self) -> tuple[PointForce, ...]:
        return tuple(force for forces in self._forces.values() for force in forces)

    def _next(self, until: float) -> float:
        """The next instant at which somebody acts by the clock, or a time if that is before."""
        t = self.at.t
        end = min([until, *(agent.due(t) for agent in self.agents)])
        if not end > t:
            raise ValueError(say("An agent is due again at t = {t:g} s, when it has acted.", t=t))
        return until if until - end < 1e-9 * (end - t) else end

    def _go_on(self, end: float, spacing: float) -> None:
        """The motion to an instant, or to what wakes an agent before."""
        points = max(2, math.ceil((end - self.at.t) / spacing * (1 - 1e-9)) + 1)
        events = [event for number in range(len(self.agents)) for event in self._events(number)]
        checked = self._check if self._forces else None
        reach = self._system, self._settings, self.at, end, points
        part, self.at = stretch(*reach, checked, self._stop, events)
        self.keep(part)
        ends = self.at.t, float(part.t[0])  # what has risen at the start is told of that
        names = {hit.name for hit in part.events if hit.t in ends}
        self._woken = [
            (number, name)
            for number, agent in enumerate(self.agents)
            for event in agent.watch()
            for name in (event.names if isinstance(event, Guards) else (event.name,))
            if name in names
        ]

    def _events(self, number: int) -> Iterator[Event | Guards]:
        """What wakes an agent; what just did begins at zero."""
        begin = self.at.t
        for event in self.agents[number].watch():
            if isinstance(event, Guards):
                yield event
                continue
            value = event.function
            if (number, event.name) in self._woken:
                value = partial(_past, value, begin)
            yield replace(event, function=value, terminal=True)

    def _check(self, compiled: KernelSystem) -> None:
        check_once(self._prepared, self._system, compiled, self.at, self._acting)


def _past(value: Callable[[float, Array], float], begin: float, t: float, y: Array) -> float:
    """An event function that has passed through zero where a motion begins."""
    return 0.0 if t == begin else value(t, y)
