"""The result of a simulation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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

    `impulses` are the Λ (39) of these limits, negative where they push; `loss` is the kinetic
    energy that it took.
    """

    names: tuple[str, ...]
    t: float
    q: Array
    before: Array
    after: Array
    impulses: Array
    loss: float


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

    At such a time the row before still holds.
    """

    names: tuple[str, ...]
    t: Array
    values: Array

    def rows(self, t: Array) -> NDArray[np.int_]:
        """Which row holds at times (n,)."""
        return np.maximum(np.searchsorted(self.t, t, side="left") - 1, 0)

    def at(self, t: Array) -> Mapping[str, Array]:
        """The values (n,) at times (n,), by name."""
        return dict(zip(self.names, self.values[self.rows(np.asarray(t, float))].T, strict=True))


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
    `driven` tells the values of the parameters that controllers drive (None: there are none).
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
        """The course (n,) of a coordinate or state. Raises LagrError for a name that is none."""
        if name in self.states:
            return self.z[:, self.states.index(name)]
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
