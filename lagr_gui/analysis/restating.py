"""Conditions on velocities that have an integral, stated on positions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from lagr_gui.editing import edits
from lagr_gui.expression import TIME, Expression, Number, Symbol, substitute, write
from lagr_gui.expression import read as read_tree
from lagr_gui.mechanics.integrability import Integrability, integrabilities
from lagr_gui.message import say
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, derived
from lagr_gui.problem import LagrError, Problem


@derived
def stated_on_positions(prepared: Prepared, name: str) -> Model:
    """The model in which the integral of a condition on velocities stands for it.

    f(q, t) keeps the value that it has at the start.  Raises LagrError where there is no such
    element, where it has several conditions, and where no integral was found.
    """
    found = [entry for entry in integrabilities(prepared.closed) if entry.source == _key(name)]
    text = position_text(prepared, found[0]) if found else ""
    if not text:
        cause = "It is no single condition on velocities with a known integral."
        remedy = "Take one of which “lagr check” says that it is holonomic in disguise."
        raise LagrError(
            Problem(say("Element “{name}”", name=name), cause, remedy, code="no-integral")
        )
    return edits.state_on_positions(prepared.drawn, name, text)


@derived
def position_text(prepared: Prepared, found: Integrability) -> str:
    """What has to be zero instead; empty where a condition cannot be stated on positions alone."""
    rows = [row for row in prepared.closed.constraints.rows if row.source == found.source]
    if found.integral is None or len(rows) != 1 or not found.source.startswith("element:"):
        return ""
    constant = write(substitute(found.integral, _start(prepared)))
    text = write(found.integral)
    return text if constant == "0" else f"{text} - ({constant})"


def _start(prepared: Prepared) -> dict[Symbol, Expression]:
    """Positions and time at the start: as they are written, unless conditions change them."""
    names, given = prepared.coordinates, prepared.start_values[0]
    values = prepared.assembly.q
    start: dict[Symbol, Expression] = {
        Symbol(name): Number(Fraction(value).limit_denominator(10**12))
        for name, value in zip(names, values.tolist(), strict=True)
    }
    if np.array_equal(values, given):
        start |= {Symbol(name): Number(Fraction(0)) for name in names}
        start |= {
            Symbol(entry.coordinate): read_tree(entry.position) for entry in prepared.model.start
        }
    return start | {Symbol(TIME): Number(Fraction(str(prepared.model.simulation.start)))}


def _key(name: str) -> str:
    return f"element:{name}"
