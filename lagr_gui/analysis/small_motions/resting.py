"""Where dry friction holds a system at rest: positions about its equilibria, as ranges.

    Q(q) + Wᵀ r + Gᵀ λ = 0,   |r_i| ≤ H_i

W are the slips of the frictions that can hold.  A single coordinate is followed until they are used
up.  How far each of several can be is a linear programme, as far as forces are linear; where all
frictions are used up at its end that is followed as forces bend, with r growing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, linprog

from lagr_gui.mechanics.linear import BoundRest
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.system import Array

STEPS, ROUNDS = 20, 40
"""Parts in which frictions grow, and rounds of Newton's method for each."""
NEAR = 1e-11
"""Changes below this part of the usual sizes of coordinates end such rounds."""
USED = 1 - 1e-6
"""A friction that exerts this part of its bound is used up."""
FAR = 1e6
"""A range that is so many usual sizes long has no end."""
STRIDE, STRIDES = 0.02, 5000
"""Parts of its usual size in which a single coordinate is followed, and how many at most."""


@dataclass(frozen=True, slots=True)
class HeldRange:
    """From where to where a coordinate may lie; infinite where that has no end.

    Where it is not `exact` it is known as far as forces are linear.
    """

    low: float
    high: float
    exact: bool = True


def sliding_at_rest(prepared: Prepared, t: float, q: Array) -> tuple[float, ...]:
    """The senses in which frictions slide where nothing else moves, as on belts: 0, they hold."""
    binding, still = prepared.conditions, np.zeros_like(q)
    if binding is None or not binding.senses:
        return ()
    slips = binding.at_limits(t, q, still).velocity[binding.stops :]
    return tuple(np.sign(slips[: len(binding.senses)]).tolist())


class RestingPlaces:
    """Where frictions that are still hold a system, at a time."""

    def __init__(
        self,
        prepared: Prepared,
        acting: BoundRest,
        units: Array,
        angles: list[bool | None],
        senses: tuple[float, ...],
    ) -> None:
        binding = prepared.conditions
        assert binding is not None
        self._acting, self._units, self._angles = acting, units, angles
        self._binding, self._f = binding, len(acting.qd)
        self._places = np.flatnonzero(np.array(senses) == 0)
        self._always = binding.leading(acting.c)

    def ranges(self, q: Array) -> Mapping[int, HeldRange]:
        """How far each coordinate may be from a position (f,), by their numbers.

        Empty where no friction holds it there.
        """
        bounds = self._bounds(q)
        if not bounds.any():
            return {}
        if self._f == len(q) == 1 and not self._acting.c:
            return self._single(q)
        ends = {
            (place, sign): self._end(q, bounds, place, sign)
            for place in range(self._f)
            for sign in (-1, 1)
        }
        found: dict[int, HeldRange] = {}
        for place in range(self._f):
            low, high = ends[place, -1], ends[place, 1]
            if low is None or high is None:
                return {}
            found[place] = HeldRange(low[0], high[0], low[1] and high[1])
        return found

    def held(self) -> NDArray[np.intp]:
        """The numbers of the frictions that hold, among all limits."""
        return np.asarray(self._binding.stops + self._places, np.intp)

    # --- one coordinate -----------------------------------------------------------------------

    def _single(self, q: Array) -> Mapping[int, HeldRange]:
        if self._lacking(float(q[0])) > 0:
            return {}
        low, high = (self._passed(float(q[0]), sign) for sign in (-1, 1))
        return {0: HeldRange(low, high)}

    def _lacking(self, x: float) -> float:
        """By how much the force at a position is beyond what frictions hold."""
        q = np.array([x])
        force, _, _, W = self._at(q)
        return abs(float(force[0])) - float(np.abs(W[:, 0]) @ self._bounds(q))

    def _passed(self, x: float, sign: int) -> float:
        """Where on the way from x in a direction frictions are used up; infinite: nowhere."""
        stride = STRIDE * float(self._units[0]) * sign
        most = round(2 * np.pi / abs(stride)) + 1 if self._angles[0] else STRIDES
        for count in range(most):
            here, there = x + count * stride, x + (count + 1) * stride
            if self._lacking(there) > 0:
                return float(brentq(self._lacking, here, there, xtol=1e-15, rtol=1e-14))  # type: ignore[arg-type]
        return sign * np.inf

    # --- several coordinates ------------------------------------------------------------------

    def _end(self, q: Array, bounds: Array, place: int, sign: int) -> tuple[float, bool] | None:
        """How far a coordinate can lie in a direction, and whether that is exact; None: nowhere."""
        scale, (force, S, G, W) = float(np.max(bounds)), self._at(q)
        f, n, c, units = len(q), len(bounds), len(G), self._units
        still = (G * units)[self._always.holonomic]
        balance = np.hstack([S * units / scale, W.T * bounds / scale, G.T])
        held = np.hstack([still, np.zeros((len(still), n + c))])
        done = linprog(
            np.where(np.arange(f + n + c) == place, -float(sign), 0.0),
            A_eq=np.vstack([balance, held]),
            b_eq=np.concatenate([-force / scale, np.zeros(len(still))]),
            bounds=[(-FAR, FAR)] * f + [(-1.0, 1.0)] * n + [(None, None)] * c,
        )
        if done.x is None:
            return None
        way, used = float(done.x[place]), np.asarray(done.x[f : f + n])
        if abs(way) > FAR / 2:
            return sign * np.inf, True
        if np.all(np.abs(used) >= USED):
            end = self._followed(q, np.sign(used))
            if end is not None:
                return float(end[place]), True
        return float(q[place] + way * units[place]), False

    def _followed(self, q: Array, senses: Array) -> Array | None:
        """The position where frictions are used up in these senses; None: it is not reached."""
        multipliers = np.zeros(self._acting.c)
        for part in np.arange(1, STEPS + 1) / STEPS:
            for _ in range(ROUNDS):
                force, S, G, W = self._at(q, multipliers)
                left = force + W.T @ (part * senses * self._bounds(q))
                held = G[self._always.holonomic]
                table = np.block([[S, G.T], [held, np.zeros((len(held), len(G)))]])
                right = -np.concatenate([left, self._gaps(q)])
                step = np.linalg.lstsq(table, right, rcond=None)[0]
                change = step[: len(q)]
                if not np.all(np.abs(change) <= self._units):
                    return None
                q, multipliers = q + change, multipliers + step[len(q) :]
                if np.all(np.abs(change) <= NEAR * self._units):
                    break
            else:
                return None
        return q

    # --- what acts ----------------------------------------------------------------------------

    def _at(self, q: Array, multipliers: Array | None = None) -> tuple[Array, Array, Array, Array]:
        """Forces (f,), their slopes (f, f), slopes of conditions (c, f), and of slips (n, f)."""
        still = np.zeros(self._acting.c) if multipliers is None else multipliers
        here, W = self._acting(q, still), np.zeros((len(self._places), len(q)))
        limits = self._binding.at_limits(self._acting.t, *self._still(q))
        W[:, : self._f] = limits.rows.G[self.held()]
        return here.force, here.slopes, here.rows.G, W

    def _still(self, q: Array) -> tuple[Array, Array]:
        return q[: self._f], np.zeros(self._f)

    def _gaps(self, q: Array) -> Array:
        always = self._always.at(self._acting.t, *self._still(q))
        return always.position[self._always.holonomic]

    def _bounds(self, q: Array) -> Array:
        """H (n,) of what can hold."""
        state = np.concatenate([*self._still(q), q[self._f :]])
        bounds = self._binding.friction_bounds(np.array([self._acting.t]), state[None])
        return bounds[0][self._places]
