"""Lagrange's equations of the second kind by their definition (19)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.kinetics import scaled


class Lagrange(Balanced):
    """d/dt ∂T/∂q̇ − ∂T/∂q = Q (19), without Christoffel symbols."""

    name = "lagrange"
    equation = "19"

    @cached_property
    def momenta(self) -> Column:
        """p_ρ = ∂T/∂q̇_ρ"""
        return self.kinetics.slopes(self.kinetics.T, 1)

    def terms(self) -> Mapping[str, Column]:
        """Rates of the momenta, slopes of T, forces."""
        kinetics = self.kinetics
        return {
            "momentum": [kinetics.rate_of(p) for p in self.momenta],
            "slope": [scaled(slope, -1) for slope in kinetics.slopes(kinetics.T, 0)],
            "force": [scaled(Q, -1) for Q in kinetics.Q],
        }
