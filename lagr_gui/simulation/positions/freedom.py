"""How a bound system can move: rank, redundant constraints, dependent coordinates, motions left.

Ranks are looked at in several positions: a constraint that depends on the others in one
position only makes that a singular configuration, not a redundant constraint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui import numerics
from lagr_gui.foundation.arrays import Array
from lagr_gui.simulation import tuning

if TYPE_CHECKING:  # a tree without conditions has no constraints
    from lagr_gui.simulation.constraints import BoundConstraints, Description


@dataclass(frozen=True, slots=True, eq=False)
class Freedom:
    """The freedom of a system with f coordinates and m constraints, at positions q (f,).

    `rank` is that of G in general position, `rank_here` at q: less in a singular configuration.
    `idle` are rows that hold by themselves in every position, `redundant` other rows that
    follow from the rest.  `motions` (f, f − rank_here) are the velocities that the constraints
    leave at q, one per column, the largest entry of each 1 in the scale of the metric.
    """

    coordinates: tuple[str, ...]
    sources: tuple[str, ...]
    q: Array
    rank: int
    rank_here: int
    idle: tuple[int, ...]
    redundant: tuple[int, ...]
    independent: tuple[str, ...]
    motions: Array

    @property
    def freedoms(self) -> int:
        """Degrees of freedom: velocities that can be chosen."""
        return len(self.coordinates) - self.rank

    @property
    def dependent(self) -> tuple[str, ...]:
        """The coordinates that follow from the independent ones."""
        return tuple(name for name in self.coordinates if name not in self.independent)

    @property
    def is_singular(self) -> bool:
        """Whether constraints depend on each other here that elsewhere do not."""
        return self.rank_here < self.rank


def freedom(
    constraints: BoundConstraints, t: float, q: Array, qd: Array, prefer: tuple[str, ...] = ()
) -> Freedom:
    """The freedom at positions q that meet the constraints, with velocities q̇.

    Coordinates of `prefer` become independent before others where that is possible.
    """
    here = constraints.at(t, q, qd)
    places = [here, *_elsewhere(constraints, t, q, qd)]
    ranks = [_rank(place) for place in places]
    general = places[int(np.argmax(ranks))]
    sizes = [place.rows.sizes(place.scale)[0] for place in places]
    idle = [int(s) for s in np.flatnonzero(np.max(sizes, axis=0) == 0)]
    used = numerics.independent(general.rows, general.scale)
    redundant = [s for s in range(len(general.rows)) if s not in used and s not in idle]
    still = np.zeros(len(here.rows))
    _, _, free = numerics.resolve(here.rows, still, here.scale)
    _, _, loose = numerics.resolve(general.rows, still, general.scale)
    names = constraints.coordinates
    return Freedom(
        coordinates=names,
        sources=constraints.sources,
        q=q,
        rank=max(ranks),
        rank_here=ranks[0],
        idle=tuple(idle),
        redundant=tuple(redundant),
        independent=_independent(names, loose / general.scale[:, None], prefer),
        motions=_shown(free, here.scale),
    )


def _elsewhere(constraints: BoundConstraints, t: float, q: Array, qd: Array) -> list[Description]:
    distances = [10.0 ** (-2 + count / 2) for count in range(tuning.MOBILITY.positions)]
    places = [(place, qd) for place in beside(constraints, t, q, distances, seed=4)]
    if constraints.bent.any():
        places += [(q, velocity) for velocity in faster(constraints, t, q, qd, distances)]
    return [constraints.at(t, *place) for place in places]


def faster(
    constraints: BoundConstraints, t: float, q: Array, qd: Array, distances: Sequence[float]
) -> list[Array]:
    """Other velocities that meet the constraints, at distances in parts of the model's size."""
    source = np.random.default_rng(6)
    size = constraints.extents / constraints.duration
    aways = [d * (size + np.abs(qd)) * source.standard_normal(len(q)) for d in distances]
    rates = (constraints.project_velocities(t, q, qd + away) for away in aways)
    return [velocity for velocity in rates if np.isfinite(velocity).all()]


def beside(
    constraints: BoundConstraints, t: float, q: Array, distances: Sequence[float], seed: int
) -> list[Array]:
    """Positions beside q that meet the constraints, at distances in parts of the model's size.

    Where constraints depend on each other and a velocity that they leave leads nowhere (bars in
    line that are held at both ends), also one that it would lead to: it misses them by its square.
    """
    source = np.random.default_rng(seed)
    aways = [d * constraints.extents * source.standard_normal(len(q)) for d in distances]
    places = (constraints.project_positions(t, q + away) for away in aways)
    positions = [place for place in places if np.isfinite(place).all()]
    here = constraints.at(t, q, np.zeros_like(q))
    scale = here.scale
    if not (aways and numerics.dependent(here.rows, scale)):
        return positions
    free = numerics.resolve(here.rows, np.zeros(len(here.rows)), scale)[2] / scale[:, None]
    velocity = free.T @ (aways[0] / scale)
    along = q + scale * (free @ velocity)
    reached = free.T @ ((constraints.project_positions(t, along) - q) / scale)
    astray = tuning.MOBILITY.astray
    follows = np.linalg.norm(reached - velocity) <= astray * np.linalg.norm(velocity)
    return positions if follows else [*positions, along]


def _rank(place: Description) -> int:
    return numerics.resolve(place.rows, np.zeros(len(place.rows)), place.scale)[0]


def _independent(names: tuple[str, ...], free: Array, prefer: tuple[str, ...]) -> tuple[str, ...]:
    """As many coordinates as there are motions, that determine them well; the first ones first."""
    order = [names.index(name) for name in prefer if name in names]
    order += [i for i in range(len(names)) if i not in order]
    return tuple(names[i] for i in numerics.picked(free, order))


def _shown(free: Array, scale: Array) -> Array:
    """The motions that remain, each as simple as elimination makes it, of size 1."""
    motions = (free / scale[:, None]).T.copy()
    row = 0
    for column in range(motions.shape[1]):
        if row == len(motions):
            break
        best = row + int(np.argmax(np.abs(motions[row:, column])))
        if abs(motions[best, column]) < 1e-6:
            continue
        motions[[row, best]] = motions[[best, row]]
        motions[row] /= motions[row, column]
        for other in range(len(motions)):
            if other != row:
                motions[other] -= motions[other, column] * motions[row]
        row += 1
    shown = motions.T * scale[:, None]
    largest = np.max(np.abs(shown / scale[:, None]), axis=0, initial=1e-300)
    return np.where(np.abs(shown / largest) < 1e-13 * scale[:, None], 0.0, shown / largest)
