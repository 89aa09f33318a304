"""What velocities do where a motion changes: they jump in impacts, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.audits import audit_of
from lagr_gui.analysis.stages import moved_with
from lagr_gui.audit import States
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.selfcheck import disagreement
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.posing import pose_motion
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.constraints import BoundConstraints, place_of
from lagr_gui.simulation.friction.refusals import turned_at_once
from lagr_gui.simulation.trajectory import DrivenValues, Impact

IMPACTS = 16
"""Impacts of a motion that are compared with their laws."""

LARGE = 0.1
"""An impact is small where it is less than this part of the largest one at the same limits: of one
that ends a row of rebounds much is no rebound any more."""

BESIDE = 1e-7
"""Velocities are compared so far before and after a change, as a part of the time."""

JUMP = 1e-4
"""By less than this part of what velocities come to they do not jump."""

RELEASES = 8
"""Times at which friction lets go that are looked at."""

SLOWEST = 1e-5
"""Coordinates that are slower than this part of the fastest, beside their extents, move by what
rounding leaves of it: so does what slides one way in a plane, across that way.
"""
CREEP = 1e-9
"""In the unit of time coordinates that do not move go less than this part of their extents."""

MET = 1e-6
"""Ends that come nearer than this part of their distance before pass each other."""

TOUCH = 1e-9
"""A limit is in touch where its gap, or its speed, is this part of its terms."""


def check_jumps(prepared: Prepared, found: Trajectory, start: Array) -> None:
    """Compare impacts with their laws, and velocities on both sides of all other changes.

    The motion was to begin with the state `start` (n,).  Raises Disagreement, and LagrError where
    the ends of a line with friction pass each other.
    """
    if found.coordinates and found.contacts:
        _check_lines(prepared, found)
        _check_impacts(prepared, found)
        if not any(note.code == "painleve" for note in found.notes):  # a lock has no collision
            _check_start(prepared, found, start)
            _check_smooth(prepared, found)
            _check_releases(prepared, found)


def _check_lines(prepared: Prepared, found: Trajectory) -> None:
    """Raise LagrError where ends pass each other: the sense of what slides is another then."""
    for part in (part for part in prepared.reading.lines if part.rubs):
        spans = _spans(prepared, found, part.record.name, found.t)
        for row in np.flatnonzero(np.sum(spans[1:] * spans[:-1], axis=1) < 0).tolist():
            low, high = found.t[row : row + 2].tolist()
            while low < (middle := (low + high) / 2) < high:
                span = _spans(prepared, found, part.record.name, np.array([middle]))[0]
                low, high = (low, middle) if span @ spans[row] < 0 else (middle, high)
            left = _spans(prepared, found, part.record.name, np.array([low]))[0]
            if np.linalg.norm(left) < MET * np.linalg.norm(spans[row]):
                raise turned_at_once(part.key, low)


def _spans(prepared: Prepared, found: Trajectory, name: str, t: Array) -> Array:
    """From one end of a line to the other at times (n,) of a motion: (n, 3)."""
    points = pose_motion(prepared, t, *found.at(t)).lines[name]
    return np.asarray(points[:, 0] - points[:, -1])


def _check_impacts(prepared: Prepared, found: Trajectory) -> None:
    every, driven = _large(found.impacts), found.driven
    if not every:
        return
    some = np.unique(np.linspace(0, len(every) - 1, IMPACTS).round().astype(int)).tolist()
    noted = {note.place for note in found.notes if note.code == "poisson"}
    by_poisson = {name for name in found.limits if place_of(name) in noted}
    rows = np.zeros(len(some), int)
    if driven is not None:
        rows = driven.rows(np.array([every[i].t for i in some]))
    for row in np.unique(rows).tolist():
        system = prepared
        if driven is not None:
            system = moved_with(prepared, driven, driven.values[row])
        alike = [every[i] for i, at in zip(some, rows.tolist(), strict=True) if at == row]
        audit_of(system).check_impacts(alike, by_poisson)


def _large(impacts: Sequence[Impact]) -> list[Impact]:
    """Those that are not small beside the largest one of the same limits."""
    if not impacts:
        return []
    jumps = np.abs([impact.after - impact.before for impact in impacts])
    most = np.max(jumps, axis=0)
    sizes = np.max(jumps / np.where(most > 0, most, 1.0), axis=1).tolist()
    largest: dict[tuple[str, ...], float] = {}
    for impact, size in zip(impacts, sizes, strict=True):
        largest[impact.names] = max(largest.get(impact.names, 0.0), size)
    pairs = zip(impacts, sizes, strict=True)
    return [impact for impact, size in pairs if size >= LARGE * largest[impact.names]]


def _check_start(prepared: Prepared, found: Trajectory, start: Array) -> None:
    """Raise Disagreement where velocities jump before anything has moved, and nothing is struck."""
    conditions, t = prepared.conditions, float(found.t[0])
    assert conditions is not None  # what is in contact is a condition
    every = conditions.with_limits(t, start)[1]
    limits, rigid = every[: conditions.stops], every[conditions.rigid(t, start)]
    speeds, backs = (e.rows.reach @ np.abs(prepared.layout.qd(start)) for e in (limits, rigid))
    arrives = (limits.position > -TOUCH * limits.size) & (limits.velocity > TOUCH * speeds)
    if not arrives.any() and not (rigid.velocity < -TOUCH * backs).any():
        change = np.abs(found.qd[:1] - prepared.layout.qd(start))
        _judge(prepared, found, found.t[:1], change, np.zeros_like(change))


def _check_smooth(prepared: Prepared, found: Trajectory) -> None:
    """Raise Disagreement where velocities jump at a change that is no impact."""
    begin, end = float(found.t[0]), float(found.t[-1])
    changes = np.unique([t for t, _ in found.contacts[1:]])
    jumps = [impact.t for impact in found.impacts] + [rest.t for rest in found.settled]
    knots = np.unique([begin, *changes, *jumps, end])
    fastest = np.max(np.abs(found.qdd), axis=0, initial=0.0)
    inner = knots[1:-1]
    gaps = np.minimum(np.diff(knots)[:-1], np.diff(knots)[1:])
    beside = np.minimum(BESIDE * (end - begin), gaps / 3)
    some = np.isin(inner, changes) & ~np.isin(inner, jumps)
    some &= (inner - beside < inner) & (inner < inner + beside)
    t, beside = inner[some], beside[some]
    if not len(t):
        return
    before, after = (found.at(t + sign * beside)[1] for sign in (-1, 1))
    between = np.abs(found.at((knots[1:] + knots[:-1]) / 2)[1])  # at rest wherever it is told
    smooth = 4 * beside[:, None] * fastest
    _judge(prepared, found, t, np.abs(after - before), smooth, np.max(between, axis=0))


def _check_releases(prepared: Prepared, found: Trajectory) -> None:
    """Raise Disagreement where friction lets go before it has to.

    Only where nothing else changes: at an impact, or where a force jumps, it lets go earlier.
    """
    conditions, begin, end = prepared.conditions, float(found.t[0]), float(found.t[-1])
    assert conditions is not None  # what is in contact is a condition
    pairs = pairwise(found.contacts)
    fewer = [(t, held, then) for (_, held), (t, then) in pairs if len(then) < len(held)]
    some = np.linspace(0, len(fewer) - 1, min(len(fewer), RELEASES)).round().astype(int)
    let_go = [
        (t, held)
        for t, held, then in (fewer[i] for i in some)
        if _is_release(conditions, held, then)
    ]
    if not let_go:
        return
    jumps = [impact.t for impact in found.impacts] + [rest.t for rest in found.settled]
    jumps += audit_of(prepared).bends(begin, end).jumps.tolist()
    knots = np.unique([begin, *(t for t, _ in found.contacts[1:]), *jumps, end])
    beside = BESIDE * (end - begin)
    for t, held in let_go:
        near = np.abs(knots - t) <= 4 * beside
        if near.sum() > 1 or t in jumps or not _all_else_stays(prepared, found, t):
            continue
        times = t - beside * np.array([3.0, 1.0])
        q, qd = found.at(times)
        qdd = (qd[1] - qd[0]) / (times[1] - times[0])
        z = found.states_at(times)[1:, -found.layout.s :] if found.layout.s else q[1:, :0]
        active = np.zeros((1, conditions.limits), bool)
        active[0, list(held)] = True
        state = States(times[1:], q[1:], qd[1:], qdd[None], z, 0 * z)
        audit_of(_at_rest(prepared, found, times[1:])).check_release(state, active)


def _at_rest(prepared: Prepared, found: Trajectory, t: Array) -> Prepared:
    """The system at a time t (1,), where what does not move exerts nothing: how much is open."""
    if (driven := found.driven) is None:
        return prepared
    values = driven.values[int(driven.rows(t)[0])]
    return moved_with(prepared, driven, np.where(_rests(prepared, driven, values), 0.0, values))


def _rests(prepared: Prepared, driven: DrivenValues, values: Array) -> NDArray[np.bool_]:
    """Which driven values (m,) are senses of frictions that do not move."""
    senses = {part.sense for part in prepared.reading.frictions}
    return np.array([name in senses for name in driven.names]) & (np.abs(values) != 1)


def _is_release(conditions: BoundConstraints, held: Sequence[int], then: Sequence[int]) -> bool:
    """Whether some friction does not hold any more, and nothing else begins to hold or ends."""
    gone = set(held) - set(then)
    clutches = {conditions.stops + number for number in conditions.one_way}
    ends = gone and not gone & clutches and min(gone) >= conditions.stops
    return bool(ends) and not set(then) - set(held)


def _all_else_stays(prepared: Prepared, found: Trajectory, t: float) -> bool:
    """Whether no parameter is driven elsewhere at a time, and what slides goes on as it does.

    What turns round there rubs the other way: its force jumps, and others may let go for that.
    """
    driven = found.driven
    if driven is None:
        return True
    at = int(driven.rows(np.array([t]))[0])
    before, then = driven.values[[at, min(at + 1, len(driven.values) - 1)]]
    return bool(np.all(_rests(prepared, driven, before) | (before == then)))


def _judge(
    prepared: Prepared,
    found: Trajectory,
    t: Array,
    jump: Array,
    smooth: Array,
    between: Array | float = 0.0,
) -> None:
    """Raise Disagreement where velocities jump (k, f) by more than a `smooth` motion changes them.

    It tells the first of the times t (k,).  Velocities that the motion tells, and those `between`
    (f,), are usual.
    """
    usual = np.maximum(np.max(np.abs(found.qd), axis=0), between)
    usual = usual + CREEP * prepared.extents / prepared.unit_of_time
    fastest = np.max(usual / prepared.extents) * prepared.extents
    usual = np.maximum(usual, SLOWEST * fastest)
    every = (jump - smooth) / usual
    for row in np.flatnonzero(np.any(every > JUMP, axis=1))[:1].tolist():
        beyond = every[row]
        worst = int(np.argmax(beyond))
        name = found.coordinates[worst]
        quantity = say("The velocity of “{name}”, which jumps without an impact,", name=name)
        source = say("Coordinate “{name}”", name=name)
        where = say(" at t = {t} s", t=f"{t[row]:g}")
        raise disagreement(quantity, float(beyond[worst]), source, where)
