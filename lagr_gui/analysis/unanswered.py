"""Why there are no accelerations at a state, in words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lagr_gui.analysis.failing import failing
from lagr_gui.analysis.running import without_direction
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.message import say
from lagr_gui.numerics import unmet
from lagr_gui.prepared import Prepared
from lagr_gui.problem import Problem, Severity
from lagr_gui.simulation.constraints import place_of
from lagr_gui.simulation.faults import invalid_coordinates


def no_answer(prepared: Prepared, found: Evaluation) -> Problem | None:
    """Why an evaluation has no accelerations; None where it has."""
    if np.isfinite(found.qdd).all():
        return None
    place = say("State at t = {t:g} s", t=found.t)
    if (invalid := failing(prepared, found.t, found.q)) is not None:
        error = invalid_coordinates(invalid, prepared.coordinates, found.t, found.q)
        return replace(error.problems[0], severity=Severity.WARNING)
    if (error := without_direction(prepared, found.t, found.q)) is not None:
        return replace(error.problems[0], severity=Severity.WARNING)
    rest = found.Q - found.h
    if not (np.isfinite(found.g).all() and np.isfinite(rest).all() and np.isfinite(found.G).all()):
        cause = "A force, a mass or a condition has no value there."
        remedy = (
            "Look for divisions by zero, for roots of negative numbers, and for springs and "
            "dashpots without length."
        )
        return Problem(place, cause, remedy, Severity.WARNING, "no-value")
    row = unmet(found.g[1:, 1:], rest, found.rows, found.gamma) if len(found.G) else None
    if row is not None:
        cause = say(
            "No acceleration meets all conditions; that of {place} is missed.",
            place=place_of(found.sources[row]),
        )
        remedy = (
            "Take away one of the conditions that speak of the same motion, or make them agree."
        )
        return Problem(place, cause, remedy, Severity.WARNING, "contradiction")
    cause = (
        "The metric g is singular there: a motion has no inertia, and nothing determines its "
        "acceleration."
    )
    remedy = "Give a body that moves a mass or a moment of inertia, or choose another position."
    return Problem(place, cause, remedy, Severity.WARNING, "singular-metric")
