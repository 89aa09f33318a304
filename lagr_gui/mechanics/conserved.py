"""Conserved quantities: momenta of cyclic coordinates, energy or the Jacobi integral.

Every equation is decided by the canonical form: what is found is conserved exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from lagr_gui.algebra import Canonical
from lagr_gui.catalogue.kinds import Friction
from lagr_gui.expression import TIME, Symbol
from lagr_gui.mechanics.closed import Closed, Parts, nonzero
from lagr_gui.mechanics.closed.constraints import ClosedCondition
from lagr_gui.mechanics.closed.measures import force_along
from lagr_gui.mechanics.potentials import Nature
from lagr_gui.mechanics.reading import Part, Reading


@dataclass(frozen=True, eq=False)
class Conserved:
    """A quantity that does not change.

    `kind` is ``momentum`` (of coordinate `index`), ``energy`` or ``jacobi``; `made` gives its
    contributions, which most of the time nobody asks for.
    """

    kind: str
    index: int
    made: Callable[[], Parts]

    @cached_property
    def parts(self) -> Parts:
        """Its contributions by source."""
        return self.made()


def conserved(closed: Closed, forces: tuple[Nature, ...]) -> tuple[Conserved, ...]:
    """All that is found; `forces` is the nature of the forces given as expressions."""
    momenta = [
        Conserved("momentum", rho, partial(_momentum, closed, rho))
        for rho in range(1, closed.size)
        if _is_cyclic(closed, rho)
    ]
    energy = _energy(closed, {entry.key: entry for entry in forces})
    return (*momenta, *((energy,) if energy else ()))


def _is_cyclic(closed: Closed, rho: int) -> bool:
    """Whether ṗ_ρ = ∂T/∂q_ρ + Q_ρ + λ_s G_sρ vanishes for every motion."""
    if rho in closed.Q or any(rho in slopes for slopes in closed.constraints.G):
        return False
    if closed.reading.rough:  # their friction acts on whatever slips
        return False
    q = closed.kinematics.symbols[rho]
    if any(rho in _rubbed(closed, part) for part in _unstated(closed.reading)):  # not in Q
        return False
    if any(not limit.value.derivative(q).is_zero for limit in closed.constraints.limits):
        return False
    return _is_free_of(closed, q)


def _unstated(reading: Reading) -> list[Part]:
    """What exerts a multiplier at all times: reactions press it, or it holds any force one way."""
    return [part for part in reading.frictions if part.is_loaded or part.holds_any]


def _rubbed(closed: Closed, part: Part) -> Collection[int]:
    """The coordinates (1 … f) on which a friction acts that reactions press; all if unknown."""
    law = part.kind.law
    assert isinstance(law, Friction)
    slopes = force_along(closed.kinematics, part, law.along, closed.algebra.one)
    return slopes or range(1, closed.size)


def _is_free_of(closed: Closed, symbol: Symbol) -> bool:
    """Whether the metric does not depend on a coordinate, or on time."""
    zero = closed.algebra.zero
    return all(
        sum((g.derivative(symbol) for g in parts.values() if g.mentions(symbol)), zero).is_zero
        for parts in closed.metric.g_parts.values()
    )


def _momentum(closed: Closed, rho: int) -> Parts:
    """p_ρ = g_ρμ q̇^μ, μ = 0 … f, by body."""
    momentum: Parts = {}
    for mu in range(closed.size):
        velocity = closed.kinematics.velocity(mu)
        for key, g in closed.metric.g_parts.get((max(rho, mu), min(rho, mu)), {}).items():
            value = g * velocity
            momentum[key] = momentum[key] + value if key in momentum else value
    return nonzero(momentum)


def _energy(closed: Closed, forces: dict[str, Nature]) -> Conserved | None:
    """h = T₂ − T₀ + U, where the forces without potential do no work and time does not enter.

    dh/dt = q̇_σ Q_σ − ∂L/∂t, Q_σ without those of U; conditions do no work whose power −λ γ̄
    vanishes.  Impacts
    on unilateral conditions take energy, and so does what reactions press.
    """
    reading = closed.reading
    if not reading.coordinates or closed.constraints.limits or _unstated(reading):
        return None
    potentials = dict(closed.U_parts)
    potentials |= {key: entry.U for key, entry in forces.items() if entry.U is not None}
    power, time = closed.algebra.zero, Symbol(TIME)
    for key in {key: None for parts in closed.Q_parts.values() for key in parts}:
        if key in closed.effects:  # a weight has its potential and nothing else
            power = power + _power(closed, key, potentials.get(key))
    if not power.is_zero or not _is_free_of(closed, time):
        return None
    if not all(U.derivative(time).is_zero for U in potentials.values()):
        return None
    if any(U.mentions(Symbol(name)) for U in potentials.values() for name in reading.held):
        return None
    bound = closed.constraints
    pairs = zip(bound.rows, bound.gamma_bar, strict=True)
    if not all(_takes_no_power(closed, row, value) or row.own for row, value in pairs):
        return None
    moved = any(nu == 0 for _, nu in closed.metric.g_parts)
    energy = Conserved(
        "jacobi" if moved else "energy", 0, lambda: _sum(_kinetic(closed), potentials)
    )
    can_move = any(nu for _, nu in closed.metric.g_parts)
    return energy if can_move or energy.parts else None


def _takes_no_power(closed: Closed, row: ClosedCondition, bar: Canonical) -> bool:
    """Whether G q̇ = −γ̄ vanishes with ψ, of which it is a multiple where ψ is homogeneous in q̇."""
    if bar.is_zero or row.on_positions or row.value.is_zero:
        return bar.is_zero
    names = closed.kinematics.symbols
    variables = [*names, *(Symbol(q.name, 1) for q in names[1:])]
    ratio = bar / row.value
    return all(ratio.derivative(x).is_zero for x in variables)


def _power(closed: Closed, key: str, U: Canonical | None) -> Canonical:
    """The power of an element, without that of its potential."""
    power = closed.algebra.zero
    for rho, parts in closed.Q_parts.items():
        if key in parts:
            slope = U.derivative(closed.kinematics.symbols[rho]) if U is not None else 0
            power = power + (parts[key] + slope) * closed.kinematics.velocity(rho)
    return power


def _kinetic(closed: Closed) -> Parts:
    """T₂ − T₀ = ½ g_ρσ q̇^ρ q̇^σ − ½ g₀₀ by body."""
    kinetic: Parts = {}
    for (mu, nu), parts in closed.metric.g_parts.items():
        if nu == 0 and mu != 0:
            continue
        factor = Fraction(-1, 2) if mu == 0 else Fraction(1, 2) if mu == nu else Fraction(1)
        square = closed.kinematics.velocity(mu) * closed.kinematics.velocity(nu) * factor
        kinetic = _sum(kinetic, {key: g * square for key, g in parts.items()})
    return kinetic


def _sum(a: Parts, b: dict[str, Canonical]) -> Parts:
    total = dict(a)
    for key, value in b.items():
        total[key] = total[key] + value if key in total else value
    return nonzero(total)
