"""Potential U and dissipation function D of forces that are given as expressions.

A force Q_σ(q, q̇, t) of one element falls apart into its value at rest and the rest.  The first
has a potential where ∂_ρ Q_σ = ∂_σ Q_ρ; a line integral gives it.  What is linear in the
velocities has a Rayleigh function for its symmetric part; the other part is gyroscopic.
What cannot be brought into U or D is told in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.algebra.integral import antiderivative
from lagr_gui.catalogue.kinds import Load
from lagr_gui.expression import TIME, Symbol
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.reading import Part

STEPPED = "It has signs or steps of a coordinate along which it does not act: no U was looked for."

STATES = "It depends on states of the first order: neither U nor D was looked for."

ACCELERATION = "It is made of accelerations: it has neither U nor D."

SIGNALS = "It is a signal: U and D are looked for when signals are put in."

CONTROL = (
    "It depends on coordinates along which it does not act, as a controller does: it has no U or D."
)

Forces = Mapping[int, Canonical]
"""Generalised forces by coordinate, 1 … f, those that vanish left out."""
Integrate = Callable[[Canonical, Symbol], Canonical | None]
"""An antiderivative, or None where none is found."""


@dataclass(frozen=True, eq=False)
class Nature:
    """What the force of one element is made of.

    `U` and `D` are None where there is none, or none that was found; `words` tell what
    remains; `whole` says that U and D are all of the force.
    """

    key: str
    name: str
    U: Canonical | None
    D: Canonical | None
    words: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing of the force is left besides U and D."""
        return not self.words


def natures(closed: Closed, integrate: Integrate = antiderivative) -> tuple[Nature, ...]:
    """The nature of every force, moment and drive of a system in closed form."""
    return tuple(
        _nature(closed, part, integrate)
        for part in closed.reading.parts
        if isinstance(part.kind.law, Load)
    )


def _nature(closed: Closed, part: Part, integrate: Integrate) -> Nature:
    key, name = part.key, part.record.name
    Q = {rho: value for rho, value in closed.effects[key].Q.items() if not value.is_zero}
    for names, words in ((closed.reading.states, STATES), (closed.reading.signals, SIGNALS)):
        if any(value.mentions(Symbol(own)) for own in names for value in Q.values()):
            return Nature(key, name, None, None, (words,))
    fed_back = [Symbol(name, 2) for name in closed.reading.fed_back]
    if any(value.mentions(own) for own in fed_back for value in Q.values()):
        return Nature(key, name, None, None, (ACCELERATION,))
    q = closed.kinematics.symbols[1:]
    velocities = [Symbol(symbol.name, 1) for symbol in q]
    try:
        at_rest = {rho: _at_rest(value, velocities) for rho, value in Q.items()}
    except LagrError:
        return Nature(key, name, None, None, ("It is not defined at rest, as dry friction.",))
    if part.kind.geometry.on_coordinates and _is_control(Q, q, velocities):
        return Nature(key, name, None, None, (CONTROL,))
    moving = {rho: value - at_rest[rho] for rho, value in Q.items()}
    U, first = _potential(at_rest, q, integrate, closed.lengths.get(key, ()))
    D, second = _dissipation(closed.algebra, moving, velocities, integrate)
    return Nature(key, name, U, D, (*first, *second))


def _is_control(Q: Forces, q: Sequence[Symbol], velocities: Sequence[Symbol]) -> bool:
    """Whether a force follows coordinates along which it does not act, or their rates."""
    pairs = enumerate(zip(q, velocities, strict=True), start=1)
    others = [symbol for sigma, pair in pairs if sigma not in Q for symbol in pair]
    return any(not value.derivative(other).is_zero for value in Q.values() for other in others)


def _at_rest(value: Canonical, velocities: Sequence[Symbol]) -> Canonical:
    return value.substitute(dict.fromkeys(velocities, value.algebra.zero))


def _potential(
    forces: Forces, q: Sequence[Symbol], integrate: Integrate, lengths: Sequence[Canonical]
) -> tuple[Canonical | None, tuple[str, ...]]:
    """U of the forces at rest, of an element with `lengths`, and what has to be said of them."""
    forces = {rho: value for rho, value in forces.items() if not value.is_zero}
    if not forces:
        return None, ()
    if _jumps_across(forces, q):
        return None, (STEPPED,)
    if not integrable(forces, q):
        return None, ("It is circulatory: its work depends on the way, so it has no potential.",)
    U = line_integral(forces, q) or _of_length(forces, q, lengths)
    U = U or line_integral(forces, q, integrate)
    if U is None:
        return None, ("It has a potential, but its integral was not found in closed form.",)
    if not U.derivative(Symbol(TIME)).is_zero:
        return U, ("Its potential depends on time, so that it does work on the system.",)
    return U, ()


