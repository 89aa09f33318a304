"""More equilibria from those that are known: by blocks of coordinates, and away from known ones.

Deflation (Brown, Gearhart 1971; Farrell, Birkisson, Funke 2015): forces r are multiplied by
η = Π (1/|q − qₖ|² + 1) over known equilibria qₖ, so that Newton's method does not end there again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from lagr_gui.simulation.balance import Rest, limited, newton_step
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import SEARCH

Places = NDArray[np.int_]
"""Some of the coordinates."""


def blocks(rest: Rest, positions: Sequence[Array], left_out: Collection[int]) -> list[Places]:
    """Coordinates whose forces depend on one another, each in one block; some are left out.

    Forces of a block may depend on other blocks, but not the other way round as well.
    """
    from scipy.sparse.csgraph import connected_components  # loaded when a search needs it

    depends = np.eye(len(positions[0]), dtype=bool)
    for q in positions:
        here = rest.standing(q, np.ones(len(rest.holonomic)))
        bound = (here.rows.G != 0).astype(int)
        depends |= (here.slopes != 0) | (bound.T @ bound > 0)
    count, labels = connected_components(depends, directed=True, connection="strong")
    parts = (np.flatnonzero(labels == label) for label in range(count))
    return [part for part in parts if not {*part.tolist()} <= {*left_out}]


def products(known: Sequence[Array], parts: Sequence[Places]) -> Iterator[Array]:
    """Positions with each block as in any of the known ones, at most a number of them."""
    choices = [distinct(known, part) for part in parts]
    for chosen in islice(product(*choices), SEARCH.most_starts):
        q = known[0].copy()
        for part, own in zip(parts, chosen, strict=True):
            q[part] = own[part]
        yield q


def distinct(known: Sequence[Array], part: Places) -> list[Array]:
    """The known positions in which a block differs."""
    found: list[Array] = []
    for q in known:
        near = (np.abs(q[part] - own[part]).max() for own in found)
        if not any(gap <= SEARCH.same * (1 + np.abs(q[part]).max()) for gap in near):
            found.append(q)
    return found


def deflated(
    rest: Rest, known: Sequence[Array], parts: Sequence[Places], source: np.random.Generator
) -> Iterator[Array]:
    """Where Newton's method ends on one block, which known equilibria repel; the others stay.

    It begins beside each of the known positions of a system without constraints.
    """
    for part in parts if rest.is_free else ():
        own = distinct(known, part)
        values = np.array([q[part] for q in own])
        for q in own[: SEARCH.most_starts // 40]:
            beside = q.copy()
            aside = np.where(q[part] == 0, SEARCH.aside, np.abs(q[part]))
            beside[part] += SEARCH.aside * aside * source.choice((-1.0, 1.0), len(part))
            if (end := _end(rest, beside, part, values)) is not None:
                yield end


def _end(rest: Rest, q: Array, part: Places, known: Array) -> Array | None:
    """The position in which the forces of a block vanish away from known values (k, n) of it."""
    for _ in range(SEARCH.repelled):
        at = rest.chart(q)
        r, J = at.r[part], at.J[np.ix_(part, part)]
        if not (np.isfinite(r).all() and np.isfinite(J).all()):
            return None
        step = newton_step(J, r)
        away = q[part] - known
        squares = np.maximum((away**2).sum(axis=1), 1e-300)
        rise = -2 * (away / (squares * (1 + squares))[:, None]).sum(axis=0)  # ∇η/η
        share = 1 / (1 - rise @ step)
        if not np.isfinite(share):
            return None
        q = q.copy()
        q[part] += limited(share * step)
        if np.all(np.abs(step) <= SEARCH.same * np.abs(q[part])):
            return q
    return None
