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
from lagr_gui.pipeline.cache import derived
from lagr_gui.pipeline.derivation import closed_of
from lagr_gui.pipeline.running import assembly, start_state
from lagr_gui.pipeline.structure import read
from lagr_gui.problem import LagrError, Problem


@derived
def stated_on_positions(model: Model, name: str) -> Model:
    """The model in which the integral of a condition on velocities stands for it.

    f(q, t) keeps the value that it has at the start.  Raises LagrError where there is no such
    element, where it has several conditions, and where no integral was found.
    """
    found = [entry for entry in integrabilities(closed_of(model)) if entry.source == _key(name)]
    text = position_text(model, found[0]) if found else ""
    if not text:
        cause = "It is no single condition on velocities with a known integral."
        remedy = "Take one of which “lagr check” says that it is holonomic in disguise."
        raise LagrError(
            Problem(say("Element “{name}”", name=name), cause, remedy, code="no-integral")
        )
    return edits.state_on_positions(model, name, text)


@derived
def position_text(model: Model, found: Integrability) -> str:
    """What has to be zero instead; empty where a condition cannot be stated on positions alone."""
    rows = [row for row in closed_of(model).constraints.rows if row.source == found.source]
    if found.integral is None or len(rows) != 1 or not found.source.startswith("element:"):
        return ""
    constant = write(substitute(found.integral, _start(model)))
    text = write(found.integral)
    return text if constant == "0" else f"{text} - ({constant})"


def _start(model: Model) -> dict[Symbol, Expression]:
    """Positions and time at the start: as they are written, unless conditions change them."""
    names, given = read(model).coordinates, start_state(model)[0]
    values = assembly(model).q
    start: dict[Symbol, Expression] = {
        Symbol(name): Number(Fraction(value).limit_denominator(10**12))
        for name, value in zip(names, values.tolist(), strict=True)
    }
    if np.array_equal(values, given):
        start |= {Symbol(name): Number(Fraction(0)) for name in names}
        start |= {Symbol(entry.coordinate): read_tree(entry.position) for entry in model.start}
    return start | {Symbol(TIME): Number(Fraction(str(model.simulation.start)))}


def _key(name: str) -> str:
    return f"element:{name}"
