"""What the bodies alone determine: the metric g and the Christoffel symbols Γ."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cached_property
from typing import Any

from lagr_gui.algebra import Canonical, too_long
from lagr_gui.catalogue.kinds import Energies
from lagr_gui.expression import Symbol
from lagr_gui.foundation.problem import TooLong
from lagr_gui.mechanics.closed.kinematics import Kinematics
from lagr_gui.mechanics.closed.length import CROWDED, Length
from lagr_gui.mechanics.reading import ElasticBody, Part, Reading, RigidBody
from lagr_gui.mechanics.vectors import dot

Parts = dict[str, Canonical]
"""Contributions by item key; those that vanish are left out."""
Pair = tuple[int, int]
HALF = Fraction(1, 2)
Slope = tuple[Pair, int]
"""Which entry of the metric is differentiated by which coordinate."""
Progress = Callable[[str, float], None]


class Metric:
    """g and Γ with their contributions; no element enters, so an edit of one keeps them.

    `shown` is room for what is made of these values, for as long as they live.
    """

    def __init__(self, reading: Reading, algebra: Any = None) -> None:
        self.reading = reading
        self.report: Progress = silent
        self.kinematics = Kinematics(reading, algebra)
        self.algebra = self.kinematics.algebra
        self.size = len(reading.coordinates) + 1
        self.shown: dict[str, Any] = {}
        self._found: dict[str, dict[Pair, Canonical]] = {}
        self._symbols: dict[str, dict[tuple[int, int, int], Canonical]] = {}
        self._refused: set[str] = set()

    @cached_property
    def g_parts(self) -> dict[Pair, Parts]:
        """Contributions of the bodies to g_μν (17), μ ≥ ν, only those different from zero."""
        with self._refusing("g", self._found):
            return self._counted_g()

    def _counted_g(self) -> dict[Pair, Parts]:
        parts: dict[Pair, Parts] = {}
        length, moved = Length(), (*self.reading.bodies, *self.reading.beams)
        for count, body in enumerate(moved):
            self.report("kinetic energy", count / len(moved))
            if body.key not in self._found:  # otherwise it was interrupted after this body
                self._found[body.key] = self._of_body(body)
            for pair, value in self._found[body.key].items():
                parts.setdefault(pair, {})[body.key] = value
                length.add(value)
        for part in self.reading.kinetic:
            for pair, value in self._given_metric(part).items():
                parts.setdefault(pair, {})[part.key] = value
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
            (pair, index): derivative
            for pair, value in g.items()
            for index, q in enumerate(self.kinematics.symbols)
            if not (derivative := self.algebra.derived(value, q)).is_zero
        }
        sums: dict[tuple[tuple[int, int], ...], Canonical] = {}

        gamma: dict[tuple[int, int, int], Canonical] = {}
        for rho, mu, nu in sorted(_touched(slopes)):
            self.report("Christoffel symbols", rho / self.size)
            terms = _of_symbol(rho, mu, nu, slopes)
            if not terms:
                continue
            used = tuple(sorted((id(slope), n) for slope, n in terms))
            if used not in sums:  # many symbols are made of the same slopes
                sums[used] = self.algebra.combined(terms, HALF)
            if not sums[used].is_zero:
                gamma[rho, mu, nu] = sums[used]
        return gamma

    @cached_property
    def gamma_parts(self) -> dict[tuple[int, int, int], Parts]:
        """Contributions of the bodies to Γ_ρμν."""
        with self._refusing("Γ", self._symbols):
            return self._counted_gamma()

    def _counted_gamma(self) -> dict[tuple[int, int, int], Parts]:
        parts: dict[tuple[int, int, int], Parts] = {}
        length = Length()
        reading = self.reading
        for key in (e.key for e in (*reading.bodies, *reading.beams, *reading.kinetic)):
            if key not in self._symbols:
                metric = {p: by[key] for p, by in self.g_parts.items() if key in by}
                self._symbols[key] = self.christoffel(metric)
            for index, value in self._symbols[key].items():
                parts.setdefault(index, {})[key] = value
                length.add(value)
        return parts

    @contextmanager
    def _refusing(self, what: str, values: dict[str, Any]) -> Generator[None]:
        """Let go of values of single bodies where all together are too long, now and later.

        What was computed before an interruption stays: it is gone on with.
        """
        if what in self._refused:
            raise too_long()
        try:
            yield
        except TooLong:
            self._refused.add(what)
            values.clear()
            raise

    @property
    def g_length(self) -> int:
        """The terms of g in all bodies."""
        return sum(value.length for parts in self.g_parts.values() for value in parts.values())

    @property
    def is_crowded(self) -> bool:
        """Whether nobody would read it body by body."""
        return self.g_length > CROWDED * (self.size - 1)

    @cached_property
    def T_parts(self) -> Parts:
        """Contributions of the bodies to T = ½ g_μν q̇^μ q̇^ν (18)."""
        speeds = [self.kinematics.velocity(index) for index in range(self.size)]
        parts: Parts = {}
        for (mu, nu), by in self.g_parts.items():
            product = speeds[mu] * speeds[nu] * Fraction(1, 2 if mu == nu else 1)
            for key, value in by.items():
                parts[key] = parts.get(key, self.algebra.zero) + value * product
        return parts

    def total(self, parts: Mapping[str, Canonical]) -> Canonical:
        """The sum of contributions."""
        return sum(parts.values(), self.algebra.zero)

    def _of_body(self, body: RigidBody | ElasticBody) -> dict[Pair, Canonical]:
        """The contributions of a body or beam."""
        elastic = isinstance(body, ElasticBody)
        return self._beam_metric(body) if elastic else self._body_metric(body)

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
        turning: dict[Pair, Canonical] = {}
        for mu in stations:
            for nu in (index for index in stations if index <= mu):
                station = min(stations[mu], stations[nu], key=order) if skew else None
                dE_mu, dx_mu = self.kinematics.slopes(body.number, mu, station)
                dE_nu, dx_nu = self.kinematics.slopes(body.number, nu, station)
                turns = id(dE_mu), id(dE_nu)
                if turns not in turning:  # in a plane all coordinates turn a body alike
                    turning[turns] = sum(
                        (moment * dot(dE_mu[j], dE_nu[k]) for (j, k), moment in theta.items()),
                        self.algebra.zero,
                    )
                metric[mu, nu] = M * dot(dx_mu, dx_nu) + turning[turns]
        return nonzero(metric)

    def _beam_metric(self, body: ElasticBody) -> dict[Pair, Canonical]:
        """M J_αβ ∂_μ X_α·∂_ν X_β of one beam (E2), which is (17) for the vectors X_α."""
        kinematics, algebra = self.kinematics, self.algebra
        M = kinematics.value(body.beam.mass)
        J = {pair: kinematics.value(value) for pair, value in body.beam.basis.moments.items()}
        stations, order = kinematics.bent_stations(body), kinematics.order
        slopes: dict[tuple[int | None, int], list] = {}

        def slope(station: int | None, index: int) -> list:
            key = station, index
            if key not in slopes:
                strands = kinematics.strands(body, station)
                slopes[key] = [kinematics.slope(X, index) for X in strands]
            return slopes[key]

        metric = {}
        for mu in stations:
            for nu in (index for index in stations if index <= mu):
                pair = stations[mu], stations[nu]
                station = min(*pair, key=order) if kinematics.is_skew else None
                dX_mu, dX_nu = slope(station, mu), slope(station, nu)
                terms = (j * dot(dX_mu[a], dX_nu[b]) for (a, b), j in J.items())
                metric[mu, nu] = M * sum(terms, algebra.zero)
        return nonzero(metric)

    def _given_metric(self, part: Part) -> dict[Pair, Canonical]:
        """g_μν of a given T: terms linear in velocities are g_0ν, those without them g_00."""
        law = part.kind.law
        assert isinstance(law, Energies)
        T = self.kinematics.value(part.law(law.kinetic))
        names = [Symbol(q.name, 1) for q in self.kinematics.symbols]
        speeds = [self.kinematics.velocity(index) for index in range(self.size)]
        metric: dict[Pair, Canonical] = {}
        rest = T * 2
        for mu in range(1, self.size):
            slope = T.derivative(names[mu])
            linear = slope
            for nu in range(1, self.size):
                value = slope.derivative(names[nu])
                linear = linear - value * speeds[nu]
                rest = rest - value * speeds[mu] * speeds[nu]
                if nu <= mu:
                    metric[mu, nu] = value
            metric[mu, 0] = linear
            rest = rest - linear * speeds[mu] * 2
        metric[0, 0] = rest
        return nonzero(metric)

    def _theta(self, body: RigidBody) -> dict[Pair, Canonical]:
        entries = {
            (j, k): self.kinematics.value(body.theta[j][k]) for j in range(3) for k in range(3)
        }
        return nonzero(entries)


def nonzero(values: Mapping) -> dict:
    """The entries that are different from zero."""
    return {key: value for key, value in values.items() if not value.is_zero}


def add(parts: dict[str, Any], key: str, value: Any) -> None:
    """Add a contribution of a source."""
    parts[key] = parts[key] + value if key in parts else value


def silent(stage: str, fraction: float) -> None:
    """Report nothing."""


def _of_symbol(
    rho: int, mu: int, nu: int, slopes: Mapping[Slope, Canonical]
) -> list[tuple[Canonical, int]]:
    """The different slopes of which 2 Γ_ρμν is the sum, with their numbers."""
    numbers: dict[int, tuple[Canonical, int]] = {}
    for a, b, index, sign in ((rho, mu, nu, 1), (nu, rho, mu, 1), (mu, nu, rho, -1)):
        slope = slopes.get((((a, b) if a > b else (b, a)), index))
        if slope is not None:
            _, number = numbers.get(id(slope), (slope, 0))
            numbers[id(slope)] = slope, number + sign
    return [(slope, n) for slope, n in numbers.values() if n]


def _touched(slopes: Iterable[Slope]) -> set[tuple[int, int, int]]:
    """The ρ, μ ≥ ν of the Christoffel symbols that some slopes enter, ρ from 1."""
    triples: set[tuple[int, int, int]] = set()
    for (mu, nu), index in slopes:
        for rho, one, other in ((mu, nu, index), (nu, mu, index), (index, mu, nu)):
            if rho:
                triples.add((rho, max(one, other), min(one, other)))
    return triples
