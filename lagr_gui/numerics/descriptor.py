"""The descriptor form at one state: accelerations and multipliers, also where rows depend.

    g q̈ − Gᵀ λ = Q − h,   G q̈ = −γ̿                                        (C4)

The rank of G is found by singular values.  Where conditions depend on each other λ is the one
of least norm; q̈ is the same for any.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.numerics.tolerances import RANKS


@dataclass(frozen=True, slots=True, eq=False)
class Slopes:
    """The slopes G (…, m, f) of conditions, and how large they could be.

    `reach` (…, m, f) are bounds of |G|, made of the lengths, directions and factors from which an
    entry is put together: where its terms cancel, this tells what of it is rounding.  Slopes are
    never judged by each other: all of them may be rounding.  `extents` (f,) are how far coordinates
    go where the system moves as a whole, `pace` (1/s) how fast; by default a radian, a metre, in a
    second.
    """

    G: Array
    reach: Array
    extents: Array = field(default_factory=lambda: np.ones(1))
    pace: float = 1.0

    @staticmethod
    def none(f: int) -> Slopes:
        """Those of no condition at all."""
        return Slopes(np.zeros((0, f)), np.zeros((0, f)))

    def __len__(self) -> int:
        return self.G.shape[-2]

    def __getitem__(self, rows: object) -> Slopes:
        """Some of the rows, by numbers or by a mask."""
        G, reach = (part[..., rows, :] for part in (self.G, self.reach))  # type: ignore[index]
        return Slopes(G, reach, self.extents, self.pace)

    def at(self, instants: object) -> Slopes:
        """Those of some of several instants."""
        G, reach = (part[instants] for part in (self.G, self.reach))  # type: ignore[index]
        return Slopes(G, reach, self.extents, self.pace)

    def scale(self, g: Array) -> Array:
        """The scale (…, f) of the coordinates in which inertias g (…, f, f) are one."""
        return scales(g, self.extents)

    def scaled(self, scale: Array) -> Array:
        """G (…, m, f) in a scale (…, f) of the coordinates; rows that bind nothing are zero."""
        return self._binding(self.sizes(scale)[0], scale)

    def _binding(self, norms: Array, scale: Array) -> Array:
        """The scaled rows, zero where their norms (…, m) are."""
        return np.where((norms > 0)[..., None], self.G * scale[..., None, :], 0.0)

    def sizes(self, scale: Array) -> tuple[Array, Array]:
        """Norms (…, m) of the scaled rows, 0 for those that bind nothing; what they could be."""
        norms = _norms(self.G * scale[..., None, :])
        usual = _norms(self.reach * scale[..., None, :])
        return np.where(norms > RANKS.idle * usual, norms, 0.0), usual

    def could(self, extents: Array) -> Array:
        """How far each condition (…, m) changes at most where coordinates go as far as `extents`.

        1 for a condition on which nothing has an effect: there is nothing to measure it by.
        """
        usual = self.sizes(extents)[1]
        return np.where(usual > 0, usual, 1.0)

    def even(self, scale: Array) -> tuple[Array, Array]:
        """Scaled rows (…, m, f) of the length 1 or, where they nearly cancel, less.

        With what they were divided by (…, m).
        """
        norms, usual = self.sizes(scale)
        size = np.where(norms > 0, np.maximum(norms, RANKS.whole * usual), 1.0)
        return self._binding(norms, scale) / size[..., None], size


def _norms(rows: Array) -> Array:
    """|v| (…,) of vectors (…, f): in a third of the time of NumPy's own, which tries many sorts."""
    return np.sqrt(np.add.reduce(rows * rows, -1))


@dataclass(frozen=True, eq=False)
class Solution:
    """q̈ (f,), λ (m,), the rank of G, and a basis (f, f − rank) of the motions that remain.

    Where the equations have no unique q̈, or conditions contradict each other, q̈ and λ are nan.
    """

    qdd: Array
    multipliers: Array
    rank: int
    free: Array


