"""The result of a simulation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.columns import NamedCourses
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, refusal
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.foundation.showing import Shown
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import ENERGY


@dataclass(frozen=True, slots=True, eq=False)
class Attitude:
    """R (3, 3) of a joint of three turns, and its angular velocity ω (3,) in the outer axes."""

    R: Array
    omega: Array


@dataclass(frozen=True, slots=True, eq=False)
class EventHit:
    """An event that happened, with the state (f,) at its time."""

    name: str
    t: float
    q: Array
    qd: Array


@dataclass(frozen=True, slots=True, eq=False)
class Impact:
    """An impact: the limits that were struck (item keys), q, and q̇ before and after (f,).

    `impulses` are the Λ (39) of these limits, negative where they push, `tangential` (…, 2) those
    of friction along their slips; `loss` is the kinetic energy that it took.  Where one item has
    several limits their `numbers` tell which of all were struck.  Where rough limits are struck one
    after the other at one instant, by Poisson's law in two phases, or come to rest at once, the
    `stages` are these impacts by themselves.
    """

    names: tuple[str, ...]
    t: float
    q: Array
    before: Array
    after: Array
    impulses: Array
    loss: float
    tangential: Array = field(default_factory=lambda: np.zeros((0, 2)))
    numbers: tuple[int, ...] = ()
    stages: tuple[Impact, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """A limit (its item key) whose impacts followed each other without end until a time.

    From `begun` on they were taken together, by the closed form of a bouncing ball.
    """

    name: str
    begun: float
    t: float


@dataclass(frozen=True, slots=True, eq=False)
class DrivenValues:
    """Parameters that controllers drive: values (k, m) of `names`, each row from its time (k,) on.

    At such a time the row before still holds.  They are `senses` in which frictions slide, or
    driven by controllers.
    """

    names: tuple[str, ...]
    t: Array
    values: Array
    senses: bool = False

    def beside(self, other: DrivenValues | None) -> DrivenValues:
        """These and others as one table; `senses` are told by no question that knows both."""
        if other is None:
            return self
        t = np.union1d(self.t, other.t)
        tables = (
            one.values[np.maximum(np.searchsorted(one.t, t, side="right") - 1, 0)]
            for one in (self, other)
        )
        return DrivenValues((*self.names, *other.names), t, np.hstack(list(tables)))

    def rows(self, t: Array) -> NDArray[np.int_]:
        """Which row holds at times (n,)."""
        return np.maximum(np.searchsorted(self.t, t, side="left") - 1, 0)

    def at(self, t: Array) -> Mapping[str, Array]:
        """The values (n,) at times (n,), by name."""
        return dict(zip(self.names, self.values[self.rows(np.asarray(t, float))].T, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Happening:
    """An event of the model that has happened: its item key, and what is said of it.

    States (n,) right before and right after it; what it gave to T + U at once is `supplied` (J).
    """

    item: str
    t: float
    said: str
    before: Array
    after: Array
    supplied: float


MODES = ("sticks", "slides")
"""What an element with dry friction does."""
OPEN = "open"
"""What a rough limit is that does not touch."""


@dataclass(frozen=True, slots=True)
class SignalModes:
    """What a mode is of: the item key of a signal that switches, what is said of its modes."""

    item: str
    words: Mapping[int, str]

    def said(self, mode: int) -> str:
        """What is said of a mode."""
        return self.words[mode] if len(self.words) > 1 else f"{self.words[0]} {mode}"


@dataclass(frozen=True, slots=True)
class ModeChange:
    """An element with dry friction, or a signal (its item key), that goes over to another mode.

    `before` and `after` are ``slides`` or ``sticks``; where it turns round both are ``slides``.
    `sense` is that in which it slides from then on: 1, −1, or 0 where it sticks.  A rough limit may
    be ``open`` too, and slides in any direction: its sense is 0.  Of signals they are what is said
    of their modes, and the number of the mode.
    """

    t: float
    item: str
    before: str
    after: str
    sense: int


@dataclass(frozen=True, slots=True, eq=False)
class Trajectory(Shown, NamedCourses):
    """A motion on a grid of n times, and between them by `at`.

    q, qd, qdd: (n, f); T, U: energies (n,); dissipated, supplied: work since the start (n,).
    T is that of Lagrange's function: couplings linear in velocities (motors) count in it and in
    `supplied`, while the balance by body and element (`energy`) lets them store nothing.
    `largest_T` is the largest kinetic energy, also between the grid's times.  `drift` and
    `slip` (n,) are the largest residuals of constraints on positions and on velocities (SI).
    touching (n, c): which of the `limits` (item keys) are in contact; `contacts` are their numbers
    from each time on at which they change, `settled` tells of limits on which impacts without end
    came to rest.  One that `stopped` could not go on at its end.
    `certificate` tells how well an independent formalism agrees.  `outputs` are curves (n,) that
    were asked for, by their titles, `output_units` their SI units (empty: not known).
    `driven` tells the values of the parameters that controllers drive (None: there are none), and
    the senses in which frictions slide: `frictions` are their item keys by these parameters;
    `rough` are those of limits with friction.  So are modes of signals that switch: `modes` tell of
    which.  `happened` are the events of the model that happened; of these `driven` tells how often,
    and which items are there (1) or not (0).
    `rtol` is the relative tolerance with which it was integrated (0: none was asked for); `floors`
    (2f,) are what values of states may miss, however small they are (empty: nothing).
    `special` is the special case of the model that moves (empty: none): questions about it follow.
    `attitudes` at the end are those of joints near a lock, which angles and rates tell badly.
    z, zd (n, s) are the `states` of the first order, by their names, and their rates.
    """

    coordinates: tuple[str, ...]
    t: Array
    q: Array
    qd: Array
    qdd: Array
    T: Array
    U: Array
    dissipated: Array
    supplied: Array
    largest_T: float
    drift: Array
    slip: Array
    limits: tuple[str, ...]
    touching: NDArray[np.bool_]
    events: tuple[EventHit, ...]
    method: str
    steps: int
    evaluations: int
    seconds: float
    dense: Any = field(repr=False)
    impacts: tuple[Impact, ...] = ()
    settled: tuple[Settled, ...] = ()
    contacts: tuple[tuple[float, tuple[int, ...]], ...] = ()
    notes: tuple[Problem, ...] = ()
    stopped: bool = False
    certificate: SelfCheck | None = None
    outputs: Mapping[str, Array] = field(default_factory=dict[str, Array])
    output_units: Mapping[str, str] = field(default_factory=dict[str, str])
    driven: DrivenValues | None = None
    frictions: Mapping[str, str] = field(default_factory=dict[str, str])
    rough: tuple[str, ...] = ()
    modes: Mapping[str, SignalModes] = field(default_factory=dict[str, SignalModes])
    happened: tuple[Happening, ...] = ()
    rtol: float = 0.0
    floors: Sequence[float] = ()
    special: str = ""
    attitudes: tuple[Attitude, ...] = ()
    states: tuple[str, ...] = ()
    z: Array = field(default_factory=lambda: np.zeros((0, 0)))
    zd: Array = field(default_factory=lambda: np.zeros((0, 0)))

    @property
    def layout(self) -> StateLayout:
        """What the n values of a state are, as `dense` gives them."""
        return StateLayout(self.coordinates, self.states)

    @property
    def y(self) -> Array:
        """The states (k, n) at all instants."""
        parts = (self.q, self.qd, self.z) if self.states else (self.q, self.qd)
        return np.hstack(parts)

    def __getitem__(self, name: str) -> Any:
        """The course (n,) of a coordinate, state or output. Raises LagrError for no such name."""
        if name in self.states:
            return self.z[:, self.states.index(name)]
        if name in self.outputs:
            return self.outputs[name]
        return self.position[name]

    @property
    def balance(self) -> Array:
        """T + U + dissipated - supplied (n,), which must not change."""
        return self.T + self.U + self.dissipated - self.supplied

    @property
    def energy_error(self) -> float:
        """The largest change of `balance`, over the largest energy or work that occurs.

        0 where nothing moves: what differs then is rounding.
        """
        parts = (self.U - self.U[0], self.dissipated, self.supplied)
        scale = max(self.largest_T, *(float(np.max(np.abs(part))) for part in parts))
        if self.rests(scale):
            return 0.0
        error = float(np.max(np.abs(self.balance - self.balance[0])))
        return error / scale if scale > 0 else error

    def rests(self, energy: float) -> bool:
        """Whether nothing moves, where `energy` (J) is the largest energy or work that occurs.

        It is the rounding of U then; or states stay within what the integration does not look at,
        as where a spring has its natural length but for the last digit.
        """
        ways = np.abs(self.y - self.layout.moved(self.y[0], self.q[0], 0 * self.qd[0]))
        floors = np.array(self.floors) if len(self.floors) else np.zeros(ways.shape[1])
        if np.all(ways <= ENERGY.strayed * floors):
            return True
        return energy <= ENERGY.resting * float(np.max(np.abs(self.U)))

    @property
    def constraint_error(self) -> float:
        """The largest residual of any constraint on positions (SI); 0 where there is none."""
        return float(np.max(self.drift))

    def senses(self, item: str) -> tuple[Array, NDArray[np.int_]]:
        """Times (k,) and the senses (k,) in which an element with friction slides from them on.

        1 or −1; 0 where it sticks.  Empty where the motion does not know them.
        """
        if self.driven is not None:
            for name, table in zip(self.driven.names, self.driven.values.T, strict=True):
                if self.frictions.get(name) == item:
                    senses = sense(table)
                    kept = np.concatenate([[True], np.diff(senses) != 0])
                    return self.driven.t[kept], senses[kept]
        return np.zeros(0), np.zeros(0, int)

    def touches(self, item: str) -> tuple[Array, tuple[str, ...]]:
        """Times (k,), and what a rough limit does from them on: ``slides``, ``sticks``, ``open``.

        What touches at several points sticks where all that touch do.  Empty for what is none.
        """
        if item not in self.rough:
            return np.zeros(0), ()
        found: dict[float, str] = {}
        for t, active in self.contacts:
            mode = self._touching_mode(item, active)
            if mode != next(reversed(found.values()), ""):
                found[t] = mode
        return np.array(list(found)), tuple(found.values())

    def _touching_mode(self, item: str, active: Sequence[int]) -> str:
        """What a rough limit does while some of all limits are in contact."""
        places = [number for number, name in enumerate(self.limits) if name == item]
        points = len(places) // 3  # and two slips of each
        touch = [n for n, place in enumerate(places[:points]) if place in active]
        stuck = all(places[points + 2 * n] in active for n in touch)
        return MODES[not stuck] if touch else OPEN

    def senses_at(self, t: float) -> dict[str, int]:
        """In which sense elements with friction (item keys) slide at a time; 0: they stick.

        Of rough limits those that touch: they slide (1) in any direction.
        """
        at = {} if self.driven is None else self.driven.at(np.array([t]))
        known = ((key, at[name]) for name, key in self.frictions.items() if name in at)
        senses = {key: int(sense(value)[0]) for key, value in known}
        k = bisect_right(self.contacts, t, key=itemgetter(0)) if self.rough else 0
        for item in self.rough if k else ():
            mode = self._touching_mode(item, self.contacts[k - 1][1])
            if mode != OPEN:
                senses[item] = MODES.index(mode)
        return senses

    def gone_at(self, t: float) -> frozenset[str]:
        """The item keys of what events have opened or switched off at a time."""
        if self.driven is None or not self.happened:
            return frozenset()
        at = self.driven.at(np.array([t]))
        keys = (name for name in at if name.startswith(("element:", "joint:")))
        return frozenset(key for key in keys if at[key][0] == 0)

    @property
    def changes(self) -> tuple[ModeChange, ...]:
        """Where elements with dry friction begin to slide, to stick, or turn round, in order.

        And where signals switch, and events happen: `after` is what these do then.
        """
        found = [*self._switches()]
        found += [ModeChange(one.t, one.item, "", one.said, 0) for one in self.happened]
        for item in dict.fromkeys(self.frictions.values()):
            times, senses = self.senses(item)
            modes = [MODES[bool(sense)] for sense in senses]
            rows = zip(times[1:].tolist(), modes, modes[1:], senses[1:].tolist(), strict=False)
            found += [ModeChange(t, item, old, new, sense) for t, old, new, sense in rows]
        for item in self.rough:
            times, modes = self.touches(item)
            pairs = zip(times[1:].tolist(), pairwise(modes), strict=False)
            found += [ModeChange(t, item, old, new, 0) for t, (old, new) in pairs]
        return tuple(sorted(found, key=lambda change: change.t))

    def _switches(self) -> Iterator[ModeChange]:
        """Where signals go over to other modes."""
        if self.driven is None:
            return
        for name, modes in self.modes.items():
            table = self.driven.values[:, self.driven.names.index(name)]
            for row in np.flatnonzero(np.diff(table)).tolist():
                old, new = int(table[row]), int(table[row + 1])
                t = float(self.driven.t[row + 1])
                yield ModeChange(t, modes.item, modes.said(old), modes.said(new), new)

    def rows(self, places: NDArray[np.int_]) -> Trajectory:
        """The same at some of its instants (k,) alone."""
        tables = ("t", "q", "qd", "qdd", "T", "U", "dissipated", "supplied", "drift", "slip")
        tables = (*tables, "touching", *(("z", "zd") if self.states else ()))
        some = {name: getattr(self, name)[places] for name in tables}
        return replace(self, outputs={}, output_units={}, **some)

    def at(self, t: float | Array) -> tuple[Array, Array]:
        """q and q̇ at any time of the motion: (f,) each, or (n, f) for times (n,).

        Raises `LagrError` for times outside the motion.
        """
        return self.layout.motion(self.states_at(t))

    def states_at(self, t: float | Array) -> Array:
        """The state (n,) at any time of the motion, or (k, n) for times (k,).

        Raises `LagrError` for times outside the motion.
        """
        times = np.asarray(t, float)
        if not np.all((times >= self.t[0]) & (times <= self.t[-1])):
            raise _outside(times, self.t[0], self.t[-1])
        return self.dense(times).T


def sense(sigma: Array) -> NDArray[np.int_]:
    """1 or −1 where something slides, 0 where it sticks, with |σ| ≠ 1 where it exerts a part."""
    return np.where(np.abs(sigma) == 1, sigma, 0).astype(int)


class SimulationStopped(LagrError):
    """A simulation that cannot go on; `trajectory` is the motion up to there."""

    def __init__(self, problems: Iterable[Problem], trajectory: Trajectory) -> None:
        super().__init__(problems)
        self.trajectory = trajectory

    def __reduce__(self) -> tuple[type[LagrError], tuple[object, ...]]:
        return type(self), (self.problems, self.trajectory)


def check_energies(found: Trajectory) -> None:
    """Raise LagrError where an energy or a power has no value: nothing vouches for the motion then.

    It is SimulationStopped with the motion up to there, where there is one.
    """
    tables = {"T": found.T, "U": found.U, "D": found.dissipated, "Q": found.supplied}
    lost = {name: int(np.argmin(np.isfinite(table))) for name, table in tables.items()}
    lost = {name: at for name, at in lost.items() if not np.isfinite(tables[name][at])}
    if not lost:
        return
    name = min(lost, key=lambda name: lost[name])
    at = lost[name]
    problem = Problem(
        place="Energy balance",
        cause=say(
            "{energy} has no value from t = {t:.6g} s on.", energy=ENERGIES[name], t=found.t[at]
        ),
        remedy="Look at energies and forces given as expressions: roots, logarithms and inverse "
        "functions need arguments for which they are defined.",
        code="no-energy",
    )
    if at < 2:
        raise LagrError(problem)
    raise SimulationStopped([problem], found.rows(np.arange(at)))


ENERGIES = {
    "T": say("The kinetic energy T"),
    "U": say("The potential energy U"),
    "D": say("The dissipated power"),
    "Q": say("The power supplied"),
}
"""What the balance consists of."""


def _outside(times: Array, first: float, last: float) -> LagrError:
    wrong = times[~((times >= first) & (times <= last))].flat[0]
    return refusal(
        "trajectory",
        say(
            "The time {wrong:g} s lies outside the motion from {first:g} s to {last:g} s.",
            wrong=wrong,
            first=first,
            last=last,
        ),
        "Choose a time within, or simulate longer.",
        code="time-outside",
    )