def _of_length(
    forces: Forces, q: Sequence[Symbol], lengths: Sequence[Canonical]
) -> Canonical | None:
    """U = −c L of forces c ∂L/∂q, c without coordinates, as of a rope that is pulled at."""
    for length in lengths:
        slopes = {rho: length.derivative(symbol) for rho, symbol in enumerate(q, start=1)}
        factors = [value / slopes[r] for r, value in forces.items() if not slopes[r].is_zero]
        factor = min(factors, key=lambda value: value.length, default=None)
        if factor is None or not all(factor.derivative(symbol).is_zero for symbol in q):
            continue
        zero = factor.algebra.zero
        if all(slope * factor == forces.get(rho, zero) for rho, slope in slopes.items()):
            return -factor * length
    return None


def _dissipation(
    algebra: Algebra, forces: Forces, velocities: Sequence[Symbol], integrate: Integrate
) -> tuple[Canonical | None, tuple[str, ...]]:
    """D of what depends on velocities, and what has to be said of it."""
    forces = {rho: value for rho, value in forces.items() if not value.is_zero}
    if not forces:
        return None, ()
    slopes = {
        (rho, sigma): value.derivative(velocity)
        for rho, value in forces.items()
        for sigma, velocity in enumerate(velocities, start=1)
    }
    if not _is_linear(forces, slopes, velocities):
        plain = integrable(forces, velocities) and not _jumps_across(forces, velocities)
        D = line_integral(forces, velocities, integrate) if plain else None
        if D is None:
            return None, ("It depends on the velocities in a way that no function D describes.",)
        return D, ()
    D, gyroscopic = algebra.zero, False
    half = Fraction(1, 2)
    speeds = [algebra.symbol(velocity) for velocity in velocities]
    for (rho, sigma), slope in slopes.items():
        D = D - slope * speeds[rho - 1] * speeds[sigma - 1] * half
        if slope != slopes.get((sigma, rho), algebra.zero):
            gyroscopic = True
    words = ("Part of it is gyroscopic: it acts across the velocities and does no work.",)
    if D.is_zero:
        return None, ("It is gyroscopic: it acts across the velocities and does no work.",)
    return D, words if gyroscopic else ()


def _is_linear(
    forces: Forces, slopes: Mapping[tuple[int, int], Canonical], velocities: Sequence[Symbol]
) -> bool:
    """Whether forces are sums of velocities; steps and signs of them are flat, yet no such sums."""
    left = dict(forces)
    for (rho, sigma), slope in slopes.items():
        left[rho] = left[rho] - slope * slope.algebra.symbol(velocities[sigma - 1])
    steady = all(slope.derivative(v).is_zero for slope in slopes.values() for v in velocities)
    return steady and all(value.is_zero for value in left.values())


def _jumps_across(forces: Forces, symbols: Sequence[Symbol]) -> bool:
    """Whether a force along one symbol jumps with another one: slopes do not tell of that."""
    return any(
        force.jumps(symbol)
        for rho, force in forces.items()
        for sigma, symbol in enumerate(symbols, start=1)
        if sigma != rho
    )


def integrable(forces: Forces, symbols: Sequence[Symbol]) -> bool:
    """Whether ∂_ρ Q_σ = ∂_σ Q_ρ for all pairs; symbols have the indices 1 … f."""
    for rho, force in forces.items():
        for sigma, symbol in enumerate(symbols, start=1):
            slope = force.derivative(symbol)
            if sigma not in forces:
                if not slope.is_zero:
                    return False
            elif slope != forces[sigma].derivative(symbols[rho - 1]):
                return False
    return True


def line_integral(
    forces: Forces, symbols: Sequence[Symbol], integrate: Integrate = antiderivative
) -> Canonical | None:
    """U with Q_σ = −∂_σ U, along one symbol after the other; None where it is not found.

    U is fixed but for a constant.  The result is differentiated again, so that what is given
    holds.
    """
    U: Canonical | None = None
    for sigma, force in sorted(forces.items()):
        symbol = symbols[sigma - 1]
        left = force if U is None else force + U.derivative(symbol)
        if left.is_zero:
            continue
        step = integrate(left, symbol)
        if step is None:
            return None
        U = -step if U is None else U - step
    if U is None:
        return None
    holds = all(
        (U.derivative(symbol) + forces[rho]).is_zero if rho in forces else True
        for rho, symbol in enumerate(symbols, start=1)
    )
    return U if holds else None
