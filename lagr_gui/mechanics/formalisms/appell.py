"""Appell's equations (30, with the dots that the scan lost)."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.kinetics import scaled


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
