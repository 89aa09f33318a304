"""Elements that bind must have directions, lengths and two ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lagr_gui.arithmetic import FloatCarrier, evaluate
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import Condition, Contact, Edge, Line, OnTwoCoordinates
from lagr_gui.expression import Symbol, read
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.model import Element, Model
from lagr_gui.problem import LagrError, Problem

ACROSS = 1e-9
"""Cosine below which two directions count as perpendicular."""


def check_conditions(model: Model) -> list[Problem]:
    """Problems of elements that bind, with the values that the parameters have."""
    problems: list[Problem] = []
    for index, element in enumerate(model.elements):
        kind = ELEMENTS[element.kind]
        if not element.enabled or not isinstance(kind.law, Condition):
            continue
        for field, cause, remedy, code in _faults(model, element, kind.geometry):
            place = f"Element “{element.name}”, {field}"
            path = ("elements", index, field)
            problems.append(Problem(place, cause, remedy, code=code, path=path))
    return problems


Fault = tuple[str, str, str, str]
"""Field, cause, remedy, code."""


def _faults(model: Model, element: Element, geometry: Any) -> Iterator[Fault]:
    match geometry:
        case Line(body_a=a, body_b=b):
            yield from _same_body(element, a, b)
            if hasattr(element, "l"):
                yield from _length(model, element)
        case Edge(body=body, across=across, ground=ground):
            yield from _same_body(element, body, ground)
            yield from _direction(model, element, across)
        case Contact() as contact:
            yield from _same_body(element, contact.body, contact.ground)
            yield from _contact(model, element, contact)
        case OnTwoCoordinates(a, b):
            if getattr(element, a) == getattr(element, b):
                cause = f"It binds the coordinate {getattr(element, a)} to itself."
                yield b, cause, "Choose two different coordinates.", "same-coordinate"
        case _:
            pass


def _contact(model: Model, element: Element, contact: Contact) -> Iterator[Fault]:
    fields = [contact.normal, contact.along, *([contact.axis] if contact.axis else [])]
    faults = [fault for field in fields for fault in _direction(model, element, field)]
    yield from faults
    normal, along = (_vector(model, element, name) for name in (contact.normal, contact.along))
    if not faults and normal is not None and along is not None:
        cosine = normal @ along / np.linalg.norm(normal) / np.linalg.norm(along)
        if abs(cosine) > ACROSS:
            cause = "The direction does not lie in the plane: it is not across the normal."
            remedy = "Give a direction that is perpendicular to the normal."
            yield contact.along, cause, remedy, "not-across"
    radius = _number(model, getattr(element, contact.radius))
    if radius is not None and radius <= 0:
        cause = f"The radius is {radius:g} m."
        yield contact.radius, cause, "Give a radius larger than 0.", "radius"


def _same_body(element: Element, a: str, b: str) -> Iterator[Fault]:
    number = getattr(element, a)
    if number == getattr(element, b):
        cause = f"Both ends belong to body {number}: it binds the body to itself."
        yield b, cause, "Choose two different bodies.", "same-body"


def _length(model: Model, element: Element) -> Iterator[Fault]:
    length = _number(model, element.l)  # type: ignore[attr-defined]
    if length is not None and length <= 0:
        cause = f"The length is {length:g} m: such a rod has no direction."
        remedy = "Give a length larger than 0; for points that coincide draw a pin or a joint."
        yield "l", cause, remedy, "no-length"


def _direction(model: Model, element: Element, field: str) -> Iterator[Fault]:
    vector = _vector(model, element, field)
    if vector is not None and not np.linalg.norm(vector) > 0:
        cause = "It is the zero vector, which has no direction."
        yield field, cause, "Give a direction such as (0, 0, 1).", "zero-axis"


def _vector(model: Model, element: Element, field: str) -> np.ndarray | None:
    entries = [_number(model, entry) for entry in getattr(element, field)]
    return None if None in entries else np.array(entries, float)


def _number(model: Model, value: Any) -> float | None:
    """The value of a field at t = 0; None where it has none (a parameter without a value)."""
    carrier: Any = FloatCarrier()
    try:
        values = {Symbol(name): number for name, number in parameter_values(model).items()}
        values[Symbol("t")] = 0.0
        return float(evaluate(read(value), carrier, values.__getitem__))
    except (LagrError, KeyError, ArithmeticError, ValueError):
        return None
