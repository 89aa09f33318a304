"""Where dry friction holds a system at rest: positions about its equilibria, as ranges.

    Q(q) + Wᵀ r + Gᵀ λ = 0,   |r_i| ≤ H_i

W are the slips of the frictions that can hold; of what holds one way 0 ≤ r_i ≤ H_i.  A system with
one freedom is followed both ways until they are used up.  There all of them are at their bounds at
once, so that what reactions press is found as well: r_i = θ b_i(r, λ), with θ = 1 at the end.  How
far each of several coordinates can be is a linear programme, as far as forces are linear; where all
frictions are used up at its end that is followed as forces bend, with r growing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space
from scipy.optimize import brentq, linprog

from lagr_gui.mechanics.linear import BoundRest
from lagr_gui.numerics.tolerances import UNLIMITED
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.friction.loads import LoadedEnds
from lagr_gui.simulation.system import Array

STEPS, ROUNDS = 20, 40
"""Parts in which frictions grow, and rounds of Newton's method for each."""
NEAR = 1e-11
"""Changes below this part of the usual sizes of coordinates end such rounds."""
USED = 1 - 1e-6
"""A friction that exerts this part of its bound is used up."""
FAR = 1e6
"""A range that is so many usual sizes long has no end."""
STRIDE, LONGER, EVEN, END = 0.02, 1.02, 500, 100.0
"""Parts of usual sizes in which a single freedom is followed; behind so many of them each is longer
by this factor, up to so many usual sizes.
"""
AGAIN = 1e-9
"""Forces that differ by less than this part of their terms are the same."""
ALTERNATIONS, AGREED = 100, 1e-14
"""So often what presses is found anew from what rubs, until it changes by less than this part."""


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
        self._places, self._count = np.flatnonzero(np.array(senses) == 0), len(senses)
        self._always, self._loads = binding.leading(acting.c), prepared.loads
        pressed = self._loads.places if self._loads else np.zeros(0, int)
        self._pressed = np.isin(self._places, pressed)
        self.left_out = False
        """Whether it was not found what reactions press."""

    def ranges(self, q: Array) -> Mapping[int, HeldRange]:
        """How far each coordinate may be from a position (f,), by their numbers.

        Empty where no friction holds it there, and where it is not known how far.
        """
        lower, upper = self._span(q)
        if not (self._pressed.any() or lower.any() or upper.any()):
            return {}
        if self._is_single(q):
            return self._single(q)
        self.left_out |= bool(self._pressed.any())
        if not (lower.any() or upper.any()):
            return {}
        ends = {
            (place, sign): self._end(q, (lower, upper), place, sign)
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

    # --- one freedom --------------------------------------------------------------------------

    def _is_single(self, q: Array) -> bool:
        """Whether a system has one freedom, and what reactions press in it is determined."""
        if self._f != len(q) or len(self._always.sources) != len(self._binding.sources):
            return False
        if self._loads is not None and max(self._loads.widths) > 1:
            return False  # what slips along several directions is bounded as a whole
        G = self._at(q)[2] * self._units
        if len(q) - (np.linalg.matrix_rank(G) if len(G) else 0) != 1:
            return False
        if self._loads is None or not len(G):
            return True
        free = null_space(G.T)
        idle = np.zeros((1, len(G) + self._always.limits, free.shape[1]))
        idle[0, : len(G)] = free
        b, every = self._ends(q), np.zeros((1, idle.shape[1]))
        return b.left_open(np.zeros((1, self._f)), every, idle) is None

    def _ends(self, q: Array) -> LoadedEnds:
        """What presses at a position."""
        assert self._loads is not None
        state = np.concatenate([*self._still(q), q[self._f :]])[None]
        return self._loads.many(np.array([self._acting.t]), state)

    def _single(self, q: Array) -> Mapping[int, HeldRange]:
        if not self._lacking(q) <= 0:
            return {}
        ways = [self._passed(q, sign) for sign in (-1, 1)]
        every = np.vstack([way for way, _ in ways])
        low, high = np.min(every, axis=0), np.max(every, axis=0)
        for way, ends in ways:
            gone = way[-1] - q
            far = (not ends) & (np.abs(gone) > np.max(np.abs(gone) / self._units) / 2 * self._units)
            low, high = (
                np.where(far & (gone < 0), -np.inf, low),
                np.where(far & (gone > 0), np.inf, high),
            )
        return {place: HeldRange(*ends) for place, ends in enumerate(zip(low, high, strict=True))}

    def _way(self, q: Array) -> Array:
        """How the system moves at a position (f,), in its only freedom: the largest part is 1."""
        if len(q) == 1:
            return self._units
        G = self._at(q)[2] * self._units
        way = np.linalg.svd(G)[2][-1]
        return way / way[np.argmax(np.abs(way))] * self._units

    def _lacking(self, q: Array) -> float:
        """By how much the force at a position is beyond what frictions hold."""
        force, _, _, W = self._at(q)
        way = self._way(q)
        needed, works = -float(force @ way), W @ way
        span = self._span(q)
        if self._pressed.any():
            span = self._pressed_span(span, self._pressing(q, needed, works, span))
        ahead = _ahead(needed, works, span)
        moves = works != 0
        return abs(needed) - float(np.abs(works[moves]) @ np.abs(ahead[moves]))

    def _pressed_span(self, span: tuple[Array, Array], b: Array) -> tuple[Array, Array]:
        """The same span with the bounds (n,) of what reactions press."""
        lower, upper = span
        return np.where(self._pressed, -b, lower), np.where(self._pressed, b, upper)

    def _pressing(self, q: Array, needed: float, works: Array, span: tuple[Array, Array]) -> Array:
        """The bounds (n,) that follow from reactions, nan where none agree with these."""
        assert self._loads is not None
        ends, still = self._ends(q), np.zeros((1, self._f))
        sticks = np.ones(len(self._loads.places), bool)
        force, _, G, W = self._at(q)
        b = np.zeros(len(works))
        for _ in range(ALTERNATIONS):
            r = _shared(needed, works, self._pressed_span(span, b))
            lam = np.linalg.lstsq(G.T, -(force + W.T @ r), rcond=1e-12)[0]
            every = np.zeros((1, self._always.limits + len(lam)))
            every[0, : len(lam)] = lam
            every[0, len(lam) + self.held()] = r
            found = np.zeros(self._count)
            found[self._loads.places] = ends.bounds(still, every, sticks)[0]
            found = found[self._places]
            if np.max(np.abs(found - b)) <= AGREED * np.max(found):
                return found
            b = found
        self.left_out = True
        return np.full(len(works), np.nan)

    def _passed(self, q: Array, sign: int) -> tuple[Array, bool]:
        """The positions (k, f) on the way from one, and whether it ends at the last.

        `sign` is that in which the first coordinate that moves most goes.
        """
        places, way = [q], sign * self._way(q)
        gone, stride = 0.0, STRIDE
        while gone < END:
            here, step = places[-1], stride * way
            there = self._placed(here + step)
            if not np.isfinite(there).all():  # conditions let it go no farther
                return np.array(places), True
            if not self._lacking(there) <= 0:
                return np.array([*places, self._used_up(here, step)]), True
            places.append(there)
            gone += stride
            if self._comes_again(q, there - q):
                break
            stride *= LONGER if len(places) > EVEN else 1.0
            ahead = self._way(there)
            way = ahead if ahead @ (way / self._units**2) > 0 else -ahead
        return np.array(places), False

    def _used_up(self, here: Array, step: Array) -> Array:
        """The position within a step at which frictions are used up; the last known one, else."""

        def beyond(part: float) -> float:
            return self._lacking(self._placed(here + part * step))

        if not np.isfinite(beyond(1.0)):
            return here
        return self._placed(here + float(brentq(beyond, 0.0, 1.0, xtol=1e-15, rtol=1e-14)) * step)  # type: ignore[arg-type]

    def _comes_again(self, q: Array, gone: Array) -> bool:
        """Whether an angle has turned once, and all that acts comes again."""
        angles = np.array([bool(angle) for angle in self._angles[: len(gone)]])
        whole = angles & (np.abs(gone) > 2 * np.pi)
        if not whole.any():
            return False
        still = np.zeros(self._acting.c)
        turned = q + np.where(whole, np.sign(gone) * 2 * np.pi, 0.0)
        here, there = self._acting(q, still), self._acting(turned, still)
        size = AGAIN * float(np.max(here.terms + there.terms))
        return bool(np.max(np.abs(here.force - there.force)) <= size)

    def _placed(self, q: Array) -> Array:
        """The nearest position (f,) that conditions allow; nan where there is none."""
        if not self._acting.c:
            return q
        return np.asarray(self._always.project_positions(self._acting.t, q))

    # --- several coordinates ------------------------------------------------------------------

    def _end(
        self, q: Array, span: tuple[Array, Array], place: int, sign: int
    ) -> tuple[float, bool] | None:
        """How far a coordinate can lie in a direction, and whether that is exact; None: nowhere."""
        (lower, upper), (force, S, G, W) = span, self._at(q)
        given = np.abs(np.concatenate([lower, upper]))
        scale = float(np.max(given[np.isfinite(given)])) or float(np.max(np.abs(force))) or 1.0
        size = np.where(np.isfinite(upper), np.maximum(upper, -lower), scale)
        f, n, c, units = len(q), len(size), len(G), self._units
        still = (G * units)[self._always.holonomic]
        balance = np.hstack([S * units / scale, W.T * size / scale, G.T])
        held = np.hstack([still, np.zeros((len(still), n + c))])
        least, most = (np.divide(b, size, where=size > 0, out=0 * size) for b in (lower, upper))
        done = linprog(
            np.where(np.arange(f + n + c) == place, -float(sign), 0.0),
            A_eq=np.vstack([balance, held]),
            b_eq=np.concatenate([-force / scale, np.zeros(len(still))]),
            bounds=[(-FAR, FAR)] * f + [*zip(least, most, strict=True)] + [(None, None)] * c,
        )
        if done.x is None:
            return None
        way, used = float(done.x[place]), np.asarray(done.x[f : f + n])
        if abs(way) > FAR / 2:
            return sign * np.inf, True
        if np.all(np.abs(used) >= USED) and not (lower + upper).any():
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
                left = force + W.T @ (part * senses * self._span(q)[1])
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

    def _span(self, q: Array) -> tuple[Array, Array]:
        """From where to where efforts (n,) of what can hold may lie; 0 of what reactions press."""
        state = np.concatenate([*self._still(q), q[self._f :]])
        H = self._binding.friction_bounds(np.array([self._acting.t]), state[None])[0]
        upper = np.where(H >= UNLIMITED, np.inf, H)
        lower = np.where(np.isin(np.arange(len(H)), self._binding.one_way), 0.0, -upper)
        return lower[self._places], upper[self._places]


def _ahead(needed: float, works: Array, span: tuple[Array, Array]) -> Array:
    """The efforts (n,) at bounds that act as is needed; those that do no work are 0."""
    lower, upper = span
    return np.where(works == 0, 0.0, np.where(needed * works > 0, upper, lower))


def _shared(needed: float, works: Array, span: tuple[Array, Array]) -> Array:
    """Efforts (n,) that do what is needed, each the same part of its bound."""
    ahead = _ahead(needed, works, span)
    if (any_ := ~np.isfinite(ahead)).any():  # what holds any force bears all
        ahead = np.where(any_, 1.0 / np.where(any_, works, 1.0), 0.0)
    whole = float(works @ ahead)
    return ahead * (needed / whole) if whole else 0.0 * ahead
