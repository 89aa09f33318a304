"""From a position to one in balance: Newton's method on forces, descent on a potential.

Positions that meet constraints form a surface; steps are taken along it: in its tangent plane,
then back to it.  Forces count by what they do to the motions that the constraints leave.
Each coordinate is measured by a unit of its own, and the force on it in energy by that unit:
charges, micrometres and metres can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.numerics import Slopes, pushes, resolve
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import BALANCE


class Acting(Protocol):
    """What acts in one position, with f coordinates and c constraints."""

    @property
    def force(self) -> Array:
        """Forces (f,), with those of the multipliers."""
        ...

    @property
    def terms(self) -> Array:
        """What their terms add up to before they cancel (f,)."""
        ...

    @property
    def slopes(self) -> Array:
        """Their slopes (f, f) for constant multipliers."""
        ...

    @property
    def V(self) -> float:
        """The energy whose negative slopes the forces are, where there is one."""
        ...

    @property
    def pull(self) -> Array:
        """The slopes (f,) of V."""
        ...

    @property
    def rows(self) -> Slopes:
        """The slopes (c, f) of the constraints."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Scaled:
    """What acts in one position, in the units of the coordinates."""

    force: Array
    terms: Array
    slopes: Array
    V: float
    pull: Array
    rows: Slopes


@dataclass(frozen=True, slots=True, eq=False)
class TangentChart:
    """A position q (f,) with forces r (p,) on its possible motions, and their slopes J (p, n).

    `terms` (p,) are what the forces consist of; `full` (f,) those that remain on the coordinates;
    `basis` (f, n) the directions in
    which q can be shifted, None where it can be in all.
    """

    q: Array
    r: Array
    terms: Array
    J: Array
    full: Array
    V: float
    basis: Array | None

    @property
    def is_balanced(self) -> bool:
        """Whether the forces are zero up to the rounding of their terms and of the position."""
        moved = BALANCE.blurred * size(self.q) + 1e-3 * BALANCE.blurred
        return bool(
            np.all(np.abs(self.r) <= BALANCE.blurred * self.terms + moved * np.abs(self.J).sum(1))
        )


class Rest:
    """A system to be brought to rest: what acts on it, and its constraints.

    `holonomic` (c,) tells the constraints on positions, `place` finds the nearest position that
    meets them (nan where there is none).  `unit` (f,) are the usual sizes of the coordinates:
    positions here are measured by them.
    """

    def __init__(
        self,
        standing: Callable[[Array, Array], Acting],
        holonomic: NDArray[np.bool_],
        place: Callable[[Array], Array],
        unit: Array,
    ) -> None:
        self._standing, self._meet = standing, place
        self.holonomic = np.asarray(holonomic, bool)
        self.unit = unit

    def standing(self, q: Array, multipliers: Array) -> Scaled:
        """What acts in a position (f,) with multipliers (c,)."""
        here, unit = self._standing(q * self.unit, multipliers), self.unit
        return Scaled(
            here.force * unit,
            here.terms * unit,
            here.slopes * np.outer(unit, unit),
            here.V,
            here.pull * unit,
            Slopes(here.rows.G * unit, here.rows.reach * unit),
        )

    def _place(self, q: Array) -> Array:
        return self._meet(q * self.unit) / self.unit

    @property
    def is_free(self) -> bool:
        """Whether there are no constraints."""
        return len(self.holonomic) == 0

    def placed(self, q: Array) -> Array:
        """The nearest position that meets the constraints."""
        return q if self.is_free else self._place(q)

    def chart(self, q: Array) -> TangentChart:
        """Forces and possible shifts at a position that meets the constraints."""
        c = len(self.holonomic)
        here = self.standing(q, np.zeros(c))
        if self.is_free:
            return TangentChart(q, here.force, here.terms, here.slopes, here.force, here.V, None)
        unit = np.ones(len(q))
        if not (np.isfinite(here.force).all() and np.isfinite(here.rows.G).all()):
            lost = np.full(1, np.nan)
            return TangentChart(q, lost, lost, lost[:, None], np.full(len(q), np.nan), np.nan, None)
        held = self.standing(q, -pushes(here.rows.at(None), here.force[None], unit[None])[0])
        _, _, moves = resolve(here.rows, np.zeros(c), unit)
        bound = here.rows[self.holonomic]
        _, _, shifts = resolve(bound, np.zeros(len(bound)), unit)
        if moves.shape[1] == shifts.shape[1]:
            shifts = moves
        r, terms = moves.T @ held.force, np.abs(moves.T) @ held.terms
        return TangentChart(q, r, terms, moves.T @ held.slopes @ shifts, moves @ r, here.V, shifts)

    def jumps(self, chart: TangentChart, scale: float) -> bool:
        """Whether forces jump beside a position, as those of a spring whose ends coincide do.

        There they balance from one side only; `scale` is their usual size.
        """
        reach = BALANCE.around * (1.0 + size(chart.q))
        ways = reach * np.eye(chart.J.shape[1])
        beside = (self.chart(self.moved(chart, step)) for step in (*ways, *-ways))
        return any(size(other.full - chart.full) > BALANCE.jump * scale for other in beside)

    def moved(self, chart: TangentChart, step: Array) -> Array:
        """The position after a step (n,)."""
        if chart.basis is None:
            return chart.q + step
        return self._place(chart.q + chart.basis @ step)


