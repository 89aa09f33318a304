"""What Frobenius' test says of the conditions of a model."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from lagr_gui.expression import TIME, Expression, Number, Symbol, substitute, write
from lagr_gui.expression import read as read_tree
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.mechanics.integrability import Integrability, integrabilities
from lagr_gui.prepared import Prepared, derived


@derived
def integral_notes(prepared: Prepared) -> list[Problem]:
    """What Frobenius' test says of conditions on velocities.

    It needs the closed form, which takes long for large systems.
    """
    try:
        verdicts = integrabilities(prepared.closed)
    except LagrError:
        return []  # the closed form is too long to tell
    names = [element.name for element in prepared.model.elements]
    notes: list[Problem] = []
    for entry in verdicts:
        name = entry.source.partition(":")[2]
        path = ("elements", names.index(name)) if name in names else ()
        remedy, code, text = "", "integrability", ""
        if not entry.holonomic:
            cause = "The condition on velocities has no integral: it is nonholonomic."
        elif entry.integral is None:
            cause = (
                "The condition on velocities is holonomic: it has an integral, which was "
                "not found in closed form."
            )
        else:
            cause = say(
                "The condition is holonomic in disguise: {integral} is constant.",
                integral=write(entry.integral),
            )
            text = position_text(prepared, entry)
            remedy = "Stated as a condition on positions it would also hold the constant."
            if text:
                remedy = say(
                    "Stated as a condition on positions it would also hold the constant: "
                    "{text} = 0.",
                    text=text,
                )
            code = "on-positions" if text else code
        place = say("Element “{name}”", name=name)
        notes.append(Problem(place, cause, remedy, Severity.HINT, code, path, text))
    return notes


@derived
def position_text(prepared: Prepared, found: Integrability) -> str:
    """What has to be zero instead; empty where a condition cannot be stated on positions alone."""
    rows = [row for row in prepared.closed.constraints.rows if row.source == found.source]
    if found.integral is None or len(rows) != 1 or not found.source.startswith("element:"):
        return ""
    constant = write(substitute(found.integral, _at_start(prepared)))
    text = write(found.integral)
    return text if constant == "0" else f"{text} - ({constant})"


def _at_start(prepared: Prepared) -> dict[Symbol, Expression]:
    """Positions and time at the start: as they are written, unless conditions change them."""
    names, as_written = prepared.coordinates, prepared.start_values[0]
    values = prepared.assembly.q
    start: dict[Symbol, Expression] = {
        Symbol(name): Number(Fraction(value).limit_denominator(10**12))
        for name, value in zip(names, values.tolist(), strict=True)
    }
    if np.array_equal(values, as_written):
        start |= {Symbol(name): Number(Fraction(0)) for name in names}
        start |= {
            Symbol(entry.coordinate): read_tree(entry.position) for entry in prepared.model.start
        }
    return start | {Symbol(TIME): Number(Fraction(str(prepared.model.simulation.start)))}
