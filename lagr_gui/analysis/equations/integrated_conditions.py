"""Conditions on velocities that have an integral, stated on positions."""

from __future__ import annotations

from lagr_gui.analysis.structure.integrability import position_text
from lagr_gui.editing import edits
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.integrability import integrabilities
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, derived


@derived
def stated_on_positions(prepared: Prepared, name: str) -> Model:
    """The model in which the integral of a condition on velocities stands for it.

    f(q, t) keeps the value that it has at the start.  Raises LagrError where there is no such
    element, where it has several conditions, and where no integral was found.
    """
    integrable = [entry for entry in integrabilities(prepared.closed) if entry.source == _key(name)]
    text = position_text(prepared, integrable[0]) if integrable else ""
    if not text:
        cause = "It is no single condition on velocities with a known integral."
        remedy = "Take one of which “lagr check” says that it is holonomic in disguise."
        raise refusal(say("Element “{name}”", name=name), cause, remedy, "no-integral")
    return edits.state_on_positions(prepared.drawn, name, text)


def _key(name: str) -> str:
    return f"element:{name}"
