"""Periodic motions and their multipliers (Floquet)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.motions.simulation import run
from lagr_gui.analysis.small_motions.linearization import LATER
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.extensions.families.sections import period_of
from lagr_gui.extensions.families.sensitivity import carried_slopes, start_slopes
from lagr_gui.extensions.families.varying import units_by_name
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Settings, Trajectory, check_settings
from lagr_gui.simulation.positions.balance import BALANCE, size
from lagr_gui.simulation.system import Array

ROUNDS = 30
"""Steps of Newton's method."""

CLOSED = 1e-9
"""A motion whose ends differ less, by their size or by how far coordinates go, is periodic."""

ACCURATE = 1e-10
"""The relative tolerance of motions whose ends are compared."""

WANDERING = 10.0
"""How many times as far as coordinates go a step of Newton's method may go at once."""

SINGULAR = 1e-8
"""Ways that the ends of a period do not feel: below this part of what they feel most."""

STILL = 1e-7
"""By this part of how far coordinates go what stands still moves in a period."""

LOOKS, BESIDE, REPEATED = 8, 0.01, 1e-6
"""Forces are compared at so many states, and as many so far beside them, of how far coordinates
go; the same if so near."""

SPANS = 8
"""Parts of a period at least, each of which is carried over at once."""

PLACE = say("Periodic motion")


@dataclass(frozen=True, eq=False)
class PeriodicMotion:
    """A periodic motion: its start q, q̇ (f,), and the multipliers (2f,) of small deviations.

    A deviation grows by its multiplier in each period; the motion is stable where none is larger
    than 1 in modulus.  `monodromy` (2f, 2f) carries deviations over one period.
    """

    coordinates: tuple[str, ...]
    period: float
    q: Array
    qd: Array
    monodromy: Array
    multipliers: NDArray[np.complex128]

    @property
    def largest(self) -> float:
        """The largest modulus of a multiplier."""
        return float(np.abs(self.multipliers).max())

    def columns(self) -> dict[str, Array]:
        """The table of a file: one row for each multiplier."""
        eigenvalues = self.multipliers
        return {"Re": eigenvalues.real, "Im": eigenvalues.imag, "modulus": np.abs(eigenvalues)}

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        pairs = [[entry.real, entry.imag] for entry in self.multipliers.tolist()]
        names = ("coordinates", "period", "q", "qd", "largest")
        return {name: getattr(self, name) for name in names} | {"multipliers": pairs}

    def __str__(self) -> str:
        lines = [f"periodic motion of {self.period:.6g} s"]
        for name, q, qd in zip(self.coordinates, self.q, self.qd, strict=True):
            lines.append(f"  {name} = {q:.9g}, {name}' = {qd:.9g}")
        for entry in self.multipliers.tolist():
            lines += [f"  |μ| = {abs(entry):.9g}, phase {np.angle(entry):.6g} rad"]
        return "\n".join(lines)


@on_one_thread
def periodic_motion(
    prepared: Prepared,
    period: float | str,
    settings: Settings | None = None,
    free: bool = False,
) -> PeriodicMotion:
    """The periodic motion of a given period near the start, and its multipliers.

    Newton's method makes the ends of a period meet, with the exact slopes of the motion.  `period`
    is a number (s) or an expression in parameters, such as ``2*pi/Omega``.  Where it is `free` it
    is a guess, and is found too: of systems that do not change with time.  Raises LagrError where
    none is found, and where forces do not repeat after such a period.
    """
    prepared.refuse_states()
    prepared.refuse_frictions()
    return closed_motion(prepared, settings or prepared.settings, period, free)


