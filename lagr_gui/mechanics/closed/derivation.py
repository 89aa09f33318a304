"""The closed form: metric g, Christoffel symbols Γ, generalised forces Q, energies T, U, D.

Made to be read.  Every result is a sum of contributions of single bodies and elements, and
the contributions are kept: a dictionary from item keys to canonical expressions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property

from lagr_gui.algebra import Canonical, too_long
from lagr_gui.mechanics.closed.elements import Effect, effect
from lagr_gui.mechanics.closed.kinematics import Kinematics
from lagr_gui.mechanics.reading import Reading, RigidBody
from lagr_gui.mechanics.vectors import dot

Parts = dict[str, Canonical]
"""Contributions by item key; those that vanish are left out."""
Pair = tuple[int, int]
LONGEST = 2_000_000
"""Terms that g, or Γ, may have in all bodies together: more than anybody reads."""
Slope = tuple[Pair, int]
"""Which entry of the metric is differentiated by which coordinate."""
Progress = Callable[[str, float], None]


class Closed:
    """All results of a system of tree structure; index 0 is time, coordinates are 1 … f."""

    def __init__(self, reading: Reading, progress: Progress | None = None) -> None:
        self.reading = reading
        self._report = progress or _silent
        self.kinematics = Kinematics(reading)
        self.algebra = self.kinematics.algebra
        self.size = len(reading.coordinates) + 1

    @cached_property
    def g_parts(self) -> dict[Pair, Parts]:
        """Contributions of the bodies to g_μν (17), μ ≥ ν, only those different from zero."""
        parts: dict[Pair, Parts] = {}
        length = 0
        for count, body in enumerate(self.reading.bodies):
            self._report("kinetic energy", count / len(self.reading.bodies))
            for pair, value in self._body_metric(body).items():
                parts.setdefault(pair, {})[body.key] = value
                length += value.length
            if length > LONGEST:
                raise too_long()
        return parts

    @cached_property
    def g(self) -> dict[Pair, Canonical]:
        """g_μν for μ ≥ ν, only those different from zero."""
        return nonzero({pair: self.total(parts) for pair, parts in sorted(self.g_parts.items())})

    @cached_property
    def gamma(self) -> dict[tuple[int, int, int], Canonical]:
        """Γ_ρμν (30) for ρ = 1 … f, μ ≥ ν, only those different from zero."""
        return self.christoffel(self.g)

    def christoffel(self, g: Mapping[Pair, Canonical]) -> dict[tuple[int, int, int], Canonical]:
        """Γ_ρμν = ½ (∂_ν g_ρμ + ∂_μ g_νρ − ∂_ρ g_μν) (30) of any metric."""
        slopes = {
            (pair, index): found
            for pair, value in g.items()
            for index, q in enumerate(self.kinematics.symbols)
            if not (found := value.derivative(q)).is_zero
        }
        half = self.algebra.number(Fraction(1, 2))
        known: dict[tuple[tuple[Slope, int], ...], Canonical] = {}

        def slope(mu: int, nu: int, index: int) -> Slope:
            return (max(mu, nu), min(mu, nu)), index

        gamma: dict[tuple[int, int, int], Canonical] = {}
        for rho in range(1, self.size):
            self._report("Christoffel symbols", rho / self.size)
            for mu in range(self.size):
                for nu in range(mu + 1):
                    parts = Counter((slope(rho, mu, nu), slope(nu, rho, mu)))
                    parts[slope(mu, nu, rho)] -= 1
                    used = tuple(sorted((s, n) for s, n in parts.items() if n and s in slopes))
                    if not used:
                        continue
                    if used not in known:  # many symbols are made of the same slopes
                        total = sum((slopes[s] * n for s, n in used), self.algebra.zero)
                        known[used] = self.algebra.shared(half * total)
                    if not known[used].is_zero:
                        gamma[rho, mu, nu] = known[used]
        return gamma

    @cached_property
    def gamma_parts(self) -> dict[tuple[int, int, int], Parts]:
        """Contributions of the bodies to Γ_ρμν."""
        parts: dict[tuple[int, int, int], Parts] = {}
        length = 0
        for body in self.reading.bodies:
            own = {p: by[body.key] for p, by in self.g_parts.items() if body.key in by}
            for index, value in self.christoffel(own).items():
                parts.setdefault(index, {})[body.key] = value
                length += value.length
            if length > LONGEST:
                raise too_long()
        return parts

    @cached_property
    def effects(self) -> dict[str, Effect]:
        """What each element contributes, by item key."""
        effects = {}
        for part in self.reading.parts:
            self._report(f"“{part.record.name}”", 0.0)
            effects[part.key] = effect(self.kinematics, part)
        return effects

    @cached_property
    def Q_parts(self) -> dict[int, Parts]:
        """Contributions of weights and elements to Q_ρ, ρ = 1 … f."""
        parts: dict[int, Parts] = {rho: {} for rho in range(1, self.size)}
        for body in self.reading.bodies:
            for rho, value in self._weight(body).items():
                parts[rho][body.key] = value
        for key, found in self.effects.items():
            for rho, value in found.Q.items():
                parts[rho][key] = value
        return {rho: nonzero(values) for rho, values in parts.items()}

    @cached_property
    def Q(self) -> dict[int, Canonical]:
        """Q_ρ, only those different from zero."""
        return nonzero({rho: self.total(parts) for rho, parts in self.Q_parts.items()})

    @cached_property
    def U_parts(self) -> Parts:
        """Potential energies of weights and elements."""
        U: Parts = {}
        for body in self.reading.bodies:
            if body.gravity:
                _, x = self.kinematics.poses[body.number]
                gravity = self.kinematics.vector(self.reading.gravity)
                U[body.key] = -(self.kinematics.value(body.mass) * dot(gravity, x))
        U |= {key: found.U for key, found in self.effects.items() if found.U is not None}
        return nonzero(U)

    @cached_property
    def D_parts(self) -> Parts:
        """Rayleigh functions of the elements."""
        return nonzero({k: found.D for k, found in self.effects.items() if found.D is not None})

    def total(self, parts: Mapping[str, Canonical]) -> Canonical:
        """The sum of contributions."""
        return sum(parts.values(), self.algebra.zero)

    def _body_metric(self, body: RigidBody) -> dict[Pair, Canonical]:
        """M ∂_μ xᵢ ∂_ν xᵢ + θⱼₖ ∂_μ Eⱼᵢ ∂_ν Eₖᵢ of one body.

        Both sums are the same in any axes.  Where axes of joints are skew, E and x are taken
        as they are seen from where the motion by q^μ or q^ν begins: what lies before would
        only cancel, after very long products.
        """
        M, theta = self.kinematics.value(body.mass), self._theta(body)
        stations = self.kinematics.stations(body.number)
        order, skew = self.kinematics.order, self.kinematics.is_skew
        metric = {}
        for mu in stations:
            for nu in (index for index in stations if index <= mu):
                station = min(stations[mu], stations[nu], key=order) if skew else None
                dE_mu, dx_mu = self.kinematics.slopes(body.number, mu, station)
                dE_nu, dx_nu = self.kinematics.slopes(body.number, nu, station)
                value = M * dot(dx_mu, dx_nu)
                for (j, k), moment in theta.items():
                    value = value + moment * dot(dE_mu[j], dE_nu[k])
                metric[mu, nu] = value
        return nonzero(metric)

    def _theta(self, body: RigidBody) -> dict[Pair, Canonical]:
        entries = {
            (j, k): self.kinematics.value(body.theta[j][k]) for j in range(3) for k in range(3)
        }
        return nonzero(entries)

    def _weight(self, body: RigidBody) -> dict[int, Canonical]:
        """M g·∂_ρ x of one body."""
        if not body.gravity:
            return {}
        M, gravity = (
            self.kinematics.value(body.mass),
            self.kinematics.vector(self.reading.gravity),
        )
        return nonzero(
            {
                rho: M * dot(gravity, self.kinematics.slopes(body.number, rho)[1])
                for rho in range(1, self.size)
            }
        )


def nonzero(values: Mapping) -> dict:
    """The entries that are different from zero."""
    return {key: value for key, value in values.items() if not value.is_zero}


def _silent(stage: str, fraction: float) -> None:
    """Report nothing."""
