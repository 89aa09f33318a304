"""Test vectors: states, and accelerations that do not come from what is written out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypedDict

import numpy as np

from lagr_gui.extensions.programs.record import SelfTest
from lagr_gui.extensions.programs.reference import (
    energies_at,
    largest_force,
    short_motion,
    transmitted_at,
)
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.formalisms.numeric import Constraint, Evaluator
from lagr_gui.mechanics.state import State
from lagr_gui.message import say
from lagr_gui.numerics import collide, rank, scales
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError, refusal

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


def vectors(prepared: Prepared) -> SelfTest:
    """Random states that meet the conditions, with accelerations by another formalism.

    Raises LagrError where no formalism gives any that agree with the recursion.
    """
    reading, values = prepared.reading, prepared.values
    count = len(reading.coordinates)
    some = random_states(count, TRIED, 1, *prepared.surroundings)
    if any(function.is_tabulated for function in reading.functions.values()):
        some = [_near_start(prepared, state, k) for k, state in enumerate(some)]
    states = sorted((_met(prepared, state) for state in some), key=partial(_is_near_dead, prepared))
    known = prepared.evaluator.evaluate(values, states)
    for name in FIRST:
        evaluator = _evaluator(prepared, name)
        found: list[tuple[State, tuple[float, ...], Evaluation]] = []
        for state, at in zip(states, known, strict=True):
            if evaluator is None or len(found) == COUNT:
                break
            constraint = Constraint(at.rows, at.gamma)
            other = evaluator.accelerations(state, list(values.values()), constraint)
            size = float(np.max(np.abs(at.qdd), initial=0.0)) or 1.0
            alike = np.max(np.abs(other - at.qdd), initial=0.0) <= ALIKE * size
            if alike and _is_defined(prepared, state):
                found.append((state, tuple(other.tolist()), at))
        if found:
            some, accelerations, evaluations = zip(*found, strict=True)
            return SelfTest(
                FORMALISMS[name].title,
                tuple((s.t, *s.q, *s.qd) for s in some),
                accelerations,
                energies_at(evaluations),
                transmitted_at(prepared, evaluations, accelerations),
                largest_force(evaluations),
                short_motion(prepared),
                **_struck(prepared, some),
            )
    raise refusal(
        "Test vectors",
        say("At none of {count} random states two formalisms give the same numbers.", count=TRIED),
        "Look with “Verify by the second derivation” which parts of the model have no numbers.",
        code="no-test-vectors",
    )


class _Struck(TypedDict, total=False):
    gaps: tuple[tuple[float, ...], ...]
    rates: tuple[tuple[float, ...], ...]
    velocities: tuple[tuple[float, ...], ...]


def _is_near_dead(prepared: Prepared, state: State) -> bool:
    """Whether conditions that differ nearly say the same at a state."""
    binding = prepared.conditions
    if binding is None:
        return False
    found = binding.at(state.t, np.array(state.q), np.array(state.qd))
    scale = scales(found.g)
    parts = np.linalg.svd(found.rows.even(scale)[0], compute_uv=False)
    kept = rank(found.rows, scale)
    return bool(kept and parts[kept - 1] < CLEAR * parts[0])


def _is_defined(prepared: Prepared, state: State) -> bool:
    """Whether limits have values at a state."""
    known = prepared.conditions
    if known is None or not known.limits:
        return True
    _, limits = known.with_limits(state.t, np.array(state.q), np.array(state.qd))
    return bool(np.isfinite(limits.position).all() and np.isfinite(limits.velocity).all())


def _struck(prepared: Prepared, states: Sequence[State]) -> _Struck:
    """Gaps and their rates at states, and velocities after impacts: those of simulations."""
    known = prepared.conditions
    if known is None or not known.limits:
        return {}
    gaps, rates, velocities = list[tuple[float, ...]](), list[tuple[float, ...]](), []
    for state in states:
        qd = np.array(state.qd)
        bound, limits = known.with_limits(state.t, np.array(state.q), qd)
        speed = limits.velocity
        met = np.flatnonzero(speed > 0)
        kappa = known.restitution()[met]
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
    return State(t, between(start.q, state.q), between(start.qd, state.qd))


def _met(prepared: Prepared, state: State) -> State:
    """The nearest state that meets the conditions."""
    binding = prepared.conditions
    if binding is None:
        return state
    q, qd = binding.project(state.t, np.array(state.q), np.array(state.qd))
    if not np.isfinite([*q, *qd]).all():
        start = prepared.start
        return State(start.t, start.q, start.qd)
    return State(state.t, tuple(q.tolist()), tuple(qd.tolist()))
