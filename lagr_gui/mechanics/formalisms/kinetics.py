"""What the formalisms are made of: velocities, accelerations, T, S and Q of the bodies.

Velocities and accelerations are time derivatives of E and x; neither the metric nor the
Christoffel symbols enter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from lagr_gui.catalogue.kinds import Energies
from lagr_gui.expression import TIME, Symbol
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.closed import Closed, Metric, add
from lagr_gui.mechanics.formalisms.calculus import Calculus, Rate, Shares
from lagr_gui.mechanics.reading import ElasticBody, Part, Reading, RigidBody
from lagr_gui.mechanics.sheets.balance import multiplier
from lagr_gui.mechanics.vectors import Square, Triple, apply, cross, dot, plus

HALF = Fraction(1, 2)


class BodyMotion:
    """Motion and inertia of one body; ω and α in body axes, v and a in space axes."""

    def __init__(self, kinetics: Kinetics, body: RigidBody) -> None:
        kinematics, self._rate = kinetics.kinematics, kinetics.rate
        self.key, self.number, self.gravity = body.key, body.number, body.gravity
        self.zero = kinematics.algebra.zero
        self.M = kinematics.value(body.mass)
        self.theta: Square[Any] = _matrix(kinematics, body.theta)
        self.theta_bar: Square[Any] = _matrix(kinematics, body.theta_bar)
        self.E, self.x = kinematics.poses[body.number]

    @cached_property
    def v(self) -> Triple[Any]:
        """Velocity of the centre of mass."""
        return rates(self._rate, self.x)

    @cached_property
    def a(self) -> Triple[Any]:
        """Acceleration of the centre of mass."""
        return rates(self._rate, self.v)

    @cached_property
    def E_rate(self) -> Square[Any]:
        """Ė"""
        return (
            rates(self._rate, self.E[0]),
            rates(self._rate, self.E[1]),
            rates(self._rate, self.E[2]),
        )

    @cached_property
    def E_second(self) -> Square[Any]:
        """Ë"""
        first, second, third = (rates(self._rate, row) for row in self.E_rate)
        return first, second, third

    @cached_property
    def omega(self) -> Triple[Any]:
        """ω in body axes: ω₁ = ė′₂·e′₃ and so on."""
        e, rate = self.E, self.E_rate
        return dot(rate[1], e[2]), dot(rate[2], e[0]), dot(rate[0], e[1])

    @cached_property
    def alpha(self) -> Triple[Any]:
        """The angular acceleration in body axes."""
        return rates(self._rate, self.omega)

    @cached_property
    def spin_rate(self) -> Triple[Any]:
        """The rate θ̄α + ω×θ̄ω of the angular momentum about the centre of mass."""
        return self.spin_rate_of(self.omega, self.alpha)

    def spin_rate_of(self, omega: Triple[Any], alpha: Triple[Any]) -> Triple[Any]:
        """θ̄α + ω×θ̄ω of an angular velocity and acceleration in body axes."""
        gyroscopic = cross(omega, apply(self.theta_bar, omega))
        return plus(apply(self.theta_bar, alpha), gyroscopic)

    def binet(self, A: Square[Any]) -> Any:
        """θⱼₖ Aⱼᵢ Aₖᵢ: twice the energy of turning for Ė, that of Appell's function for Ë."""
        total = self.zero
        for j in range(3):
            for k in range(3):
                if not self.theta[j][k].is_zero:
                    total = total + self.theta[j][k] * dot(A[j], A[k])
        return total


class BeamMotion:
    """Motion of a beam by the vectors X_α of its points x = φ_α X_α (E1), in space axes."""

    def __init__(self, kinetics: Kinetics, body: ElasticBody) -> None:
        kinematics, self._rate = kinetics.kinematics, kinetics.rate
        self.key, self.zero = body.key, kinematics.algebra.zero
        mass, moments = kinematics.value(body.beam.mass), body.beam.basis.moments
        self.moments = {pair: mass * kinematics.value(value) for pair, value in moments.items()}
        self.X = kinematics.strands(body)

    @cached_property
    def X_rate(self) -> list[Triple[Any]]:
        """Ẋ_α"""
        return [rates(self._rate, X) for X in self.X]

    @cached_property
    def X_second(self) -> list[Triple[Any]]:
        """Ẍ_α"""
        return [rates(self._rate, X) for X in self.X_rate]

    def moment(self, A: Sequence[Triple[Any]], B: Sequence[Triple[Any]]) -> Any:
        """M J_αβ A_α·B_β: twice the energy for Ẋ, that of Appell's function for Ẍ (E2)."""
        terms = (J * dot(A[a], B[b]) for (a, b), J in self.moments.items())
        return sum(terms, self.zero)


def no_body(part: Part) -> LagrError:
    """Why a formalism that looks at bodies does not apply."""
    return refusal(
        place=say("Element “{name}”", name=part.record.name),
        cause=say(
            "The energies of “{name}” belong to no body that could be cut free.",
            name=part.record.name,
        ),
        remedy="Choose a formalism that starts from T.",
        code="no-body",
    )