def closed_motion(
    prepared: Prepared, settings: Settings, period: float | str, free: bool = False
) -> PeriodicMotion:
    """The periodic motion near the start of the settings."""
    T = period_of(prepared, period)
    check_settings(settings, prepared.layout)
    fine, later = _fine(settings), tuple(part * prepared.unit_of_time for part in LATER)
    for count in range(ROUNDS):
        turn = _turned(prepared, replace(fine, t_end=settings.t0 + T))
        if count == 0:
            _check_repeating(prepared, turn, later if free else (T,), free)
        if turn.is_closed:
            if free and np.abs(turn.rate * T / turn.unit).max() <= STILL:
                raise refusal(PLACE, "It stands still there.", "Begin farther away.", "period")
            return _periodic(prepared, turn, T)
        step, longer = _step(turn, T, free)
        moved, T = turn.start + step, T + longer
        fine = starting(prepared, fine, moved)
    cause = say("The ends of a period of {T} s do not meet.", T=f"{T:.6g}")
    raise refusal(PLACE, cause, "Begin nearer to it, or take another period.", "period")


def closed_beside(
    prepared: Prepared, settings: Settings, period: float | str, unit: Array, reach: float
) -> PeriodicMotion | None:
    """The periodic motion next to a start that nearly begins one; None where none surely is.

    Full steps of Newton's method, measured by `unit` (2f,), each of which has to be a small part
    of the one before, the first one of `reach`.  Raises LagrError where forces do not repeat, and
    where there is no motion.
    """
    T, before = period_of(prepared, period), reach
    fine = replace(_fine(settings), t_end=settings.t0 + T)
    for count in range(BALANCE.nearing):
        turn = _turned(prepared, fine)
        if count == 0:
            _check_repeating(prepared, turn, (T,), free=False)
        if turn.is_closed:
            return _periodic(prepared, turn, T)
        step = unit * np.linalg.lstsq(turn.slopes(unit), turn.gap / unit, rcond=SINGULAR)[0]
        length = size(step / unit)
        if length > BALANCE.contraction * before:
            return None
        moved, before = turn.start + step, length
        fine = starting(prepared, fine, moved)
    return None


def starting(prepared: Prepared, settings: Settings, y: Array) -> Settings:
    """The settings with another start (2f,)."""
    q, qd = prepared.layout.motion(y)
    return replace(settings, q0=q.tolist(), qd0=qd.tolist())


def _fine(settings: Settings) -> Settings:
    """Settings of motions whose ends are compared."""
    fine = replace(settings, points=2, rtol=min(settings.rtol, ACCURATE))
    return fine if settings.atol is None else replace(fine, atol=min(settings.atol, ACCURATE / 100))


@dataclass(frozen=True, slots=True, eq=False)
class _Turn:
    """A motion over one period: its start and end (2f,), and what carries deviations over it.

    `unit` (2f,) is how far coordinates go, and that in a radian of the period.
    """

    motion: Trajectory
    start: Array
    end: Array
    monodromy: Array
    unit: Array

    @property
    def gap(self) -> Array:
        """What its end is ahead of its start (2f,)."""
        return self.end - self.start

    @property
    def rate(self) -> Array:
        """How its end changes with the period (2f,)."""
        return np.concatenate([self.motion.qd[-1], self.motion.qdd[-1]])

    @property
    def is_closed(self) -> bool:
        """Whether its ends meet."""
        return bool(np.abs(self.gap / self.unit).max() <= self.known)

    @property
    def known(self) -> float:
        """How well its state is known, in its unit."""
        return CLOSED * max(1.0, float(np.abs(self.end / self.unit).max()))

    def slopes(self, unit: Array) -> Array:
        """How the gap changes, with opposite sign, where the start moves (2f, 2f), in a unit."""
        return np.eye(len(unit)) - self.monodromy * unit / unit[:, None]


def _turned(prepared: Prepared, settings: Settings) -> _Turn:
    motion = run(prepared, settings, Outputs(prepared, ()), checked=False)
    start, end = motion.y[[0, -1]]
    far = prepared.extents
    unit = np.concatenate([far, far * (2 * np.pi / (settings.t_end - settings.t0))])
    return _Turn(motion, start, end, _monodromy(prepared, settings, motion), unit)


