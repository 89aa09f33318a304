"""Positions in which a system stays: zeros of the forces, found from many starts.

From every start Newton's method looks for any equilibrium (also unstable ones), and where the
forces have a potential a descent looks for its minima, which attract from farther away.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from lagr_gui.simulation.positions.balance import Hunt, Rest, limited, newton_step, size
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import BALANCE, SEARCH


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """One equilibrium: position (f,), forces that remain (f,), energy V.

    `starts` led to it; `distance` is that from where the search began.
    """

    q: Array
    residual: Array
    energy: float
    starts: int = 1
    distance: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class EquilibriumSearch:
    """All equilibria found, with their distances from the start.

    `loose` counts those that are not isolated and were left out, `row` are coordinates along
    which such ones lie; `indifferent` are coordinates that no force depends on; `nearest` (f,)
    and `left` (f,) are the position with the least forces and these forces; `scale` is the usual
    size of forces; `tried` the number of starts.
    """

    found: tuple[Found, ...]
    loose: int
    row: tuple[int, ...]
    indifferent: tuple[int, ...]
    nearest: Array
    left: Array
    scale: float
    tried: int


def find_equilibria(
    rest: Rest,
    start: Array,
    angles: Sequence[bool | None],
    seed: int = 1,
    watched: Sequence[int] = (),
) -> EquilibriumSearch:
    """Look for equilibria from the start (f,) and from other positions.

    `angles` tells which coordinates are angles (None: not known): they are varied within a turn,
    and where the forces repeat after one, positions are given between −π and π.  Distances from
    the start are those of the coordinates `watched`, of all where none is.
    """
    unit, start = rest.unit, start / rest.unit
    source = np.random.default_rng(seed)
    with np.errstate(all="ignore"):
        probes = [start + source.uniform(-1, 1, len(start)) for _ in range(8)]
        scale, indifferent = _survey(rest, [start, *probes])
        turns = _turns(rest, probes, angles, scale)
        hunt = Hunt(rest, scale, _has_potential(rest, probes, scale))
        rests: list[Found] = []
        tried = followed = 0

        def follow(q0: Array) -> None:
            nonlocal tried
            tried += 1
            for end in hunt.from_start(q0):
                q = _wrapped(end.q, turns)
                q[list(indifferent)] = start[list(indifferent)]
                _enter(rests, Found(q, end.full, end.V), turns)

        count = SEARCH.starts if rest.is_free else SEARCH.bound_starts
        turning = [bool(angle) or turn for angle, turn in zip(angles, turns, strict=True)]
        for q0 in _starts(start, turning, indifferent, source, count):
            follow(q0)
        if hunt.has_potential and len(rests) > 1:
            for _ in range(SEARCH.hops if rest.is_free else SEARCH.bound_starts):
                follow(_hop(rest, rests, indifferent, source))
        parts = blocks(rest, [start, *probes], indifferent)
        while len(rests) > followed:
            followed = len(rests)
            single = [item.q for item in rests if not _row(rest, item, indifferent)]
            if single:
                for q0 in itertools.chain(
                    products(single, parts), deflated(rest, single, parts, source)
                ):
                    if tried < SEARCH.most_starts and not _is_known(q0, rests, turns):
                        follow(q0)
        rests = [item for item in rests if not rest.jumps(rest.chart(item.q), scale)]
        ends = [rest.chart(q) for q in map(rest.placed, [start, *probes]) if np.isfinite(q).all()]
        ends += hunt.ends
        best = min(ends, key=lambda end: size(end.r), default=None)
        places = list(watched or range(len(start)))
        away = [size((unit * _between(k.q, start, turns))[places]) for k in rests]
        equilibria = [replace(k, distance=far) for k, far in zip(rests, away, strict=True)]
        equilibria, loose, row = _thinned(rest, equilibria, indifferent, turns, scale)
    nearest = unit * (start if best is None else best.q)
    left = np.full(len(start), np.nan) if best is None else best.full / unit
    equilibria = [replace(k, q=unit * k.q, residual=k.residual / unit) for k in equilibria]
    return EquilibriumSearch(
        tuple(equilibria), loose, row, indifferent, nearest, left, scale, tried
    )


def _survey(rest: Rest, positions: Sequence[Array]) -> tuple[float, tuple[int, ...]]:
    """The usual size of forces, and the coordinates on which nothing depends."""
    f, c = len(positions[0]), len(rest.holonomic)
    scale, influence = 0.0, np.zeros((2, f))
    for number, q in enumerate(positions):
        here = rest.standing(q, np.cos(1.0 + number + np.arange(c)))
        tables = (here.slopes, here.rows.G[rest.holonomic])
        parts = np.array([np.max(np.abs(table), axis=0, initial=0.0) for table in tables])
        if np.isfinite(here.force).all() and np.isfinite(parts).all():
            scale, influence = max(scale, size(here.force)), np.maximum(influence, parts)
    limits = 1e-13 * np.maximum(np.max(influence, axis=1, initial=0.0), [scale, 0.0])
    free = np.all(influence <= limits[:, None], axis=0)
    return scale or 1.0, tuple(np.flatnonzero(free).tolist())


def _turns(
    rest: Rest, probes: Sequence[Array], angles: Sequence[bool | None], scale: float
) -> tuple[bool, ...]:
    """Which coordinates are angles after whose full turn all forces are the same."""
    multipliers = np.ones(len(rest.holonomic))

    def repeats(index: int) -> bool:
        turn = np.zeros(len(angles))
        turn[index] = 2 * np.pi
        return all(
            size(rest.standing(q, multipliers).force - rest.standing(q + turn, multipliers).force)
            <= BALANCE.balanced * scale
            for q in probes[:3]
        )

    return tuple(angle is not False and repeats(i) for i, angle in enumerate(angles))


def _has_potential(rest: Rest, probes: Sequence[Array], scale: float) -> bool:
    """Whether forces are −∂V/∂q, and no constraint binds velocities only."""
    still = np.zeros(len(rest.holonomic))
    pairs = (rest.standing(q, still) for q in probes)
    return bool(np.all(rest.holonomic)) and all(
        size(here.force + here.pull) <= 1e-8 * scale for here in pairs
    )


def _starts(
    start: Array,
    angles: Sequence[bool],
    indifferent: tuple[int, ...],
    source: np.random.Generator,
    count: int,
) -> Iterator[Array]:
    """The given start, zero, corners of angles, and random positions at many distances."""
    fixed = np.zeros(len(start), bool)
    fixed[list(indifferent)] = True
    turning = np.array(angles, bool) & ~fixed
    yield start
    if fixed.all():
        return
    yield np.where(fixed, start, 0.0)
    corners = np.flatnonzero(turning)
    if 0 < len(corners) <= SEARCH.corners:
        for choice in itertools.product((0.0, np.pi), repeat=len(corners)):
            q = start.copy()
            q[corners] = choice
            yield q
    for _ in range(count):
        reach = 10.0 ** source.uniform(-2, 1) * max(1.0, size(start))
        moved = start + source.uniform(-reach, reach, len(start))
        turned = source.uniform(-np.pi, np.pi, len(start))
        yield np.where(fixed, start, np.where(turning, turned, moved))


def _thinned(
    rest: Rest,
    equilibria: list[Found],
    indifferent: tuple[int, ...],
    turns: tuple[bool, ...],
    scale: float,
) -> tuple[list[Found], int, tuple[int, ...]]:
    """Of equilibria with neighbours that are in balance as well only the nearest few.

    With the number of those left out and the coordinates along which they lie.
    """
    rows = {id(item): _row(rest, item, indifferent) for item in equilibria}
    loose = sorted((item for item in equilibria if rows[id(item)]), key=lambda item: item.distance)
    kept: list[Found] = []
    for item in loose:
        same = any(_in_row(item, other, rows[id(other)], turns, scale) for other in kept)
        if not same and len(kept) < SEARCH.kept:
            kept.append(item)
    left = [item for item in equilibria if not rows[id(item)] or any(item is k for k in kept)]
    row = sorted({index for item in loose for index in rows[id(item)]})
    return left, len(equilibria) - len(left), tuple(row)


def _row(rest: Rest, item: Found, indifferent: tuple[int, ...]) -> tuple[int, ...]:
    """The coordinates in which neighbours that are in balance as well differ."""
    at = rest.chart(item.q)
    if not np.isfinite(at.J).all() or not at.J.size:
        return ()
    idle = np.linalg.svd(at.J)[2][np.linalg.matrix_rank(at.J) :].T
    if idle.shape[1] <= len(indifferent):
        return ()
    ways = np.max(np.abs(idle if at.basis is None else at.basis @ idle), axis=1)
    ways[list(indifferent)] = 0.0
    return tuple(np.flatnonzero(ways > SEARCH.same * np.max(ways, initial=0.0)).tolist())


def _in_row(
    a: Found, b: Found, row: tuple[int, ...], turns: tuple[bool, ...], scale: float
) -> bool:
    """Whether two equilibria have the same energy, and differ along a row of them only."""
    gap = _between(a.q, b.q, turns)
    gap[list(row)] = 0.0
    apart = abs(a.energy - b.energy)
    return size(gap) <= SEARCH.same * (1 + size(a.q)) and apart <= SEARCH.same * (
        scale + abs(a.energy)
    )


def _hop(
    rest: Rest, rests: Sequence[Found], indifferent: tuple[int, ...], source: np.random.Generator
) -> Array:
    """A jump from the equilibrium with the lowest energy: far along soft directions.

    The energies known give its size, as heat would: chains of springs unfold by and by.
    """
    energies = [item.energy for item in rests]
    at = rest.chart(rests[int(np.argmin(energies))].q)
    spread = max(energies) - min(energies)
    curvatures, axes = np.linalg.eigh(-(at.J + at.J.T) / 2)
    stiff = np.abs(curvatures)
    stiff = np.maximum(stiff, 1e-6 * float(np.max(stiff, initial=0.0)) + 1e-300)
    heat = 10.0 ** source.uniform(-1.5, 0.5) * spread
    hop = axes @ (np.sqrt(2 * heat / stiff) * source.standard_normal(len(stiff)))
    if at.basis is not None:
        hop = at.basis @ hop
    hop[list(indifferent)] = 0.0
    return at.q + hop


def _enter(equilibria: list[Found], new: Found, turns: tuple[bool, ...]) -> None:
    """Add an equilibrium, or count it where it is known."""
    for index, item in enumerate(equilibria):
        if _is_same(item.q, new.q, turns):
            better = new if size(new.residual) < size(item.residual) else item
            equilibria[index] = replace(better, starts=item.starts + 1)
            return
    equilibria.append(new)


def _is_same(a: Array, b: Array, turns: tuple[bool, ...]) -> bool:
    return size(_between(a, b, turns)) <= SEARCH.same * (1 + size(b))


def _is_known(q: Array, equilibria: Sequence[Found], turns: tuple[bool, ...]) -> bool:
    return any(_is_same(item.q, q, turns) for item in equilibria)


def _wrapped(q: Array, turns: tuple[bool, ...]) -> Array:
    """Angles between −π and π, where a turn changes nothing."""
    wrapped = np.pi - (np.pi - q) % (2 * np.pi)
    wrapped = np.where(np.abs(q) <= np.pi, q, wrapped)
    wrapped = np.where(np.abs(wrapped + np.pi) < 1e-9, wrapped + 2 * np.pi, wrapped)
    return np.where(np.array(turns, bool), wrapped, q)


def _between(a: Array, b: Array, turns: tuple[bool, ...]) -> Array:
    """a − b, angles the short way round."""
    gap = a - b
    short = gap - 2 * np.pi * np.round(gap / (2 * np.pi))
    return np.where(np.array(turns, bool), short, gap)


# --- More equilibria: by blocks of coordinates, and away from those that are known -------------
# Deflation (Brown, Gearhart 1971; Farrell, Birkisson, Funke 2015): forces r are multiplied by
# η = Π (1/|q − qₖ|² + 1) over known equilibria qₖ, so that Newton's method does not end there.

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
        for part, block in zip(parts, chosen, strict=True):
            q[part] = block[part]
        yield q


def distinct(known: Sequence[Array], part: Places) -> list[Array]:
    """The known positions in which a block differs."""
    unlike: list[Array] = []
    for q in known:
        near = (np.abs(q[part] - other[part]).max() for other in unlike)
        if not any(gap <= SEARCH.same * (1 + np.abs(q[part]).max()) for gap in near):
            unlike.append(q)
    return unlike


def deflated(
    rest: Rest, known: Sequence[Array], parts: Sequence[Places], source: np.random.Generator
) -> Iterator[Array]:
    """Where Newton's method ends on one block, which known equilibria repel; the others stay.

    It begins beside each of the known positions of a system without constraints.
    """
    for part in parts if rest.is_free else ():
        unlike = distinct(known, part)
        values = np.array([q[part] for q in unlike])
        for q in unlike[: SEARCH.most_starts // 40]:
            beside = q.copy()
            aside = np.where(q[part] == 0, SEARCH.aside, np.abs(q[part]))
            beside[part] += SEARCH.aside * aside * source.choice((-1.0, 1.0), len(part))
            if (end := _end(rest, beside, part, values)) is not None:
                yield end


def _end(rest: Rest, q: Array, part: Places, values: Array) -> Array | None:
    """The position in which the forces of a block vanish away from known values (k, n) of it."""
    for _ in range(SEARCH.repelled):
        at = rest.chart(q)
        r, J = at.r[part], at.J[np.ix_(part, part)]
        if not (np.isfinite(r).all() and np.isfinite(J).all()):
            return None
        step = newton_step(J, r)
        away = q[part] - values
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
