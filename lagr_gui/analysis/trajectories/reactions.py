"""Reactions in joints and other forces of constraint, at single states and along motions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.audits import check_evaluations, check_motion
from lagr_gui.analysis.runs import motion, poses, without_direction
from lagr_gui.analysis.stages import compared, stages
from lagr_gui.expression import read as read_tree
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.foundation.selfcheck import SelfCheck, together
from lagr_gui.mechanics.closure import Closure, Offset
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.sheets import condition_words as wording
from lagr_gui.mechanics.trajectories.reactions import (
    Reaction,
    ReactionKernel,
    Reactions,
    Transmitted,
)
from lagr_gui.model import Joint
from lagr_gui.numerics import multipliers, on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.transmitting import is_drive, unit_of
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.constraints import BoundConstraints, Description
from lagr_gui.simulation.tuning import PRESSED

if TYPE_CHECKING:  # few models have friction bounded by reactions
    from lagr_gui.simulation.friction.loads import BoundLoads

BEGINS = 1e-9
"""A slip that is less than this part of the largest one begins."""

AXES = ("space", "parent", "child", "joint")
"""Axes of space, of the joint's first body, of its second body, of the joint in the first body."""


def condition_words(prepared: Prepared) -> tuple[str, ...]:
    """What each multiplier of an evaluation belongs to, where an item has several conditions.

    Raises LagrError for an unsound model.
    """
    return wording.condition_words(prepared.reading)


@on_one_thread
def reactions(prepared: Prepared, trajectory: Trajectory, axes: str = "space") -> Reactions:
    """Reactions of joints, multipliers, forces of drives, currents and voltages along a motion.

    The trajectory must be one of this model with this special case.  Raises LagrError for
    unknown axes, an unsound model, and a trajectory of other coordinates.
    """
    _check_axes(axes)
    check_trajectory(prepared, trajectory)
    every = list(stages(prepared, trajectory))
    passed = [_passed(member, part, axes) for member, part in every]
    whole = following(passed)
    checks = (check_motion(*every[i], passed=passed[i]) for i in compared(len(every)))
    return replace(whole, certificate=together(checks))


def transmitted_in(prepared: Prepared, found: Trajectory) -> Reactions:
    """The same in axes of space without a check, while parameters stay as they are."""
    return _passed(prepared, found, "space")


def _passed(prepared: Prepared, trajectory: Trajectory, axes: str) -> Reactions:
    """The same without a check, while parameters stay as they are."""
    reading, kernel = prepared.reading, _kernel(prepared)
    solved = multipliers_along(prepared, trajectory)
    states = trajectory.t, trajectory.y, trajectory.qdd
    passed = transmitted(prepared, *states, solved)
    _check_directions(prepared, trajectory, passed)
    R = motion(prepared, trajectory).R if axes != "space" else {}
    words = (*wording.condition_words(reading), *wording.limit_words(reading))
    rows = np.flatnonzero(kernel.binding)
    sources = [kernel.sources[row] for row in rows]
    shown = solved[:, kernel.binding]
    return Reactions(
        t=trajectory.t,
        axes=axes,
        joints=_turned(prepared, passed.joints, R, axes),
        drives=_drives(reading, sources, shown),
        thrusts={key.partition(":")[2]: force for key, force in passed.thrusts.items()},
        currents=_currents(reading, trajectory),
        voltages=passed.voltages,
        sources=tuple(sources),
        units=_units(prepared, reading, sources),
        words=tuple(words[row] for row in rows),
        multipliers=shown,
        bounds=_bounds(prepared, trajectory, solved),
    )


def _bounds(prepared: Prepared, trajectory: Trajectory, solved: Array) -> dict[str, Array]:
    """What dry friction can hold where reactions press, for λ of all that may hold."""
    if (loads := prepared.loads) is None:
        return {}
    names = [part.record.name for part in prepared.reading.loaded if part.number <= 1]
    sticks = np.ones(len(names), bool)
    pressed = loads.many(trajectory.t, trajectory.y).bounds(trajectory.qdd, solved, sticks)
    return dict(zip(names, pressed.T, strict=True))


