"""Equations by derivatives of energies: Lagrange (19), Nielsen (28), Tzénoff (29), Appell (30).

The scan of (29) and (30) lost their dots.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.kinetics import HALF, scaled


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


class Nielsen(Balanced):
    """∂Ṫ/∂q̇ − 2 ∂T/∂q = Q (28)."""

    name = "nielsen"
    equation = "28"

    @cached_property
    def T_rate(self) -> Shares:
        """Ṫ by body."""
        return self.kinetics.rate_of(self.kinetics.T)

    def terms(self) -> Mapping[str, Column]:
        """Slopes of Ṫ and T, forces."""
        kinetics = self.kinetics
        return {
            "rate": kinetics.slopes(self.T_rate, 1),
            "slope": [scaled(slope, -2) for slope in kinetics.slopes(kinetics.T, 0)],
            "force": [scaled(Q, -1) for Q in kinetics.Q],
        }


class Tzenoff(Balanced):
    """½ (∂T̈/∂q̈ − 3 ∂T/∂q) = Q (29)."""

    name = "tzenoff"
    equation = "29"

    @cached_property
    def T_second(self) -> Shares:
        """T̈ by body; it contains the third derivatives of the coordinates."""
        return self.kinetics.rate_of(self.kinetics.rate_of(self.kinetics.T))

    def terms(self) -> Mapping[str, Column]:
        """Slopes of T̈ and T, forces."""
        kinetics = self.kinetics
        return {
            "rate": [scaled(slope, HALF) for slope in kinetics.slopes(self.T_second, 2)],
            "slope": [scaled(s, Fraction(-3, 2)) for s in kinetics.slopes(kinetics.T, 0)],
            "force": [scaled(Q, -1) for Q in kinetics.Q],
        }


class Appell(Balanced):
    """∂S/∂q̈ = Q with the energy of accelerations S = ½∫ r̈² dm (30)."""

    name = "appell"
    equation = "30"

    def terms(self) -> Mapping[str, Column]:
        """Slopes of S, forces."""
        kinetics = self.kinetics
        return {
            "slope": kinetics.slopes(kinetics.S, 2),
            "force": [scaled(Q, -1) for Q in kinetics.Q],
        }
