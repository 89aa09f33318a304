"""Start values that meet the constraints, near those that the user gave."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from lagr_gui.message import say
from lagr_gui.numerics import rank, scales, unmet
from lagr_gui.problem import LagrError, Problem, Severity, refusal
from lagr_gui.simulation.constraints import BoundConstraints, Description, place_of
from lagr_gui.simulation.faults import opposed
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import ASSEMBLY


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """A consistent start: positions and velocities (f,), and what was changed, in words."""

    q: Array
    qd: Array
    notes: tuple[Problem, ...]


def assemble(
    constraints: BoundConstraints, t: float, q: Array, qd: Array, given: Collection[str]
) -> Assembly:
    """The start nearest to q and q̇ that meets the constraints.

    Coordinates of `given` keep their values as far as the constraints leave them free, the
    first ones before the later ones.  Raises LagrError where a constraint has no value at the
    given positions, and where no position, velocity or acceleration meets all constraints.
    """
    q, qd = np.array(q, float), np.array(qd, float)
    if undefined := _undefined(constraints, t, q):
        raise undefined
    names = constraints.coordinates
    wanted = [names.index(name) for name in given if name in names]
    near = _anywhere(constraints, t, q, set(wanted))
    if near is None or not constraints.closed(t, near):
        raise _cannot_close(constraints, t, q)
    position = near
    held = _holdable(constraints, t, near, wanted)
    while held:
        found = _holding(constraints, t, q, near, held)
        if found is not None:
            position = found
            break
        held.pop()
    position = _unwound(constraints, t, q, position)
    velocity = _velocities(constraints, t, position, qd, wanted)
    if contradiction := _contradiction(constraints, t, position, velocity):
        raise contradiction
    notes = _notes(constraints, given, (q, position), (qd, velocity))
    return Assembly(position, velocity, (*notes, *_singular_notes(constraints, t, position)))


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
    source = np.random.default_rng(5)
    scale = np.where(free, np.pi * _lengths(constraints, t, q), 0.0)
    others = (q + source.uniform(-1, 1, len(q)) * scale for _ in range(ASSEMBLY.tries // 3))
    for start in (q, np.where(free, near, q), *others):
        found = constraints.project_positions(t, start, free)
        if np.isfinite(found).all():
            return found
    return None


def _anywhere(constraints: BoundConstraints, t: float, q: Array, wanted: set[int]) -> Array | None:
    """Positions that meet the constraints: from q, or the nearest from random ones."""
    found = constraints.project_positions(t, q)
    if np.isfinite(found).all() and not _is_singular(constraints, t, found):
        return found
    best: Array | None = found if np.isfinite(found).all() else None
    others = [i for i in range(len(q)) if i not in wanted] or list(range(len(q)))
    source = np.random.default_rng(1)
    scale = np.pi * _lengths(constraints, t, q)
    solutions: list[Array] = []
    for attempt in range(ASSEMBLY.tries):
        start = q.copy()
        part = others if attempt < ASSEMBLY.tries // 2 else list(range(len(q)))
        start[part] += source.uniform(-1, 1, len(part)) * scale[part]
        found = constraints.project_positions(t, start)
        if np.isfinite(found).all() and not _is_singular(constraints, t, found):
            solutions.append(found)
            if len(solutions) >= 6:
                break
    if solutions:
        return min(solutions, key=lambda entry: float(np.linalg.norm((entry - q) / scale)))
    return best


def _lengths(constraints: BoundConstraints, t: float, q: Array) -> Array:
    """What one radian is for each coordinate: 1 for angles, a length for slides."""
    found = constraints.at(t, q, np.zeros_like(q))
    scale = scales(found.g)
    return scale / np.max(scale) if np.max(scale) > 0 else np.ones_like(q)


def _is_singular(constraints: BoundConstraints, t: float, q: Array) -> bool:
    """Whether constraints depend on each other here but not a little beside."""
    return _more_beside(constraints, t, q) > 0


def _more_beside(constraints: BoundConstraints, t: float, q: Array) -> int:
    """By how much the rank of the constraints is larger a little beside."""
    here = most = _rank(constraints, t, q)
    source = np.random.default_rng(2)
    for _ in range(3):
        beside = constraints.project_positions(t, q + 1e-2 * source.standard_normal(len(q)))
        if np.isfinite(beside).all():
            most = max(most, _rank(constraints, t, beside))
    return most - here


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
    found = constraints.at(t, q, np.zeros_like(q))
    rows = found.rows[constraints.holonomic]
    return rank(rows, scales(found.g))


def _holdable(constraints: BoundConstraints, t: float, q: Array, wanted: list[int]) -> list[int]:
    """Those of the wanted coordinates that the constraints leave free together, in order."""
    found = constraints.at(t, q, np.zeros_like(q))
    rows, scale = found.rows[constraints.holonomic], scales(found.g)
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
    found = constraints.at(t, q, qd)
    scale = scales(found.g)
    whole = rank(found.rows, scale)
    moving = [int(i) for i in np.flatnonzero(qd)]
    order = sorted(moving, key=lambda i: wanted.index(i) if i in wanted else len(wanted))
    held: list[int] = []
    for index in order:
        rest = scale.copy()
        rest[[*held, index]] = 0.0
        if rank(found.rows, rest) == whole:
            held.append(index)
    free = np.ones(len(q), bool)
    free[held] = False
    return constraints.project_velocities(t, q, qd, free)


def _notes(
    constraints: BoundConstraints,
    given: Collection[str],
    positions: tuple[Array, Array],
    velocities: tuple[Array, Array],
) -> tuple[Problem, ...]:
    notes: list[Problem] = []
    for what, (old, new) in ((say("position"), positions), (say("velocity"), velocities)):
        followed: list[str] = []
        for i, name in enumerate(constraints.coordinates):
            if abs(new[i] - old[i]) <= ASSEMBLY.changed * max(1.0, abs(old[i])):
                continue
            if name not in given or (what == "velocity" and old[i] == 0):
                followed.append(f"{name} = {new[i]:.8g}")
                continue
            cause = say(
                "Its start {what} {old:.6g} was changed to {new:.10g}: the joints and "
                "conditions leave no other choice.",
                what=what,
                old=old[i],
                new=new[i],
            )
            remedy = "Give start values for fewer coordinates, or ones that fit."
            place = say("Coordinate “{name}”", name=name)
            notes.append(Problem(place, cause, remedy, Severity.WARNING, "start-changed"))
        if followed:
            cause = say(
                "Start values that follow from the others ({what}): {followed}.",
                what=what,
                followed=", ".join(followed),
            )
            notes.append(Problem("Start", cause, "", Severity.HINT, "start-followed"))
    return tuple(notes)


def _undefined(constraints: BoundConstraints, t: float, q: Array) -> LagrError | None:
    """A constraint that has no value, or no slopes, at the given positions."""
    found = constraints.at(t, q, np.zeros_like(q))
    fine = np.isfinite(found.position) & np.isfinite(found.velocity)
    fine &= np.isfinite(found.G).all(axis=1)
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


def _contradiction(
    constraints: BoundConstraints, t: float, q: Array, qd: Array
) -> LagrError | None:
    """Constraints that no velocity, or no acceleration, can meet together."""
    found = constraints.at(t, q, qd)
    sizes, could = found.rows.sizes(scales(found.g))
    measure = np.where(sizes > 0, sizes, could)
    apart = np.abs(found.velocity) / np.where(measure > 0, measure, 1.0)
    speed = float(np.linalg.norm(qd / scales(found.g)))
    if np.any(apart > ASSEMBLY.contradictory * (1.0 + speed)):
        return _contradicting(constraints, found, say("velocities"), int(np.argmax(apart)))
    row = unmet(found.g, found.force, found.rows, found.gamma)
    return None if row is None else _contradicting(constraints, found, say("accelerations"), row)


def _contradicting(
    constraints: BoundConstraints, found: Description, what: str, row: int
) -> LagrError:
    return refusal(
        place_of(constraints.sources[row]),
        say("It asks for {what} that contradict those of other conditions.", what=what)
        + opposed(constraints, found, row),
        "Take away one of the conditions that speak of the same motion, or make them "
        "agree at all times.",
        code="contradiction",
    )


def _cannot_close(constraints: BoundConstraints, t: float, q: Array) -> LagrError:
    found = constraints.at(t, q, np.zeros_like(q))
    position = np.abs(np.where(np.isfinite(found.position), found.position, 0.0))
    worst = int(np.argmax(position)) if len(position) else 0
    beside = q + 0.1 * np.random.default_rng(4).standard_normal(len(q))  # no bars in line there
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