def following(found: Sequence[Reactions]) -> Reactions:
    """Reactions of stages (at least one) that follow one another, as those of one motion.

    What is not there in one of them transmits nothing then.
    """
    first = found[0]
    if len(found) == 1:
        return first

    def row(tables: Iterable[Array]) -> Array:
        return np.concatenate(list(tables))

    def names(sort: str) -> list[str]:
        return list(dict.fromkeys(name for one in found for name in getattr(one, sort)))

    def by_name(sort: str) -> dict[str, Array]:
        return {
            name: row(getattr(one, sort).get(name, np.zeros(len(one.t))) for one in found)
            for name in names(sort)
        }

    def joint(one: Reactions, name: str, part: str) -> Array:
        if name in one.joints:
            return getattr(one.joints[name], part)
        return np.full((len(one.t), 3), np.nan if part == "point" else 0.0)

    joints = {
        name: Reaction(
            *(row(joint(one, name, part) for one in found) for part in ("force", "moment", "point"))
        )
        for name in names("joints")
    }
    rows = [[*zip(one.sources, one.words, one.units, strict=True)] for one in found]
    every = [entry for entry, _ in dict.fromkeys(told for one in rows for told in _told_apart(one))]
    sources, words, units = zip(*every, strict=True) if every else ((), (), ())
    return replace(
        first,
        t=row(one.t for one in found),
        joints=joints,
        **{sort: by_name(sort) for sort in ("drives", "thrusts", "currents", "voltages", "bounds")},
        sources=sources,
        words=words,
        units=units,
        multipliers=row(
            placed(one.multipliers, here, every) for one, here in zip(found, rows, strict=True)
        ),
    )


def placed(table: Array, here: Sequence[Hashable], whole: Sequence[Hashable]) -> Array:
    """Columns of what stands `here` (n, k, …) where it stands in the `whole`; others are 0."""
    there = _told_apart(whole)
    wide = np.zeros((len(table), len(there), *table.shape[2:]))
    wide[:, [there.index(one) for one in _told_apart(here)]] = table
    return wide


def _told_apart(entries: Sequence[Hashable]) -> list[tuple[Hashable, int]]:
    """Entries, each with how often it stood there before."""
    return [(entry, entries[:number].count(entry)) for number, entry in enumerate(entries)]


def check_trajectory(prepared: Prepared, trajectory: Trajectory) -> None:
    """Raise LagrError unless the coordinates of a trajectory are those of the model."""
    if prepared.coordinates != trajectory.coordinates:
        names = ", ".join(trajectory.coordinates) or say("none")
        cause = say("Its coordinates are {coordinates}.", coordinates=names)
        remedy = "Give a simulation of this model."
        raise refusal("Trajectory", cause, remedy, "trajectory")


def _check_directions(prepared: Prepared, trajectory: Trajectory, passed: Transmitted) -> None:
    """Raise LagrError where a force has no value for want of a direction."""
    forces = [reaction.force for reaction in passed.joints.values()]
    finite = np.all([np.isfinite(force).all(axis=-1) for force in forces] or [True], axis=0)
    for instant in np.flatnonzero(~finite)[:1]:
        t, q = float(trajectory.t[instant]), trajectory.q[instant]
        if (error := without_direction(prepared, t, q)) is not None:
            raise error


class MotionWithReactions(Protocol):
    """States of n instants with reactions in space axes, and what checks these in other ones."""

    @property
    def t(self) -> Array: ...
    @property
    def q(self) -> Array: ...
    @property
    def qd(self) -> Array: ...
    @property
    def reactions(self) -> Mapping[str, Reaction]: ...
    def check_reactions(
        self, prepared: Prepared, reactions: Mapping[str, Reaction], axes: str
    ) -> SelfCheck: ...


def reactions_in(
    prepared: Prepared, found: Evaluation | MotionWithReactions, axes: str
) -> dict[str, Reaction]:
    """The reactions of a state or of a given motion, with force and moment in other axes.

    Points stay in space axes.  Raises LagrError for unknown axes, Disagreement where an independent
    formalism contradicts.
    """
    _check_axes(axes)
    if axes == "space":
        return dict(found.reactions)
    if isinstance(found, Evaluation):
        R = {number: E.T for number, E in found.E.items()}
        turned = _turned(prepared, found.reactions, R, axes)
        check_evaluations(prepared, [replace(found, reactions=turned)], axes)
    else:
        R = poses(prepared, found.t, found.q, found.qd).R
        turned = _turned(prepared, found.reactions, R, axes)
        found.check_reactions(prepared, turned, axes)
    return turned


