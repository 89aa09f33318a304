"""Contacts that stick and share what they hold: along one line, or wedged.

Where they are wedged one force among them, which changes no motion, is not determined.
A ladder between a wall and a floor presses on both, by how much more nobody can tell; it holds as
long as some share of it leaves all of them within their bounds:

    λ + s v,   W v = 0:   N_i(s) ≥ 0,   |T_j(s)| ≤ μ_j N_j(s)   for some s                (R2)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lagr_gui.numerics.impacts import beside, dependent, evened
from lagr_gui.numerics.tolerances import IMPACTS
from lagr_gui.simulation.contacts import Now
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import FRICTION


class Wedge(NamedTuple):
    """The force v among rows (numbers) of what holds, and what bounds it.

    Margins of λ (c,), rows of `bounds` (k, c): what `pushes`, and both sides of what sticks.
    """

    rows: NDArray[np.intp]
    v: Array
    bounds: Array

    def shared(self, forces: Array) -> Array:
        """Forces (n, c) of the rows where they are farthest within all bounds together."""
        margins, slopes = forces @ self.bounds.T, self.bounds @ self.v
        return forces + _best(margins, slopes)[:, None] * self.v


Alongside = dict[int, dict[int, float]]
"""Rough limits that stick along one line, by their places; each with the numbers of the slips along
that line, its own among them, and how a unit force at each counts there."""


def shares(
    W: Array,
    rows: NDArray[np.intp],
    pushes: int,
    others: int,
    stuck: Sequence[tuple[int, int, float]],
) -> tuple[Alongside, Wedge | None]:
    """What sticks along one line, as two feet on a floor in the plane, or is wedged.

    W (c, c) is that of the rows (numbers): first what pushes, then `others` that hold, then pairs
    of slips of what is `stuck`: its place, the number of its limit, and μ.
    """
    first = pushes + others
    if len(stuck) < 2:
        return {}, None
    moves = np.diag(W)[first:].reshape(-1, 2)
    if (moves.min(axis=1) <= FRICTION.along_a_line * moves.max()).all():
        slips = first + 2 * np.arange(len(stuck)) + np.argmax(moves, axis=1)
        if (wedge := _wedge_of(W, rows, pushes, slips, stuck)) is not None:
            return {}, wedge
    return _alongside(beside(W, first), rows[first:], [place for place, _, _ in stuck]), None


def alike(
    now: Now, slips: NDArray[np.intp], pushing: NDArray[np.intp], frictions: NDArray[np.intp]
) -> tuple[Array, NDArray[np.bool_]]:
    """W of what is `pushing` and of still `frictions` (numbers), beside `slips` that stick.

    And which of the frictions others can hold for: that is undetermined then.
    """
    W = beside(now.solved(np.concatenate([slips, pushing, frictions])).W, len(slips))
    return W, dependent(beside(W, len(pushing)))


def _wedge_of(
    W: Array,
    rows: NDArray[np.intp],
    pushes: int,
    slips: NDArray[np.intp],
    stuck: Sequence[tuple[int, int, float]],
) -> Wedge | None:
    """The wedge among what holds; None where none is, or more than one force is open.

    `slips` are the places of those along which it sticks; what else holds may not take part.
    """
    even, scale = evened(W)
    live = np.flatnonzero(np.diag(W) > 0)
    sizes, vectors = np.linalg.eigh(even[np.ix_(live, live)])
    idle = np.flatnonzero(sizes <= IMPACTS.together * sizes[-1])
    if len(idle) != 1:
        return None
    v = np.zeros(len(rows))
    v[live] = vectors[:, idle[0]]
    part = np.abs(v) > FRICTION.wedging * np.max(np.abs(v))
    if not part[:pushes].any() or part[pushes : len(rows) - 2 * len(stuck)].any():
        return None
    unit, place = np.eye(len(rows)), {int(number): at for at, number in enumerate(rows)}
    bounds = [-unit[at] for at in np.flatnonzero(part[:pushes])]
    for slip, (_, limit, mu) in zip(unit[slips], stuck, strict=True):
        bounds += [-mu * unit[place[limit]] - slip, -mu * unit[place[limit]] + slip]
    return Wedge(rows, np.where(part, v / scale, 0.0), np.array(bounds))


def _alongside(W: Array, slips: NDArray[np.intp], sticking: Sequence[int]) -> Alongside:
    """What sticks along one line: W (c, c) is that of the `slips`, beside what else holds."""
    live = np.flatnonzero(np.diag(W) > FRICTION.along_a_line * np.max(np.diag(W)))
    scale = np.sqrt(np.diag(W)[live])
    along = np.abs(W[np.ix_(live, live)] / np.outer(scale, scale)) > 1 - 1e-9
    one = np.bincount(live // 2, minlength=len(sticking)) == 1
    found: Alongside = {}
    for at, row in zip(live.tolist(), along, strict=True):
        if one[at // 2] and np.sum(row) > 1 and one[live[row] // 2].all():
            held = {int(slips[other]): float(W[other, at] / W[at, at]) for other in live[row]}
            found[sticking[at // 2]] = held
    return found


def _best(margins: Array, slopes: Array) -> Array:
    """The s (n,) at which the least of margins (n, k) + s slopes (k,) is largest.

    Where it grows without end, as in what locks itself, an s at which all are well above 0.
    """
    up, down = (slopes > 0).any(), (slopes < 0).any()
    if not (up and down):
        if not (up or down):
            return np.zeros(len(margins))
        moving = slopes != 0
        least = np.max(-margins[:, moving] / np.abs(slopes[moving]), axis=1)
        spare = np.max(np.abs(margins), axis=1) / np.max(np.abs(slopes))
        return (np.maximum(least, 0.0) + spare) * (1.0 if up else -1.0)
    best, found = np.full(len(margins), -np.inf), np.zeros(len(margins))
    for a, b in combinations(range(len(slopes)), 2):
        if slopes[a] * slopes[b] < 0:
            s = (margins[:, a] - margins[:, b]) / (slopes[b] - slopes[a])
            least = np.min(margins + s[:, None] * slopes, axis=1)
            found, best = np.where(least > best, s, found), np.maximum(least, best)
    return found