def solve(g: Array, force: Array, rows: Slopes, gamma: Array) -> Solution:
    """The solution of (C4) for g (f, f), Q − h (f,), m rows, γ̿ (m,)."""
    f = len(force)
    nowhere = Solution(np.full(f, np.nan), np.full(len(gamma), np.nan), 0, np.zeros((f, 0)))
    if not all(np.isfinite(part).all() for part in (g, force, rows.G, gamma)):
        return nowhere
    scale = rows.scale(g)
    rank, particular, free = resolve(rows, -gamma, scale)
    reduced = free.T @ g @ free
    away = _away(rows, gamma, scale, particular, force)
    if np.any(away > 1) or not _regular(reduced):
        return Solution(nowhere.qdd, nowhere.multipliers, rank, free)
    return Solution(*_balanced(g, force, rows, particular, free), rank, free)


def refined(
    g: Array, force: Array, rows: Slopes, gamma: Array, qdd: Array, multipliers: Array
) -> tuple[Array, Array]:
    """A solution q̈ (f,), λ (m,) of (C4) after a step of iterative refinement.

    What the equations still miss is solved for once more, so that they are met but for rounding
    however badly g is conditioned.
    """
    missed = force - g @ qdd + rows.G.T @ multipliers
    _, particular, free = resolve(rows, -gamma - rows.G @ qdd, rows.scale(g))
    further, more = _balanced(g, missed, rows, particular, free)
    return qdd + further, multipliers + more


def _balanced(
    g: Array, force: Array, rows: Slopes, particular: Array, free: Array
) -> tuple[Array, Array]:
    """q̈ and λ where one q̈ is known that meets the rows, and the motions that they leave."""
    move = np.linalg.solve(free.T @ g @ free, free.T @ (force - g @ particular))
    qdd = particular + free @ move
    needed = (g @ qdd - force)[None]
    return qdd, pushes(rows.at(None), needed, rows.scale(g)[None])[0]


def solve_each(g: Array, forces: Array, rows: Slopes) -> tuple[Array, Array]:
    """The solutions q̈ (k, f) and λ (k, m) of (C4) for k forces (k, f), where γ̿ = 0."""
    k, f = forces.shape
    nowhere = np.full((k, f), np.nan), np.full((k, len(rows)), np.nan)
    if not all(np.isfinite(part).all() for part in (g, forces, rows.G)):
        return nowhere
    scale = rows.scale(g)
    free = resolve(rows, np.zeros(len(rows)), scale)[2]
    reduced = free.T @ g @ free
    if not _regular(reduced):
        return nowhere
    qdd = np.linalg.solve(reduced, free.T @ forces.T).T @ free.T
    each = np.zeros(k, int)
    return qdd, pushes(rows.at(None).at(each), qdd @ g - forces, np.tile(scale, (k, 1)))


def multipliers(g: Array, force: Array, rows: Slopes, qdd: Array) -> Array:
    """λ (n, m) of least norm at n instants with known q̈ (n, f): Gᵀ λ = g q̈ − (Q − h).

    g (n, f, f), Q − h (n, f), m rows at n instants.
    """
    needed = np.matmul(g, qdd[:, :, None])[:, :, 0] - force
    return pushes(rows, needed, rows.scale(g))


def solve_many(g: Array, force: Array, rows: Slopes, gamma: Array) -> tuple[Array, Array]:
    """q̈ (n, f) and λ (n, m) at n instants: g (n, f, f), Q − h (n, f), m rows, γ̿ (n, m).

    In one step where conditions are independent; where they are not, or the result does not fit,
    one by one.
    """
    n, f = force.shape
    m = gamma.shape[1]
    G = rows.G
    matrix = np.zeros((n, f + m, f + m))
    matrix[:, :f, :f], matrix[:, :f, f:], matrix[:, f:, :f] = g, -G.transpose(0, 2, 1), G
    right = np.concatenate([force, -gamma], axis=1)
    s = np.linalg.svd(rows.even(rows.scale(g))[0], compute_uv=False)
    independent = np.sum(s > np.sqrt(RANKS.dependent), axis=1) == m
    try:
        solution = np.asarray(np.linalg.solve(matrix, right[:, :, None])[:, :, 0], float)
        wrong = np.abs(np.matmul(matrix, solution[:, :, None])[:, :, 0] - right)
        size = np.max(np.abs(right), axis=1, initial=1e-300, keepdims=True)
        sound = np.all(wrong <= 1e-9 * size, axis=1) & np.all(
            np.abs(solution) < 1e12 * size, axis=1
        )
        sound &= independent
    except np.linalg.LinAlgError:
        solution, sound = np.zeros((n, f + m)), np.zeros(n, bool)
    for i in np.flatnonzero(~sound):
        one = solve(g[i], force[i], rows.at(i), gamma[i])
        solution[i] = np.concatenate([one.qdd, one.multipliers])
    return solution[:, :f], solution[:, f:]