def _periodic(prepared: Prepared, turn: _Turn, T: float) -> PeriodicMotion:
    _check_valued(prepared, turn)
    multipliers = np.linalg.eigvals(turn.monodromy).astype(complex)
    order = np.argsort(-np.abs(multipliers), kind="stable")
    q, qd = turn.motion.q[0], turn.motion.qd[0]
    return PeriodicMotion(prepared.coordinates, T, q, qd, turn.monodromy, multipliers[order])


def _check_valued(prepared: Prepared, turn: _Turn) -> None:
    """Raise LagrError for a motion that nears, as far as it is known, where forces have no value.

    Steps of Newton's method may lead to such a place, as to rest of what has no slip angle there.
    """
    states = np.stack([turn.start, turn.end])
    nearest = np.where(np.abs(states / turn.unit) <= turn.known, 0.0, states)
    motion = turn.motion
    system = prepared.system((float(motion.t[0]), motion.q[0], motion.qd[0]))
    with np.errstate(all="ignore"):
        qdd = system.record(motion.t[[0, -1]], nearest).qdd
    if not np.isfinite(qdd).all():
        cause = "It would end where forces have no value."
        raise refusal(PLACE, cause, "Begin nearer to it, or take another period.", "period")


def _step(turn: _Turn, T: float, free: bool) -> tuple[Array, float]:
    """How far the start (2f,) moves, and the period where that is free.

    It is the shortest step: along a motion, and from one to the next of many, it does not wander.
    """
    unit, columns = turn.unit, turn.slopes(turn.unit)
    if free:
        columns = np.column_stack([columns, -turn.rate * T / unit])
    solution = np.linalg.lstsq(columns, turn.gap / unit, rcond=SINGULAR)[0]
    step = np.asarray(solution[: len(unit)], float)
    longer = float(solution[-1]) if free else 0.0
    far = max(float(np.abs(step).max()) / WANDERING, 2 * abs(longer), 1.0)
    return unit * step / far, T * longer / far


def _monodromy(prepared: Prepared, settings: Settings, motion: Trajectory) -> Array:
    """What carries deviations over the motion (2f, 2f)."""
    q, qd = motion.q[0].tolist(), motion.qd[0].tolist()
    names = prepared.layout.names
    values = dict(zip(names, [*q, *qd], strict=True))
    first = np.eye(len(names))
    if prepared.conditions is not None and prepared.conditions.sources:

        def start(name: str, value: float) -> Array:
            state = np.array([*{**values, name: value}.values()])
            assembly = prepared.assembled(starting(prepared, settings, state))
            return np.concatenate([assembly.q, assembly.qd])

        first = start_slopes(start, values, units_by_name(prepared))
    t = np.linspace(motion.t[0], motion.t[-1], SPANS + 1)  # a motion at rest has one long step
    slopes = carried_slopes(prepared, motion, t, values, first)
    return np.vstack([slopes.q[-1], slopes.qd[-1]])


def _check_repeating(prepared: Prepared, turn: _Turn, later: Sequence[float], free: bool) -> None:
    """Raise LagrError where the system is not the same after so many seconds."""
    motion, far = turn.motion, prepared.extents
    t = np.linspace(motion.t[0], motion.t[-1], LOOKS, endpoint=False)
    states = motion.dense(t).T
    # Beside the motion too: where it rests in balance no force shows.
    beside = np.random.default_rng(1).uniform(-BESIDE, BESIDE, states.shape)
    t, states = np.tile(t, 2), np.vstack([states, states + beside * (turn.unit + np.abs(states))])
    system = prepared.system((float(motion.t[0]), motion.q[0], motion.qd[0]))
    now = system.record(t, states).qdd / far
    size = max(float(np.abs(now).max()), 1e-300)
    for seconds in later:
        then = system.record(t + seconds, states).qdd / far
        if not np.abs(then - now).max() <= REPEATED * size:
            cause = say("Forces are others after {T} s.", T=f"{seconds:.6g}")
            remedy = say("Give the period with which they repeat, such as 2*pi/Omega.")
            raise refusal(PLACE, cause, remedy, "free-period" if free else "period")
