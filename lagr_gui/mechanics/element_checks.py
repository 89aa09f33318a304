"""Elements must have two ends, directions and lengths, and stops must leave some play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from lagr_gui.arithmetic import value
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import (
    BetweenCoils,
    Contact,
    Edge,
    Line,
    OnBody,
    OnTwoCoordinates,
    OverPulleys,
)
from lagr_gui.catalogue.kinds import Condition, Law, Limit
from lagr_gui.mechanics.numbers import known_values
from lagr_gui.message import say
from lagr_gui.model import Element, Joint, Model, Vector
from lagr_gui.problem import LagrError, Problem

ACROSS = 1e-9
"""Cosine below which two directions count as perpendicular."""

Values = Mapping[str, float]
"""The parameters that have a value, and t = 0."""


def check_elements(model: Model) -> list[Problem]:
    """Problems of elements, with the values that the parameters have."""
    problems: list[Problem] = []
    values = known_values(model) | {"t": 0.0}
    for index, element in enumerate(model.elements):
        if not element.enabled:
            continue
        for field, cause, remedy, code in _faults(model, element, values):
            place = say("Element “{name}”, {field}", name=element.name, field=field)
            path = ("elements", index, field)
            problems.append(Problem(place, cause, remedy, code=code, path=path))
    return problems


Where = tuple[int, tuple[float, ...]]
"""A body, and a point in its axes."""
Fault = tuple[str, str, str, str]
"""Field, cause, remedy, code."""


def _faults(model: Model, element: Element, values: Values) -> Iterator[Fault]:
    kind = ELEMENTS[element.kind]
    match kind.geometry:
        case Line(body_a=a, body_b=b):
            yield from _same_body(element, kind.law, a, b)
            if isinstance(kind.law, Condition) and hasattr(element, "l"):
                yield from _length(element, values)
        case OverPulleys() as over:
            yield from _rope(model, element, over, values)
        case OnBody(body=body, reaction=reaction):
            yield from _same_body(element, kind.law, body, reaction)
        case Edge(body=body, across=across, ground=ground):
            yield from _same_body(element, kind.law, body, ground)
            yield from _direction(element, across, values)
        case Contact() as contact:
            yield from _same_body(element, kind.law, contact.body, contact.ground)
            yield from _contact(element, kind.law, contact, values)
        case OnTwoCoordinates(a, b):
            if getattr(element, a) == getattr(element, b):
                cause = say("It binds the coordinate {name} to itself.", name=getattr(element, a))
                yield b, cause, "Choose two different coordinates.", "same-coordinate"
        case BetweenCoils() as coils:
            yield from _coupling(model, element, coils, values)
        case _:
            if hasattr(element, "lower") and hasattr(element, "upper"):
                yield from _play(element, values)


def _rope(model: Model, element: Element, over: OverPulleys, values: Values) -> Iterator[Fault]:
    """Its points must lie on two bodies at least, and no span may be without length for ever."""
    course = over.course(element)
    bodies = {body for body, _ in course}
    if len(bodies) == 1:
        cause = say(
            "All its points belong to body {number}: nothing moves it.", number=course[0][0]
        )
        yield over.body_b, cause, "Lead it to another body, or over a pulley on one.", "same-body"
        return
    held = [_held(joint, values) for joint in model.joints if JOINTS[joint.kind].holds_points]
    for number, (a, b) in enumerate(pairwise(_where(*stop, values) for stop in course), start=1):
        if None not in (a, b) and (a == b or {a, b} in held):
            cause = say("Its span {n} begins where it ends, in every position.", n=number)
            remedy = "Leave one of the two points out, or choose another one."
            yield over.pulleys, cause, remedy, "no-span"


def _held(joint: Joint, values: Values) -> set[Where | None]:
    """Both points of a joint."""
    return {
        _where(joint.parent, joint.point_parent, values),
        _where(joint.child, joint.point_child, values),
    }


def _where(body: int, point: Vector, values: Values) -> Where | None:
    """A body and the numbers of a point; None where it has none."""
    entries = [_number(entry, values) for entry in point]
    return None if None in entries else (body, tuple(e for e in entries if e is not None))


def _contact(element: Element, law: Law, contact: Contact, values: Values) -> Iterator[Fault]:
    fields = [field for field in (contact.normal, contact.along, contact.axis) if field]
    faults = [fault for field in fields for fault in _direction(element, field, values)]
    yield from faults
    if not isinstance(law, Condition):
        return
    normal, along = (_vector(element, name, values) for name in (contact.normal, contact.along))
    if not faults and normal is not None and along is not None:
        cosine = normal @ along / np.linalg.norm(normal) / np.linalg.norm(along)
        if abs(cosine) > ACROSS:
            cause = "The direction does not lie in the plane: it is not across the normal."
            remedy = "Give a direction that is perpendicular to the normal."
            yield contact.along, cause, remedy, "not-across"
    radius = _number(getattr(element, contact.radius), values)
    if radius is not None and radius <= 0:
        cause = say("The radius is {radius:g} m.", radius=radius)
        yield contact.radius, cause, "Give a radius larger than 0.", "radius"


def _same_body(element: Element, law: Law, a: str, b: str) -> Iterator[Fault]:
    number = getattr(element, a)
    if number == getattr(element, b):
        binds = "Both ends belong to body {number}: it binds the body with itself."
        connects = "Both ends belong to body {number}: it connects the body with itself."
        is_binding = isinstance(law, Condition | Limit)
        cause = say(binds if is_binding else connects, number=number)
        yield b, cause, "Choose two different bodies.", "same-body"


def _length(element: Element, values: Values) -> Iterator[Fault]:
    length = _number(element.l, values)  # type: ignore[attr-defined]
    if length is not None and length <= 0:
        cause = say("The length is {length:g} m: such a rod has no direction.", length=length)
        remedy = "Give a length larger than 0; for points that coincide draw a pin or a joint."
        yield "l", cause, remedy, "no-length"


def _play(element: Element, values: Values) -> Iterator[Fault]:
    """A stop needs a way between its limits."""
    lower, upper = (_number(getattr(element, name), values) for name in ("lower", "upper"))
    if lower is not None and upper is not None and lower >= upper:
        cause = say(
            "The coordinate shall not be below {lower:g} and not above {upper:g}: "
            "there is no play between the limits.",
            lower=lower,
            upper=upper,
        )
        remedy = "Give a lower limit below the upper one; a drive holds a coordinate."
        yield "upper", cause, remedy, "no-play"


def _coupling(
    model: Model, element: Element, coils: BetweenCoils, values: Values
) -> Iterator[Fault]:
    """M² ≤ L₁ L₂, or the magnetic energy of some currents would be negative."""
    ends = [getattr(element, name) for name in (coils.coil_a, coils.coil_b)]
    L = [_number(coil.L, values) for coil in model.elements if coil.name in ends]  # type: ignore[attr-defined]
    M = _number(element.M, values)  # type: ignore[attr-defined]
    if M is None or len(L) != 2 or L[0] is None or L[1] is None:
        return
    if L[0] * L[1] * (1 + ACROSS) < M**2:
        most = np.sqrt(max(L[0] * L[1], 0.0))
        cause = say(
            "M = {m:g} H is more than √(L₁L₂) = {most:g} H: some currents would have a "
            "negative energy.",
            m=M,
            most=most,
        )
        yield "M", cause, "Give a smaller mutual inductance.", "coupling"


def _direction(element: Element, field: str, values: Values) -> Iterator[Fault]:
    vector = _vector(element, field, values)
    if vector is not None and not np.linalg.norm(vector) > 0:
        cause = "It is the zero vector, which has no direction."
        yield field, cause, "Give a direction such as (0, 0, 1).", "zero-axis"


def _vector(element: Element, field: str, values: Values) -> np.ndarray | None:
    entries = [_number(entry, values) for entry in getattr(element, field)]
    return None if None in entries else np.array(entries, float)


def _number(given: Any, values: Values) -> float | None:
    """The value of a field at t = 0; None where it has none (a parameter without a value)."""
    try:
        return value(given, values)
    except LagrError:
        return None
