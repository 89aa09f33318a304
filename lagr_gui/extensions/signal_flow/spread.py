"""What inertia of no rigid body adds to the balances: circuits and beams.

A circuit stores T(q, q̇) in its meshes, which adds d/dt ∂T/∂q̇ − ∂T/∂q to the equation of each
coordinate.  The points x = φ_α X_α of a beam (E1) with the mass moments m_αβ = M ∫φ_α φ_β dξ pull
at its root with

    force −m_0β (Ẍ_β − δ_0β g),  moment −m_αβ (X_α − δ_0α x) × (Ẍ_β − δ_0β g) about its centre x

and add m_αβ ∂X_α/∂q · Ẍ_β to the equation of each of its own amplitudes.
"""

from __future__ import annotations

from typing import Any

from lagr_gui.catalogue.kinds import Energies
from lagr_gui.expression import Symbol
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, rates
from lagr_gui.mechanics.formalisms.wrenches import Cutting
from lagr_gui.mechanics.reading import ElasticBody, Part
from lagr_gui.mechanics.vectors import Triple, cross, dot, minus, plus, times

Vector = Triple[Any]


class SignalCutting(Cutting):
    """Elements of circuits act on coordinates, and what a beam does is told by `SpreadInertia`."""

    def part(self, part: Part) -> None:
        if part.conducts:
            self.on_coordinates(part.key)
        else:
            super().part(part)

    def beam(self, beam: ElasticBody) -> None:
        """It is told with the beam's inertia."""


class SpreadInertia:
    """What beams and circuits ask of bodies and coordinates, linear in q̈."""

    def __init__(self, kinetics: Kinetics) -> None:
        self.kinetics, self.zero = kinetics, kinetics.algebra.zero
        self.names = kinetics.reading.coordinates
        self._beams = [_SpreadBeam(kinetics, beam) for beam in kinetics.reading.beams]
        self.stored: dict[int, list[str]] = {}
        """The elements of circuits whose T stands in the equation of a coordinate (index)."""
        self._circuits = self._inert_circuits()

    def _inert_circuits(self) -> list[Any]:
        """d/dt ∂T/∂q̇ − ∂T/∂q of all circuits by coordinate."""
        kinetics, inertias = self.kinetics, [self.zero for _ in self.names]
        for part in kinetics.reading.kinetic:
            assert isinstance(part.kind.law, Energies)
            T = kinetics.kinematics.value(part.law(part.kind.law.kinetic))
            momenta = kinetics.calculus.gradient(T, kinetics.symbols[1])
            slopes = kinetics.calculus.gradient(T, kinetics.symbols[0])
            for nu, (p, slope) in enumerate(zip(momenta, slopes, strict=True)):
                inert = kinetics.rate(p) - slope
                if not inert.is_zero:
                    self.stored.setdefault(nu, []).append(part.record.name)
                    inertias[nu] = inertias[nu] + inert
        return inertias

    def on_body(self, number: int, centre: Vector) -> tuple[Vector, Vector]:
        """Force and moment about its centre that a body has to give its beams."""
        force = moment = (self.zero, self.zero, self.zero)
        for beam in self._beams:
            if beam.root == number:
                force, moment = plus(force, beam.force), plus(moment, beam.moment(centre))
        return force, moment

    def on_coordinate(self, nu: int) -> Any:
        """The force that a coordinate (index) has to give for circuits and beams."""
        forces = (beam.force_on(nu) for beam in self._beams if self.names[nu] in beam.amplitudes)
        return sum(forces, self._circuits[nu])


class _SpreadBeam:
    def __init__(self, kinetics: Kinetics, body: ElasticBody) -> None:
        kinematics, beam = kinetics.kinematics, body.beam
        self.kinetics, self.body, self.root = kinetics, body, body.root
        self.amplitudes = [symbol.name for symbol in beam.amplitudes]
        mass = kinematics.value(beam.mass)
        self.m = {pair: mass * kinematics.value(J) for pair, J in beam.basis.moments.items()}
        self.X = kinematics.strands(body)
        self.asked = [rates(kinetics.rate, rates(kinetics.rate, X)) for X in self.X]
        if beam.gravity:
            g = kinematics.vector(kinetics.reading.gravity)
            self.asked[0] = minus(self.asked[0], g)

    @property
    def force(self) -> Vector:
        """∫(ẍ − g) dm"""
        force = self.kinetics.kinematics.nowhere
        for (a, b), m in self.m.items():
            force = plus(force, times(self.asked[b], m)) if a == 0 else force
        return force

    def moment(self, centre: Vector) -> Vector:
        """∫(x − centre) × (ẍ − g) dm"""
        moment = self.kinetics.kinematics.nowhere
        for (a, b), m in self.m.items():
            arm = minus(self.X[a], centre) if a == 0 else self.X[a]
            moment = plus(moment, times(cross(arm, self.asked[b]), m))
        return moment

    def force_on(self, nu: int) -> Any:
        """∫∂x/∂q · (ẍ − g) dm, and what bending and damping ask for."""
        q = self.kinetics.kinematics.symbols[nu + 1]
        slopes = [(x.derivative(q), y.derivative(q), z.derivative(q)) for x, y, z in self.X]
        inert = (m * dot(slopes[a], self.asked[b]) for (a, b), m in self.m.items())
        beam, value = self.body.beam, self.kinetics.kinematics.value
        bent = value(beam.energy()).derivative(q)
        rate = Symbol(q.name, 1)
        damped = (value(beam.damping) * value(beam.energy(rates=True))).derivative(rate)
        return sum(inert, bent + damped)
