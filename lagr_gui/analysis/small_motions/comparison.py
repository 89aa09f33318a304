"""Linear equations compared with the accelerations beside their place, and those with the check.

The accelerations of states a little off, with inputs that are a little off too, are balanced by
the independent formalism; what they change by is what the linear equations must say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.analysis.audits import audit_of
from lagr_gui.analysis.small_motions.signals import Signals
from lagr_gui.audit import Claim, States
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.selfcheck import SelfCheck, disagreement, together
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.linear.modes import Modes
from lagr_gui.simulation.linear.response import FrequencyResponse
from lagr_gui.simulation.linear.sampled import SampledLinearization, SampledModes
from lagr_gui.simulation.system import Array

DIRECTIONS = 2
"""Random deviations that are compared."""

STEPS = (1e-4, 1e-5, 1e-6, 1e-7)
"""Sizes of deviations: of which one is right depends on how curved the equations are."""

SLOPES = 1e-4
"""Differences of accelerations agree with slopes to this part, and to no more, by rounding."""

FAINT = 1e-6
"""Accelerations below this part of the largest change of any are its rounding."""

MISSED = 1e-6
"""A place that is moved by more to meet its conditions, of how far it goes, does not meet them."""

CURVED = 100.0
"""Velocities v have accelerations of about this times v², of how far coordinates go: what is of
second order."""

EIGEN = 1e-6
"""How near A − λ must be to a singular matrix, relative to A and to the nearest double root."""


@dataclass(frozen=True)
class _Deviation:
    """z (n,), w (p,), u, u̇, ü of the m inputs (3, m), and s own states of the first order."""

    z: Array
    w: Array
    U: Array
    own: Array

    def times(self, factor: float) -> _Deviation:
        parts = (self.z, self.w, self.U, self.own)
        return _Deviation(*(factor * part for part in parts))


@dataclass(frozen=True)
class _Sides:
    """Two states that deviate oppositely, with the models of their inputs."""

    models: tuple[Prepared, ...]
    q: Array
    qd: Array
    qdd: Array
    own: Array
    rates: Array

    def audited(self, t: float) -> SelfCheck:
        """The accelerations of both, balanced by the independent formalism."""
        checks: list[SelfCheck] = []
        for side, model in enumerate(self.models):
            row = slice(side, side + 1)
            tables = (self.q, self.qd, self.qdd, self.own, self.rates)
            states = States(np.array([t]), *(table[row] for table in tables))
            checks.append(audit_of(model).check(Claim(states), SLOPES))
        return together(checks)


def check_linear(prepared: Prepared, linear: Linearization) -> SelfCheck:
    """Compare A and B with accelerations beside the place. Raises Disagreement."""
    n = len(linear.independent)
    if not n:
        return SelfCheck(0.0, samples=1)
    if not _is_possible(prepared, linear):
        reason = "The place does not meet the conditions on velocities."
        return SelfCheck(float("nan"), reason=reason)
    source = np.random.default_rng(1)
    signals, time = Signals(prepared, linear.inputs, linear.t), prepared.unit_of_time
    checks = list[SelfCheck]()
    for _ in range(DIRECTIONS):
        z, w = source.uniform(-1, 1, n), source.uniform(-1, 1, len(linear.quick))
        z, w = z * _far(prepared, linear.independent), w * _far(prepared, linear.quick) / time
        U = source.uniform(-1, 1, (3, len(linear.inputs)))
        far = prepared.state_extents
        deviation = source.uniform(-1, 1, len(far)) * far
        away = _Deviation(z, w, signals.possible(U), deviation)
        unit = np.concatenate([_far(prepared, linear.quick) / time**2, far / time])
        comparisons = [_compared(signals, linear, away.times(step), step, unit) for step in STEPS]
        usable = [entry for entry in comparisons if entry is not None]
        if not usable:
            reason = "Beside the place there are no accelerations to compare."
            return SelfCheck(float("nan"), reason=reason)
        best, sides = min(usable, key=lambda entry: entry[0])
        if not best <= SLOPES:
            raise disagreement("The linear equations", best, "Linearisation")
        checks.append(sides.audited(linear.t))
    return together(checks)


def _is_possible(prepared: Prepared, linear: Linearization) -> bool:
    """Whether the place meets its conditions."""
    none = np.zeros(0)
    q, qd = _beside(prepared, linear, _Deviation(none, none, none, none))
    units = np.concatenate(prepared.layout.motion(prepared.state_units))
    place = np.concatenate([linear.q, linear.qd])
    moved = np.abs(np.concatenate([q, qd]) - place)
    return bool(np.all(moved <= MISSED * (units + np.abs(place))))


def _far(prepared: Prepared, names: Sequence[str]) -> Array:
    """How far some coordinates go."""
    return prepared.extents[[prepared.coordinates.index(name) for name in names]]


def _compared(
    signals: Signals, linear: Linearization, away: _Deviation, step: float, unit: Array
) -> tuple[float, _Sides] | None:
    """How far slopes and differences of accelerations, in a unit (p,), are apart.

    None where there are none.
    """
    sides = _beside_both(signals, linear, away)
    if sides is None:
        return None
    at = [linear.coordinates.index(name) for name in linear.independent]
    quick = [linear.coordinates.index(name) for name in linear.quick]
    moved, faster, states = (table[0] - table[1] for table in (sides.q, sides.qd, sides.own))
    change = np.concatenate([moved[at], faster[quick], states])
    pushed = np.array([2 * away.U[order, number] for _, number, order in linear.signals])
    rows, driven = linear.A[len(at) :], linear.state_B[len(at) :]
    differences = np.concatenate(
        [(sides.qdd[0] - sides.qdd[1])[quick], sides.rates[0] - sides.rates[1]]
    )
    expected = rows @ change + driven @ pushed
    sizes = np.abs(rows) @ np.abs(change) + np.abs(driven) @ np.abs(pushed)
    floor = FAINT * np.max(sizes / unit, initial=0.0) + CURVED * step**2
    gaps = np.abs(expected - differences) / unit / (sizes / unit + floor)
    return float(np.max(gaps, initial=0.0)), sides


def _beside_both(signals: Signals, linear: Linearization, away: _Deviation) -> _Sides | None:
    """Both states beside the place, with their accelerations; None where they have none."""
    models: list[Prepared] = []
    rows: list[tuple[Array, ...]] = []
    for sign in (1.0, -1.0):
        one = away.times(sign)
        model = signals.prepared(one.U)
        q, qd = _beside(model, linear, one)
        if not (np.isfinite(q).all() and np.isfinite(qd).all()):
            return None
        try:
            compiled = model.system((linear.t, linear.q, linear.qd))
            states = linear.s + one.own
            record = compiled.record(np.array([linear.t]), np.hstack([q, qd, states])[None])
        except LagrError:
            return None
        if not (np.isfinite(record.qdd).all() and np.isfinite(record.zd).all()):
            return None
        models.append(model)
        rows.append((q, qd, record.qdd[0], states, record.zd[0]))
    return _Sides(tuple(models), *(np.array(part) for part in zip(*rows, strict=True)))


def _beside(prepared: Prepared, linear: Linearization, away: _Deviation) -> tuple[Array, Array]:
    """The nearest state that meets the conditions to one that deviates by z and w."""
    q, qd = linear.q.copy(), linear.qd.copy()
    for name, shift in zip(linear.independent, away.z, strict=False):
        q[linear.coordinates.index(name)] += shift
    for name, rate in zip(linear.quick, away.w, strict=False):
        qd[linear.coordinates.index(name)] += rate
    binding = prepared.conditions
    return (q, qd) if binding is None else binding.project(linear.t, q, qd)


def check_modes(linear: Linearization, found: Modes) -> SelfCheck:
    """Compare eigenvalues with A, or z with A_d: each makes A − λ singular. Raises Disagreement."""
    check = linear.certificate or SelfCheck(float("nan"))
    A, values = linear.A, found.eigenvalues
    if isinstance(linear, SampledLinearization) and isinstance(found, SampledModes):
        A, values = linear.Ad, found.z
    n = len(A)
    size = float(np.linalg.norm(A)) or 1.0
    balanced = _balanced(A)
    for value in values:
        shifted = balanced - value * np.eye(n)
        least = float(np.linalg.svd(shifted, compute_uv=False)[-1])
        if least > EIGEN * float(np.linalg.norm(balanced)):
            raise disagreement("An eigenvalue", least / size, "Modes")
    more = len(values) if check.samples else 0
    return replace(check, samples=check.samples + more)


def _balanced(A: Array) -> Array:
    """A in units of its states in which its rows and columns are alike."""
    from scipy.linalg import matrix_balance

    return np.asarray(matrix_balance(A)[0], float)


def check_response(linear: Linearization, found: FrequencyResponse) -> SelfCheck:
    """Compare the transfer at some frequencies with the state space. Raises Disagreement."""
    check = linear.certificate or SelfCheck(float("nan"))
    A, B, C, D = linear.A, linear.state_B, linear.state_C, linear.state_D
    at = np.unique(np.linspace(0, len(found.omega) - 1, 4).astype(int))
    for row in at:
        s = 1j * found.omega[row]
        rates = np.array([s**order for _, _, order in linear.signals])
        shifted = s * np.eye(len(A)) - A
        if not np.isfinite(found.transfer[row]).all() or np.linalg.cond(shifted) > 1e10:
            continue
        y = C @ np.linalg.solve(shifted, B @ rates) + D @ rates
        scale = float(np.max(np.abs(y), initial=0.0)) or 1.0
        gap = float(np.max(np.abs(y - found.transfer[row]), initial=0.0)) / scale
        if gap > EIGEN:
            raise disagreement("The frequency response", gap, "Frequency response")
    return replace(check, samples=check.samples + len(at) if check.samples else 0)
