"""What each element contributes to Q, U and D in closed form (27, 31, 37)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from lagr_gui.algebra import Canonical
from lagr_gui.catalogue.kinds import (
    AtPoint,
    Conductor,
    Dissipation,
    Energies,
    Line,
    Load,
    OnBody,
    OnCoordinate,
    Potential,
)
from lagr_gui.expression import Symbol, read, symbols
from lagr_gui.mechanics.closed.kinematics import Kinematics, Vector
from lagr_gui.mechanics.reading import ElasticBody, Part
from lagr_gui.mechanics.vectors import dot, minus


@dataclass(frozen=True)
class Effect:
    """Generalised forces by coordinate (1 … f), potential U and Rayleigh function D.

    `length` is the distance of the two points on which they depend, where there are such, and
    `span` the way from the second to the first.
    """

    Q: dict[int, Canonical]
    U: Canonical | None = None
    D: Canonical | None = None
    length: Canonical | None = None
    span: Vector | None = None


def effect(kinematics: Kinematics, part: Part) -> Effect:
    """What one element contributes."""
    geometry, law = part.kind.geometry, part.kind.law
    if isinstance(law, Potential):
        return _of_law(kinematics, part, law.energy, _potential)
    if isinstance(law, Dissipation):
        return _of_law(kinematics, part, law.power, _dissipation)
    if isinstance(law, Energies):
        return _given(kinematics, part, law)
    assert isinstance(law, Load)
    match geometry:
        case OnCoordinate(field):
            return _along(kinematics, part, field, law)
        case Conductor():
            return _voltage(kinematics, part, law)
        case AtPoint():
            return _force(kinematics, part, geometry, law)
        case OnBody():
            return _moment(kinematics, part, geometry, law)
        case _:
            raise AssertionError(
                "a load acts on a coordinate, in a branch, at a point or on a body"
            )


def _given(kinematics: Kinematics, part: Part, law: Energies) -> Effect:
    """−∂U/∂q − ∂D/∂q̇ of given energies; T is part of the metric."""
    potential = _potential(kinematics, kinematics.value(part.law(law.potential)))
    dissipation = _dissipation(kinematics, kinematics.value(part.law(law.dissipation)))
    Q = {rho: potential.Q[rho] + dissipation.Q[rho] for rho in potential.Q}
    return Effect(Q, potential.U, dissipation.D)


def beam_effect(kinematics: Kinematics, body: ElasticBody) -> Effect:
    """Bending energy, weight and internal damping of a beam (E3)."""
    beam, value = body.beam, kinematics.value
    U = value(beam.energy()) + beam_weight(kinematics, body)
    D = value(beam.damping) * value(beam.energy(rates=True))
    potential, dissipation = _potential(kinematics, U), _dissipation(kinematics, D)
    Q = {rho: potential.Q[rho] + dissipation.Q[rho] for rho in potential.Q}
    return Effect(Q, U, D)


def beam_weight(kinematics: Kinematics, body: ElasticBody) -> Canonical:
    """The potential energy of a beam's weight."""
    if not body.beam.gravity:
        return kinematics.algebra.zero
    gravity = kinematics.vector(kinematics.reading.gravity)
    strands, moments = kinematics.strands(body), body.beam.basis.moments
    lifted = (
        kinematics.value(moments[a, 0]) * dot(gravity, X)
        for a, X in enumerate(strands)
        if (a, 0) in moments
    )
    return -(kinematics.value(body.beam.mass) * sum(lifted, kinematics.algebra.zero))


def _of_law(
    kinematics: Kinematics,
    part: Part,
    text: str,
    effect_of: Callable[[Kinematics, Canonical], Effect],
) -> Effect:
    """The effect of a law with its measures and fields inserted."""
    tree = read(text)
    names = {symbol.name for symbol in symbols(tree)}
    fields = {spec.name: part for spec in part.kind.fields if spec.name in names}
    values = {name: kinematics.value(part.tree(name)) for name in fields}
    measures = _measures(kinematics, part, names)
    found = effect_of(kinematics, kinematics.value(tree, **values, **measures))
    if "length" not in measures:
        return found
    assert isinstance(part.kind.geometry, Line)
    span = _span(kinematics, part, part.kind.geometry)
    return replace(found, length=measures["length"], span=span)