def transmitted(
    prepared: Prepared, t: Array, states: Array, qdd: Array, multipliers: Array
) -> Transmitted:
    """What joints and branches transmit at times (k,) and states (k, n), for q̈ (k, f) and λ.

    λ (n, c) are those of the conditions, or (n, m) with those of the limits.
    """
    kernel = _kernel(prepared)
    open_limits = np.zeros((len(t), len(kernel.sources) - multipliers.shape[1]))
    values = np.hstack([multipliers, open_limits])
    return kernel.bind(prepared.parameters)(t, states, qdd, values)


def _kernel(prepared: Prepared) -> ReactionKernel:
    return prepared.kept("reactions", lambda: ReactionKernel(prepared.separate))


def multipliers_along(prepared: Prepared, trajectory: Trajectory) -> Array:
    """λ (n, m) of all conditions and limits, 0 for limits that are not in contact."""
    binding = prepared.conditions
    n = len(trajectory.t)
    if binding is None:
        return np.zeros((n, 0))
    every = binding.holding(range(binding.limits))
    solutions = every.many(trajectory.t, trajectory.y)
    always = len(every.sources) - binding.limits
    touching = trajectory.touching.reshape(n, binding.limits).copy()
    solutions, ways = _rubbing(binding, solutions, always, touching)
    loads = prepared.loads
    if loads is not None:
        _begun(loads, solutions, always, binding.stops, touching)
    held = np.hstack([np.ones((n, always), bool), touching])

    def pushed(force: Array) -> Array:
        """λ under other forces Q − h (n, f)."""
        table = np.zeros(held.shape)
        for pattern in np.unique(held, axis=0):
            at = np.flatnonzero((held == pattern).all(axis=1))
            rows, qdd = np.flatnonzero(pattern), trajectory.qdd[at]
            of = solutions.g[at], force[at], solutions.rows.at(at)[rows], qdd
            table[np.ix_(at, rows)] = multipliers(*of)
        for limit, slips, way in ways:
            table[:, slips] += way * table[:, [limit]]
        return table

    if loads is None:
        return pushed(solutions.force)
    slides = ~held[:, always + binding.stops :]
    return _pressed(prepared, trajectory, solutions, always + binding.stops, slides, pushed)


Way = tuple[int, list[int], Array]
"""A limit by its row, the rows of its slips, and μ γ/|γ| (n, 2) where it slides; 0 elsewhere."""


def _rubbing(
    binding: BoundConstraints, found: Description, always: int, touching: NDArray[np.bool_]
) -> tuple[Description, list[Way]]:
    """The slopes of rough limits that slide, with what their friction exerts, and their ways.

    Where it begins to slide its slip tells no way: friction is what the balance needs, and the
    slips are `touching` (n, c) as well.
    """
    G, reach = found.G.copy(), found.rows.reach.copy()
    ways: list[Way] = []
    for j, (limit, mu) in enumerate(zip(binding.rough, binding.roughness()[:, 0], strict=True)):
        pair = list(binding.slips_of(j))
        row, slips = always + limit, [always + slip for slip in pair]
        length = np.hypot(*found.velocity[:, slips].T)
        moves = touching[:, limit] & ~touching[:, pair[0]]
        moves &= length > BEGINS * np.max(length, initial=0.0)
        touching[:, pair] |= (touching[:, limit] & ~moves)[:, None]
        if moves.any():
            way = np.where(moves, mu / np.where(moves, length, 1.0), 0.0)[:, None]
            way = way * found.velocity[:, slips]
            G[:, row] += np.einsum("np,npf->nf", way, found.G[:, slips])
            reach[:, row] += np.einsum("np,npf->nf", np.abs(way), found.rows.reach[:, slips])
            ways.append((row, slips, way))
    if not ways:
        return found, ways
    return replace(found, rows=replace(found.rows, G=G, reach=reach)), ways


def _begun(
    loads: BoundLoads,
    found: Description,
    always: int,
    first: int,
    touching: NDArray[np.bool_],
) -> None:
    """Let surfaces whose slip tells no way be `touching` (n, c): friction is what is needed then.

    `first` is the number of the first friction.
    """
    for place, width in zip(loads.places.tolist(), loads.widths, strict=True):
        if width > 1:
            slips = slice(first + place, first + place + width)
            size = np.linalg.norm(found.velocity[:, always:][:, slips], axis=1)
            touching[:, slips] |= (size <= BEGINS * np.max(size, initial=0.0))[:, None]


