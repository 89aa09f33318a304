"""The independent check that every result carries, by the model it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache, partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.stages import compared, moved_with, stages
from lagr_gui.audit import Audit, Claim, SelfCheck, States, Yardsticks
from lagr_gui.audit.course import STEPS, Windows, missed_along, missed_in, nodes_of
from lagr_gui.audit.poses import SharedPoses
from lagr_gui.audit.reactions import TransmittedLoad, Wrench
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.selfcheck import Disagreement, together
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.rubbing.plain import has_bristles, plainly
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.mechanics.trajectories.reactions import Reaction, Reactions
from lagr_gui.model import ExpressionSignal, StateSignal
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.system import Array, MechanicalSystem, Record
from lagr_gui.simulation.trajectory import DrivenValues
from lagr_gui.subsystems.signals import with_measures

ALONG = 14
"""Points of a motion at which it is compared."""

BESIDE = 3
"""Random states near the start at which the equations are compared before a motion begins."""

BENT = 100
"""By so many times more bristles may be off: rates balance as they slide, faster than steps."""

SEVERAL = 2
"""Steps between two rows of a table from which on it does not tell how rates change."""

BENDS = 10
"""States at which they are compared where functions of time bend."""

STEADY = 1e-6
"""Equilibria are found by iteration: forces balance to this part of their terms, or better."""

LONG = 2.0
"""Seconds of computation after which a motion is compared before it is done; its start is compared
again in the end then."""

MET = 1e-7
"""States that miss conditions by less, of what they could be, are said to meet them."""

PARTS = 100
"""Parts of a motion in which blocks that switch are looked at."""

_PLAIN = StateSignal, ExpressionSignal
_TABLES = ("t", "q", "qd", "qdd", "z", "zd")

ENERGIES = ("T", "U", "dissipated", "supplied")

WIDE = 40
"""Coordinates up to which all columns of the metric are compared at every state."""


def audit_of(prepared: Prepared, varying: tuple[str, ...] = ()) -> Audit:
    """The check of a model with its values; those that are `varying` are told with states."""

    def made() -> Audit:
        yardsticks = Yardsticks(prepared.length, prepared.unit_of_time, prepared.extents)
        if prepared.as_drawn.signals:
            from lagr_gui.analysis.blocks_alone import check_linear_blocks  # few models have any

            check_linear_blocks(prepared)
        return Audit(plainly(prepared.as_drawn), prepared.topology, yardsticks, varying)

    return prepared.own(f"audit {varying}", made)


def check_start(prepared: Prepared, compiled: MechanicalSystem, t: float, y: Array) -> SelfCheck:
    """Compare accelerations at the start, and near it where nothing binds the coordinates.

    Raises Disagreement.
    """
    if not prepared.layout.f:
        return SelfCheck(0.0, samples=1)
    return audit_of(prepared).check(_begun(prepared, compiled, t, y))


def _begun(prepared: Prepared, compiled: MechanicalSystem, t: float, y: Array) -> Claim:
    """What is computed at the start, and near it where nothing binds the coordinates."""
    states, (q, qd) = [(t, y)], prepared.layout.motion(y)
    if compiled.constraints is None:
        time, extents = prepared.unit_of_time, prepared.extents
        for later, away, faster in _aside(len(q)):
            moved = q + extents * away, qd + extents / time * faster
            states.append((t + time * later, prepared.layout.moved(y, *moved)))
    ts, ys = (np.array(part) for part in zip(*states, strict=True))
    record = compiled.record(ts, ys)
    energies = {
        "T": record.T,
        "U": record.U,
        "dissipated": record.dissipated,
        "supplied": record.supplied,
    }
    qs, qds = (part.copy() for part in prepared.layout.motion(ys))
    z = prepared.layout.z(ys)
    return Claim(States(ts, qs, qds, record.qdd, z, record.zd), energies=energies)


@lru_cache(maxsize=64)
def _aside(f: int) -> tuple[tuple[float, Array, Array], ...]:
    """How random states of f coordinates lie beside one, in time, place and velocity."""
    source = np.random.default_rng(1)
    some = ((source.uniform(-1, 1, (2, f)), source.uniform(0, 1)) for _ in range(BESIDE))
    return tuple((float(later), *away) for away, later in some)


def check_motion(
    prepared: Prepared,
    found: Trajectory,
    passed: Reactions | None = None,
    begun: MechanicalSystem | None = None,
) -> SelfCheck:
    """Compare a motion, and what is transmitted in it, at points along it. Raises Disagreement.

    That in which it stopped is left out: what stopped it may be that nothing has a value there.
    With the equations with which it has `begun` they are compared near its start as well.  Where
    parameters change on the way that is done stage by stage.
    """
    if not found.coordinates:
        return SelfCheck(0.0, samples=1)
    if found.driven is not None and found.driven.names == prepared.senses:
        return _check_changes(prepared, found, found.driven, begun)
    if found.driven is not None:
        return _check_stages(prepared, found, begun)
    at = spread(max(len(found.t) - found.stopped, 1))
    states = _states(found, at)
    active = found.touching[at] if len(found.limits) else None
    energies = {"T": found.T[at], "U": found.U[at]}
    meets = _met(prepared, states.t, found.y[at])
    load = None if passed is None else _transmitted(passed, at)
    claim = Claim(states, active=active, energies=energies, meets=meets, transmitted=load)
    if begun is not None:
        claim = _after(_begun(prepared, begun, float(found.t[0]), found.y[0]), claim)
        claim = _and(claim, _check_course(prepared, found, begun))
    return audit_of(prepared).check(claim)


def check_modes(prepared: Prepared, parts: Iterable[tuple[Prepared, Trajectory]]) -> None:
    """Compare blocks that switch with what they promise, in the longest parts of a motion.

    Where parts meet, blocks are on one side and functions of time may be on the other: instants
    within are compared.  Raises Disagreement.
    """
    drawn = with_measures(prepared.as_drawn).signals
    blocks = [signal for signal in drawn if not isinstance(signal, _PLAIN)]
    within = [(system, part) for system, part in parts if len(part.t) > 2]
    within.sort(key=lambda pair: pair[1].t[0] - pair[1].t[-1])
    for system, part in within[:PARTS]:
        at = 1 + spread(len(part.t) - 2)
        audit_of(system).check_modes(_states(part, at), blocks)


def check_delays(prepared: Prepared, parts: Sequence[tuple[Prepared, Trajectory]]) -> None:
    """Compare what is delayed with what its input was, in the longest parts of a motion.

    The input is read a second time, along the dense output.  Raises Disagreement.
    """
    drawn = with_measures(prepared.as_drawn).signals
    blocks = [entry for entry in drawn if entry.kind == "delay"]
    if not blocks:
        return
    from lagr_gui.audit.delays import DelayedPart, check_delay  # few models have any

    order = sorted(range(len(parts)), key=lambda at: parts[at][1].t[0] - parts[at][1].t[-1])
    told = [
        DelayedPart(audit_of(system), part.t[0], part.t[-1], partial(_states_at, system, part))
        for system, part in parts
    ]
    for block in blocks:
        check_delay(block, told, sorted(order[:PARTS]), max(part.rtol for _, part in parts))


def _states_at(system: Prepared, part: Trajectory, t: Array) -> States:
    """The states of a part of a motion at times (n,), with what the equations say there."""
    y = np.ascontiguousarray(part.dense(t).T)
    q, qd = (table.copy() for table in part.layout.motion(y))
    found = system.system((float(t[0]), q[0], qd[0])).record(t, y)
    return States(t, q, qd, found.qdd, part.layout.z(y), found.zd)


def _check_stages(
    prepared: Prepared, found: Trajectory, begun: MechanicalSystem | None
) -> SelfCheck:
    """The same of a motion in stages, some of which are compared."""
    if begun is not None:
        _check_course(prepared, found, begun)
    parts = list(stages(prepared, found))
    return together(check_motion(*parts[i]) for i in compared(len(parts)))


def _check_changes(
    prepared: Prepared, found: Trajectory, driven: DrivenValues, begun: MechanicalSystem | None
) -> SelfCheck:
    """The same of a motion whose frictions change, in some of its modes."""
    if begun is not None:
        _check_course(prepared, found, begun)
    values = driven.values[driven.rows(found.t[: max(len(found.t) - found.stopped, 1)])]
    groups = [places for _, places in _alike(values)]
    some = [groups[n][spread(len(groups[n]))] for n in compared(len(groups))]
    at = np.sort(np.concatenate(some))
    states, senses = _states(found, at), values[at]
    z, zd = (
        np.hstack([table.reshape(len(at), -1), more])
        for table, more in ((states.z, senses), (states.zd, 0 * senses))
    )
    claim = Claim(
        replace(states, z=z, zd=zd),
        active=found.touching[at],
        energies={"T": found.T[at], "U": found.U[at]},
        meets=_met(prepared, states.t, found.y[at]),
    )
    return audit_of(prepared, driven.names).check(claim)


def _alike(values: Array) -> list[tuple[Array, NDArray[np.int_]]]:
    """The different rows of values (n, m), each with its places."""
    rows, which = np.unique(values, axis=0, return_inverse=True)
    order = np.argsort(which.ravel(), kind="stable")
    return list(zip(rows, np.split(order, np.cumsum(np.bincount(which.ravel()))[:-1]), strict=True))


def _states(trajectory: Trajectory, at: NDArray[np.int_]) -> States:
    """Some states of a motion."""
    tables = (trajectory.t, trajectory.q, trajectory.qd, trajectory.qdd)
    tables += (trajectory.z, trajectory.zd) if trajectory.states else ()
    return States(*(table[at] for table in tables))


def _undetermined(trajectory: Trajectory) -> LagrError | None:
    """Why a motion that begins in a dead position may not go on as its accelerations say."""
    if not any(note.code == "dead-position" for note in trajectory.notes):
        return None
    cause = (
        "It is a dead position, and nothing goes on from there as the accelerations say: the "
        "conditions depend on each other in it, and what they leave open they hold beside it. "
        "The numbers are withheld."
    )
    remedy = "Start a little beside it, or take one of these conditions away."
    return refusal("Start", cause, remedy, "dead-position")


def _met(prepared: Prepared, t: Array, states: Array) -> NDArray[np.bool_]:
    """Which states (k, n) are said to meet all conditions."""
    conditions = prepared.conditions
    return np.ones(len(t), bool) if conditions is None else conditions.strays(t, states) < MET


def _check_course(
    prepared: Prepared, trajectory: Trajectory, begun: MechanicalSystem
) -> States | None:
    """Whether states follow one another as their rates say; some states where functions bend.

    Raises Disagreement, and LagrError where a dead position at the start explains it.
    """
    try:
        return _course(prepared, trajectory, begun)
    except Disagreement:
        if (why := _undetermined(trajectory)) is None:
            raise
        raise why from None


def _course(prepared: Prepared, trajectory: Trajectory, begun: MechanicalSystem) -> States | None:
    audit = audit_of(prepared)
    n = len(trajectory.t) - trajectory.stopped
    if not trajectory.rtol or n < 2:
        return None
    t, q, qd, qdd = (
        table[:n] for table in (trajectory.t, trajectory.q, trajectory.qd, trajectory.qdd)
    )
    z, zd = (trajectory.z[:n], trajectory.zd[:n]) if trajectory.states else (q[:, :0], q[:, :0])
    size = STEPS * np.maximum(1, np.sqrt(len(trajectory.coordinates)))
    # Columns lie together: these tables are long and narrow.
    values, rates = (np.vstack([p.T for p in ps]).T for ps in ((q, qd, z), (qd, qdd, zd)))
    floors = np.array(trajectory.floors) if len(trajectory.floors) else np.zeros(values.shape[1])
    noise = size * (floors + trajectory.rtol * np.max(np.abs(values), axis=0))
    if has_bristles(prepared.model):
        bent = [state.source.startswith("element:") for state in prepared.model.own_states]
        noise[2 * q.shape[1] :][bent] *= BENT
    bends = audit.bends(float(t[0]), float(t[-1]))
    windows = bends.windows
    if not bends.known:
        return None
    changes = np.array(
        [*(i.t for i in trajectory.impacts), *(at for at, _ in trajectory.contacts[1:])]
    )
    breaks = np.concatenate([changes, windows.ravel(), bends.jumps])
    broken = _hurries(trajectory, t) | _hold_any(t[:-1], t[1:], breaks)
    if has_bristles(prepared.model):
        broken |= audit.turning(States(t, q, qd, qdd, z, zd))
    if len(trajectory.limits):
        broken |= np.any(trajectory.touching[: n - 1] != trajectory.touching[1:n], axis=1)
    gaps = missed_along(t, values, rates, broken, noise, q.shape[1])
    if prepared.reading.loaded:
        windows = windows[:0]  # what the equations say there goes with reactions
    if len(windows):
        windows = windows[~_hold_any(*windows.T, changes) & ~_in_contact(trajectory, windows[:, 0])]
    if not len(windows):
        audit.check_course(gaps)
        return None
    nodes = nodes_of(windows)
    states = np.ascontiguousarray(trajectory.dense(nodes.ravel()).T)
    along, rates = (part.copy() for part in trajectory.layout.motion(states))
    record = _record(prepared, trajectory, begun, nodes.ravel(), states)

    def shaped(table: Array) -> Array:
        return table.reshape(*nodes.shape, *table.shape[1:])

    energies = {name: shaped(getattr(record, name)) for name in ENERGIES}
    inside = Windows(nodes, shaped(along), shaped(rates), shaped(record.qdd), energies)
    audit.check_course([*gaps, *missed_in(inside, noise, size * trajectory.rtol)])
    if trajectory.driven is not None:
        return None
    some = np.linspace(0, len(windows) - 1, min(len(windows), BENDS)).round().astype(int)
    middle = some * nodes.shape[1] + nodes.shape[1] // 2
    z = trajectory.layout.z(states)[middle]
    middles = along[middle], rates[middle], record.qdd[middle], z, record.zd[middle]
    return States(nodes.ravel()[middle], *middles)


def _record(
    prepared: Prepared, trajectory: Trajectory, begun: MechanicalSystem, t: Array, states: Array
) -> Record:
    """What the equations say at times (n,) of a motion, with the values that held there."""
    if (driven := trajectory.driven) is None:
        return begun.record(t, states)
    parts = _alike(driven.values[driven.rows(t)])
    start, records = (float(t[0]), *trajectory.at(float(t[0]))), list[Record]()
    for values, places in parts:
        system = moved_with(prepared, driven, values).system(start)
        records.append(system.record(t[places], states[places]))
    order = np.argsort(np.concatenate([places for _, places in parts]))
    return Record(
        *(
            np.concatenate([getattr(record, column.name) for record in records])[order]
            for column in fields(Record)
        )
    )


def _hurries(trajectory: Trajectory, t: Array) -> NDArray[np.bool_]:
    """Between which rows of a table (n,) a motion takes several steps: it does not tell all."""
    ends = getattr(trajectory.dense, "ends", None)
    if ends is None:
        return np.full(len(t) - 1, trajectory.steps > SEVERAL * (len(trajectory.t) - 1))
    return np.diff(np.searchsorted(ends, t)) > SEVERAL


def _hold_any(low: Array, high: Array, times: Array) -> NDArray[np.bool_]:
    """Which intervals (n,) hold any of some times."""
    if not len(times):
        return np.zeros(len(low), bool)
    times = np.sort(times)
    return np.searchsorted(times, high, "right") > np.searchsorted(times, low, "left")


def _in_contact(trajectory: Trajectory, t: Array) -> NDArray[np.bool_]:
    """At which times (n,) limits are in contact."""
    begins = np.array([begin for begin, _ in trajectory.contacts])
    closed = np.array([bool(active) for _, active in trajectory.contacts], bool)
    if not len(begins):
        return np.zeros(t.shape, bool)
    return closed[np.maximum(np.searchsorted(begins, t, "right") - 1, 0)]


def _and(claim: Claim, more: States | None) -> Claim:
    """A claim with further states, of which accelerations alone are told."""
    if more is None:
        return claim
    pairs = ((getattr(s, name) for s in (claim.states, more)) for name in _TABLES)
    states, n = States(*(np.concatenate(list(pair)) for pair in pairs)), len(more.t)
    still = {
        name: None
        if table is None
        else np.concatenate([table, np.zeros((n, *table.shape[1:]), bool)])
        for name, table in (("active", claim.active), ("meets", claim.meets))
    }
    return replace(claim, states=states, **still)


def _after(first: Claim, then: Claim) -> Claim:
    """Both claims at once, which costs little more than one of them."""
    pairs = ((getattr(c.states, name) for c in (first, then)) for name in _TABLES)
    n = len(first.states.t)
    energies = {**(first.energies or {})}
    for name, table in (then.energies or {}).items():
        energies[name] = np.concatenate([energies[name], table])
    active, meets = then.active, then.meets
    return Claim(
        States(*(np.concatenate(list(pair)) for pair in pairs)),
        active=None
        if active is None
        else np.vstack([np.zeros((n, active.shape[1]), bool), active]),
        energies=energies,
        meets=None if meets is None else np.concatenate([np.zeros(n, bool), meets]),
    )


def _transmitted(reactions: Reactions, at: NDArray[np.int_]) -> TransmittedLoad:
    tables = (reactions.thrusts, reactions.drives, reactions.currents, reactions.voltages)
    values = ({name: column[at] for name, column in table.items()} for table in tables)
    joints, multipliers = reactions_at(reactions.joints, at), reactions.multipliers[at]
    return TransmittedLoad(joints, reactions.sources, multipliers, reactions.axes, *values)


def reactions_at(joints: Mapping[str, Reaction], at: NDArray[np.int_]) -> dict[str, Any]:
    """Reactions of a motion at some of its points."""
    return {name: (r.force[at], r.moment[at], r.point[at]) for name, r in joints.items()}


def check_forces(
    prepared: Prepared, found: Trajectory, acting: Sequence[tuple[int, Wrench]]
) -> SelfCheck:
    """Compare all that acts on each body with its mass times its acceleration.

    That in which a motion stopped is left out.  Raises Disagreement.
    """
    at = spread(max(len(found.t) - found.stopped, 1))
    states = _states(found, at)
    forces = [(body, (F[at], M[at], point[at])) for body, (F, M, point) in acting]
    return audit_of(prepared).check_forces(states, forces)


def check_rest(
    prepared: Prepared,
    t: float,
    positions: Sequence[Array],
    qd: Array,
    held: NDArray[np.intp] | None = None,
) -> SelfCheck:
    """Balance the forces in positions that are said to be equilibria. Raises Disagreement.

    Behind the coordinates stand the states of the first order.  Frictions are `held` (numbers among
    the limits) where they hold.
    """
    if not positions:
        return SelfCheck(float("nan"), reason="There is no equilibrium to compare.")
    q, z = np.split(np.array(positions), [len(qd)], axis=1)
    rates = np.tile(qd, (len(q), 1))
    states = States(np.full(len(q), t), q, rates, np.zeros_like(q), z=z, zd=np.zeros_like(z))
    active = None
    if held is not None and prepared.conditions is not None:
        active = np.zeros((len(q), prepared.conditions.limits), bool)
        active[:, held] = True
    return audit_of(prepared).check(Claim(states, active=active), STEADY)


class StopCheck:
    """Whether a motion shall end, asked after each step; a long one is compared under way.

    What is wrong at the start shall not be found after hours; a motion that is done soon is
    compared as a whole, which costs half as much.  What the whole says does not depend on it.
    """

    def __init__(self, check: Callable[[], object], wanted: Callable[[], bool] | None) -> None:
        self._check, self._wanted = check, wanted
        self._due = perf_counter() + LONG
        self._checked = False

    def __call__(self) -> bool:
        """Whether it shall end. Raises Disagreement."""
        if not self._checked and perf_counter() > self._due:
            self._check()
            self._checked = True
        return self._wanted is not None and self._wanted()


@lru_cache(maxsize=64)
def spread(n: int) -> NDArray[np.int_]:
    """Places among n, first and last included."""
    return np.unique(np.linspace(0, n - 1, ALONG).round().astype(int))


def check_evaluations(
    prepared: Prepared, found: Sequence[Evaluation], axes: str = "space"
) -> SelfCheck:
    """Compare poses, g, h, Q, q̈, energies and reactions (in axes) of evaluations.

    Raises Disagreement.
    """
    states = States(
        np.array([e.t for e in found]),
        np.array([e.q for e in found]),
        np.array([e.qd for e in found]),
        np.array([e.qdd for e in found]),
        np.array([e.z for e in found]),
        np.array([e.zd for e in found]),
    )
    if not (len(found) and states.q.shape[1]):
        return SelfCheck(0.0, samples=len(found))
    audit = audit_of(prepared)
    energies = {
        "T": np.array([e.T for e in found]),
        "U": np.array([e.U for e in found]),
        "dissipated": np.array([e.dissipated_power for e in found]),
    }
    energies = {name: table for name, table in energies.items() if not np.isnan(table).all()}
    meets = np.array([_meets(e) for e in found])
    load = None
    if found[0].reactions:
        joints = {name: _stacked([e.reactions[name] for e in found]) for name in found[0].reactions}
        multipliers = np.array([e.multipliers for e in found])
        load = TransmittedLoad(joints, found[0].sources, multipliers, axes)
    claim = Claim(states, energies=energies, meets=meets, transmitted=load, poses=_poses(found))
    checks = [audit.check(claim)]
    if prepared.reading.fed_back:  # columns of g are told by what other accelerations leave
        return together(checks)
    few = slice(None) if states.q.shape[1] <= WIDE else slice(1)
    first = States(*(getattr(states, name)[few] for name in _TABLES))
    g = np.array([e.g[1:, 1:] for e in found[few]])
    h, Q = (np.array([getattr(e, name) for e in found[few]]) for name in ("h", "Q"))
    checks.append(audit.check_tables(first, g, h, Q))
    return together(checks)


def _poses(evaluations: Sequence[Evaluation]) -> SharedPoses:
    numbers = evaluations[0].x.keys()
    x = {number: np.array([e.x[number] for e in evaluations]) for number in numbers}
    return SharedPoses(
        x, {number: np.array([e.E[number].T for e in evaluations]) for number in numbers}
    )


def check_poses(prepared: Prepared, found: Motion, q: Array, qd: Array) -> None:
    """Compare where everything is in some instants of a motion. Raises Disagreement."""
    at = np.unique([0, len(found.t) // 2, len(found.t) - 1])
    x, R = (
        {number: table[at] for number, table in tables.items()} for tables in (found.x, found.R)
    )
    lines, joints = (
        {name: table[at] for name, table in tables.items()}
        for tables in (found.lines, found.joints)
    )
    states = States(found.t[at], q[at], qd[at], 0 * q[at])
    audit_of(prepared).check_poses(states, SharedPoses(x, R, lines, joints))


def check_accelerations(prepared: Prepared, found: Sequence[Evaluation], qdd: Array) -> SelfCheck:
    """Compare q̈ (n, f) at the states of evaluations. Raises Disagreement."""
    rows = ((e.t, e.q, e.qd, e.z, e.zd) for e in found)
    t, q, qd, z, zd = (np.array(part) for part in zip(*rows, strict=True))
    return audit_of(prepared).check(Claim(States(t, q, qd, qdd, z, zd)))


def _meets(evaluation: Evaluation) -> bool:
    """Whether a state is said to meet its conditions, where there are no limits."""
    return bool(np.all(evaluation.missed < MET))


def _stacked(reactions: Sequence[Reaction]) -> Any:
    parts = ((r.force, r.moment, r.point) for r in reactions)
    return tuple(np.array(column) for column in zip(*parts, strict=True))