def scales(g: Array, extents: Array | float = 1.0) -> Array:
    """Lengths of one unit of each coordinate, 1/√g_ρρ: metres and radians become comparable.

    For g (f, f), or for g (n, f, f) at n instants.  Coordinates without inertia have the largest
    one of all, where the `extents` (f,) of coordinates count alike.
    """
    even = np.abs(np.diagonal(g, axis1=-2, axis2=-1)) * extents**2
    largest = np.max(even, axis=-1, initial=0.0, keepdims=True)
    usual = np.where(largest > 0, largest, 1.0)
    return extents / np.sqrt(np.where(even > RANKS.weightless * usual, even, usual))


def resolve(rows: Slopes, right: Array, scale: Array) -> tuple[int, Array, Array]:
    """Rank of G, the smallest x of G x = right (in the scale), and a basis of G x = 0.

    Slopes of any unit count alike.
    """
    table, sizes = rows.even(scale)
    f = table.shape[1]
    used = np.any(table != 0, axis=1)
    if not used.any():
        return 0, np.zeros(f), np.diag(scale)
    U, s, Vt = np.linalg.svd(table[used])
    rank = int(np.sum(s > RANKS.dependent))
    y = Vt[:rank].T @ ((U[:, :rank].T @ (right[used] / sizes[used])) / s[:rank])
    return rank, scale * y, scale[:, None] * Vt[rank:].T


def rank(rows: Slopes, scale: Array) -> int:
    """Rank of G, as `resolve` finds it."""
    values = np.linalg.svd(rows.even(scale)[0], compute_uv=False)
    return int(np.sum(values > RANKS.dependent))


def steps(rows: Slopes, right: Array, scale: Array, least: float | None = None) -> Array:
    """The smallest x (n, f) of G x = right at n instants at once, as `resolve` finds it.

    right (n, m), scale (n, f); singular values below `least` count as zero, where it is given.
    """
    table, sizes = rows.even(scale)
    U, s, Vt = np.linalg.svd(table, full_matrices=False)
    kept = s > (RANKS.dependent if least is None else least)
    inverse = np.where(kept, 1 / np.where(kept, s, 1.0), 0.0)
    along = np.matmul(U.transpose(0, 2, 1), (right / sizes)[:, :, None])[:, :, 0]
    y = np.matmul(Vt.transpose(0, 2, 1), (inverse * along)[:, :, None])[:, :, 0]
    return scale * y


def independent(rows: Slopes, scale: Array, prefer: Array | None = None) -> list[int]:
    """Slopes of G that are independent and span all others, those with small `prefer` first.

    By elimination with the largest remaining row among the preferred ones.
    """
    table, _ = rows.even(scale)
    binding = np.flatnonzero(np.any(table != 0, axis=1))
    rest = table[binding]
    order = np.zeros(len(rows)) if prefer is None else np.asarray(prefer, float)
    order = order[binding]
    chosen: list[int] = []
    for level in sorted(set(order.tolist())):
        left = order == level
        while left.any():
            norms = np.where(left, _norms(rest), 0.0)
            best = int(np.argmax(norms))
            if norms[best] <= np.sqrt(RANKS.dependent) / 10:
                break
            left[best] = False
            chosen.append(int(binding[best]))
            direction = rest[best] / norms[best]
            along = rest @ direction
            # Rows of other loops stay as they are.
            touched = np.flatnonzero(along)
            rest[touched] -= np.outer(along[touched], direction)
    return sorted(chosen)


