"""The constraints on a motion in numbers: how well a state meets them, the nearest that does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array, beside_times
from lagr_gui.foundation.message import say
from lagr_gui.kernel import Bound, Kernel, Results
from lagr_gui.numerics import RANKS, Slopes, Solution, independent, resolve, solve, steps
from lagr_gui.numerics.feedback import fed_back
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.numerics.tolerances import UNLIMITED
from lagr_gui.simulation.tuning import FLOORS, PROJECTION


def place_of(source: str) -> str:
    """What the item of a constraint is called in messages."""
    sort, _, name = source.partition(":")
    return say("{sort} “{name}”", sort=say(sort.capitalize()), name=name)


@dataclass(frozen=True, slots=True, eq=False)
class Description:
    """Everything at one state: Φ (m,), Φ̇ or ψ (m,), γ̿ (m,), G (m, f), g (f, f), Q − h (f,).

    `rows` are G with what it could be; `turned_over` tells bodies the wrong way round in a joint.
    The terms of Φ add up to `size` (m,) before they cancel; known of limits only.
    """

    position: Array
    size: Array
    velocity: Array
    gamma: Array
    rows: Slopes
    g: Array
    force: Array
    turned_over: NDArray[np.bool_]

    @property
    def G(self) -> Array:
        """The slopes alone."""
        return self.rows.G

    def __getitem__(self, rows: slice | list[int]) -> Description:
        """Some of the rows at one state."""
        return Description(
            self.position[rows],
            self.size[rows],
            self.velocity[rows],
            self.gamma[rows],
            self.rows[rows],
            self.g,
            self.force,
            self.turned_over,
        )

    def first(self) -> Description:
        """That of the first of several instants."""
        return Description(
            self.position[0],
            self.size[0],
            self.velocity[0],
            self.gamma[0],
            self.rows.at(0),
            self.g[0],
            self.force[0],
            self.turned_over[0],
        )

    @property
    def scale(self) -> Array:
        """The scale (f,) of the coordinates in which the inertia of each is one."""
        return self.rows.scale(self.g)

    def solution(self) -> Solution:
        """q̈ and λ of least norm."""
        return solve(self.g, self.force, self.rows, self.gamma)


@dataclass(frozen=True, slots=True, eq=False)
class ConstraintKernel:
    """The constraints of a system, by one kernel, for any values of the parameters.

    State of the kernel: t, q (f), q̇ (f), z (s), of which "force" alone may depend on z; outputs:
    "position" Φ, "velocity" Φ̇, "gamma" γ̿ and the
    "size" of the terms of Φ (n each), "G" and "reach" (n, f; see `Slopes`), "g" (f, f), "force"
    Q − h (f), "sides", which are above 0 unless bodies are turned over, "restitution" κ (c) and the
    "bounds" of frictions, for n rows: those that always hold, then the c limits (H ≤ 0).  Behind
    these stand frictions, whose slip is held at 0 by at most their bound (the parameters `senses`
    tell how they slide), and pairs of slips of the `rough` limits (numbers), whose "roughness"
    (r, 3) is μ that slides, μ that sticks and the restitution of slips; `one_way` are the numbers
    of those among the frictions that let go one way; to "force" the "columns"
    (k, f) are added, times the accelerations of the k coordinates (places) that are `fed_back`.
    `sources` are the item keys of rows, `holonomic` (n,) tells those on positions, `bent` (n,)
    those that are not linear in velocities.
    `light` names coordinates without inertia that give
    way where positions, and where velocities, do not meet the constraints.
    """

    layout: StateLayout
    kernel: Kernel
    sources: tuple[str, ...]
    holonomic: NDArray[np.bool_]
    bent: NDArray[np.bool_]
    limits: int = 0
    massless: tuple[Collection[str], Collection[str]] = ((), ())
    senses: tuple[str, ...] = ()
    rough: tuple[int, ...] = ()
    fed_back: tuple[int, ...] = ()
    one_way: tuple[int, ...] = ()

    def bind(self, parameters: Array, size: ModelSize | None = None) -> BoundConstraints:
        """The constraints for values of the parameters, and the size of what moves (default: 1)."""
        f = self.layout.f
        sizes = size or ModelSize(np.ones(f), 1.0, 0.0, np.zeros(f), np.zeros(f))
        return BoundConstraints(self, self.kernel.bind(parameters), sizes)


@dataclass(frozen=True, slots=True, eq=False)
class ModelSize:
    """By what is judged whether something is far, near or slow.

    `extents` (f,) are how far coordinates go where the system moves as a whole, `duration` (s) how
    long its motions take; at `t`, `q` and `qd` (f,) a motion may begin.
    """

    extents: Array
    duration: float
    t: float
    q: Array
    qd: Array


class BoundConstraints:
    """The constraints of a system in numbers.  They never change.

    The m rows in use are those that always hold, and with `holding` limits in contact too.
    `sources` are their item keys, `holonomic` (m,) tells those on positions, `bent` (m,) those that
    are not linear in the velocities.
    """

    def __init__(self, known: ConstraintKernel, bound: Bound, size: ModelSize) -> None:
        self.layout = known.layout
        self.coordinates = known.layout.coordinates
        self.extents, self.duration, self._size = size.extents, size.duration, size
        self.pace = FLOORS.velocity_spans / size.duration
        self.bound = bound
        self.limits, self.senses, self.rough = known.limits, known.senses, known.rough
        self.one_way = known.one_way
        self.reach = [
            np.array([PROJECTION.massless if name in names else 1.0 for name in self.coordinates])
            for names in known.massless
        ]
        self._sources = known.sources
        self._holonomic, self._bent = known.holonomic, known.bent
        self._fed_back = known.fed_back
        self._use(range(len(self._sources) - self.limits))

    def led_by(self, steps: Callable[[], Bound]) -> BoundConstraints:
        """The same, with a kernel of the steps back to them (`projection_kernel`).

        It knows which constraint speaks of which coordinates, so that its cost grows with their
        number; singular values are then left to states at which constraints nearly depend on
        each other.
        """
        other = copy(self)
        other._steps = steps
        return other

    def _use(self, rows: Sequence[int]) -> None:
        self._steps: Callable[[], Bound] | None = None
        self._could: Array | None = None
        self._rows = np.array(rows, int)
        self.sources = tuple(self._sources[row] for row in rows)
        self.holonomic, self.bent = self._holonomic[self._rows], self._bent[self._rows]

    def holding(self, active: Sequence[int]) -> BoundConstraints:
        """The constraints that always hold, and the limits of these numbers."""
        always = len(self._sources) - self.limits
        other = copy(self)
        other._use([*range(always), *(always + i for i in active)])
        return other

    def leading(self, count: int) -> BoundConstraints:
        """The first ones alone."""
        other = copy(self)
        other._use(range(count))
        return other

    @property
    def limit_sources(self) -> tuple[str, ...]:
        """The item keys of the limits."""
        return self._sources[len(self._sources) - self.limits :]

    def with_limits(self, t: float, y: Array) -> tuple[Description, Description]:
        """The constraints that always hold, and the limits, at one state (n,)."""
        first = len(self._sources) - self.limits
        whole = self.holding(range(self.limits)).at_state(t, y)
        return whole[:first], whole[first:]

    @property
    def limits_alone(self) -> BoundConstraints:
        """The limits, without the constraints that always hold."""
        other = copy(self)
        other._use(range(len(self._sources) - self.limits, len(self._sources)))
        return other

    def at_limits(self, t: float, q: Array, qd: Array) -> Description:
        """The limits alone at one state."""
        return self.limits_alone.at(t, q, qd)

    def friction_bounds(self, t: Array, states: Array) -> Array:
        """H (k, s) of the s frictions at times (k,) and states (k, n)."""
        return self.bound.many(beside_times(t, states))["bounds"]

    def rigid(self, t: float, y: Array) -> list[int]:
        """The numbers of frictions, among the limits, that hold any force one way."""
        if not self.one_way:
            return []
        bounds = self.friction_bounds(np.array([t]), y[None])[0]
        return [self.stops + i for i in self.one_way if bounds[i] >= UNLIMITED]

    @property
    def stops(self) -> int:
        """How many of the limits are unilateral conditions; behind them is friction."""
        return self.limits - len(self.senses) - 2 * len(self.rough)

    def slips_of(self, j: int) -> tuple[int, int]:
        """The numbers of the two slips of a rough limit, by its place among these."""
        first = self.limits - 2 * (len(self.rough) - j)
        return first, first + 1

    def roughness(self) -> Array:
        """μ that slides, μ that sticks and the restitution of slips, (r, 3)."""
        return self.bound(np.zeros(1 + self.layout.n))["roughness"]

    def restitution(self) -> Array:
        """κ (c,) of the limits."""
        return self.bound(np.zeros(1 + self.layout.n))["restitution"]

    def at(self, t: float, q: Array, qd: Array) -> Description:
        """All quantities at q and q̇ (f,) that do not depend on z; forces that do are nan."""
        unknown = np.full(self.layout.s, np.nan)
        return self.at_state(t, np.concatenate([q, qd, unknown]))

    def at_state(self, t: float, y: Array) -> Description:
        """All quantities at one state (n,)."""
        return self.many(np.array([t]), y[None, :]).first()

    def many(self, t: Array, states: Array) -> Description:
        """All quantities at times (k,) and states (k, n), with k as the first axis."""
        out = self.bound.many(beside_times(t, states))
        used = self._rows
        return Description(
            np.where(self.holonomic, out["position"][:, used], 0.0),
            out["size"][:, used],
            out["velocity"][:, used],
            out["gamma"][:, used],
            Slopes(out["G"], out["reach"], self.extents, self.pace)[used],
            out["g"],
            out["force"] if not self._fed_back else self._with_feedback(out),
            np.any(out["sides"] < 0.5, axis=1),
        )

    def _with_feedback(self, out: Results) -> Array:
        """Q − h (k, f) with the accelerations that forces are made of, under the rows in use."""
        slopes = Slopes(out["G"], out["reach"], self.extents, self.pace)[self._rows]
        gamma, g = out["gamma"][:, self._rows], out["g"]
        force, columns = out["force"].copy(), out["columns"]
        sound = np.isfinite(force).all(axis=1) & np.isfinite(columns).all(axis=(1, 2))
        for i in np.flatnonzero(sound).tolist():
            rows = slopes.at(i)

            def answer(push: Array, more: bool, i: int = i, rows: Slopes = rows) -> Array:
                return solve(g[i], push, rows, 0 * gamma[i] if more else gamma[i]).qdd

            a = fed_back(force[i], columns[i], self._fed_back, answer)
            force[i] += a @ columns[i]
        return force

    def project_once(self, t: Array, states: Array) -> Array:
        """States (k, n) after one Newton step to the constraints: enough for small drifts.

        Nearly dependent constraints do not move states: they would hand on rounding, enlarged.
        """
        if self._steps is None:
            return self._by_singular_values(t, states)
        steps, (q, qd) = self._steps(), self.layout.motion(states)
        first = steps.many(beside_times(t, states))
        q = q + first["shift"]
        then = steps.many(beside_times(t, self.layout.moved(states, q, qd)))
        led = self.layout.moved(states, q, qd + then["turn"])
        ratios = np.minimum(first["ratios"], then["ratios"])
        weak = ~(np.min(ratios, axis=1, initial=1.0) > PROJECTION.weak**2)
        if weak.any():
            led[weak] = self._by_singular_values(t[weak], states[weak])
        return led

    def _by_singular_values(self, t: Array, states: Array) -> Array:
        """The same step wherever constraints depend on each other."""
        description, (q, qd) = self.many(t, states), self.layout.motion(states)
        (near, far), bound = self.reach, self.holonomic
        scale = description.scale * near
        q = q + steps(
            description.rows[bound], -description.position[:, bound], scale, PROJECTION.weak
        )
        description = self.many(t, self.layout.moved(states, q, qd))
        turn = steps(
            description.rows, -description.velocity, description.scale * far, PROJECTION.weak
        )
        return self.layout.moved(states, q, qd + turn)

    def residuals(self, t: Array, states: Array) -> tuple[Array, Array]:
        """The largest residual of constraints on positions and on velocities (n,), (n,)."""
        position, velocity = np.hsplit(self._missed(t, states), 2)
        return np.max(position, axis=1, initial=0.0), np.max(velocity, axis=1, initial=0.0)

    def strays(self, t: Array, states: Array) -> Array:
        """The largest residual (n,) of all, beside what it could be."""
        if not len(t) or not len(self.sources):
            return np.zeros(len(t))
        return np.max(self.parts(t, states), axis=1)

    def parts(self, t: Array, states: Array) -> Array:
        """The residuals (n, 2m) beside what they could be: on positions, then all on velocities."""
        return self._missed(t, states) / self.could

    def _missed(self, t: Array, states: Array) -> Array:
        """The residuals (n, 2m): of constraints on positions, then of all on velocities."""
        program = self._steps() if self._steps else self.bound
        out = program.many(beside_times(t, states))
        position = np.where(self.holonomic, np.abs(out["position"][:, self._rows]), 0.0)
        return np.hstack([position, np.abs(out["velocity"][:, self._rows])])

    @property
    def could(self) -> Array:
        """What residuals (2m,) could be where the system moves as a whole, seen from its start.

        Those on positions, then those on velocities.
        """
        if self._could is None:  # the same whoever asks first
            here = self.at(self._size.t, self._size.q, self._size.qd)
            could = here.rows.could(self.extents)
            self._could = np.concatenate([could, could * self.pace])
        return self._could

    def project(self, t: float, q: Array, qd: Array) -> tuple[Array, Array]:
        """The nearest state that meets the constraints, by Newton's method.

        Distances are measured in the scale of the metric.  nan where the method fails.
        """
        q = self.project_positions(t, q)
        return q, self.project_velocities(t, q, qd)

    def project_positions(self, t: float, q: Array, free: Array | None = None) -> Array:
        """Positions near q that meet the constraints; nan where Newton's method fails.

        Only coordinates of `free` (f,) move, where it is given.
        """
        near, settled = self._led(t, q, free)
        return near if settled and self.closed(t, near) else np.full_like(near, np.nan)

    def nearest(self, t: float, q: Array, free: Array) -> tuple[Array, float]:
        """Positions near q that come closest to the constraints, and how much they miss.

        Only coordinates of `free` (f,) move.
        """
        near, _ = self._led(t, q, free)
        return near, self.missed(t, near)

    def _led(self, t: float, q: Array, free: Array | None) -> tuple[Array, bool]:
        """Positions after steps of Newton's method from q, and whether these have come to rest."""
        q = np.array(q, float)
        still = np.zeros_like(q)
        last = np.inf
        moving = self.extents if free is None else np.where(free, self.extents, np.inf)
        bound = self.holonomic
        for _ in range(PROJECTION.rounds):
            description = self.at(t, q, still)
            if (
                not np.isfinite(description.position).all()
                or not np.isfinite(description.G[bound]).all()
            ):
                break
            step = self._step(description, free)
            size = float(np.linalg.norm(step / moving))
            q = q + step * min(1.0, 1.0 / max(size / np.sqrt(max(len(q), 1)), 1.0))
            relative = size / (1.0 + float(np.linalg.norm(q / moving)))
            if _rests(relative, last):
                return q, True
            last = relative
        return q, False

    def _step(self, description: Description, free: Array | None) -> Array:
        """The smallest step that would meet the constraints on positions if they were linear."""
        scale = description.scale * self.reach[0]
        scale = scale if free is None else np.where(free, scale, 0.0)
        bound = self.holonomic
        return resolve(description.rows[bound], -description.position[bound], scale)[1]

    def closed(self, t: float, q: Array) -> bool:
        """Whether positions meet the constraints."""
        return self.missed(t, q) <= PROJECTION.closed

    def missed(self, t: float, q: Array) -> float:
        """How far positions are from meeting the constraints, as a part of the model's size.

        Infinite where they have no value or bodies are turned over.
        """
        description = self.at(t, q, np.zeros_like(q))
        if description.turned_over or not np.isfinite(description.position).all():
            return np.inf
        sizes, could = description.rows.sizes(self.extents)
        # What nothing can change is rounding, or a misfit: that is measured by the lengths in it.
        size = np.where(sizes > 0, sizes, RANKS.idle / PROJECTION.closed * could)
        left = np.abs(description.position)
        parts = np.where(left > 0, left / np.where(size > 0, size, np.finfo(float).tiny), 0.0)
        return float(np.max(parts, initial=0.0))

    def has_better(self, rows: Sequence[int], t: float, q: Array, qd: Array) -> bool:
        """Whether other rows are far less dependent on each other at a state than these.

        In a singular configuration all are alike.
        """
        description = self.at(t, q, qd)
        scale = description.scale
        binding = np.flatnonzero(np.any(description.rows.scaled(scale) != 0, axis=1))
        if set(binding.tolist()) <= set(rows):
            return False  # no others bind anything
        best = independent(description.rows, scale)
        if len(best) < len(rows):
            return False
        chosen, other = (_smallest(description.rows[list(some)], scale) for some in (rows, best))
        return chosen < PROJECTION.poor * other

    def last(self, t: float, q: Array, qd: Array, ahead: float) -> float | None:
        """The last time at which positions meet the constraints, within `ahead` of a state.

        None where they do so all the time.  Positions farther from q (f,) than the velocities
        lead are others.
        """
        scale = self.at(t, q, qd).scale
        away = PROJECTION.straying * ahead * float(np.linalg.norm(qd / scale))

        def meets(time: float) -> bool:
            placed = self.project_positions(time, q)
            return bool(np.linalg.norm((placed - q) / scale) <= away)

        low, high = t, t + ahead
        if meets(high):
            return None
        for _ in range(PROJECTION.bisections):
            middle = (low + high) / 2
            low, high = (middle, high) if meets(middle) else (low, middle)
        return low

    def project_velocities(self, t: float, q: Array, qd: Array, free: Array | None = None) -> Array:
        """Velocities near q̇ that meet the constraints at positions q; nan where none is found.

        One step of Newton's method leads to constraints that are linear in the velocities.
        """
        qd, last = np.array(qd, float), np.inf
        for _ in range(PROJECTION.rounds):
            description = self.at(t, q, qd)
            if not np.isfinite(description.velocity).all() or not np.isfinite(description.G).all():
                break
            scale = description.scale * self.reach[1]
            scale = scale if free is None else np.where(free, scale, 0.0)
            step = resolve(description.rows, -description.velocity, scale)[1]
            qd, size = qd + step, float(np.linalg.norm(step / self.extents))
            relative = size / (size + float(np.linalg.norm(qd / self.extents))) if size else 0.0
            if _rests(relative, last) or not self.bent.any():
                return qd
            last = relative
        return np.full_like(qd, np.nan)


def _rests(step: float, before: float) -> bool:
    """Whether Newton's method has come to rest, by two steps: by rounding they get no shorter."""
    return step <= PROJECTION.last_step or before <= step < 1e-11


def _smallest(rows: Slopes, scale: Array) -> float:
    """The smallest singular value of rows brought to one length."""
    return float(np.linalg.svd(rows.even(scale)[0], compute_uv=False)[-1])
