"""Integration methods behind one protocol, and the list of them."""

from lagr_gui.simulation.solvers.many_steps import ManySteps
from lagr_gui.simulation.solvers.registry import (
    FIRST,
    METHODS,
    SERIES,
    SOLVERS,
    STIFF,
    STIFF_ELSEWHERE,
    Method,
    implicit_at_last,
)
from lagr_gui.simulation.solvers.solver import Dense, Limits, Side, Solver, StepStart
from lagr_gui.simulation.solvers.stiffness import StiffnessWatch

__all__ = [
    "FIRST",
    "METHODS",
    "SERIES",
    "SOLVERS",
    "STIFF",
    "STIFF_ELSEWHERE",
    "Dense",
    "Limits",
    "ManySteps",
    "Method",
    "Side",
    "Solver",
    "StepStart",
    "StiffnessWatch",
    "implicit_at_last",
]
