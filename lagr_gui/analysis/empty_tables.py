"""Why a motion fails in a state, where tables or accelerations that are fed back are the cause."""

from __future__ import annotations

import numpy as np

from lagr_gui.expression import Symbol, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.mechanics.trajectories.table_reach import TableReach
from lagr_gui.prepared import Prepared

FAILED = {"no-acceleration", "step-size"}
"""Codes of motions that end where something has no value."""

LOOPED = {"singular-metric", "invalid-coordinates", "no-acceleration"}
"""Codes of motions that end where no acceleration is determined."""


def told_by_tables(
    prepared: Prepared, error: LagrError, t: float, y: np.ndarray
) -> tuple[Problem, ...]:
    """The problems of a motion that failed in a state, by its tables where these are the cause."""
    if prepared.reading.fed_back and any(p.code in LOOPED for p in error.problems):
        return (fed_back_for_ever(prepared, t),)
    if not any(problem.code in FAILED for problem in error.problems):
        return error.problems
    return tuple(beyond_tables(prepared, t, y)) or error.problems


def fed_back_for_ever(prepared: Prepared, t: float) -> Problem:
    """Accelerations that follow from forces which follow from them, without a solution."""
    whole = prepared.reading.whole
    fed = {Symbol(name, 2) for name in prepared.reading.fed_back}
    signals = [symbol.name for symbol, tree in whole.items() if symbols(tree) & fed]
    members = [*signals, *(f"{name}''" for name in prepared.reading.fed_back)]
    return Problem(
        say("Signals {names}", names=", ".join(members)),
        say(
            "Accelerations follow from forces that are made of them, and at t = {t:.6g} s no "
            "accelerations meet both: there is no solution.",
            t=t,
        ),
        "Change the factor of what is fed back, or measure the acceleration through a filter.",
        code="acceleration",
    )


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
