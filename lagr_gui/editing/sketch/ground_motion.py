"""The ground that moves: body 0 led to and fro, and at rest again."""

from __future__ import annotations

from math import hypot

from lagr_gui.editing.edits.names import free_symbol, symbols_of
from lagr_gui.editing.edits.values import set_value
from lagr_gui.editing.sketch.axes import times
from lagr_gui.editing.sketch.bodies import with_parameter
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat
from lagr_gui.editing.sketch.suspension import direction_of
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import Function, Model

QUICK = 3.0
"""Circular frequency of a ground that was drawn (rad/s)."""


def shake_ground(model: Model, places: BodyPlaces, start: Flat, end: Flat) -> Model:
    """Let body 0 move to and fro along a stroke, as far as that is long.

    Its motion is a function of time, with parameters.  Raises LagrError for no length.
    """
    way = end[0] - start[0], end[1] - start[1]
    length = hypot(*way)
    if length == 0:
        cause, remedy = "What is drawn has no length.", "Pull farther before you let go."
        raise refusal("Sketch", cause, remedy, code="short")
    direction = direction_of(places, places.plane.space((way[0] / length, way[1] / length)))
    model, far = with_parameter(model, "A", 0, length, "m", "", False)
    model, quick = with_parameter(model, "Omega", 0, QUICK, "rad/s", "", False)
    name = free_symbol("u", symbols_of(model))
    motion = Function(name=name, expression=f"{far}*sin({quick}*t)")
    model = model.having(functions=(*model.functions, motion))
    moved = tuple(times(f"{name}(t)", entry) for entry in direction)
    return set_value(model, ("base", "position"), moved)
