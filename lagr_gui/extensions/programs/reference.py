"""What a program has to compute at the states of its self-test, and in a short motion."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.integrate import DOP853

from lagr_gui.arrays import Array
from lagr_gui.extensions.programs.record import ShortMotion
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.state import State
from lagr_gui.prepared import Prepared

PART = 0.05
"""The longest part of its span that a motion is followed."""
SHORTER = 12
"""So often it is divided by four until it takes few steps."""
STEPS = 12
"""Most steps of order 8 of such a motion: a program in any language has the time for it."""
EXACT, COARSE = 1e-12, 1e-9
"""Tolerances at which it has to be the same, but for `COARSE`: so it is known well enough."""


def energies_at(found: Sequence[Evaluation]) -> tuple[tuple[float, ...], ...]:
    """Kinetic and potential energy and the power that is dissipated, by state."""
    return tuple((own.T, own.U, own.dissipated_power) for own in found)


def transmitted_at(
    prepared: Prepared, found: Sequence[Evaluation], accelerations: Sequence[Sequence[float]]
) -> tuple[tuple[float, ...], ...]:
    """Force, moment and point of each joint, thrusts and voltages, by state.

    They are made of accelerations that are known from elsewhere.
    """
    kernel = prepared.evaluator.reactions
    bound = kernel.bind(prepared.parameters)
    rows: list[tuple[float, ...]] = []
    for own, qdd in zip(found, accelerations, strict=True):
        limits = np.zeros(len(kernel.sources) - len(own.multipliers))
        known = np.concatenate([own.multipliers, limits])[None]
        at = bound(np.array([own.t]), own.q[None], own.qd[None], np.array(qdd)[None], known)
        vectors = (part for r in at.joints.values() for part in (r.force, r.moment, r.point))
        numbers = (*at.thrusts.values(), *at.voltages.values())
        rows.append(tuple(float(x) for part in (*vectors, *numbers) for x in np.ravel(part)))
    return tuple(rows)


def largest_force(found: Sequence[Evaluation]) -> float:
    """The largest generalised force at states, of inertia or applied."""
    parts = (x for e in found for x in (e.Q, e.h, e.mass_matrix @ e.qdd))
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


def _ended(prepared: Prepared, t: float, y: Array) -> ShortMotion:
    f = len(prepared.coordinates)
    (own,) = prepared.evaluator.evaluate(prepared.values, [State(t, tuple(y[:f]), tuple(y[f:]))])
    return ShortMotion(t, tuple(y.tolist()), own.T, own.U)


def _integrated(prepared: Prepared, start: State, span: float, rtol: float) -> Array | None:
    """The state (q, q̇) behind a span; None where it takes many steps or a limit is reached."""
    f, values, evaluator = len(start.q), prepared.values, prepared.evaluator

    def rates(t: float, y: Array) -> Array:
        state = State(t, tuple(y[:f].tolist()), tuple(y[f:].tolist()))
        return np.concatenate([y[f:], evaluator.evaluate(values, [state])[0].qdd])

    first = np.array([*start.q, *start.qd])
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
    known, f = prepared.conditions, len(prepared.coordinates)
    if known is None or not known.limits:
        return True
    return bool(np.all(known.with_limits(t, y[:f], y[f:])[1].position < 0))
