"""The linear equations that a report has: of a system at rest, or where they are wanted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lagr_gui.analysis.small_motions.closed_form import closed_beside
from lagr_gui.analysis.small_motions.small_motions import linearize
from lagr_gui.exchange.documents.linear_section import LinearEquations
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.linear.linearization import Linearization


def reported_linear(prepared: Prepared, wanted: bool = False) -> LinearEquations | None:
    """The linear equations about the start of a system that rests there in equilibrium.

    Where they are `wanted` those of another one are about the nearest equilibrium; otherwise it has
    none.  Raises LagrError where they are wanted and there is no equilibrium.
    """
    if not prepared.coordinates:
        return None
    if prepared.acting_signals and not wanted:
        return None
    prepared.refuse_switching()
    try:
        linear = linearize(prepared, "start")
    except Disagreement:
        raise
    except LagrError:
        if not wanted:
            return None
        linear = linearize(prepared)
    if not _rests(linear):
        if not wanted:
            return None
        linear = linearize(prepared)
    if not np.any(linear.qd):
        linear = replace(linear, qdd=np.zeros_like(linear.qdd))
    return LinearEquations(linear, closed_beside(prepared, linear))


def _rests(linear: Linearization) -> bool:
    """Whether nothing moves or begins to, beyond rounding."""
    return not np.any(linear.qd) and not (linear.obstacle and np.any(linear.qdd))
