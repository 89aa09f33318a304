"""Linear equations of systems with sampled laws: the map over a period, its eigenvalues z.

Between samples ẋ = A x + B u, where what is held stays.  At a sample, of all that is due at once,

    s⁺ = E x + F u,   each row of what was held before it.

The map over the shortest time T after which all samples come again as they were is the product of
these in their order, x(T) = A_d x(0) + B_d u, with all states as they are right before the samples
at its begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.message import Message, phrase, say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.linear.modes import (
    EPS,
    Mode,
    Modes,
    balanced,
    eigen,
    find_modes,
    normalised,
    null_space,
    shape_of,
    without_zeros,
)
from lagr_gui.simulation.system import Array

MOST = 10_000
"""So many samples may lie in a period."""

WHOLE = 100_000
"""Ratios of sample times are sought among those of whole numbers up to this one."""

COMMENSURABLE = 1e-12
"""Ratios that differ from whole numbers over whole numbers by a larger part have no period."""


@dataclass(frozen=True)
class SampledBlock:
    """What samples each `sample` h (s): the name of the signal, and the states that it holds.

    Of these the first ones hold `outputs`, the others are its own.
    """

    name: str
    sample: float
    holds: tuple[str, ...]
    outputs: int


@dataclass(frozen=True, eq=False)
class SampledLinearization(Linearization):
    """Linear equations between samples, and what `blocks` set the k states that they hold to.

    Among the states x (n,) are held outputs and the states of sampled laws, of which A knows
    that they stay.  `laws` E (k, n) and `through` (3, k, m), by u, u̇ and ü, are what is set, in
    the order of `held`.
    """

    blocks: tuple[SampledBlock, ...] = ()
    laws: Array = field(default_factory=lambda: np.zeros((0, 0)))
    through: Array = field(default_factory=lambda: np.zeros((3, 0, 0)))

    @property
    def entering(self) -> tuple[Array, ...]:
        """As those of equations without samples, and what inputs set at samples."""
        return (*super().entering, self.through)

    @property
    def set_at_samples(self) -> Array:
        """E and F in a row (k, n + s)."""
        return np.hstack([self.laws, self.columns(self.through)])

    @property
    def held(self) -> tuple[str, ...]:
        """The states that are held between samples."""
        return tuple(name for block in self.blocks for name in block.holds)

    @cached_property
    def timetable(self) -> tuple[tuple[Fraction, tuple[int, ...]], ...]:
        """The instants of a period and the numbers of the blocks that are due, the end behind them.

        Times are parts of the sample time of the first block.  Raises LagrError where nothing
        comes again, and where a period has too many samples.
        """
        return _timetable(self.blocks)

    @property
    def period(self) -> float:
        """The time T (s) after which all samples come again as they were."""
        return float(self.timetable[-1][0]) * self.blocks[0].sample

    @property
    def state_space(self) -> tuple[Array, Array, Array, Array]:
        """A_d, B_d, C and D, with outputs right before the samples."""
        return self.Ad, self.Bd, self.state_C, self.state_D

    @property
    def step(self) -> float:
        """The period T (s)."""
        return self.period

    @cached_property
    def _over(self) -> tuple[Array, Array]:
        return _map(self)

    @property
    def Ad(self) -> Array:
        """The matrix (n, n) of x(T) = A_d x(0) + B_d u, right before the samples.

        Raises LagrError as `timetable` does.
        """
        return self._over[0]

    @property
    def Bd(self) -> Array:
        """The matrix (n, s) of the signals, which stay for a period."""
        return self._over[1]


def _timetable(blocks: Sequence[SampledBlock]) -> tuple[tuple[Fraction, tuple[int, ...]], ...]:
    unit, steps = blocks[0].sample, list[Fraction]()
    for block in blocks:
        ratio = block.sample / unit
        step = Fraction(ratio).limit_denominator(WHOLE)
        if not step or abs(ratio - step) > COMMENSURABLE * ratio:
            cause = say(
                "Its sample time {h} s and that of “{other}”, {unit} s, have no common period.",
                h=f"{block.sample:.10g}",
                other=blocks[0].name,
                unit=f"{unit:.10g}",
            )
            raise _no_period(block, cause)
        steps.append(step)
    whole = Fraction(lcm(*(s.numerator for s in steps)), gcd(*(s.denominator for s in steps)))
    if (count := sum(whole / step for step in steps)) > MOST:
        cause = say(
            "All samples come again after {period} s alone, behind {count} of them; {most} are "
            "the most.",
            period=f"{float(whole) * unit:.6g}",
            count=int(count),
            most=MOST,
        )
        raise _no_period(max(blocks, key=lambda block: block.sample), cause)
    due: dict[Fraction, list[int]] = {}
    for number, step in enumerate(steps):
        for k in range(int(whole / step)):
            due.setdefault(k * step, []).append(number)
    return (*((t, tuple(due[t])) for t in sorted(due)), (whole, ()))


def _no_period(block: SampledBlock, cause: str) -> LagrError:
    remedy = say("Give sample times whose ratios are those of small whole numbers.")
    return refusal(say("Signal “{name}”", name=block.name), cause, remedy, "sample")


def _map(linear: SampledLinearization) -> tuple[Array, Array]:
    """A_d and B_d. Raises LagrError where they are beyond all numbers."""
    n, s = len(linear.states), len(linear.signals)
    flows: dict[Fraction, Array] = {}
    whole = np.eye(n + s)
    with np.errstate(all="ignore"):
        for (t, due), (later, _) in pairwise(linear.timetable):
            if (gap := later - t) not in flows:
                flows[gap] = _flow(linear, float(gap) * linear.blocks[0].sample)
            whole = flows[gap] @ (_set(linear, due) @ whole)
    if not np.isfinite(whole).all():
        cause = say("Within a period of its samples deviations grow beyond all numbers.")
        raise refusal("Linearisation", cause, say("Take a shorter sample time."), "sample")
    return whole[:n, :n], whole[:n, n:]


def _flow(linear: SampledLinearization, time: float) -> Array:
    """The matrix of (x, u) over a time (s) without samples: e^{At}, in units in which A is even."""
    from scipy.linalg import expm  # loaded with the first sampled law

    n, s = len(linear.states), len(linear.signals)
    rates = np.zeros((n + s, n + s))
    rates[:n] = np.hstack([linear.A, linear.state_B])
    even, units = balanced(rates)
    return np.asarray(expm(even * time) * np.outer(units, 1 / units), float)


def _set(linear: SampledLinearization, due: Sequence[int]) -> Array:
    """The matrix of (x, u) at an instant at which some blocks set what they hold, all at once."""
    rows = linear.set_at_samples
    jump = np.eye(rows.shape[1])
    owners = (number for number, block in enumerate(linear.blocks) for _ in block.holds)
    for owner, name, row in zip(owners, linear.held, rows, strict=True):
        if owner in due:
            jump[linear.states.index(name)] = row
    return jump


# --- eigenvalues ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SampledMode(Mode):
    """One eigenvalue z of the map over a period, or a conjugate pair (Im z ≥ 0 then).

    `eigenvalue` is λ = ln z / T with Im λ from 0 to π/T, that of a motion without samples which
    passes through the same states; frequency and damping ratio are those of λ.  A negative z
    changes its sign each period, which is an oscillation with π/T.  `shape` are amplitudes at the
    samples.
    """

    z: complex = 0j


@dataclass(frozen=True, eq=False)
class SampledModes(Modes):
    """Modes of the map over a `period` T (s), with its eigenvalues `z` (n,), largest modulus first.

    `eigenvalues` are ln z / T of those that are not 0, `zeros` counts those for which z = 1.
    What belongs to z = 0 is gone after some periods: `gone` counts it.
    """

    z: NDArray[np.complex128] = field(default_factory=lambda: np.zeros(0, complex))
    period: float = 0.0
    gone: int = 0


def eigenmodes(linear: Linearization) -> Modes:
    """Modes and stability, in the unit circle where a law samples."""
    if isinstance(linear, SampledLinearization):
        return _sampled_modes(linear)
    return find_modes(linear)


def _sampled_modes(linear: SampledLinearization) -> SampledModes:
    T, notes = linear.period, list(linear.notes)
    even, units = balanced(linear.Ad)
    lasting, back, gone = without_zeros(even)
    size = 1 + float(np.linalg.norm(lasting, 2)) if len(lasting) else 1.0
    core, further, ones = without_zeros(lasting - np.eye(len(lasting)), size)
    n, one = len(linear.independent), np.eye(len(even))
    still = null_space(even - one, 20 * len(even) * EPS * size)[0] if ones else even[:0]
    modes: list[SampledMode] = [
        SampledMode(0j, normalised(linear, (units * x)[:n]), "rigid", 0.0, 1 + 0j) for x in still
    ]
    apart = eigen(core, notes, size)
    values = apart.values + 1
    errors = apart.errors * len(linear.timetable)
    for z, vector, error in zip(values.tolist(), apart.vectors.T, errors.tolist(), strict=True):
        if z.imag >= 0:
            shape = shape_of(linear, even, units, z, back @ further @ vector)
            modes.append(_mode(z, shape, error, T))
    modes.sort(key=lambda mode: (abs(mode.eigenvalue), -mode.eigenvalue.real))
    listed: list[complex] = [*values.tolist(), *[1 + 0j] * ones, *[0j] * gone]
    every = np.array(sorted(listed, key=lambda z: (-abs(z), -z.imag)), complex)
    stability, reason = _judge(linear, modes)
    return SampledModes(
        coordinates=linear.coordinates,
        q=linear.q,
        after=linear.after,
        eigenvalues=_logarithms(every[: len(every) - gone], T),
        modes=tuple(modes),
        zeros=ones,
        stability=stability,
        reason=reason,
        notes=(*notes, *_said(linear)),
        z=every,
        period=T,
        gone=gone,
    )


def _logarithms(z: NDArray[np.complex128], period: float) -> NDArray[np.complex128]:
    """λ = ln z / T; that of a negative z has the frequency π/T."""
    return np.asarray(np.log(z.astype(complex)) / period, complex)


def _mode(z: complex, shape: NDArray[np.complex128], error: float, period: float) -> SampledMode:
    """The mode of an eigenvalue z ≠ 0, with a bound of its error."""
    value = complex(np.log(complex(z)) / period)
    kind = "growth" if abs(z) > 1 else "decay"
    if z.imag > 0 or z.real < 0:
        kind = "oscillation"
    return SampledMode(value, shape, kind, error / (abs(z) * period), complex(z))


def _said(linear: SampledLinearization) -> tuple[Message, ...]:
    """What is said of eigenvalues in the unit circle."""
    words = say(
        "Eigenvalues z are those of the map over {period} s; frequencies and damping are those of "
        "ln z / T, up to {highest} rad/s: what swings faster looks slower at samples.",
        period=f"{linear.period:.6g}",
        highest=f"{np.pi / linear.period:.6g}",
    )
    return (words,)


def _judge(linear: SampledLinearization, modes: Sequence[SampledMode]) -> tuple[str, Message]:
    """The verdict on stability, and why.

    Along indifferent coordinates every position is an equilibrium: they are left aside.
    """
    sizes = [(mode, abs(mode.z), mode.uncertainty * linear.period * abs(mode.z)) for mode in modes]
    growing = [(size, mode) for mode, size, error in sizes if size > 1 + error]
    worst = max(growing, key=lambda pair: pair[0])[1] if growing else None
    outside = (
        say("the eigenvalue {value} lies outside the unit circle", value=written(worst))
        if worst
        else None
    )
    if linear.obstacle:
        words = "{obstacle}, and eigenvalues of one instant decide nothing"
        return "undecided", say(words, obstacle=phrase(linear.obstacle))
    if outside:
        return "unstable", outside
    free = [name for name in linear.indifferent if name in linear.independent]
    critical = [mode for mode, size, error in sizes if abs(size - 1) <= error]
    turning = [mode for mode in critical if mode.eigenvalue != 0]
    if turning:
        words = "the eigenvalue {value} lies on the unit circle: linear equations cannot decide"
        return "undecided", say(words, value=written(turning[0]))
    if len(critical) > len(free):
        return "undecided", say(
            "an eigenvalue is 1: a deviation meets nothing to first order, and the linear "
            "equations cannot decide"
        )
    inner = [mode for mode in modes if mode.eigenvalue != 0]
    if not inner:
        reason = say("all that deviates is gone after some samples")
    else:
        words = "all other eigenvalues lie in the unit circle; the largest is {value}"
        if not free:
            words = "all eigenvalues lie in the unit circle; the largest is {value}"
        reason = say(words, value=written(max(inner, key=lambda mode: abs(mode.z))))
    if not free:
        return "asymptotically stable", reason
    aside = say("; displacements of {names} alone meet no force", names=", ".join(free))
    return "stable", reason + aside


def written(mode: SampledMode) -> str:
    """An eigenvalue z with its modulus, as “z = 0.9 ± 0.1i, |z| = 0.905539”."""
    text = f"z = {mode.z.real:.6g}"
    if mode.z.imag:
        text += f" ± {mode.z.imag:.6g}i, |z| = {abs(mode.z):.9g}"
    return text