class Hunt:
    """Newton's method and descent from single starts."""

    def __init__(self, rest: Rest, scale: float, has_potential: bool) -> None:
        self._rest, self._scale, self.has_potential = rest, scale, has_potential
        self.ends: list[TangentChart] = []

    def from_start(self, q: Array) -> Iterator[TangentChart]:
        """The equilibria that this start leads to."""
        start = self._rest.placed(q)
        if not np.isfinite(start).all():
            return
        ways = [self._newton, self._descend] if self.has_potential else [self._newton]
        for way in ways:
            end = self._polished(way(self._rest.chart(start)))
            if np.isfinite(end.q).all() and np.isfinite(end.r).all():
                self.ends.append(end)
                if size(end.r) <= BALANCE.balanced * self._scale and end.is_balanced:
                    yield end

    def _newton(self, at: TangentChart) -> TangentChart:
        """Steps −J⁺r with a line search on |r|; a damped step where that fails."""
        damping, slow = 0.0, 0
        for _ in range(BALANCE.steps):
            if not _is_finite(at) or size(at.r) <= 1e-12 * self._scale or slow > BALANCE.slow_steps:
                break
            after = self._shorter(at, limited(_damped(at.J, at.r, damping)))
            if after is not None:
                slow = slow + 1 if size(after.r) > 0.9 * size(at.r) else 0
                at, damping = after, damping / 100
            elif damping > 1e3:
                break
            else:
                damping = max(100 * damping, 1e-4)
        return at

    def _shorter(self, at: TangentChart, step: Array) -> TangentChart | None:
        """The position after a part of a step, where the forces are smaller."""
        before, length = float(np.linalg.norm(at.r)), 1.0
        while length > BALANCE.shortest_part:
            after = self._rest.chart(self._rest.moved(at, length * step))
            if float(np.linalg.norm(after.r)) <= (1 - 1e-3 * length) * before:
                return after
            length /= 2
        return None

    def _descend(self, at: TangentChart) -> TangentChart:
        """Newton's method on the potential, with its curvature taken as positive."""
        for _ in range(BALANCE.steps):
            if not _is_finite(at):
                break
            curvatures, axes = np.linalg.eigh(-(at.J + at.J.T) / 2)
            largest = float(np.max(np.abs(curvatures), initial=0.0))
            curvatures = np.maximum(np.abs(curvatures), 1e-6 * largest + 1e-300)
            step = limited(axes @ ((axes.T @ at.r) / curvatures))
            gain, length = float(at.r @ step), 1.0
            if gain <= 1e-18 * self._scale:
                break
            after = self._rest.chart(self._rest.moved(at, step))
            while length > 1e-6 and not at.V - 1e-4 * length * gain >= after.V:
                length /= 2
                after = self._rest.chart(self._rest.moved(at, length * step))
            if length <= 1e-6:
                break
            at = after
        return at

    def _polished(self, at: TangentChart) -> TangentChart:
        """Full steps for as long as they reduce what remains."""
        for _ in range(BALANCE.polishing):
            if not _is_finite(at) or not np.any(at.r):
                break
            step = _damped(at.J, at.r, 0.0)
            better = self._rest.chart(self._rest.moved(at, step))
            if not size(better.r) < size(at.r):
                break
            at = better
        return at


def followed(rest: Rest, q: Array, reach: float) -> TangentChart | None:
    """The equilibrium next to a position (f,) that nearly is one; None where none surely is.

    Full steps of Newton's method, each of which has to be a small part of the one before, the
    first one of `reach`, by which the position was extrapolated; inf where it was not.  So the end
    stays in the neighbourhood of a single equilibrium.
    """
    q = q / rest.unit
    at = rest.chart(rest.placed(q))
    before = reach
    for _ in range(BALANCE.nearing):
        if not _is_finite(at):
            return None
        step = _damped(at.J, at.r, 0.0)
        length = size(step)
        if length <= BALANCE.blurred * (1 + size(at.q)):
            after = rest.chart(rest.moved(at, step))
            at = after if _is_finite(after) and size(after.r) < size(at.r) else at
            return at if at.is_balanced else None
        if length > BALANCE.contraction * before:
            return None
        at, before = rest.chart(rest.moved(at, step)), length
    return None


def _is_finite(at: TangentChart) -> bool:
    return bool(np.isfinite(at.r).all() and np.isfinite(at.J).all())


def newton_step(J: Array, r: Array) -> Array:
    """The step −J⁺r."""
    return _damped(J, r, 0.0)


def _damped(J: Array, r: Array, damping: float) -> Array:
    """The step −J⁺r; with damping −(JᵀJ + μ)⁻¹Jᵀr, which leaves singular directions alone."""
    if damping == 0.0:
        return -np.asarray(np.linalg.lstsq(J, r, rcond=1e-11)[0], float)
    square = J.T @ J
    largest = float(np.max(np.diag(square), initial=0.0))
    regular = square + (damping * largest + 1e-300) * np.eye(len(square))
    return -np.asarray(np.linalg.lstsq(regular, J.T @ r, rcond=None)[0], float)


def limited(step: Array) -> Array:
    """At most about one radian or metre, or half of a long way."""
    longest = float(np.max(np.abs(step), initial=0.0))
    return step if longest <= 2.0 else step * (2.0 / longest) ** 0.5


def size(values: Array) -> float:
    """The largest modulus; nan counts as infinite."""
    largest = float(np.max(np.abs(values), initial=0.0))
    return largest if np.isfinite(largest) else float("inf")
