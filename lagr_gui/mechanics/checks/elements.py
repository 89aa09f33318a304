"""Elements must have two ends, directions and spans, and stops must leave some play.

What is asked of an element is told by its geometry and its law.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import ElementGeometry
from lagr_gui.catalogue.kinds import Condition, ElementKind, Friction, JointLoad, Limit
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem
from lagr_gui.mechanics.numbers import known_value, known_values
from lagr_gui.mechanics.senses import unnamed_senses
from lagr_gui.model import Element, Joint, Model, Vector

ACROSS = 1e-9
"""Cosine below which two directions count as perpendicular."""

Values = Mapping[str, float]
"""The parameters that have a value, and t = 0."""


def check_elements(model: Model) -> list[Problem]:
    """Problems of elements, with the values that the parameters have."""
    problems: list[Problem] = []
    values = known_values(model) | {"t": 0.0}
    senses = dict(unnamed_senses(model))
    for index, element in enumerate(model.elements):
        if not element.enabled:
            continue
        if element.name in senses:
            problems.append(_taken(element.name, senses[element.name], index))
        for field, cause, remedy, code in _faults(model, element, values):
            place = say("Element “{name}”, {field}", name=element.name, field=field)
            path = ("elements", index, field)
            problems.append(Problem(place, cause, remedy, code=code, path=path))
    return problems


def _taken(element: str, name: str, index: int) -> Problem:
    """The sense of sliding of an element has no name of its own."""
    cause = say("Its sense of sliding is called {name}, and so is something else.", name=name)
    remedy = "Give this element, or what else is called so, another name."
    place = say("Element “{name}”", name=element)
    return Problem(place, cause, remedy, code="sense-name", path=("elements", index, "name"))


Where = tuple[int, tuple[float, ...]]
"""A body, and a point in its axes."""
Fault = tuple[str, str, str, str]
"""Field, cause, remedy, code."""


def _faults(model: Model, element: Element, values: Values) -> Iterator[Fault]:
    kind = ELEMENTS[element.kind]
    geometry, law = kind.geometry, kind.law
    if geometry.apart:
        yield from _same(element, kind)
    without = [f for field in geometry.directions for f in _direction(element, field, values)]
    yield from without
    if geometry.plane and not without:
        yield from _across(element, *geometry.plane, values)
    if geometry.spans:
        yield from _rope(model, element, geometry, values)
    if geometry.profile:
        from lagr_gui.mechanics.touching.contacts import is_closed  # few models have a cam

        if not is_closed(getattr(element, geometry.profile), values):
            cause = "The profile is not closed: it has another value or slope at θ = π than at −π."
            remedy = "Write it in functions of period 2π, as r0 + h*cos(theta)."
            yield geometry.profile, cause, remedy, "open-profile"
    if (slips := kind.slipping) is not None and kind.of(element) is not kind:
        yield from _grips(element, slips.mu, values)
    if geometry.shaped:
        from lagr_gui.catalogue.shapes import faults  # few models have contacts of shapes

        yield from faults(element, lambda value: known_value(value, values))
    if isinstance(law, Limit) and law.between:
        yield from _play(element, *law.between, values)
    if isinstance(law, Friction) and law.static:
        letters = ("R", "H") if law.load is None else ("μ", "μ₀")
        yield from _sticks(element, law.kinetic, law.static, letters, values)
    if isinstance(law, Friction) and law.stribeck:
        yield from _falls(element, law.stribeck, values)
    if isinstance(law, Limit) and law.static:
        yield from _sticks(element, law.mu, law.static, ("μ", "μ₀"), values)
    if isinstance(law, Friction) and law.one_way:
        yield from _holds(element, law, values)
    if isinstance(law, Friction) and isinstance(law.load, JointLoad):
        yield from _pressed(model, element, law.load)
    if isinstance(law, Friction) and not law.may_stick(element):
        yield from _creeps(element, law, values)


def _creeps(element: Element, law: Friction, values: Values) -> Iterator[Fault]:
    """What cannot stick knows H by the Stribeck curve alone; bristles are bent by R/σ₀."""
    R, H, v = (
        known_value(getattr(element, name), values) if name else 0.0
        for name in (law.kinetic, law.static, law.stribeck)
    )
    if H and H != R and v == 0:
        cause = "Without a Stribeck velocity static friction is felt by what sticks alone."
        remedy = "Give a Stribeck velocity, or choose the exact law."
        yield law.static, cause, remedy, "static-friction"
    if R == 0 and getattr(element, law.form) == "bristle":
        cause = "Bristles without friction are not bent: their law has no value."
        remedy = "Give a sliding friction larger than 0, or choose another law."
        yield law.kinetic, cause, remedy, "no-friction"


def _grips(element: Element, field: str, values: Values) -> Iterator[Fault]:
    """What may slip has friction, whatever values parameters have: 0 as it is typed is grip."""
    if known_value(getattr(element, field), values) == 0:
        cause = "Friction that is 0 as the value of a parameter would let it slip freely."
        remedy = "Type 0 itself where it never slips; let it touch a wall where nothing rubs."
        yield field, cause, remedy, "no-grip"


def _pressed(model: Model, element: Element, load: JointLoad) -> Iterator[Fault]:
    """What a reaction presses is a pin in a hinge or a thread, a guide, or a surface."""
    name = getattr(element, "coordinate", "")
    wanted, kinds = say("hinges and threads"), ("revolute", "screw")
    if ELEMENTS[element.kind].geometry.jointed:
        wanted = say("balls, bushes and plates (spherical, cylindrical, planar)")
        kinds = "spherical", "cylindrical", "planar"
    elif not load.radius:
        wanted, kinds = say("straight guides"), ("prismatic",)
    joints = (joint for joint in model.joints if name in joint.coordinates)
    if (joint := next(joints, None)) is None or joint.kind in kinds:
        return
    cause = say(
        "The coordinate {name} belongs to a joint of kind {kind}; what presses there is known of "
        "{wanted} alone.",
        name=name,
        kind=say(JOINTS[joint.kind].title),
        wanted=wanted,
    )
    remedy = "Choose a coordinate of such a joint, or give the friction itself."
    yield "coordinate", cause, remedy, "no-load"


def _rope(
    model: Model, element: Element, geometry: ElementGeometry, values: Values
) -> Iterator[Fault]:
    """Its points must lie on two bodies at least, and no span may be without length for ever."""
    course = geometry.course(element)
    bodies = {body for body, _ in course}
    if len(bodies) == 1:
        cause = say(
            "All its points belong to body {number}: nothing moves it.", number=course[0][0]
        )
        remedy = "Lead it to another body, or over a pulley on one."
        yield geometry.named[-1], cause, remedy, "same-body"
        return
    held = [_held(joint, values) for joint in model.joints if JOINTS[joint.kind].holds_points]
    for number, (a, b) in enumerate(pairwise(_where(*stop, values) for stop in course), start=1):
        if None not in (a, b) and (a == b or {a, b} in held):
            cause = say("Its span {n} begins where it ends, in every position.", n=number)
            remedy = "Leave one of the two points out, or choose another one."
            yield geometry.spans, cause, remedy, "no-span"


def _held(joint: Joint, values: Values) -> set[Where | None]:
    """Both points of a joint."""
    return {
        _where(joint.parent, joint.point_parent, values),
        _where(joint.child, joint.point_child, values),
    }


def _where(body: int, point: Vector, values: Values) -> Where | None:
    """A body and the numbers of a point; None where it has none."""
    entries = [known_value(entry, values) for entry in point]
    return None if None in entries else (body, tuple(e for e in entries if e is not None))


def _same(element: Element, kind: ElementKind) -> Iterator[Fault]:
    """The two that an element stands between differ."""
    a, b = kind.geometry.ends.fields
    first = getattr(element, a)
    if first != getattr(element, b):
        return
    if kind.geometry.on_coordinates:
        cause = say("It binds the coordinate {name} to itself.", name=first)
        yield b, cause, "Choose two different coordinates.", "same-coordinate"
        return
    binds = "Both ends belong to body {number}: it binds the body with itself."
    connects = "Both ends belong to body {number}: it connects the body with itself."
    cause = say(binds if isinstance(kind.law, Condition | Limit) else connects, number=first)
    yield b, cause, "Choose two different bodies.", "same-body"


def _across(element: Element, normal: str, along: str, values: Values) -> Iterator[Fault]:
    """A direction in a plane is across its normal."""
    u, v = (_vector(element, name, values) for name in (normal, along))
    if u is None or v is None:
        return
    if abs(u @ v) > ACROSS * np.linalg.norm(u) * np.linalg.norm(v):
        cause = "The direction does not lie in the plane: it is not across the normal."
        remedy = "Give a direction that is perpendicular to the normal."
        yield along, cause, remedy, "not-across"


def _play(element: Element, low: str, high: str, values: Values) -> Iterator[Fault]:
    """A stop needs a way between its limits."""
    lower, upper = (known_value(getattr(element, name), values) for name in (low, high))
    if lower is not None and upper is not None and lower >= upper:
        cause = say(
            "The coordinate shall not be below {lower:g} and not above {upper:g}: "
            "there is no play between the limits.",
            lower=lower,
            upper=upper,
        )
        remedy = "Give a lower limit below the upper one; a drive holds a coordinate."
        yield high, cause, remedy, "no-play"


def _sticks(
    element: Element, kinetic: str, static: str, letters: tuple[str, str], values: Values
) -> Iterator[Fault]:
    """What holds is at least as large as what slides; 0 that is typed stands for as much."""
    R, H = (known_value(getattr(element, name), values) for name in (kinetic, static))
    if R is None or H is None or H >= R or (H == 0 and not _vanishes(element, static, values)):
        return
    cause = say(
        "The static friction {static} = {H:g} is less than the sliding friction {sliding} = "
        "{R:g}: it would neither stick nor slide.",
        static=letters[1],
        H=H,
        sliding=letters[0],
        R=R,
    )
    remedy = (
        "Give a static friction of at least the sliding one, or type 0 itself, which takes that "
        "for both."
    )
    yield static, cause, remedy, "static-friction"


def _falls(element: Element, field: str, values: Values) -> Iterator[Fault]:
    """A Stribeck velocity is positive, or none is given."""
    if _vanishes(element, field, values):
        cause = "Its Stribeck velocity is 0 by the values of parameters."
        yield field, cause, "Give a positive one, or type 0 itself, for none.", "stribeck"


def _vanishes(element: Element, field: str, values: Values) -> bool:
    """Whether a field is 0 by the values of parameters, not as it is typed."""
    typed = getattr(element, field)
    return known_value(typed, values) == 0 and known_value(typed, {}) is None


def _holds(element: Element, law: Friction, values: Values) -> Iterator[Fault]:
    """What holds one way has a moment to do so, or none is given."""
    if _vanishes(element, law.kinetic, values):
        cause = "Its slip moment is 0 by the values of parameters: it would hold nothing."
        remedy = "Give a positive one, or type 0 itself, which holds any."
        yield law.kinetic, cause, remedy, "holds-nothing"


def _direction(element: Element, field: str, values: Values) -> Iterator[Fault]:
    vector = _vector(element, field, values)
    if vector is not None and not np.linalg.norm(vector) > 0:
        cause = "It is the zero vector, which has no direction."
        yield field, cause, "Give a direction such as (0, 0, 1).", "zero-axis"


def _vector(element: Element, field: str, values: Values) -> np.ndarray | None:
    entries = [known_value(entry, values) for entry in getattr(element, field)]
    return None if None in entries else np.array(entries, float)
