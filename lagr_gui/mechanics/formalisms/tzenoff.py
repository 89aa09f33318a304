"""Tzénoff's equations (29, with the dots that the scan lost)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.kinetics import HALF, scaled


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
