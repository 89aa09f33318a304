"""The position of a linkage in which one of its points is nearest to a target.

Found by Newton's method with a region of trust (Nocedal, Wright: Numerical Optimization, chapters 4
and 12) in the motions that loops leave, step by step from where the linkage is: it never leaves
its branch.  Limits that push are held as long as they push.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from lagr_gui.analysis.positions.branches import Bonds, Linkage, Posture
from lagr_gui.foundation.arrays import Array

FARTHEST = 0.3
"""A step turns no angle farther (rad)."""

STRAIGHT = 0.8
"""Slopes alone tell the way where they lead over more than this part of it, by a step that is not
too far: curvature is left out."""

APART = 0.2
"""A step ends apart from where it was expected by no more than this part of its way: what lies
farther off may belong to another branch."""

STEPS = 60
"""Steps of one answer: half a turn takes some ten."""

MET = 1e-10
"""A target is reached where its distance is this part of the lengths there are, or less."""

STILL = 1e-11
"""Steps below this, in the scale of the coordinates, lead nowhere."""

LEAST_GAIN = 1e-9
"""Two steps that gain less than this part of the distance have come to the end."""

LEAST_TRUST = 1e-7
"""The part of a step below which nothing is trusted any longer."""

TOUCHING = 1e-11
"""A limit nearer than this to its end, in the scale of the coordinates, is in contact."""

BENT = 1e-6
"""Curvature below this part of the largest is none; slopes below it lead nowhere."""


IDLE = 1e-8
"""Slopes below this part of those without loops are rounding: the point is held."""


@dataclass(frozen=True, eq=False)
class PointPlace:
    """A seat of the linkage, where the point is there, and the slopes J (3, f) of the point."""

    seat: Posture
    place: Array
    J: Array


Look = Callable[[Array], tuple[Array, Array]]
"""From positions (k, f) to places (k, 3) of the point, and its slopes (k, 3, f)."""


@dataclass(frozen=True, eq=False)
class Goal:
    """A target, and the matrix (3, 3) that takes the directions which count out of a distance."""

    target: Array
    counts: Array

    def left(self, place: Array) -> Array:
        """What is left of the way (3,)."""
        return self.counts @ (self.target - place)

    def distance(self, place: Array) -> float:
        """How far the target is (m), in the directions that count."""
        return float(np.linalg.norm(self.left(place)))


@dataclass(frozen=True, eq=False)
class Arrival:
    """Where the search ends, and the limits that push there.

    `still` tells that the point has come to rest.
    """

    at: PointPlace
    holding: tuple[int, ...]
    still: bool


@dataclass(frozen=True, eq=False)
class _Model:
    """How the distance changes with motions z (n,) of `bonds`: slope, curvatures and their axes.

    Only the axes (n, k) in which something changes are told.
    """

    bonds: Bonds
    slope: Array
    curvature: Array
    axes: Array

    def step(self, damping: float) -> Array:
        """dq (f,), as small as it can be where nothing changes."""
        share = np.abs(self.curvature) + damping
        z = self.axes @ (self.slope / np.where(share > 0, share, 1.0))
        return self.bonds.seat.frame @ (self.bonds.free @ z)

    def along(self, axis: int) -> Array:
        """dq (f,) along one of the axes."""
        return self.bonds.seat.frame @ (self.bonds.free @ self.axes[:, axis])


@dataclass
class PointSearch:
    """The way to a target; `turning` (f,) tells coordinates that are angles.

    `last` is the motion of the last step, `length` (m) that of the model, `usual` the rank that
    bonds have in general.
    """

    linkage: Linkage
    look: Look
    turning: NDArray[np.bool_]
    limits: Collection[int]
    last: Array
    length: float
    usual: int = 0
    trust: float = field(default=1.0, init=False)

    def size(self, at: PointPlace) -> float:
        """The lengths there are (m): that of the model, and how far the point is away."""
        return self.length + float(np.linalg.norm(at.place))

    def pointed(self, seat: Posture) -> PointPlace:
        """The point at a seat."""
        places, slopes = self.look(seat.q[None])
        return PointPlace(seat, places[0], slopes[0])

    def nearest(self, seat: Posture, goal: Goal) -> Arrival:
        """The seat in which the point is as near to its target as it can come from here."""
        at, self.trust = self.pointed(seat), 1.0
        holding, idle, ahead = tuple[int, ...](), 0, True
        for _ in range(STEPS):
            before = goal.distance(at.place)
            if idle == 2 or before <= MET * self.size(at):
                return Arrival(at, holding, True)
            aim = self._ahead(at, goal) if ahead else goal
            bonds, holding = self.bonds(at, aim)
            step = self._taken(at, aim, bonds)
            if ahead and (step is None or self._turn(step.seat.q - at.seat.q) < FARTHEST / 6):
                ahead = False
            elif step is None:
                return Arrival(at, holding, True)
            if step is not None:
                now = goal.distance(step.place)
                idle = idle + 1 if not ahead and now > (1 - LEAST_GAIN) * before else 0
                self.last, at = step.seat.q - at.seat.q, step
        return Arrival(at, holding, False)

    def _ahead(self, at: PointPlace, goal: Goal) -> Goal:
        """A target on the way, as far ahead as one step goes: so the way is the straight one."""
        left = goal.left(at.place)
        lever = float(np.max(np.linalg.norm(at.J[:, self.turning], axis=0), initial=0.0))
        far = float(np.linalg.norm(left))
        if not lever or far <= FARTHEST * lever:
            return goal
        return Goal(at.place + left * (FARTHEST * lever / far), goal.counts)

    # --- what can move -----------------------------------------------------------------------

    def bonds(self, at: PointPlace, goal: Goal) -> tuple[Bonds, tuple[int, ...]]:
        """What conditions leave, and limits that push against the way to the target."""
        seat, always = at.seat, self.linkage.conditions
        bonds = self._continued(Bonds.of(seat, always))
        touching = [row for row in self.limits if self._touches(seat, row)]
        if not touching:
            return bonds, ()
        wish = bonds.free.T @ (seat.frame.T @ (at.J.T @ goal.left(at.place)))
        table, _ = seat.rows[touching].even(seat.scale)
        slopes = (table / seat.scale) @ seat.frame @ bonds.free
        efforts, _ = nnls(slopes.T, wish, maxiter=100 * len(touching))
        holding = tuple(row for row, push in zip(touching, efforts, strict=True) if push > 0)
        return (Bonds.of(seat, [*always, *holding]) if holding else bonds), holding

    def _touches(self, seat: Posture, row: int) -> bool:
        size = seat.rows[[row]].sizes(seat.scale)[0][0]
        return bool(size > 0 and seat.position[row] >= -self._near(seat, size))

    def _continued(self, bonds: Bonds) -> Bonds:
        """In a singular position: the motions that go on as the last one did.

        Others than the usual ones begin there, on another branch.
        """
        f, n = bonds.free.shape
        self.usual = max(self.usual, f - n)
        if f - n == self.usual or not self.last.any():
            return bonds
        along = bonds.free.T @ np.linalg.solve(bonds.seat.frame, self.last)
        return replace(bonds, free=bonds.free @ along[:, None] / np.linalg.norm(along))

    # --- where to go -------------------------------------------------------------------------

    def _model(self, at: PointPlace, goal: Goal, bonds: Bonds) -> _Model:
        left = goal.left(at.place)
        whole = goal.counts @ at.J @ at.seat.frame
        least = IDLE * float(np.linalg.norm(whole))
        J = whole @ bonds.free
        U, s, Vt = np.linalg.svd(J, full_matrices=False)
        kept = s > max(least, BENT * np.max(s, initial=0.0))
        along = U[:, kept].T @ left
        if np.linalg.norm(along) > STRAIGHT * np.linalg.norm(left):
            model = _Model(bonds, s[kept] * along, s[kept] ** 2, Vt[kept].T)
            if self._turn(model.step(0.0)) <= FARTHEST:
                return model
        table = J.T @ J + self._bending(at, left, bonds)
        curvature, axes = np.linalg.eigh((table + table.T) / 2)
        most = np.max(np.abs(curvature), initial=0.0)
        kept = np.abs(curvature) > max(least * np.linalg.norm(whole), BENT * most)
        axes = axes[:, kept]
        return _Model(bonds, axes.T @ (J.T @ left), curvature[kept], axes)

    def _bending(self, at: PointPlace, left: Array, bonds: Bonds) -> Array:
        """The part of the curvature that is left where the target is (n, n)."""
        seat, held = at.seat, list(bonds.held)
        ways = (seat.frame @ bonds.free).T
        small = 1e-6 / np.maximum(1e-300, np.max(np.abs(ways / seat.scale), axis=1))
        small = small / float(np.max(seat.scale))
        q = seat.q + small[:, None] * ways
        slopes = -np.einsum("i,kif->kf", left, self.look(q)[1] - at.J)
        if held:
            efforts = bonds.efforts(at.J.T @ left)
            changes = self.linkage.slopes(q)[:, held] - seat.rows.G[held]
            slopes = slopes + np.einsum("m,kmf->kf", efforts, changes)
        return (slopes / small[:, None]) @ ways.T

    # --- steps -------------------------------------------------------------------------------

    def _taken(self, at: PointPlace, goal: Goal, bonds: Bonds) -> PointPlace | None:
        """The next seat; None where no step leads nearer."""
        model = self._model(at, goal, bonds)
        while self.trust > LEAST_TRUST:
            dq = self._within(model)
            size = at.seat.size(dq) / (at.seat.whole + at.seat.size(at.seat.q))
            if size <= STILL or self._is_level(at, goal, model):
                return self._leaving(at, goal, model)
            if blocked := self._blocked(at.seat, model.bonds, dq):
                model = self._model(at, goal, Bonds.of(at.seat, [*model.bonds.held, *blocked]))
                continue
            there = self._tried(at, goal, model.bonds, dq)
            if there is not None:
                self.trust = min(1.0, 2 * self.trust)
                return there
            self.trust /= 4
        return None

    def _blocked(self, seat: Posture, bonds: Bonds, dq: Array) -> list[int]:
        """Limits in contact that do not push, but would be passed all the same."""
        return [
            row
            for row in self.limits
            if row not in bonds.held and self._touches(seat, row) and seat.rows.G[row] @ dq > 0
        ]

    def _is_level(self, at: PointPlace, goal: Goal, model: _Model) -> bool:
        """Whether the distance has no slope to speak of, but is bent downwards."""
        steep = goal.distance(at.place) * np.sqrt(_largest(model.curvature))
        level = bool(np.linalg.norm(model.slope) <= BENT * steep)
        return level and bool(np.min(model.curvature, initial=0.0) < 0)

    def _leaving(self, at: PointPlace, goal: Goal, model: _Model) -> PointPlace | None:
        """A step out of the position farthest from the target, in the sense of the last one."""
        if not len(model.curvature) or np.min(model.curvature) >= 0:
            return None
        way = model.along(int(np.argmin(model.curvature)))
        way = way * (FARTHEST / max(self._turn(way), 1e-300) / 3)
        if self.last @ way < 0:
            way = -way
        for part in (1.0, -1.0, 0.1, -0.1, 0.01, -0.01):
            there = self._tried(at, goal, model.bonds, part * way)
            if there is not None:
                return there
        return None

    def _turn(self, dq: Array) -> float:
        """The largest angle in a motion; where nothing turns, what it is of the model's length."""
        turned = np.abs(dq[self.turning])
        slid = np.abs(dq) / self.length
        return float(np.max(turned)) if turned.any() else float(np.max(slid, initial=0.0))

    def _within(self, model: _Model) -> Array:
        """The longest step that is trusted."""
        limit = FARTHEST * self.trust
        dq = model.step(0.0)
        if self._turned(dq) <= limit:
            return dq
        low, high = 0.0, 1e-6 * _largest(model.curvature)
        while self._turned(dq := model.step(high)) > limit:
            low, high = high, 10 * high
        for _ in range(6):
            middle = (low + high) / 2
            tried = model.step(middle)
            low, high, dq = (
                (middle, high, dq) if self._turned(tried) > limit else (low, middle, tried)
            )
        return dq

    def _turned(self, dq: Array) -> float:
        """What counts as far: turns; slides, which are straight, only as far as they are tried."""
        turned = float(np.max(np.abs(dq[self.turning]), initial=0.0))
        return turned if self.trust == 1.0 else max(turned, self._turn(dq))

    def _tried(self, at: PointPlace, goal: Goal, bonds: Bonds, dq: Array) -> PointPlace | None:
        """The seat after a step, if it is on this branch and nearer to the target."""
        dq, hit = self._to_limits(at.seat, bonds, dq)
        for held in self._held(bonds, hit):
            kept = bonds if held == list(bonds.held) else Bonds.of(at.seat, held)
            seat = self.linkage.closed(kept, at.seat.q + dq)
            if seat is None:
                return None
            if at.seat.size(seat.q - at.seat.q - dq) > APART * at.seat.size(dq):
                return None
            over = [row for row in self.limits if row not in held and self._is_beyond(seat, row)]
            if not over:
                return self._nearer(at, seat, goal)
            hit.update(over)
        return None

    @staticmethod
    def _held(bonds: Bonds, hit: set[int]) -> Iterator[list[int]]:
        """What is held, with the limits that are hit meanwhile."""
        for _ in range(4):
            yield [*bonds.held, *sorted(hit)]

    def _is_beyond(self, seat: Posture, row: int) -> bool:
        size = seat.rows[[row]].sizes(seat.scale)[0][0]
        return bool(seat.position[row] > self._near(seat, size) and size > 0)

    def _near(self, seat: Posture, size: float) -> float:
        """How near a limit of slopes of a size is to its end where it is in contact."""
        return TOUCHING * size * (seat.whole + seat.size(seat.q))

    def _to_limits(self, seat: Posture, bonds: Bonds, dq: Array) -> tuple[Array, set[int]]:
        """The step as far as the first limit, and that one."""
        first, hit = 1.0, set[int]()
        for row in self.limits:
            speed = float(seat.rows.G[row] @ dq)
            if row in bonds.held or speed <= 0 or seat.position[row] + speed <= 0:
                continue
            part = max(0.0, -float(seat.position[row]) / speed)
            if part < first:
                first, hit = part, {row}
        return dq * first, hit

    def _nearer(self, at: PointPlace, seat: Posture, goal: Goal) -> PointPlace | None:
        there = self.pointed(seat)
        before, now = goal.distance(at.place), goal.distance(there.place)
        rounding = 1e-15 * self.size(at)
        return there if now < before + rounding else None


def _largest(curvature: Array) -> float:
    return float(np.max(np.abs(curvature), initial=0.0)) or 1.0
