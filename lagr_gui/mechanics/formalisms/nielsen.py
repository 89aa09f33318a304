"""Nielsen's equations (28)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.kinetics import scaled


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
