"""Kane's equations, Jourdain's principle with partial velocities (Goldschmidt 3.5, (13))."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lagr_gui.mechanics.closed import add
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.generalised_speeds import (
    GeneralisedSpeeds,
    MotionInSpeeds,
    velocities_of,
)
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, Kinetics
from lagr_gui.mechanics.formalisms.wrenches import Cutting, Wrenches
from lagr_gui.mechanics.vectors import Triple, apply, dot, times


@dataclass(frozen=True)
class PartialVelocities:
    """Partial velocity ∂v/∂u_r (space axes) and ∂ω/∂u_r (body axes) of a body."""

    v: Triple[Any]
    omega: Triple[Any]


class Kane(Balanced):
    """Σ (M a − F)·∂v/∂u_r + (θ̄α + ω×θ̄ω − M′)·∂ω/∂u_r = 0 (Goldschmidt 13).

    The speeds u_r are the velocities of the coordinates where none are given.
    """

    name = "kane"
    equation = "13"

    def __init__(self, kinetics: Kinetics, speeds: GeneralisedSpeeds | None = None) -> None:
        super().__init__(kinetics)
        self.motion = MotionInSpeeds(kinetics, speeds or velocities_of(kinetics))

    @cached_property
    def wrenches(self) -> Wrenches:
        """Applied forces and moments."""
        return Cutting(self.kinetics).wrenches

    @cached_property
    def partials(self) -> dict[int, list[PartialVelocities]]:
        """Partial velocities by body, one for each speed."""
        return {body.number: self._partials(body) for body in self.kinetics.bodies}

    def _partials(self, body: BodyMotion) -> list[PartialVelocities]:
        motion = self.motion
        values = (*motion.vector(body.v), *motion.vector(body.omega))
        return [
            PartialVelocities((a, b, c), (d, e, f)) for a, b, c, d, e, f in motion.gradients(values)
        ]

    @cached_property
    def inertia(self) -> Column:
        """Generalised inertia forces with the opposite sign, −F_r*, by body."""
        columns: Column = [{} for _ in self.motion.speeds.symbols]
        for body in self.kinetics.bodies:
            a, alpha = self.motion.accelerations(body)
            thrust, spin_rate = (
                times(a, body.M),
                body.spin_rate_of(self.motion.vector(body.omega), alpha),
            )
            for r, partial in enumerate(self.partials[body.number]):
                columns[r][body.key] = dot(thrust, partial.v) + dot(spin_rate, partial.omega)
        for beam in self.kinetics.beams:
            X_rate = [self.motion.vector(X) for X in beam.X_rate]
            X_second = [self.motion.rates(X) for X in X_rate]
            for r, partials in enumerate(self._strands(X_rate)):
                columns[r][beam.key] = beam.moment(X_second, partials)
        return [self.kinetics.calculus.gathered(parts) for parts in columns]

    def _strands(self, X_rate: Sequence[Triple[Any]]) -> list[list[Triple[Any]]]:
        """∂Ẋ_α/∂u_r of a beam, one list for each speed."""
        columns = self.motion.gradients([entry for X in X_rate for entry in X])
        return [[(c[i], c[i + 1], c[i + 2]) for i in range(0, len(c), 3)] for c in columns]

    @cached_property
    def active(self) -> Column:
        """Generalised active forces F_r, by source."""
        motion = self.motion
        on_coordinates = self.wrenches.on_coordinate
        columns = motion.projected(
            [on_coordinates.get(rho, {}) for rho, _ in enumerate(self.kinetics.qd, start=1)]
        )
        for body in self.kinetics.bodies:
            force, moment = (
                self.wrenches.force[body.number],
                self.wrenches.moment[body.number],
            )
            for r, partial in enumerate(self.partials[body.number]):
                for key, F in force.items():
                    add(columns[r], key, dot(motion.vector(F), partial.v))
                for key, M in moment.items():
                    add(columns[r], key, dot(apply(body.E, motion.vector(M)), partial.omega))
        return [self.kinetics.calculus.gathered(parts) for parts in columns]

    def terms(self) -> Mapping[str, Column]:
        """Inertia and active forces."""
        negative = [{key: -value for key, value in parts.items()} for parts in self.active]
        return {"inertia": self.inertia, "force": negative}
