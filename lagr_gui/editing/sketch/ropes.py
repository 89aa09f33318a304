"""Ropes that are drawn from a point over pulleys to another one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lagr_gui.editing.edits.add import add_element
from lagr_gui.editing.rules import may_connect
from lagr_gui.editing.sketch.anchors import Anchor, StrokeEnd, distance, inside
from lagr_gui.editing.sketch.bodies import LEAST, with_parameter
from lagr_gui.editing.sketch.connections import explained, with_length
from lagr_gui.editing.sketch.contacts import apart
from lagr_gui.editing.sketch.plane import BodyPlaces
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.model import BodyPoint, Model

ROPE_MEANINGS = ("length of {name}",)
"""What the parameter of a rope that is drawn is; `{name}` is its own."""


def draw_rope(
    model: Model,
    places: BodyPlaces,
    ends: Sequence[StrokeEnd],
    meanings: Sequence[str] = ROPE_MEANINGS,
) -> Model:
    """A rope as long as it is drawn, over a pulley at each point between its ends.

    Points on empty paper are those of the ground.  Raises LagrError where it would hold nothing.
    """
    kind = "pulley_rope" if len(ends) > 2 else "rope"
    stops = _stops(model, places, kind, ends)
    number = sum(element.kind in ("rope", "pulley_rope") for element in model.elements) + 1
    length = sum(apart(places, a, b) for a, b in pairwise(stops))
    model, name = with_parameter(model, "L", number, length, "m", "")
    return explained(_led(model, kind, stops, l=name), (name,), meanings)


def draw_over_pulleys(
    model: Model, places: BodyPlaces, kind: str, ends: Sequence[StrokeEnd]
) -> Model:
    """An element of a kind over a pulley at each point between its ends.

    A length that it has is that of the line, as a parameter.  Raises LagrError as above.
    """
    stops = _stops(model, places, kind, ends)
    length = sum(apart(places, a, b) for a, b in pairwise(stops))
    model, own = with_length(model, kind, length)
    return explained(_led(model, kind, stops, **own), tuple(own.values()), ROPE_MEANINGS)


def _stops(model: Model, places: BodyPlaces, kind: str, ends: Sequence[StrokeEnd]) -> list[Anchor]:
    """The points over which it runs."""
    spans = [distance(a.at, b.at) for a, b in pairwise(ends)]
    if not spans or min(spans) < LEAST:
        cause, remedy = "What is drawn has no length.", "Pull farther before you let go."
        raise refusal("Sketch", cause, remedy, code="short")
    stops = [each.anchor or inside(places, 0, each.at) for each in ends]
    if not any(stop.body for stop in stops):
        cause, remedy = "The rope holds no body.", "Begin or end it on a body."
        raise refusal("Sketch", cause, remedy, code="connect")
    first, *over, last = stops
    if not over and (problem := may_connect(model, kind, first.body, last.body)):
        raise LagrError(problem)
    return stops


def _led(model: Model, kind: str, stops: Sequence[Anchor], **fields: str) -> Model:
    first, *over, last = stops
    pulleys = tuple(BodyPoint(body=stop.body, point=stop.point) for stop in over)
    return add_element(
        model,
        kind,
        body_a=first.body,
        point_a=first.point,
        body_b=last.body,
        point_b=last.point,
        **({"pulleys": pulleys} if pulleys else {}),
        **fields,
    )
