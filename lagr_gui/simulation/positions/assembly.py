"""Start values that meet the constraints, near those that the user gave."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.numerics import rank, unmet
from lagr_gui.simulation.constraints import BoundConstraints, Description, place_of
from lagr_gui.simulation.faults import opposed
from lagr_gui.simulation.positions.freedom import beside
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import ASSEMBLY


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """A consistent start: positions and velocities (f,), and what was changed, in words."""

    q: Array
    qd: Array
    notes: tuple[Problem, ...]


def assemble(
    constraints: BoundConstraints,
    t: float,
    q: Array,
    qd: Array,
    given: Collection[str],
    known: Iterable[Problem] = (),
) -> Assembly:
    """The start nearest to q and q̇ that meets the constraints, with what was `known` before.

    Coordinates of `given` keep their values as far as the constraints leave them free, the
    first ones before the later ones.  Raises LagrError where a constraint has no value at the
    given positions, and where no position, velocity or acceleration meets all constraints.
    """
    q, qd = np.array(q, float), np.array(qd, float)
    if undefined := _undefined(constraints, t, q, qd):
        raise undefined
    names = constraints.coordinates
    wanted = [names.index(name) for name in given if name in names]
    closest = _closest(constraints, t, q, wanted)
    if wanted and constraints.closed(t, closest):
        position = closest
    else:
        position = _holding_most(constraints, t, q, closest, wanted)
    position = _unwound(constraints, t, q, position)
    velocity = _velocities(constraints, t, position, qd, wanted)
    if steady := _steady(constraints, t, position, qd, velocity):
        raise steady
    if contradiction := _contradiction(constraints, t, position, velocity):
        raise contradiction
    wish, start = StartState(q, qd), StartState(position, velocity)
    notes = Changes(constraints, t, given, wish, start, closest).notes()
    notes = dict.fromkeys((*known, *notes, *_singular_notes(constraints, t, position)))
    return Assembly(position, velocity, tuple(notes))


def with_start(
    settings: Settings,
    coordinates: Sequence[str],
    start: tuple[list[float], list[float]],
    known: Iterable[tuple[str, float, float]],
) -> Settings:
    """Settings for these coordinates: values of some are known, the others are at the start."""
    q, qd = (dict(zip(coordinates, values, strict=True)) for values in start)
    for name, position, velocity in known:
        q[name], qd[name] = position, velocity
    return replace(settings, q0=list(q.values()), qd0=list(qd.values()))


def _closest(constraints: BoundConstraints, t: float, q: Array, wanted: list[int]) -> Array:
    """Positions that come closest to the constraints with all wanted coordinates as given.

    They close with them where the given values fit, whatever the others are at the beginning.
    """
    free = np.ones(len(q), bool)
    free[wanted] = False
    if not free.any() or not wanted:
        return q
    near = constraints.nearest(t, q, np.ones(len(q), bool))[0]
    beside = [constraints.nearest(t, start, free) for start in (q, np.where(free, near, q))]
    projected = [constraints.project_positions(t, place, free) for place, _ in beside]
    if closing := [place for place in projected if np.isfinite(place).all()]:
        return min(closing, key=lambda place: np.linalg.norm((place - q) / constraints.extents))
    best, least = min(beside, key=itemgetter(1))
    for start in _others(constraints, q, free, ASSEMBLY.tries // 6):
        if least <= ASSEMBLY.rounded:
            break
        place, missed = constraints.nearest(t, start, free)
        if missed < least:
            best, least = place, missed
    settled = constraints.project_positions(t, best, free)
    return settled if np.isfinite(settled).all() else best


def _others(constraints: BoundConstraints, q: Array, free: Array, count: int) -> Iterator[Array]:
    """Random positions of the free coordinates (f,)."""
    source = np.random.default_rng(5)
    scale = np.where(free, np.pi * constraints.extents, 0.0)
    return (q + source.uniform(-1, 1, len(q)) * scale for _ in range(count))


def _holding_most(
    constraints: BoundConstraints, t: float, q: Array, closest: Array, wanted: list[int]
) -> Array:
    """Positions near the given ones, with as many of the wanted coordinates as can be held."""
    near = _anywhere(constraints, t, closest, set(wanted))
    if near is None or not constraints.closed(t, near):
        raise _cannot_close(constraints, t, q)
    held = _holdable(constraints, t, near, wanted)

    def away(place: Array) -> float:
        return float(np.linalg.norm((place - closest) / constraints.extents))

    while held:
        place = _holding(constraints, t, closest, near, held)
        if place is not None and away(place) <= ASSEMBLY.beside * away(near):
            return place
        held.pop()
    return near


def _unwound(constraints: BoundConstraints, t: float, q: Array, position: Array) -> Array:
    """Positions without the whole turns that an angle need not have made from q."""
    position = position.copy()
    turns = np.round((position - q) / (2 * np.pi))
    for i in np.flatnonzero(turns):
        tried = position.copy()
        tried[i] -= 2 * np.pi * turns[i]
        if constraints.closed(t, tried):
            position = tried
    return position


def _holding(
    constraints: BoundConstraints, t: float, q: Array, near: Array, held: list[int]
) -> Array | None:
    """Positions with the held coordinates as given: from the given ones, near or random ones."""
    free = np.ones(len(q), bool)
    free[held] = False
    others = _others(constraints, q, free, ASSEMBLY.tries // 6)
    for start in (q, np.where(free, near, q), *others):
        place = constraints.project_positions(t, start, free)
        if np.isfinite(place).all():
            return place
    return None


def _anywhere(constraints: BoundConstraints, t: float, q: Array, wanted: set[int]) -> Array | None:
    """Positions that meet the constraints: from q, or the nearest from random ones."""
    place = constraints.project_positions(t, q)
    if np.isfinite(place).all() and not _is_singular(constraints, t, place):
        return place
    best: Array | None = place if np.isfinite(place).all() else None
    others = [i for i in range(len(q)) if i not in wanted] or list(range(len(q)))
    source = np.random.default_rng(1)
    scale = np.pi * constraints.extents
    solutions: list[Array] = []
    for attempt in range(ASSEMBLY.tries):
        start = q.copy()
        part = others if attempt < ASSEMBLY.tries // 2 else list(range(len(q)))
        start[part] += source.uniform(-1, 1, len(part)) * scale[part]
        place = constraints.project_positions(t, start)
        if np.isfinite(place).all() and not _is_singular(constraints, t, place):
            solutions.append(place)
            if len(solutions) >= 6:
                break
    if solutions:
        return min(solutions, key=lambda entry: float(np.linalg.norm((entry - q) / scale)))
    return best


def _is_singular(constraints: BoundConstraints, t: float, q: Array) -> bool:
    """Whether constraints depend on each other here but not a little beside."""
    return _more_beside(constraints, t, q) > 0


def _more_beside(constraints: BoundConstraints, t: float, q: Array) -> int:
    """By how much the rank of the constraints is larger a little beside."""
    here = _rank(constraints, t, q)
    ranks = (_rank(constraints, t, place) for place in beside(constraints, t, q, [1e-2] * 3, 2))
    return max([here, *ranks]) - here


def _singular_notes(constraints: BoundConstraints, t: float, q: Array) -> tuple[Problem, ...]:
    extra = _more_beside(constraints, t, q)
    if not extra:
        return ()
    motions = say("1 more motion") if extra == 1 else say("{extra} more motions", extra=extra)
    cause = say(
        "The start is a dead position: {motions} can begin there, and which one "
        "follows is not determined.",
        motions=motions,
    )
    remedy = "Start a little beside it, or give a velocity that chooses the motion."
    return (Problem("Start", cause, remedy, Severity.WARNING, "dead-position"),)


def _rank(constraints: BoundConstraints, t: float, q: Array) -> int:
    description = constraints.at(t, q, np.zeros_like(q))
    rows = description.rows[constraints.holonomic]
    return rank(rows, description.scale)


def _holdable(constraints: BoundConstraints, t: float, q: Array, wanted: list[int]) -> list[int]:
    """Those of the wanted coordinates that the constraints leave free together, in order."""
    description = constraints.at(t, q, np.zeros_like(q))
    rows, scale = description.rows[constraints.holonomic], description.scale
    whole = rank(rows, scale)
    held: list[int] = []
    for index in wanted:
        rest = scale.copy()
        rest[[*held, index]] = 0.0
        if rank(rows, rest) == whole:
            held.append(index)
    return held


def _velocities(
    constraints: BoundConstraints, t: float, q: Array, qd: Array, wanted: list[int]
) -> Array:
    """Velocities that meet the constraints; those that differ from zero are held first.

    Of these the wanted ones are, in their order.
    """
    description = constraints.at(t, q, qd)
    scale = description.scale
    whole = rank(description.rows, scale)
    moving = [int(i) for i in np.flatnonzero(qd)]
    order = sorted(moving, key=lambda i: wanted.index(i) if i in wanted else len(wanted))
    held: list[int] = []
    for index in order:
        rest = scale.copy()
        rest[[*held, index]] = 0.0
        if rank(description.rows, rest) == whole:
            held.append(index)
    free = np.ones(len(q), bool)
    free[held] = False
    return constraints.project_velocities(t, q, qd, free)


def _undefined(constraints: BoundConstraints, t: float, q: Array, qd: Array) -> LagrError | None:
    """A constraint that has no value, or no slopes, at the given positions and velocities."""
    description = constraints.at(t, q, qd)
    fine = np.isfinite(description.position) & np.isfinite(description.velocity)
    fine &= np.isfinite(description.G).all(axis=1)
    if fine.all():
        return None
    return refusal(
        place_of(constraints.sources[int(np.argmin(fine))]),
        "Its condition has no value at the given start.",
        "Give other start values or another start time: roots and divisions need values "
        "for which they are defined, a disc must not lie flat on its plane, and no span of a "
        "rope may be without length.",
        code="undefined-condition",
    )


def _steady(
    constraints: BoundConstraints, t: float, q: Array, wanted: Array, qd: Array
) -> LagrError | None:
    """A constraint on velocities that no slope leads to, or that binds nothing, at the start."""
    if not constraints.bent.any():
        return None
    ended = bool(np.isfinite(qd).all())
    here = constraints.at(t, q, qd if ended else wanted)
    sizes = here.rows.sizes(here.scale)[0]
    flat = constraints.bent & ((sizes == 0) | ~np.isfinite(here.G).all(axis=1))
    if ended and not flat.any():
        return None
    missed = np.where(constraints.bent, np.abs(here.velocity) + np.where(flat, 1.0, 0.0), -1.0)
    return refusal(
        place_of(constraints.sources[int(np.nanargmax(missed))]),
        "No velocities that meet it follow from those at the start: it is not linear in them, and "
        "∂ψ/∂q̇ vanishes there, or the search comes to no end.",
        "Give velocities at the start near to those that meet it, at which ∂ψ/∂q̇ is not zero.",
        code="singular-velocities",
    )


def _contradiction(
    constraints: BoundConstraints, t: float, q: Array, qd: Array
) -> LagrError | None:
    """Constraints that no velocity, or no acceleration, can meet together."""
    description = constraints.at(t, q, qd)
    sizes, could = description.rows.sizes(description.scale)
    measure = np.where(sizes > 0, sizes, could)
    apart = np.abs(description.velocity) / np.where(measure > 0, measure, 1.0)
    speed = float(np.linalg.norm(qd / description.scale))
    usual = float(np.linalg.norm(constraints.extents / description.scale)) / constraints.duration
    if np.any(apart > ASSEMBLY.contradictory * (usual + speed)):
        return _contradicting(constraints, description, say("velocities"), int(np.argmax(apart)))
    force = np.nan_to_num(description.force)  # of states of the first order; forces hardly count
    row = unmet(description.g, force, description.rows, description.gamma)
    return (
        None if row is None else _contradicting(constraints, description, say("accelerations"), row)
    )


def _contradicting(
    constraints: BoundConstraints, description: Description, what: str, row: int
) -> LagrError:
    return refusal(
        place_of(constraints.sources[row]),
        say("It asks for {what} that contradict those of other conditions.", what=what)
        + opposed(constraints, description, row),
        "Take away one of the conditions that speak of the same motion, or make them "
        "agree at all times.",
        code="contradiction",
    )


def _cannot_close(constraints: BoundConstraints, t: float, q: Array) -> LagrError:
    description = constraints.at(t, q, np.zeros_like(q))
    position = np.abs(np.where(np.isfinite(description.position), description.position, 0.0))
    worst = int(np.argmax(position)) if len(position) else 0
    away = 0.1 * constraints.extents * np.random.default_rng(4).standard_normal(len(q))
    beside = q + away  # no bars in line there
    general = constraints.at(t, beside, np.zeros_like(q))
    return refusal(
        place_of(constraints.sources[worst]),
        say(
            "No position was found that meets all conditions; {left:.3g} (SI "
            "units) are left over here at the given start.",
            left=position[worst],
        )
        + opposed(constraints, general, worst),
        "Look whether the bars are long enough to reach each other, whether the axes "
        "can be parallel and whether conditions contradict each other, or give start values "
        "nearer to a possible position.",
        code="cannot-close",
    )


# --- What of the start values was changed to meet the constraints, in words --------------------


@dataclass(frozen=True, slots=True, eq=False)
class StartState:
    """Positions and velocities (f,)."""

    q: Array
    qd: Array


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Start values as they are `wanted`, and as they `are` to meet the constraints at time t.

    `closest` (f,) are positions that come closest to the constraints while all coordinates of
    `given` are as wanted.
    """

    constraints: BoundConstraints
    t: float
    given: Collection[str]
    wanted: StartState
    are: StartState
    closest: Array

    def notes(self) -> tuple[Problem, ...]:
        """A warning for each given value that was changed, hints for those that follow."""
        extents, duration = self.constraints.extents, self.constraints.duration
        old, new = self.wanted.q, self.are.q
        apart = np.abs(new - old) > ASSEMBLY.changed * np.maximum(extents, np.abs(old))
        notes = [*self._told(say("position"), old, new, apart, self.given)]
        old, new = self.wanted.qd, self.are.qd
        apart = np.abs(new - old) > ASSEMBLY.changed * np.maximum(extents / duration, np.abs(old))
        moving = {n for n, v in zip(self.constraints.coordinates, old, strict=True) if v}
        notes += self._told(say("velocity"), old, new, apart, moving.intersection(self.given))
        return tuple(notes)

    def _told(
        self, what: str, old: Array, new: Array, apart: NDArray[np.bool_], wanted: Collection[str]
    ) -> Iterator[Problem]:
        followed: list[str] = []
        for i in np.flatnonzero(apart):
            name = self.constraints.coordinates[i]
            if name not in wanted:
                followed.append(f"{name} = {new[i]:.8g}")
                continue
            place, left = self._missed(what)
            cause = say(
                "Its start {what} {old:.6g} was changed by {by:.3g} to {new:.10g}: with all start "
                "values as they are given, {place} would be missed by {left:.3g} (SI units).",
                what=what,
                old=old[i],
                by=new[i] - old[i],
                new=new[i],
                place=place,
                left=left,
            )
            remedy = "Give start values for fewer coordinates, or ones that fit."
            place = say("Coordinate “{name}”", name=name)
            yield Problem(place, cause, remedy, Severity.WARNING, "start-changed")
        if followed:
            cause = say(
                "Start values that follow from the others ({what}): {followed}.",
                what=what,
                followed=", ".join(followed),
            )
            yield Problem("Start", cause, "", Severity.HINT, "start-followed")

    def _missed(self, what: str) -> tuple[str, float]:
        """The constraint that is missed most with all given values as they are, and by how much."""
        constraints, t = self.constraints, self.t
        if what == say("position"):
            description = constraints.at(t, self.closest, np.zeros_like(self.closest))
            left = np.abs(description.position)
        else:
            names, q = constraints.coordinates, self.are.q
            free = ~np.isin(names, list(self.given)) | (self.wanted.qd == 0)
            qd = constraints.project_velocities(t, q, self.wanted.qd, free)
            description = constraints.at(t, q, qd)
            left = np.abs(description.velocity)
        sizes, _ = description.rows.sizes(constraints.extents)
        worst = int(np.argmax(left / np.where(sizes > 0, sizes, np.inf)))
        return place_of(constraints.sources[worst]), float(left[worst])