def _pressed(
    prepared: Prepared,
    trajectory: Trajectory,
    solutions: Description,
    first: int,
    slides: NDArray[np.bool_],
    pushed: Callable[[Array], Array],
) -> Array:
    """λ with those of friction that reactions press: these and it are found in turn.

    `first` is the row of the first friction; `slides` (n, s) tells which of them do not hold.
    """
    known = prepared.loads
    assert known is not None
    loads, n, parts = (
        known.many(trajectory.t, trajectory.y),
        len(trajectory.t),
        prepared.reading.loaded,
    )
    components = np.array([max(part.number - 1, 0) for part in parts])
    places = np.repeat(known.places, known.widths) + components
    owners = np.repeat(np.arange(len(known.widths)), known.widths)
    rows, ways = first + places, np.zeros((n, len(parts)))
    ways[:] = [prepared.values[part.sense] for part in parts]
    for owner in np.flatnonzero(np.array(known.widths) > 1):
        some = owners == owner
        slips = np.where(slides[:, places[some]], solutions.velocity[:, rows[some]], 0.0)
        length = np.linalg.norm(slips, axis=1, keepdims=True)
        ways[:, some] = slips / np.where(length > 0, length, 1.0)
    moves = ways != 0
    slipping = [moves[:, owners == own].any(axis=1) for own in range(len(known.widths))]
    sticks = ~np.stack(slipping, axis=1)
    friction, slopes, table = np.zeros_like(ways), solutions.G[:, rows], np.zeros((n, 0))
    for _ in range(PRESSED.alternations):
        table = pushed(solutions.force + np.einsum("ns,nsf->nf", friction, slopes))
        table[:, rows] = np.where(moves, friction, table[:, rows])
        exerted = -ways * loads.bounds(trajectory.qdd, table, sticks)[:, owners]
        step, friction = np.max(np.abs(exerted - friction), initial=0.0), exerted
        if step <= PRESSED.agreed * np.max(np.abs(exerted), initial=0.0):
            break
    return table


def _drives(reading: Reading, sources: list[str], multipliers: Array) -> dict[str, Array]:
    return {
        part.record.name: multipliers[:, sources.index(part.key)]
        for part in _parts(reading)
        if is_drive(part)
    }


def _currents(reading: Reading, trajectory: Trajectory) -> dict[str, Array]:
    rates = dict(zip(trajectory.coordinates, trajectory.qd.T, strict=True))
    still = np.zeros(len(trajectory.t))
    return {
        branch: sum((sign * rates[name] for name, sign in charge), still)
        for branch, charge in reading.charges.items()
        if charge
    }


def _units(prepared: Prepared, reading: Reading, sources: list[str]) -> tuple[str, ...]:
    report = prepared.report
    of = dict(zip(report.coordinates, report.units, strict=True))
    units = {part.key: unit_of(part, of) for part in _parts(reading)}
    bound = [
        "N" if isinstance(condition, Offset) else "N m"
        for closure in reading.closures
        for condition in closure.conditions
    ]
    # Joints that are cut come first.
    return *bound, *(units[source] for source in sources[len(bound) :])


def _parts(reading: Reading) -> list[Part]:
    every = (*reading.constraints, *reading.limits, *reading.frictions)
    return [part for part in every if not isinstance(part, Closure)]


def _check_axes(axes: str) -> None:
    check_known(axes, AXES, say("Axes “{axes}”", axes=axes), "There are no such axes.", "axes")


def _turned(
    prepared: Prepared, loads: Mapping[str, Reaction], R: Mapping[int, Array], axes: str
) -> dict[str, Reaction]:
    """Reactions in other axes, for maps R (…, 3, 3) of the bodies into space."""
    values = prepared.values
    joints = {joint.name: joint for joint in (*prepared.model.joints, *prepared.topology.offered)}
    turned: dict[str, Reaction] = {}
    for name, reaction in loads.items():
        rows = _axes(joints[name], R, axes, values)
        force, moment = (
            np.matmul(rows, part[..., None])[..., 0] for part in (reaction.force, reaction.moment)
        )
        turned[name] = Reaction(force, moment, reaction.point)
    return turned


def _axes(joint: Joint, R: Mapping[int, Array], axes: str, values: Mapping[str, float]) -> Array:
    """Rows (…, 3, 3) are the axes, written in space axes."""
    if axes == "space":
        return np.eye(3)
    body = np.swapaxes(R[joint.child if axes == "child" else joint.parent], -1, -2)
    if axes != "joint":
        return body
    rows = [[value(read_tree(entry), values) for entry in row] for row in joint.orientation]
    return np.array(rows).T @ body
