"""Inertia and forces of a system along directions: what d'Alembert's principle sums up."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Symbol
from lagr_gui.mechanics.closed import Closed, Parts, add, nonzero
from lagr_gui.mechanics.minimal.speeds import Speeds


class Directions:
    """g q̈ + Γ q̇ q̇ and Q by source, for velocities `v` and accelerations `a` (0 … f)."""

    def __init__(self, closed: Closed, v: Sequence[Canonical], a: Sequence[Canonical]) -> None:
        self.closed, self.v, self.a = closed, v, a
        moving = (Symbol(q.name, 1) for q in closed.kinematics.symbols[1:])
        self._speeds = dict(zip(moving, v[1:], strict=True))

    def along(self, direction: Sequence[Canonical]) -> tuple[Parts, Parts]:
        """What inertia and forces hold in a direction δq (0 … f), whose time does not go on."""
        left: Parts = {}
        for (mu, nu), parts in self.closed.metric.g_parts.items():
            both = direction[mu] * self.a[nu]
            if mu != nu:
                both = both + direction[nu] * self.a[mu]
            _add(left, parts, both)
        for (rho, mu, nu), parts in self.closed.metric.gamma_parts.items():
            square = self.v[mu] * self.v[nu] * (1 if mu == nu else 2)
            _add(left, parts, direction[rho] * square)
        right: Parts = {}
        for rho, parts in self.closed.Q_parts.items():
            moved = {key: value.substitute(self._speeds) for key, value in parts.items()}
            _add(right, moved, direction[rho])
        return nonzero(left), nonzero(right)


def in_coordinates(closed: Closed) -> Directions:
    """Those of a motion in all coordinates."""
    algebra, names = closed.algebra, [q.name for q in closed.kinematics.symbols[1:]]
    v = [algebra.one, *(algebra.symbol(Symbol(name, 1)) for name in names)]
    a = [algebra.zero, *(algebra.symbol(Symbol(name, 2)) for name in names)]
    return Directions(closed, v, a)


def in_speeds(closed: Closed, chosen: Speeds) -> Directions:
    """Those of a motion whose velocities are those of independent speeds."""
    velocities = [closed.algebra.one, *chosen.velocities]
    rates = [rate(closed, chosen, velocities, value) for value in chosen.velocities]
    return Directions(closed, velocities, [closed.algebra.zero, *rates])


def rate(
    closed: Closed, chosen: Speeds, velocities: Sequence[Canonical], value: Canonical
) -> Canonical:
    """d/dt of a value in coordinates and speeds, along the motion."""
    total = closed.algebra.zero
    for q, speed in zip(closed.kinematics.symbols, velocities, strict=True):
        total = total + value.derivative(q) * speed
    for u, change in zip(chosen.symbols, chosen.rates, strict=True):
        total = total + value.derivative(u) * closed.algebra.symbol(change)
    return total


def _add(total: Parts, parts: Parts, factor: Canonical) -> None:
    if not factor.is_zero:
        for key, value in parts.items():
            add(total, key, value * factor)