def _measures(kinematics: Kinematics, part: Part, names: set[str]) -> dict[str, Canonical]:
    geometry = part.kind.geometry
    if isinstance(geometry, OnCoordinate):
        q, rate = (part.coordinate(geometry.coordinate, order) for order in (0, 1))
        return {"value": kinematics.value(q), "rate": kinematics.value(rate)}
    assert isinstance(geometry, Line)
    span = _span(kinematics, part, geometry)
    measures: dict[str, Canonical] = {}
    if "square_speed" in names:
        rates = (
            kinematics.rate(span[0]),
            kinematics.rate(span[1]),
            kinematics.rate(span[2]),
        )
        measures["square_speed"] = dot(rates, rates)
    if names & {"length", "rate"}:
        length = kinematics.algebra.call("sqrt", (dot(span, span),))
        measures["length"] = length
        if "rate" in names:
            rate = kinematics.algebra.zero if part.joined else kinematics.rate(length)
            measures["rate"] = rate
    return measures


def _span(kinematics: Kinematics, part: Part, line: Line) -> Vector:
    """Δx of the two points (34)."""
    return minus(
        kinematics.point(part.value(line.body_a), part.trees(line.point_a)),
        kinematics.point(part.value(line.body_b), part.trees(line.point_b)),
    )


def _potential(kinematics: Kinematics, U: Canonical) -> Effect:
    """Q_ρ = −∂_ρ U (31)"""
    return Effect(
        {i: -U.derivative(q) for i, q in enumerate(kinematics.symbols) if i > 0},
        U=U,
    )


def _dissipation(kinematics: Kinematics, D: Canonical) -> Effect:
    """Q_ρ = −∂D/∂q̇^ρ, which is (37) for LAGR's damper."""
    velocities = [Symbol(q.name, 1) for q in kinematics.symbols]
    return Effect(
        {i: -D.derivative(velocity) for i, velocity in enumerate(velocities) if i > 0},
        D=D,
    )


def _force(kinematics: Kinematics, part: Part, geometry: AtPoint, law: Load) -> Effect:
    """Q_ρ = ∂_ρ xᵢ Kᵢ at the point where the force acts (20)."""
    body = part.value(geometry.body)
    x = kinematics.point(body, part.trees(geometry.point))
    K = _in_space(kinematics, part, law, body)
    size = len(kinematics.symbols)
    return Effect({i: dot(kinematics.slope(x, i), K) for i in range(1, size)})


def _along(kinematics: Kinematics, part: Part, field: str, law: Load) -> Effect:
    """Q_ρ = F ∂_ρ q of a force on a coordinate q."""
    q, force = kinematics.value(part.coordinate(field)), kinematics.value(part.tree(law.vector))
    slopes = {i: q.derivative(p) for i, p in enumerate(kinematics.symbols) if i > 0}
    return Effect({i: slope * force for i, slope in slopes.items() if not slope.is_zero})


def _voltage(kinematics: Kinematics, part: Part, law: Load) -> Effect:
    """A voltage drives every mesh that its branch belongs to."""
    u, names = kinematics.value(part.tree(law.vector)), kinematics.reading.coordinates
    charge = part.charges[part.record.name]
    return Effect({names.index(name) + 1: u * sign for name, sign in charge})


def _moment(kinematics: Kinematics, part: Part, geometry: OnBody, law: Load) -> Effect:
    """Q_ρ = ½ ∂_ρ Eⱼᵢ Eⱼₖ Mᵢₖ with Mᵢₖ = −ε_ikl M_l (27, 28), less that of the reaction body."""
    body, reaction = part.value(geometry.body), part.value(geometry.reaction)
    M = _in_space(kinematics, part, law, body)
    return Effect(
        {
            i: dot(_turning(kinematics, body, i), M) - dot(_turning(kinematics, reaction, i), M)
            for i in range(1, len(kinematics.symbols))
        }
    )


def _turning(kinematics: Kinematics, body: int, index: int) -> Vector:
    """The vector −½ ε_ikl ∂Eⱼᵢ Eⱼₖ: angular velocity per unit of q̇ in space axes."""
    E, _ = kinematics.poses[body]
    dE, _ = kinematics.slopes(body, index)
    half = kinematics.algebra.number(Fraction(1, 2))

    def axial(i: int, k: int) -> Canonical:
        forth = sum((dE[j][k] * E[j][i] for j in range(3)), kinematics.algebra.zero)
        back = sum((dE[j][i] * E[j][k] for j in range(3)), kinematics.algebra.zero)
        return half * (forth - back)

    return axial(1, 2), axial(2, 0), axial(0, 1)


def _in_space(kinematics: Kinematics, part: Part, law: Load, body: int) -> Vector:
    """The vector of a force or moment in space axes."""
    vector = kinematics.vector(part.trees(law.vector))
    if part.value(law.axes) == "body":
        return kinematics.in_space(kinematics.poses[body][0], vector)
    return vector
