"""Kane's equations, Jourdain's principle with partial velocities (Goldschmidt 3.5, (13))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lagr_gui.mechanics.closed import add
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.kinetics import BeamMotion, BodyMotion
from lagr_gui.mechanics.formalisms.wrenches import Cutting, Wrenches
from lagr_gui.mechanics.vectors import Triple, apply, dot, times


@dataclass(frozen=True)
class PartialVelocities:
    """Partial velocity ∂v/∂q̇_ρ (space axes) and ∂ω/∂q̇_ρ (body axes) of a body."""

    v: Triple[Any]
    omega: Triple[Any]


class Kane(Balanced):
    """Σ (M a − F)·∂v/∂q̇ + (θ̄α + ω×θ̄ω − M′)·∂ω/∂q̇ = 0 (Goldschmidt 13)."""

    name = "kane"
    equation = "13"

    @cached_property
    def wrenches(self) -> Wrenches:
        """Applied forces and moments."""
        return Cutting(self.kinetics).wrenches

    @cached_property
    def partials(self) -> dict[int, list[PartialVelocities]]:
        """Partial velocities by body, one for each coordinate."""
        return {body.number: self._partials(body) for body in self.kinetics.bodies}

    def _partials(self, body: BodyMotion) -> list[PartialVelocities]:
        kinetics = self.kinetics
        entries = [
            kinetics.calculus.gradient(entry, kinetics.symbols[1])
            for entry in (*body.v, *body.omega)
        ]
        return [
            PartialVelocities((a, b, c), (d, e, f))
            for a, b, c, d, e, f in zip(*entries, strict=True)
        ]

    @cached_property
    def inertia(self) -> Column:
        """Generalised inertia forces, by body."""
        columns: Column = [{} for _ in self.kinetics.reading.coordinates]
        for body in self.kinetics.bodies:
            thrust = times(body.a, body.M)
            for rho, partial in enumerate(self.partials[body.number]):
                value = dot(thrust, partial.v) + dot(body.spin_rate, partial.omega)
                columns[rho][body.key] = value
        for beam in self.kinetics.beams:
            for rho, partials in enumerate(self._strands(beam)):
                columns[rho][beam.key] = beam.moment(beam.X_second, partials)
        return [self.kinetics.calculus.gathered(parts) for parts in columns]

    def _strands(self, beam: BeamMotion) -> list[list[Triple[Any]]]:
        """∂Ẋ_α/∂q̇ of a beam, one list for each coordinate."""
        kinetics = self.kinetics
        entries = [entry for X in beam.X_rate for entry in X]
        slopes = [kinetics.calculus.gradient(entry, kinetics.symbols[1]) for entry in entries]
        columns = zip(*slopes, strict=True)
        return [[(c[i], c[i + 1], c[i + 2]) for i in range(0, len(c), 3)] for c in columns]

    @cached_property
    def active(self) -> Column:
        """Generalised active forces, by source."""
        columns: Column = [{} for _ in self.kinetics.reading.coordinates]
        for body in self.kinetics.bodies:
            force, moment = (
                self.wrenches.force[body.number],
                self.wrenches.moment[body.number],
            )
            for rho, partial in enumerate(self.partials[body.number]):
                for key, F in force.items():
                    add(columns[rho], key, dot(F, partial.v))
                for key, M in moment.items():
                    add(columns[rho], key, dot(apply(body.E, M), partial.omega))
        for rho, parts in self.wrenches.on_coordinate.items():
            for key, value in parts.items():
                add(columns[rho - 1], key, value)
        return [self.kinetics.calculus.gathered(parts) for parts in columns]

    def terms(self) -> Mapping[str, Column]:
        """Inertia and active forces."""
        negative = [{key: -value for key, value in parts.items()} for parts in self.active]
        return {"inertia": self.inertia, "force": negative}
