"""A system with limits in contact, some of which slide and rub: λ_T = μ λ_N γ/|γ|."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.numerics import Slopes, solve_many
from lagr_gui.numerics.tolerances import RANKS
from lagr_gui.simulation.constraints import BoundConstraints, Description
from lagr_gui.simulation.contacts import Touching
from lagr_gui.simulation.friction.refusals import not_shared
from lagr_gui.simulation.system import (
    Acting,
    Array,
    MachineSystem,
    MechanicalSystem,
    Record,
    Step,
)
from lagr_gui.simulation.tuning import FRICTION


@dataclass(frozen=True, slots=True, eq=False)
class SlidingContact:
    """A rough limit that slides: its number, those of its two slips, μ, and its way (2,).

    Slips along the way are positive, and rest below `slow`: the way tells their direction then.
    """

    limit: int
    slips: tuple[int, int]
    mu: float
    way: Array
    slow: float

    def directions(self, slip: Array) -> Array:
        """γ/|γ| (k, 2) of slips (k, 2), which turn round where they pass through 0."""
        length = np.hypot(slip[:, 0], slip[:, 1])
        moves = length > self.slow
        turned = np.where(slip @ self.way < 0, -1.0, 1.0)
        along = turned[:, None] * slip / np.where(moves, length, 1.0)[:, None]
        return np.where(moves[:, None], along, self.way)


@dataclass(frozen=True, slots=True, eq=False)
class SlidingStates:
    """What a system does at k instants: q̈ (k, f), λ (k, a) of what holds, and of slips (k, 2s).

    `supplied` (k,) is the power of what moves, `taken` (k, s) that of friction; `every` (k, m) are
    λ of all that always holds and of all that may.
    """

    qdd: Array
    multipliers: Array
    rubbing: Array
    supplied: Array
    taken: Array
    every: Array


@dataclass(frozen=True, slots=True, eq=False)
class SlidingRows:
    """What holds at k instants, with the forces (k, m, f) of what holds where that rubs, and slips.

    `H` (k, 2s, f) are slopes of slips (k, 2s), `ways` (k, 2s) μ γ/|γ|, `places` the rows that rub;
    as many rows as `always` hold all the time.
    """

    held: Description
    columns: Array
    H: Array
    slips: Array
    ways: Array
    places: list[int]
    always: int


class SlidingTouch(Touching):
    """A system with limits in contact, some of which slide."""

    def __init__(
        self,
        free: MechanicalSystem,
        constraints: BoundConstraints,
        active: tuple[int, ...],
        slides: Sequence[SlidingContact],
        acting: Acting | None = None,
    ) -> None:
        super().__init__(free, constraints.holding(active), active, acting)
        self._slides = slides
        self._slipping = constraints.holding([n for slide in slides for n in slide.slips])
        self._m = len(constraints.holding(range(constraints.limits)).sources)
        self._depends: bool | None = None

    def machine_code(
        self, active: tuple[int, ...] = (), implicit: bool = False, series: bool = False
    ) -> MachineSystem | None:
        """What machine code calls, with the ways of what slides."""
        code = super().machine_code(active, implicit, series)
        rough = self._slipping.rough
        slides = {rough.index(s.limit): (s.way, s.slow) for s in self._slides}
        return code and replace(code, slides=slides)

    def acceleration(self, t: float, y: Array) -> Step:
        """What it does at one instant."""
        free = self.free.acceleration(t, y)
        qdd = self.solved(np.array([t]), y[None]).qdd[0]
        return Step(qdd, free.metric_pivots, np.zeros(0), free.zd)

    def record(self, t: Array, states: Array) -> Record:
        """Accelerations, energies and powers; friction takes μ N |γ|."""
        record, solved = self.free.record(t, states), self.solved(t, states)
        taken = record.dissipated + solved.taken.sum(axis=1)
        supplied = record.supplied + solved.supplied
        return replace(record, qdd=solved.qdd, supplied=supplied, dissipated=taken)

    def solved(self, t: Array, states: Array) -> SlidingStates:
        """What it does at k instants."""
        rows = self._rows(t, states)
        held = rows.held
        if self._has_dependent(held):
            self._check_unique(t, rows)
        of = held.force[..., None], rows.columns, held.rows, held.gamma[..., None]
        qdd, multipliers = balanced(held.g, *of)
        every = self._every(rows, multipliers)
        return self._told(t, states, rows, *(table[..., 0] for table in (qdd, multipliers, every)))

    def _has_dependent(self, held: Description) -> bool:
        """Whether several hold the same, as four feet of a table: that lasts as they touch."""
        if self._depends is None:
            even = held.rows.even(held.scale)[0][0]
            values = np.linalg.svd(even, compute_uv=False)
            self._depends = len(values) < len(even) or bool(values[-1] <= RANKS.dependent**0.5)
        return self._depends

    def _check_unique(self, t: Array, rows: SlidingRows) -> None:
        """Raise LagrError where accelerations depend on how much of a load each of several bears.

        Loads v that balance each other, Gᵀ v = 0, may not accelerate by their friction.
        """
        scale = rows.held.scale
        even, size = rows.held.rows.even(scale)
        U, values, _ = np.linalg.svd(even)
        idle = np.ones(even.shape[:2], bool)
        idle[:, : values.shape[1]] = values <= RANKS.dependent**0.5
        loads, columns = U / size[..., None], rows.columns * scale[:, None]
        turned = np.linalg.norm(np.swapaxes(columns, 1, 2) @ loads, axis=1)
        sizes = np.sum(np.linalg.norm(columns, axis=2)[..., None] * np.abs(loads), axis=1)
        usual = np.maximum(sizes, 1.0)  # rows that hold nothing are rounding
        wrong = np.any(idle & (turned > FRICTION.shared * usual), axis=1)
        if wrong.any():
            first = float(t[int(np.argmax(wrong))])
            raise not_shared(self._slipping.limit_sources[self._slides[0].limit], first)

    def _rows(self, t: Array, states: Array) -> SlidingRows:
        """What holds and what slides at k instants."""
        held, slipping = self.constraints.many(t, states), self._slipping.many(t, states)
        always = len(self._slipping.sources) - 2 * len(self._slides)
        H, slips = slipping.G[:, always:], slipping.velocity[:, always:]
        columns, ways = held.G.copy(), np.zeros((len(t), 2 * len(self._slides)))
        places = [always + self._active.index(slide.limit) for slide in self._slides]
        for number, (slide, place) in enumerate(zip(self._slides, places, strict=True)):
            pair = slice(2 * number, 2 * number + 2)
            ways[:, pair] = slide.mu * slide.directions(slips[:, pair])
            columns[:, place] += np.einsum("kp,kpf->kf", ways[:, pair], H[:, pair])
        return SlidingRows(held, columns, H, slips, ways, places, always)

    def _every(self, rows: SlidingRows, multipliers: Array) -> Array:
        """λ (k, m, p) of all that always holds and of all that may."""
        every = np.zeros((len(multipliers), self._m, multipliers.shape[2]))
        every[:, : rows.always] = multipliers[:, : rows.always]
        every[:, [rows.always + n for n in self._active]] = multipliers[:, rows.always :]
        for number, (slide, place) in enumerate(zip(self._slides, rows.places, strict=True)):
            for at, slip in enumerate(slide.slips, start=2 * number):
                every[:, rows.always + slip] += rows.ways[:, at, None] * multipliers[:, place]
        return every

    def _told(
        self,
        t: Array,
        states: Array,
        rows: SlidingRows,
        qdd: Array,
        multipliers: Array,
        every: Array,
    ) -> SlidingStates:
        """What is told for q̈ (k, f), λ (k, m) of what holds, and of all that may."""
        rubbing = rows.ways * np.repeat(multipliers[:, rows.places], 2, axis=1)
        qd, held = self.layout.qd(states), rows.held
        bar = held.velocity - np.einsum("kmf,kf->km", held.G, qd)
        bar_slip = rows.slips - np.einsum("kmf,kf->km", rows.H, qd)
        supplied = -np.sum(multipliers * bar, axis=1) - np.sum(rubbing * bar_slip, axis=1)
        taken = -np.sum((rubbing * rows.slips).reshape(len(t), -1, 2), axis=2)
        if self.free.constraints is not None:
            supplied = supplied - self._free_power(t, states)
        return SlidingStates(qdd, multipliers[:, rows.always :], rubbing, supplied, taken, every)

    def clearance(self, limit: int, t: Array, states: Array) -> Array:
        """p/W (k,) of a limit that slides: how its force answers, beside that without friction."""
        rows = self._rows(t, states)
        place = next(n for n, slide in enumerate(self._slides) if slide.limit == limit)
        held, always, pair = rows.held, rows.always, slice(2 * place, 2 * place + 2)
        normal = held.G[:, rows.places[place]]
        tangent = np.einsum("kp,kpf->kf", rows.ways[:, pair], rows.H[:, pair])
        always_rows, none = held.rows[:always], np.zeros((len(t), always))
        bare, rubbed = (
            np.einsum("kf,kf->k", normal, solve_many(held.g, force, always_rows, none)[0])
            for force in (normal, tangent)
        )
        return 1.0 + rubbed / bare

    def _free_power(self, t: Array, states: Array) -> Array:
        """The power (k,) of constraints that move, where nothing touches."""
        assert self.free.constraints is not None
        held, qd = self.free.constraints.many(t, states), self.layout.qd(states)
        of = held.force[..., None], held.G, held.rows, held.gamma[..., None]
        multipliers = balanced(held.g, *of)[1][..., 0]
        bar = held.velocity - np.einsum("kmf,kf->km", held.G, qd)
        return -np.sum(multipliers * bar, axis=1)


def balanced(
    g: Array, forces: Array, columns: Array, rows: Slopes, drifts: Array
) -> tuple[Array, Array]:
    """q̈ (k, f, p) and λ (k, m, p) of g q̈ − columnsᵀ λ = Q − h, rows q̈ = −γ̿, for p right sides.

    Where rows depend on each other λ is the smallest one.
    """
    k, m, n = rows.G.shape
    scale = rows.scale(g)
    even, size = rows.even(scale)
    pushing = np.where(np.any(even != 0, axis=2, keepdims=True), columns * scale[:, None], 0.0)
    table = np.zeros((k, n + m, n + m))
    table[:, :n, :n] = g * scale[:, None] * scale[:, :, None]
    table[:, :n, n:] = -np.swapaxes(pushing / size[..., None], 1, 2)
    table[:, n:, :n] = even
    right = np.concatenate([forces * scale[..., None], -drifts / size[..., None]], axis=1)
    x = np.full_like(right, np.nan)
    finite = np.isfinite(table).all(axis=(1, 2)) & np.isfinite(right).all(axis=(1, 2))
    clear = np.array(finite)
    if m:
        values = np.linalg.svd(even[finite], compute_uv=False)
        clear[finite] = np.sum(values > np.sqrt(RANKS.dependent), axis=1) == m
    x[clear] = np.linalg.solve(table[clear], right[clear])
    for i in np.flatnonzero(finite & ~clear):
        x[i] = np.linalg.lstsq(table[i], right[i], RANKS.dependent)[0]
    return x[:, :n] * scale[..., None], x[:, n:] / size[..., None]
