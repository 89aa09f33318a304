"""Gauss's principle of least constraint (14–16, Goldschmidt 3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.kinetics import HALF, BodyMotion
from lagr_gui.mechanics.formalisms.wrenches import Cutting, Wrenches, summed
from lagr_gui.mechanics.vectors import apply, cross, dot


class Gauss(Balanced):
    """Z = ½ Σ (M a − 2F)·a + (θ̄α + 2 ω×θ̄ω − 2M′)·α is least for the true q̈ (14).

    That is ½ Σ M (a − F/M)² + … without what no acceleration changes, the squares of the forces.
    Written without the inverse of θ̄, so that point masses are no exception.
    """

    name = "gauss"
    equation = "14"

    @cached_property
    def wrenches(self) -> Wrenches:
        """Applied forces and moments."""
        return Cutting(self.kinetics).wrenches

    def pieces(self, body: BodyMotion) -> dict[str, Any]:
        """The five terms of a body in Z."""
        zero = self.kinetics.algebra.zero
        F = summed(self.wrenches.force[body.number], zero)
        M = apply(body.E, summed(self.wrenches.moment[body.number], zero))
        turning = cross(body.omega, apply(body.theta_bar, body.omega))
        return {
            "thrust": body.M * dot(body.a, body.a) * HALF,
            "force": -dot(F, body.a),
            "spin": dot(apply(body.theta_bar, body.alpha), body.alpha) * HALF,
            "gyroscopic": dot(turning, body.alpha),
            "moment": -dot(M, body.alpha),
        }

    @cached_property
    def constraint(self) -> Shares:
        """Z by body, and by the elements on joint coordinates."""
        kinetics, zero = self.kinetics, self.kinetics.algebra.zero
        Z: Shares = {body.key: sum(self.pieces(body).values(), zero) for body in kinetics.bodies}
        for beam in kinetics.beams:
            Z[beam.key] = beam.moment(beam.X_second, beam.X_second) * HALF
        for rho, parts in self.wrenches.on_coordinate.items():
            for key, force in parts.items():
                Z[key] = Z.get(key, zero) - force * kinetics.qdd[rho - 1]
        return kinetics.calculus.gathered(Z)

    def terms(self) -> Mapping[str, Column]:
        """∂Z/∂q̈, which vanishes at the minimum."""
        return {"slope": self.kinetics.slopes(self.constraint, 2)}
