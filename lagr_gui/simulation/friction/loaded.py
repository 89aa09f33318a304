"""A system with friction that is bounded by reactions: what slides exerts b, which goes with q̈."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from lagr_gui.numerics.tolerances import RANKS
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.friction.loads import BoundLoads
from lagr_gui.simulation.friction.sliding import (
    SlidingContact,
    SlidingStates,
    SlidingTouch,
    balanced,
)
from lagr_gui.simulation.system import Array, MachineSystem, MechanicalSystem
from lagr_gui.simulation.tuning import PRESSED


@dataclass(frozen=True, slots=True, eq=False)
class SlidingSurface:
    """How the surfaces of a joint slide: along a way (d,); below `slow` it tells the direction."""

    way: Array
    slow: float

    def directions(self, slips: Array) -> Array:
        """γ/|γ| (k, d) of slips (k, d), which turn round where they pass through 0."""
        turned = np.where(slips @ self.way < 0, -1.0, 1.0)[:, None]
        along = turned * slips + self.slow * self.way
        length = np.linalg.norm(along, axis=1, keepdims=True)
        return np.where(length > 0, along / np.where(length > 0, length, 1.0), self.way)


@dataclass(frozen=True, slots=True, eq=False)
class LoadedStates(SlidingStates):
    """The same with the bounds (k, c) of what is pressed, and the gain (k,) of what slides."""

    bounds: Array
    gain: Array


class LoadedTouch(SlidingTouch):
    """A system some of whose frictions are bounded by reactions, with all that may hold.

    `senses` (c,) are those of these frictions, 0 where they stick, 1 of the `surfaces` that slide.
    """

    def __init__(
        self,
        free: MechanicalSystem,
        constraints: BoundConstraints,
        active: tuple[int, ...],
        slides: Sequence[SlidingContact],
        loads: BoundLoads,
        senses: Array,
        surfaces: Mapping[int, SlidingSurface] | None = None,
    ) -> None:
        super().__init__(free, constraints, active, slides)
        self._loads, self._senses, self._surfaces = loads, senses, surfaces or {}
        self._moving = np.flatnonzero(senses)
        first = constraints.stops + loads.places
        of = [first[place] + np.arange(loads.widths[place]) for place in self._moving]
        self._numbers = np.concatenate([*of, np.zeros(0, int)])
        ends = np.cumsum([0, *map(len, of)])
        self._columns = [slice(a, b) for a, b in pairwise(ends.tolist())]
        self._rubbing = constraints.holding(self._numbers.tolist())

    def machine_code(
        self, active: tuple[int, ...] = (), implicit: bool = False, series: bool = False
    ) -> MachineSystem | None:
        """What machine code calls; none for implicit methods."""
        wide = max(self._loads.widths) > 1
        code = None if implicit or wide else super().machine_code(active)
        if code is None or code.pressed is None:
            return None
        return replace(code, pressed=replace(code.pressed, senses=tuple(self._senses.tolist())))

    def solved(self, t: Array, states: Array) -> LoadedStates:
        """What it does at k instants."""
        rows, loads = self._rows(t, states), self._loads.many(t, states)
        slipping = self._rubbing.many(t, states)
        always, k = rows.always, len(t)
        w, slips = slipping.G[:, always:], slipping.velocity[:, always:]
        against = -self._ways(slips)
        pushed = [
            np.einsum("kp,kpf->kf", against[:, some], w[:, some])[..., None]
            for some in self._columns
        ]
        forces = np.concatenate([rows.held.force[..., None], *pushed], axis=2)
        drifts = np.zeros((k, rows.held.G.shape[1], forces.shape[2]))
        drifts[..., 0] = rows.held.gamma
        qdd, multipliers = balanced(rows.held.g, forces, rows.columns, rows.held.rows, drifts)
        every = self._every(rows, multipliers)
        for s, some in enumerate(self._columns, start=1):
            every[:, always + self._numbers[some], s] += against[:, some]
        b, gain = loads.sliding(qdd, every, self._moving)
        with_bounds = np.concatenate([np.ones((k, 1)), b], axis=1)
        moves, pushes, every = (
            np.einsum("kip,kp->ki", table, with_bounds) for table in (qdd, multipliers, every)
        )
        bounds = loads.bounds(moves, every, self._senses == 0)
        told = self._told(t, states, rows, moves, pushes, every)
        speeds = [np.sum(against[:, some] * slips[:, some], axis=1) for some in self._columns]
        rubbed = b * np.abs(np.stack([*speeds, np.zeros(k)], axis=1)[:, :-1])
        same = told.qdd, told.multipliers, told.rubbing, told.supplied
        taken = np.concatenate([told.taken, rubbed], axis=1)
        return LoadedStates(*same, taken, every, bounds, gain)

    def _ways(self, slips: Array) -> Array:
        """The directions (k, p) of slips (k, p): σ, or γ/|γ| of surfaces."""
        ways = np.ones_like(slips)
        for place, some in zip(self._moving.tolist(), self._columns, strict=True):
            if (surface := self._surfaces.get(place)) is None:
                ways[:, some] = self._senses[place]
            else:
                ways[:, some] = surface.directions(slips[:, some])
        return ways

    def undetermined(self, t: float, y: Array) -> int | None:
        """The place of what is pressed by a reaction that conditions leave open; None without any.

        What is left open across what presses adds to it by its square, and the least is taken.
        """
        times, states = np.array([t]), y[None]
        rows, loads = self._rows(times, states), self._loads.many(times, states)
        even, size = rows.held.rows.even(rows.held.rows.scale(rows.held.g))
        U, s, _ = np.linalg.svd(even[0])
        idle = U[:, int(np.sum(s > RANKS.dependent)) :]
        if not idle.shape[1]:
            return None
        idle = np.where(np.abs(idle) > PRESSED.crossed, idle, 0.0) / size[0, :, None]
        told = self.solved(times, states)
        return loads.left_open(told.qdd, told.every, self._every(rows, idle[None]))
