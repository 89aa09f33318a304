"""What is told of any motion beside its numbers."""

from __future__ import annotations

from lagr_gui.analysis.motions.runaway import runaway
from lagr_gui.foundation.problem import Problem
from lagr_gui.mechanics.checks.laws import eased_frictions
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Trajectory


def remarks(prepared: Prepared, found: Trajectory) -> tuple[Problem, ...]:
    """That friction is eased, and that the motion runs away."""
    return (*eased_frictions(prepared.model), *runaway(prepared, found))
