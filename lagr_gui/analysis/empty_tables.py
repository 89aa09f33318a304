"""Which table of a model has no value in a state."""

from __future__ import annotations

import numpy as np

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.mechanics.trajectories.table_reach import TableReach
from lagr_gui.prepared import Prepared

FAILED = {"no-acceleration", "step-size"}
"""Codes of motions that end where something has no value."""


def told_by_tables(
    prepared: Prepared, error: LagrError, t: float, y: np.ndarray
) -> tuple[Problem, ...]:
    """The problems of a motion that failed in a state, by its tables where these are the cause."""
    if not any(problem.code in FAILED for problem in error.problems):
        return error.problems
    return tuple(beyond_tables(prepared, t, y)) or error.problems


def beyond_tables(prepared: Prepared, t: float, y: np.ndarray) -> list[Problem]:
    """The tables without values outside whose points a motion that failed has left there."""
    tables = (entry.table for entry in prepared.reading.functions.values())
    if not any(table is not None and table.outside == "error" for table in tables):
        return []
    reach = prepared.kept("tables", lambda: TableReach(prepared.reading))
    return [
        Problem(
            say("Table “{name}”", name=name),
            say(
                "It is asked for {x:.6g} at t = {t:.6g} s; its points lie between {a:.6g} and "
                "{b:.6g}.",
                x=x,
                t=t,
                a=a,
                b=b,
            ),
            "Add points, or say how the curve goes on outside of them.",
            code="beyond-table",
        )
        for name, x, a, b in reach.beyond(prepared.parameters.tolist(), t, y)
    ]
