"""Test vectors: states, and accelerations that do not come from what is written out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, TypedDict

import numpy as np
from scipy.integrate import DOP853

from lagr_gui.extensions.programs.gating import gates_of
from lagr_gui.extensions.programs.record import SelfTest, ShortMotion
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.formalisms.numeric import Constraint, Evaluator
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import collide, rank, scales
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Settings, Trajectory
from lagr_gui.subsystems.switching import Sampling

if TYPE_CHECKING:  # few models have friction that reactions press
    from lagr_gui.simulation.friction.loaded import LoadedTouch

COUNT = 8
"""States of a self-test."""

TRIED = 40
"""States among which those are looked for at which there are accelerations."""

ALIKE = 1e-10
"""The largest deviation of a formalism that makes test vectors."""

CLEAR = 0.01
"""The least part by which conditions differ from each other at states of a self-test, if it can
be.  Nearer to a dead position the rounding of single precision decides how many there are."""

FIRST = ("newton-euler", "gauss", "lagrange")
"""Formalisms in the order in which they are tried: the least related to the recursion first."""


NOTHING: Mapping[int, float] = MappingProxyType({})


def vectors(
    prepared: Prepared,
    moved: Callable[[], ShortMotion | None] | None = None,
    fixed: Mapping[int, float] = NOTHING,
) -> SelfTest:
    """Random states that meet the conditions, with accelerations by another formalism.

    Some states are `fixed`, by their places.  A short motion is told by who knows how it is
    `moved`, otherwise as by simulations.  Raises LagrError where no formalism gives any that agree
    with the recursion.
    """
    reading, values = prepared.reading, dict(prepared.values)
    if moved is None:
        rubs = reading.frictions or reading.rough
        moved = partial(rubbing_motion if rubs else short_motion, prepared)
    count = len(reading.coordinates)
    some = random_states(count, TRIED, 1, *prepared.surroundings)
    if any(function.is_tabulated for function in reading.functions.values()):
        some = [_near_start(prepared, state, k) for k, state in enumerate(some)]
    some = [_with_states(state, fixed) for state in some] if fixed else some
    states = sorted((_met(prepared, state) for state in some), key=partial(_is_near_dead, prepared))
    sliding = [values | senses_at(prepared, state) for state in states]
    evaluated = _evaluated(prepared, sliding, states)
    if reading.loaded:
        return _pressed(prepared, states, sliding, evaluated, moved)
    for name in FIRST:
        evaluator = _evaluator(prepared, name)
        samples: list[tuple[State, tuple[float, ...], Evaluation, Mapping[str, float]]] = []
        for state, at, known in zip(states, evaluated, sliding, strict=True):
            if evaluator is None or len(samples) == COUNT:
                break
            constraint = Constraint(at.rows, at.gamma)
            other = evaluator.accelerations(state, list(known.values()), constraint)
            size = float(np.max(np.abs(at.qdd), initial=0.0)) or 1.0
            alike = np.max(np.abs(other - at.qdd), initial=0.0) <= ALIKE * size
            if alike and _is_defined(prepared, state) and _slides(prepared, known):
                samples.append((state, tuple(other.tolist()), at, known))
        if samples:
            some, accelerations, evaluations, there = zip(*samples, strict=True)
            return SelfTest(
                FORMALISMS[name].title,
                tuple(tuple(s.row.tolist()) for s in some),
                accelerations,
                tuple(tuple(evaluation.zd.tolist()) for evaluation in evaluations),
                energies_at(prepared.evaluator.evaluate(values, some)),
                transmitted_at(prepared, evaluations, accelerations, there),
                largest_force(evaluations),
                moved(),
                **_struck(prepared, some),
            )
    raise refusal(
        "Test vectors",
        say("At none of {count} random states two formalisms give the same numbers.", count=TRIED),
        "Look with “Verify by the second derivation” which parts of the model have no numbers.",
        code="no-test-vectors",
    )


def _with_states(state: State, fixed: Mapping[int, float]) -> State:
    """A state with some numbers of the first order, by their places."""
    return replace(state, z=tuple(fixed.get(i, z) for i, z in enumerate(state.z)))


SIMULATED = "simulations"
"""What computes accelerations where no formalism knows what presses friction."""


def _pressed(
    prepared: Prepared,
    states: Sequence[State],
    values: Sequence[Mapping[str, float]],
    evaluations: Sequence[Evaluation],
    moved: Callable[[], ShortMotion | None],
) -> SelfTest:
    """The same where reactions press friction, as simulations compute it."""
    rows: list[tuple[State, Array, Array, Evaluation, Mapping[str, float]]] = []
    for state, known, evaluation in zip(states, values, evaluations, strict=True):
        told = _touch(prepared, known).solved(np.array([state.t]), state.y[None])
        sound = np.isfinite(told.qdd).all() and told.gain[0] < PRESSING
        sound = sound and _is_defined(prepared, state) and _slides(prepared, known)
        if sound and len(rows) < COUNT:
            rows.append((state, told.qdd[0], told.every[0], evaluation, known))
    if not rows:
        raise refusal(
            "Test vectors",
            say("At none of {count} random states friction has a value.", count=TRIED),
            "Look for joints that jam, or choose a smaller μ.",
            code="no-test-vectors",
        )
    some, accelerations, multipliers, evaluated, there = zip(*rows, strict=True)
    return SelfTest(
        SIMULATED,
        tuple(tuple(s.row.tolist()) for s in some),
        tuple(tuple(row.tolist()) for row in accelerations),
        tuple(tuple(evaluation.zd.tolist()) for evaluation in evaluated),
        energies_at(prepared.evaluator.evaluate(prepared.values, some)),
        transmitted_at(prepared, evaluated, accelerations, there, multipliers),
        largest_force(evaluated),
        moved(),
        **_struck(prepared, some),
    )


def _touch(prepared: Prepared, values: Mapping[str, float]) -> LoadedTouch:
    """The system of a model as its frictions slide by values of the parameters."""
    from lagr_gui.simulation.friction.loaded import LoadedTouch  # few models have such

    senses = np.array([values[name] for name in prepared.senses])
    there = prepared.sliding(tuple(senses.tolist()))
    assert there.conditions is not None and there.loads is not None
    own = senses[there.loads.places]
    return LoadedTouch(there.system(), there.conditions, (), (), there.loads, own)


PRESSING = 0.9
"""States are left out at which a change of friction changes what presses by this part of what would
make the change."""


def _evaluated(
    prepared: Prepared, values: Sequence[Mapping[str, float]], states: Sequence[State]
) -> list[Evaluation]:
    """Evaluations at states, each with values of the parameters."""
    if not prepared.reading.frictions:
        return prepared.evaluator.evaluate(prepared.values, states)
    pairs = zip(values, states, strict=True)
    return [prepared.evaluator.evaluate(known, [state])[0] for known, state in pairs]


def senses_at(prepared: Prepared, state: State) -> dict[str, float]:
    """The senses in which frictions slide at a state, by the parameters that hold them."""
    conditions = prepared.conditions
    if conditions is None or not prepared.senses:
        return {}
    slips = conditions.with_limits(state.t, state.y)[1].velocity[conditions.stops :]
    slips = slips[: len(prepared.senses)]
    return dict(zip(prepared.senses, np.sign(slips).tolist(), strict=True))


def _slides(prepared: Prepared, values: Mapping[str, float]) -> bool:
    """Whether all frictions slide by values of the parameters."""
    return all(values[name] != 0 for name in prepared.senses)


class _Struck(TypedDict, total=False):
    gaps: tuple[tuple[float, ...], ...]
    rates: tuple[tuple[float, ...], ...]
    velocities: tuple[tuple[float, ...], ...]


def _is_near_dead(prepared: Prepared, state: State) -> bool:
    """Whether conditions that differ nearly say the same at a state."""
    binding = prepared.conditions
    if binding is None:
        return False
    conditions = binding.at(state.t, np.array(state.q), np.array(state.qd))
    scale = scales(conditions.g)
    parts = np.linalg.svd(conditions.rows.even(scale)[0], compute_uv=False)
    kept = rank(conditions.rows, scale)
    return bool(kept and parts[kept - 1] < CLEAR * parts[0])


def _is_defined(prepared: Prepared, state: State) -> bool:
    """Whether limits have values at a state."""
    conditions = prepared.conditions
    if conditions is None or not conditions.limits:
        return True
    _, limits = conditions.with_limits(state.t, state.y)
    return bool(np.isfinite(limits.position).all() and np.isfinite(limits.velocity).all())


def _struck(prepared: Prepared, states: Sequence[State]) -> _Struck:
    """Gaps and their rates at states, and velocities after impacts: those of simulations."""
    conditions = prepared.conditions
    if conditions is None or not conditions.limits:
        return {}
    gaps, rates, velocities = list[tuple[float, ...]](), list[tuple[float, ...]](), []
    for state in states:
        qd = np.array(state.qd)
        bound, limits = conditions.with_limits(state.t, state.y)
        limits = limits[: conditions.stops]
        speed = limits.velocity
        met = np.flatnonzero(speed > 0)
        kappa = conditions.restitution()[met]
        after = collide(bound.g, bound.rows, limits.rows[met], speed[met], kappa, qd).qd
        gaps.append(tuple(limits.position.tolist()))
        rates.append(tuple(speed.tolist()))
        velocities.append(tuple(after.tolist()))
    return {"gaps": tuple(gaps), "rates": tuple(rates), "velocities": tuple(velocities)}


def _evaluator(prepared: Prepared, name: str) -> Evaluator | None:
    """A formalism for the model; None where it does not apply."""

    def made() -> Evaluator | None:
        try:
            return FORMALISMS[name].evaluator(prepared.reading)
        except LagrError:
            return None

    return prepared.kept(("formalism", name), made)


def _near_start(prepared: Prepared, state: State, number: int) -> State:
    """A state nearer to the start, at one of several distances: tables do not reach far."""
    start, part = prepared.start, 0.2 ** (number % 4)

    def between(a: Sequence[float], b: Sequence[float]) -> tuple[float, ...]:
        return tuple(x + part * (y - x) for x, y in zip(a, b, strict=True))

    (t,) = between([start.t], [state.t])
    pairs = ((start.q, state.q), (start.qd, state.qd), (start.z, state.z))
    return State(t, *(between(*pair) for pair in pairs))


def _met(prepared: Prepared, state: State) -> State:
    """The nearest state that meets the conditions."""
    binding = prepared.conditions
    if binding is None:
        return state
    q, qd = binding.project(state.t, np.array(state.q), np.array(state.qd))
    if not np.isfinite([*q, *qd]).all():
        return prepared.start
    return State(state.t, tuple(q.tolist()), tuple(qd.tolist()), state.z)


# --- What a program has to compute at the states of its self-test, and in a short motion -------

PART = 0.05
"""The longest part of its span that a motion is followed."""
SHORTER = 12
"""So often it is divided by four until it takes few steps."""
STEPS = 12
"""Most steps of order 8 of such a motion: a program in any language has the time for it."""
EXACT, COARSE = 1e-12, 1e-9
"""Tolerances at which it has to be the same, but for `COARSE`: so it is known well enough."""


def energies_at(evaluations: Sequence[Evaluation]) -> tuple[tuple[float, ...], ...]:
    """Kinetic and potential energy and the power that is dissipated, by state."""
    return tuple((e.T, e.U, e.dissipated_power) for e in evaluations)


def transmitted_at(
    prepared: Prepared,
    evaluations: Sequence[Evaluation],
    accelerations: Sequence[Sequence[float]],
    values: Sequence[Mapping[str, float]],
    multipliers: Sequence[Array] | None = None,
) -> tuple[tuple[float, ...], ...]:
    """Force, moment and point of each joint, thrusts and voltages, by state.

    They are made of accelerations that are known from elsewhere, and of values of the parameters.
    """
    kernel = prepared.evaluator.reactions
    rows: list[tuple[float, ...]] = []
    pushed = multipliers or [_without_contact(prepared, entry) for entry in evaluations]
    for evaluation, qdd, known, every in zip(
        evaluations, accelerations, values, pushed, strict=True
    ):
        bound = kernel.bind(np.array(list(known.values()), float))
        at = bound(np.array([evaluation.t]), evaluation.y[None], np.array(qdd)[None], every[None])
        vectors = (part for r in at.joints.values() for part in (r.force, r.moment, r.point))
        numbers = (*at.thrusts.values(), *at.voltages.values())
        rows.append(tuple(float(x) for part in (*vectors, *numbers) for x in np.ravel(part)))
    return tuple(rows)


def _without_contact(prepared: Prepared, evaluation: Evaluation) -> Array:
    """The multipliers of conditions, then 0 for all that may hold."""
    count = len(prepared.evaluator.reactions.sources) - len(evaluation.multipliers)
    return np.concatenate([evaluation.multipliers, np.zeros(count)])


def largest_force(evaluations: Sequence[Evaluation]) -> float:
    """The largest generalised force at states, of inertia or applied."""
    parts = (x for e in evaluations for x in (e.Q, e.h, e.mass_matrix @ e.qdd))
    return max(float(np.max(np.abs(part), initial=0.0)) for part in parts)


def short_motion(prepared: Prepared) -> ShortMotion | None:
    """The beginning of the motion, by a method and accelerations that programs do not have.

    It ends before any limit is reached.  None where there is no such beginning that is known well:
    at a limit, or where accelerations jump.
    """
    settings, start = prepared.settings, prepared.start
    span = PART * (settings.t_end - settings.t0)
    for _ in range(SHORTER):
        fine = _integrated(prepared, start, span, EXACT)
        rough = _integrated(prepared, start, span, COARSE)
        if fine is not None and rough is not None:
            size = np.maximum(np.max(np.abs(fine)), np.max(np.abs(fine - rough)))
            if np.max(np.abs(fine - rough)) <= 10 * COARSE * size:
                return _ended(prepared, start.t + span, fine)
        span /= 4
    return None


CHANGES = 3
"""So often frictions change at most in the short motion of a self-test."""
ASIDE = 0.4
"""The part of a time without changes behind which it ends: in the middle much may turn round."""
MOVING = 1e-6
"""The least speed at its end, in extents of the model in its unit of time: all less may be rest."""


def rubbing_motion(prepared: Prepared, held: Prepared | None = None) -> ShortMotion | None:
    """The same with friction, as it is simulated: behind some changes, before any impact.

    And with signals that act: the state is that of the system that has what they hold among its
    states.  None where it is not known well, does not begin, or rests.
    """
    from lagr_gui.analysis.motions.simulation import run, simulate  # few models have friction
    from lagr_gui.analysis.trajectories.outputs import Outputs

    def moved(settings: Settings) -> Trajectory:
        if held is not None:
            return simulate(prepared, settings)
        return run(prepared, settings, Outputs(prepared, ()), checked=False)

    settings = replace(prepared.settings, points=2)
    if not settings.t_end > settings.t0:
        return None
    if any(isinstance(entry, Sampling) for entry in prepared.acting_signals):
        part = PART * (settings.t_end - settings.t0)
        settings = replace(settings, t_end=settings.t0 + part)
    try:
        rough = moved(replace(settings, rtol=COARSE))
        end = _behind_changes(prepared, rough) if held is None else _far_from_changes(rough)
        fine = replace(settings, rtol=EXACT, t_end=end)
        exact, coarse = (moved(replace(fine, rtol=rtol)) for rtol in (EXACT, COARSE))
    except LagrError:
        return None
    y = exact.y[-1]
    apart, size = np.max(np.abs(y - coarse.y[-1])), np.max(np.abs(y))
    moves = np.max(np.abs(prepared.layout.qd(y)) / prepared.extents) * prepared.unit_of_time
    is_known = moves > MOVING and apart <= 10 * COARSE * size
    return _ended(held or prepared, end, _whole(prepared, exact, held)) if is_known else None


def _far_from_changes(motion: Trajectory) -> float:
    """A time within the longest one without changes, behind the first and before any impact."""
    begin, ends = float(motion.t[0]), [impact.t for impact in motion.impacts]
    end = min([*ends, float(motion.t[-1])])
    times = dict.fromkeys(change.t for change in motion.changes if begin < change.t < end)
    marks = [*[*times][: 4 * CHANGES], end]
    if len(marks) == 1:
        return begin + PART * (end - begin)
    before, after = max(pairwise(marks), key=lambda ends: ends[1] - ends[0])
    return before + ASIDE * (after - before)


def _whole(prepared: Prepared, motion: Trajectory, held: Prepared | None) -> Array:
    """The state (n,) at the end of a motion, with what signals hold behind it."""
    if held is None or motion.driven is None:
        return motion.y[-1]
    known = dict(zip(motion.driven.names, motion.driven.values[-1].tolist(), strict=True))
    gates = {name: key for key, name in gates_of(prepared.model).items()}
    own = held.model.states[motion.z.shape[1] :]
    return np.append(motion.y[-1], [known[gates.get(name, name)] for name in own])


def _behind_changes(prepared: Prepared, motion: Trajectory) -> float:
    """A time in the midst between changes of friction: of the first ones that where most moves."""
    begin, ends = float(motion.t[0]), [impact.t for impact in motion.impacts]
    end = min([*ends, float(motion.t[-1])])
    times = [change.t for change in motion.changes if begin < change.t < end]
    if not times:
        return begin + PART * (end - begin)
    marks = [*times[: CHANGES + 1], end]
    middles = [(a + b) / 2 for a, b in pairwise(marks)][:CHANGES]
    speeds = np.max(np.abs(motion.at(np.array(middles))[1]) / prepared.extents, axis=1)
    return middles[int(np.argmax(speeds))]


def _ended(prepared: Prepared, t: float, y: Array) -> ShortMotion:
    (evaluation,) = prepared.evaluator.evaluate(prepared.values, [_state(prepared, t, y)])
    return ShortMotion(t, tuple(y.tolist()), evaluation.T, evaluation.U)


def _state(prepared: Prepared, t: float, y: Array) -> State:
    """A state of its values (n,)."""
    return State(t, *(tuple(part.tolist()) for part in prepared.layout.parts(y)))


def _integrated(prepared: Prepared, start: State, span: float, rtol: float) -> Array | None:
    """The state (n,) behind a span; None where it takes many steps or a limit is reached."""
    values, evaluator = prepared.values, prepared.evaluator

    def rates(t: float, y: Array) -> Array:
        (evaluation,) = evaluator.evaluate(values, [_state(prepared, t, y)])
        return prepared.layout.rates(y, evaluation.qdd, evaluation.zd)

    first = start.y
    size = float(np.max(np.abs([*first, *(span * rates(start.t, first))]))) or 1.0
    if not np.isfinite(size):
        return None
    solver = DOP853(rates, start.t, first, start.t + span, rtol=rtol, atol=1e-3 * rtol * size)
    for _ in range(STEPS):
        if not _is_free(prepared, solver.t, solver.y):
            return None
        if solver.status != "running":
            return solver.y if solver.status == "finished" else None
        solver.step()
        if not np.all(np.isfinite(solver.y)):
            return None
    return None


def _is_free(prepared: Prepared, t: float, y: Array) -> bool:
    """Whether no limit is reached."""
    conditions = prepared.conditions
    if conditions is None or not conditions.limits:
        return True
    return bool(np.all(conditions.with_limits(t, y)[1].position < 0))