def dependent(rows: Slopes, scale: Array) -> list[int]:
    """The slopes of G that take part in a dependence, or bind nothing."""
    table, _ = rows.even(scale)
    U, s, _ = np.linalg.svd(table)
    parts = np.max(np.abs(U[:, int(np.sum(s > RANKS.dependent)) :]), axis=1, initial=0.0)
    return [int(row) for row in np.flatnonzero(parts > np.sqrt(RANKS.dependent))]


def unmet(g: Array, force: Array, rows: Slopes, gamma: Array) -> int | None:
    """The row of G q̈ = −γ̿ that is met worst, where no q̈ meets all rows; otherwise None."""
    scale = rows.scale(g)
    _, particular, _ = resolve(rows, -gamma, scale)
    away = _away(rows, gamma, scale, particular, force)
    return int(np.argmax(away)) if np.any(away > 1) else None


def is_definite(g: Array, rows: Slopes) -> bool:
    """Whether each motion that the rows leave has a positive kinetic energy; g (f, f) is finite."""
    free = resolve(rows, np.zeros(len(rows)), rows.scale(g))[2]
    return _regular(free.T @ g @ free)


def _away(rows: Slopes, gamma: Array, scale: Array, particular: Array, force: Array) -> Array:
    """How far each row is from being met, in what may be.

    That is measured by what the conditions ask for, and hardly by the forces: where all moves
    slowly conditions contradict each other too.
    """
    sizes, could = rows.sizes(scale)
    asked, driven = np.linalg.norm(particular / scale), np.linalg.norm(scale * force)
    wrong = np.abs(rows.G @ particular + gamma)
    about = RANKS.unfulfilled * (np.abs(gamma) + sizes * asked) + RANKS.least_asked * sizes * driven
    limit = np.where(sizes > 0, about, 0.0)
    # Of a row that nearly cancels all may be rounding: it is measured by what it could be.
    could = np.where(could > 0, could, 1.0)
    rest = rows.pace**2 * np.linalg.norm(rows.extents / scale) + driven
    largest = rest + np.max(np.abs(gamma) / could, initial=0.0)
    limit = limit + RANKS.least_asked * could * largest
    nothing_moves = np.where(wrong > 0, np.inf, 0.0)  # such rows are met, or cannot be
    return np.divide(wrong, limit, out=nothing_moves, where=limit > 0)


def _regular(reduced: Array) -> bool:
    if reduced.size == 0:
        return True
    values = np.linalg.eigvalsh((reduced + reduced.T) / 2)
    # In the scale of the metric its entries are of the order one.
    return bool(values[0] > RANKS.without_inertia * max(values[-1], 1.0))


def pushes(rows: Slopes, right: Array, scale: Array) -> Array:
    """The smallest λ (n, m) of Gᵀ λ = right (n, f) at n instants, as far as rows can push so.

    Coordinates of the scale (n, f) 0 do not count.  Rows that bind nothing have λ = 0.
    """
    table, sizes = rows.even(scale)
    U, s, Vt = np.linalg.svd(table.transpose(0, 2, 1))
    rank = np.sum(s > RANKS.dependent, axis=1)
    kept = s > RANKS.dependent
    along = np.matmul(U[:, :, : s.shape[1]].transpose(0, 2, 1), (scale * right)[:, :, None])
    part = np.where(kept, along[:, :, 0] / np.where(kept, s, 1.0), 0.0)
    lambdas = np.matmul(Vt[:, : s.shape[1]].transpose(0, 2, 1), part[:, :, None])[:, :, 0] / sizes
    for i in np.flatnonzero(rank < len(rows)):  # what pushes nothing makes them smaller
        idle = Vt[i, rank[i] :].T / sizes[i][:, None]
        lambdas[i] -= idle @ np.linalg.lstsq(idle, lambdas[i], rcond=None)[0]
    return np.where(np.any(table != 0, axis=2), lambdas, 0.0)