class Kinetics:
    """A system over a calculus; q, q̇ and q̈ as values, index ρ − 1."""

    def __init__(self, reading: Reading, calculus: Calculus) -> None:
        self.reading, self.calculus = reading, calculus
        self.algebra = calculus.algebra
        self.closed = Closed(reading, Metric(reading, algebra=calculus.algebra))
        self.kinematics = self.closed.kinematics
        self.symbols = [self._of_order(order) for order in range(4)]
        self.qdd = calculus.introduce(self.symbols[2])
        jerks = calculus.introduce(self.symbols[3])
        q_rates = calculus.introduce(self.symbols[1])
        flow: dict[Symbol, Any] = {Symbol(TIME): self.algebra.one}
        for symbols, speeds in zip(self.symbols, (q_rates, self.qdd, jerks), strict=False):
            flow |= dict(zip(symbols, speeds, strict=True))
        self.qd = q_rates
        self.rate: Rate = calculus.flow(flow)
        """d/dt along q̇, q̈ and the third derivatives."""

    def _of_order(self, order: int) -> list[Symbol]:
        return [Symbol(name, order) for name in self.reading.coordinates]

    @cached_property
    def bodies(self) -> list[BodyMotion]:
        """All bodies but body 0."""
        return [BodyMotion(self, body) for body in self.reading.bodies]

    @cached_property
    def beams(self) -> list[BeamMotion]:
        """All beams."""
        return [BeamMotion(self, beam) for beam in self.reading.beams]

    @cached_property
    def T(self) -> Shares:
        """Kinetic energies ½ M v² + ½ θⱼₖ Ėⱼ·Ėₖ (14), and those that elements give."""
        doubled = {b.key: (b.M * dot(b.v, b.v) + b.binet(b.E_rate)) for b in self.bodies}
        doubled |= {b.key: b.moment(b.X_rate, b.X_rate) for b in self.beams}
        for part in self.reading.kinetic:
            assert isinstance(part.kind.law, Energies)
            doubled[part.key] = self.kinematics.value(part.law(part.kind.law.kinetic)) * 2
        return self._gathered(doubled)

    @cached_property
    def S(self) -> Shares:
        """Appell's function ½∫ r̈² dm = ½ M a² + ½ θⱼₖ Ëⱼ·Ëₖ (30).

        Raises LagrError where an element gives a kinetic energy: no body tells its r̈.
        """
        if self.reading.kinetic:
            raise no_body(self.reading.kinetic[0])
        doubled = {b.key: (b.M * dot(b.a, b.a) + b.binet(b.E_second)) for b in self.bodies}
        doubled |= {b.key: b.moment(b.X_second, b.X_second) for b in self.beams}
        return self._gathered(doubled)

    def _gathered(self, doubled: Shares) -> Shares:
        half = self.algebra.number(HALF)
        return self.calculus.gathered({key: half * value for key, value in doubled.items()})

    @cached_property
    def Q(self) -> list[Shares]:
        """Generalised forces Q_ρ by source."""
        f = len(self.reading.coordinates)
        return [self.calculus.gathered(self.closed.Q_parts[rho]) for rho in range(1, f + 1)]

    @cached_property
    def multipliers(self) -> list[Any]:
        """λ of each condition on the motion, numbered as they are shown.

        A condition that every position fulfils has none: its λ is zero.
        """
        shown = self.closed.constraints.shown
        symbols = [multiplier(s) for s, _ in enumerate(shown, start=1)]
        by_row = dict(zip(shown, self.calculus.introduce(symbols), strict=True))
        rows = self.closed.constraints.rows
        return [by_row.get(place, self.algebra.zero) for place, _ in enumerate(rows)]

    @cached_property
    def bound(self) -> list[Shares]:
        """Generalised forces λ_s G_sρ of the conditions on the motion by source (C4)."""
        constraints = self.closed.constraints
        columns: list[Shares] = [{} for _ in self.reading.coordinates]
        for row, slopes, factor in zip(
            constraints.rows, constraints.G, self.multipliers, strict=True
        ):
            for rho, slope in slopes.items():
                add(columns[rho - 1], row.source, slope * factor)
        return columns

    def slopes(self, parts: Shares, order: int) -> list[Shares]:
        """∂/∂q, ∂/∂q̇ or ∂/∂q̈ of contributions, one entry for each coordinate."""
        columns: list[Shares] = [{} for _ in self.symbols[order]]
        for key, value in parts.items():
            slopes = self.calculus.gradient(value, self.symbols[order])
            for column, slope in zip(columns, slopes, strict=True):
                if not slope.is_zero:
                    column[key] = slope
        return columns

    def rate_of(self, parts: Shares) -> Shares:
        """The time derivative of contributions."""
        return self.calculus.gathered({key: self.rate(value) for key, value in parts.items()})


def rates(rate: Rate, vector: Triple[Any]) -> Triple[Any]:
    """The derivative of a vector."""
    return rate(vector[0]), rate(vector[1]), rate(vector[2])


def scaled(parts: Shares, factor: Fraction | int) -> Shares:
    """Contributions times a number."""
    return {key: value * factor for key, value in parts.items()}


def merged(columns: Iterable[Shares]) -> Shares:
    """The sum of contributions by source."""
    result: Shares = {}
    for parts in columns:
        for key, value in parts.items():
            add(result, key, value)
    return result


def total(algebra: Any, columns: Sequence[Shares]) -> Any:
    """The sum of all contributions."""
    return sum((value for parts in columns for value in parts.values()), algebra.zero)


def _matrix(kinematics: Any, rows: Any) -> Square[Any]:
    first, second, third = (kinematics.vector(row) for row in rows)
    return first, second, third
