"""What each element contributes to Q, U and D in closed form (27, 31, 37)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lagr_gui.algebra import Canonical
from lagr_gui.catalogue.kinds import Dissipation, Energies, Friction, Load, Potential
from lagr_gui.expression import Symbol, write
from lagr_gui.mechanics.closed.kinematics import Kinematics, Vector
from lagr_gui.mechanics.closed.measures import (
    OF_LENGTHS,
    ClosedSpace,
    Inserted,
    force_along,
    force_of,
    inserted,
    spans_of,
)
from lagr_gui.mechanics.reading import ElasticBody, Part
from lagr_gui.mechanics.vectors import dot


@dataclass(frozen=True)
class Effect:
    """Generalised forces by coordinate (1 … f), potential U and Rayleigh function D.

    `spans` are the ways on whose lengths they depend, each from its end to its beginning.
    """

    Q: dict[int, Canonical]
    U: Canonical | None = None
    D: Canonical | None = None
    spans: tuple[Vector, ...] = ()

    def __add__(self, other: Effect) -> Effect:
        """That of both where they are pieces of one element that only press."""
        shared = self.Q.keys() & other.Q.keys()
        return Effect(self.Q | other.Q | {rho: self.Q[rho] + other.Q[rho] for rho in shared})


def effect(kinematics: Kinematics, part: Part) -> Effect:
    """What one element contributes."""
    match part.kind.law:
        case Potential(energy, power) if power:
            return _given(kinematics, part, energy, power)
        case Potential(energy):
            return _over(inserted(kinematics, part, energy), kinematics, _potential)
        case Dissipation(power):
            return _over(inserted(kinematics, part, power), kinematics, _dissipation)
        case Energies() as law:
            return _given(kinematics, part, law.potential, law.dissipation)
        case Load() as law:
            return _load(kinematics, part, law)
        case Friction(along):
            from lagr_gui.mechanics.friction import force  # few models have any

            pushed = inserted(kinematics, part, write(force(part)))
            Q = force_along(kinematics, part, along, pushed.value)
            return Effect(Q, spans=spans_of(kinematics, part) if along in OF_LENGTHS else ())
        case _:
            from lagr_gui.mechanics.touching.cushions import cushioned  # few models have one

            space = ClosedSpace(kinematics)
            pressed, along = cushioned(space, part, lambda measure: measure.value)
            slopes = space.slopes(along.value)
            return Effect({rho: -pressed * slope for rho, slope in slopes.items()})


def _over(
    law: Inserted, kinematics: Kinematics, effect_of: Callable[[Kinematics, Canonical], Effect]
) -> Effect:
    """The effect of a law over measures."""
    return replace(effect_of(kinematics, law.value), spans=law.spans)


def _given(kinematics: Kinematics, part: Part, energy: str, power: str) -> Effect:
    """−∂U/∂q − ∂D/∂q̇ of both; a T that is given is part of the metric."""
    potential = _potential(kinematics, inserted(kinematics, part, energy).value)
    dissipation = _dissipation(kinematics, inserted(kinematics, part, power).value)
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


def _load(kinematics: Kinematics, part: Part, law: Load) -> Effect:
    """Of a force along a measure, or of a vector."""
    if law.axes:
        return Effect(force_of(kinematics, part, law.vector, law.axes))
    along = "length" if law.along == "rate" else law.along  # the measure that this is the rate of
    Q = force_along(kinematics, part, along, kinematics.value(part.tree(law.vector)))
    return Effect(Q, spans=spans_of(kinematics, part) if along in OF_LENGTHS else ())
