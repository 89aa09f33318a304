"""All small models: every element on every joint, each end on body 0, 1 or 2, and so on.

Two bodies: the first hangs on body 0 by the joint in question, the second on the first by one
of the others in turn.  What is not multiplied out changes in turn from model to model: whether
body 0 moves, on which side joints are drawn, orientations, gravity, the sort of a value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.oracle.comparison import Case
from tests.oracle.parts import AXES, KINDS, QUARTERS, at_random, body, document, joint

PAIRS = ((1, 0), (0, 1), (2, 0), (0, 2), (1, 2), (2, 1))
NOWHERE = [0, 0, 0]
SOMEWHERE = ([0.4, -0.3, 0.2], [-0.5, 0, 0], ["a", 0, "-b"], [0, "b", 0.35], [0, -0.6, 0])
VALUES = (2.5, "k", 0, -1.5, "-k", "k*(1 + a)", "2 + sin(t)")
"""Positive, symbolic, zero, negative, and expressions of parameters and time."""
LENGTHS = (0.7, "l", 0, "l/2", "l + 0.1*t", 1.1)
GRAVITY = ([0, "-g", 0], [0, 0, 0], [1, -3, "g"], [0, 0, "-g"])
PARAMETERS = [
    {"name": "g", "value": 9.81},
    {"name": "k", "value": 1.75},
    {"name": "a", "value": 0.3},
    {"name": "b", "value": -0.45},
    {"name": "l", "value": 0.8},
    {"name": "m", "value": 0.8},
]
VALUE_SETS: tuple[dict[str, float], ...] = (
    {},
    {"g": 3.7, "k": -0.9, "a": -0.25, "b": 0.15, "l": 0.55, "m": 0.6},
    {"g": 0.0, "k": 0.0, "a": 0.2, "b": 0.0, "l": 1.3, "m": 2.2},
)
"""Values of the parameters: as they stand, other signs, zeros."""
MOVING = {"position": ["0.2*sin(2*t)", "0.1*t^2", 0], "axis": [1, 2, 2], "angle": "0.4*t"}
TWO_ENDS = ("spring", "dashpot", "lagr_damper", "rod", "coincidence")
DIRECTIONS = ("xyz", "xy", "xz", "yz", "x", "y", "z")
AT_BODIES = ("force", "torque", "skid", "disc", "ball")
ON_COORDINATES = ("coordinate_spring", "coordinate_damper", "coordinate_force", "gear")
ON_COORDINATES += ("prescribed_motion", "position_condition", "velocity_condition", "energies")
MOTIONS = ("0.3*sin(2*t)", "t", "0.2", "a*t^2")
FORCES = (
    lambda q: 3,
    lambda q: "k",
    lambda q: f"-2*{q}'",
    lambda q: f"sin({q}) - a*t",
    lambda q: f"-k*{q}'*abs({q}')",
)


class Turns:
    """Choices that change in turn; which one depends on a number and on what is chosen."""

    def __init__(self, number: int) -> None:
        self.source = random.Random(number)

    def one(self, choices: Any) -> Any:
        """One of some choices."""
        return choices[self.source.randrange(len(choices))]


def framed(number: int, kind: str, axis: Any, elements: Any) -> Case:
    """Two bodies with elements; `elements` is a function of the coordinates and of the turns."""
    turns = Turns(number)
    second = turns.one(KINDS[:-1])
    first = joint(kind, "p", 0, 1, axis, orientation=turns.one(QUARTERS))
    last = joint(second, "q", 1, 2, turns.one(AXES), orientation=turns.one(QUARTERS))
    for entry in (first, last):
        for end in ("point_parent", "point_child"):
            entry[end] = turns.one((NOWHERE, *SOMEWHERE))
        if turns.one((False, False, True)):
            entry["parent"], entry["child"] = entry["child"], entry["parent"]
    names = [*first["coordinates"], *last["coordinates"]]
    more: dict[str, Any] = {"gravity": turns.one(GRAVITY), "parameters": PARAMETERS}
    if turns.one((False, False, True)):
        more["base"] = MOVING
    bodies = [body(1), body(2, "m", 0.4, gravity=turns.one((True, False)))]
    data = document(bodies, [first, last], elements(names, turns), **more)
    return at_random(data, turns.source)


def lines(element: str, all_points: bool = False) -> Iterator[Case]:
    """An element between two points: on every joint, pair of bodies, axis and pair of points.

    Of the four pairs of points (each zero or not) two take part in turn, unless all are wanted.
    """
    choices = product(KINDS, PAIRS, AXES, (False, True), (False, True))
    start = 100_000 * TWO_ENDS.index(element)
    for number, (kind, (a, b), axis, zero_a, zero_b) in enumerate(choices, start):
        if (number // 4 + zero_a + zero_b) % 2 and not all_points:
            continue

        def made(names, turns, element=element, a=a, b=b, zero_a=zero_a, zero_b=zero_b):
            ends = {"body_a": a, "body_b": b}
            ends["point_a"] = NOWHERE if zero_a else turns.one(SOMEWHERE)
            ends["point_b"] = NOWHERE if zero_b else turns.one(SOMEWHERE)
            return [{"name": element, "kind": element, **ends, **_line_values(element, turns)}]

        yield framed(number, kind, axis, made)


SPOTS = (
    [0.45, -0.3, 0.25],
    ["a", 0.3, "-b"],
    [-0.55, 0.2, 0.1],
    [0.1, "b", 0.5],
    [0.2, -0.65, -0.3],
)
"""Points of ropes: a span between both points of a hinge has no length."""
ROPES = ("elastic_rope", "rope_damper", "rope_pull", "tight_rope")
COURSES = (
    (1, 0, 2),
    (2, 0, 1),
    (0, 1, 2),
    (2, 1, 0),
    (0, 2, 0),
    (1, 0, 0, 2),
    (2, 1, 1, 0),
    (0, 2),
)


def ropes(element: str) -> Iterator[Case]:
    """A rope over pulleys: on every joint, axis and course over bodies, from either end."""
    choices = product(KINDS, COURSES, AXES)
    start = 100_000 * (40 + ROPES.index(element))
    for number, (kind, bodies, axis) in enumerate(choices, start):

        def made(names, turns, element=element, bodies=bodies):
            spots = turns.source.sample(SPOTS, len(bodies))
            first, *over, last = zip(bodies, spots, strict=True)
            ends = {"body_a": first[0], "point_a": first[1]}
            ends |= {"body_b": last[0], "point_b": last[1]}
            pulleys = [{"body": at, "point": point} for at, point in over]
            values = _rope_values(element, names, turns)
            return [{"name": element, "kind": element, **ends, "pulleys": pulleys, **values}]

        yield framed(number, kind, axis, made)


def _rope_values(element: str, names: list[str], turns: Turns) -> dict[str, Any]:
    match element:
        case "elastic_rope":
            return {"c": turns.one(VALUES), "l0": turns.one(LENGTHS)}
        case "rope_pull":
            return {"pull": turns.one(FORCES)(turns.one(names)) if names else turns.one(VALUES)}
        case "tight_rope":
            return {"l": turns.one([length for length in LENGTHS if length != 0])}
    return {"k": turns.one(VALUES)}


def _line_values(element: str, turns: Turns) -> dict[str, Any]:
    match element:
        case "spring":
            return {"c": turns.one(VALUES), "l0": turns.one(LENGTHS)}
        case "rod":
            return {"l": turns.one([length for length in LENGTHS if length != 0])}
        case "coincidence":
            return {"directions": turns.one(DIRECTIONS)}
    return {"k": turns.one(VALUES)}


def points(element: str, rounds: int = 1) -> Iterator[Case]:
    """A force, moment, skid, or what rolls: on every joint, pair of bodies, and axis."""
    choices = product(KINDS, PAIRS, AXES, range(rounds))
    start = 100_000 * (10 + AT_BODIES.index(element))
    for number, (kind, (a, b), axis, _) in enumerate(choices, start):

        def made(names, turns, element=element, a=a, b=b):
            return [_POINTS[element](names, turns, a, b)]

        yield framed(number, kind, axis, made)


def _entries(names: list[str], turns: Turns) -> list:
    known: tuple = (*VALUES, 0, 0)
    if names:
        known += (f"sin({turns.one(names)})", f"-{turns.one(names)}'", "cos(3*t)")
    return [turns.one(known) for _ in range(3)]


def _force(names: list[str], turns: Turns, a: int, b: int) -> dict[str, Any]:
    place, axes = turns.one((NOWHERE, *SOMEWHERE)), turns.one(("space", "body"))
    known = {"name": "push", "kind": "force", "body": a, "point": place, "axes": axes}
    return {**known, "vector": _entries(names, turns)}


def _torque(names: list[str], turns: Turns, a: int, b: int) -> dict[str, Any]:
    known = {"name": "twist", "kind": "torque", "body": a, "reaction_body": b}
    return {**known, "axes": turns.one(("space", "body")), "vector": _entries(names, turns)}


def _skid(names: list[str], turns: Turns, a: int, b: int) -> dict[str, Any]:
    known = {"name": "edge", "kind": "skid", "body": a, "ground": b}
    return {**known, "point": turns.one((NOWHERE, *SOMEWHERE)), "across": turns.one(AXES)}


def _disc(names: list[str], turns: Turns, a: int, b: int) -> dict[str, Any]:
    return {**_ball(names, turns, a, b), "kind": "rolling_disc", "axis": turns.one(AXES)}


def _ball(names: list[str], turns: Turns, a: int, b: int) -> dict[str, Any]:
    normal, along = turns.one(PLANES)
    known = {"name": "wheel", "kind": "rolling_ball", "body": a, "ground": b}
    places = {key: turns.one((NOWHERE, *SOMEWHERE)) for key in ("centre", "plane_point")}
    return {**known, **places, "radius": turns.one((0.3, "l/2")), "normal": normal, "along": along}


PLANES = (
    ([0, 1, 0], [1, 0, 0]),
    ([0, 0, -1], [0, 1, 0]),
    ([1, 0, 0], [0, 0, 2]),
    ([0.6, 0.8, 0], [-0.8, 0.6, 0]),
    ([1, 2, 2], [2, 1, -2]),
)
_POINTS = {"force": _force, "torque": _torque, "skid": _skid, "disc": _disc, "ball": _ball}


def coordinates(element: str, all_values: bool = False) -> Iterator[Case]:
    """What acts on coordinates or binds them: on every joint and axis, in all sorts of values.

    Of the first and last coordinates each takes part with every second sort of value, unless
    all are wanted.
    """
    choices = product(KINDS, AXES, range(len(VALUES)), (False, True))
    start = 100_000 * (20 + ON_COORDINATES.index(element))
    for number, (kind, axis, sort, other) in enumerate(choices, start):
        if (number // 2 + other) % 2 and not all_values:
            continue

        def made(names, turns, element=element, sort=sort, other=other):
            if len(names) < 2:
                return []
            q = names[-1 - sort % len(names)] if other else names[sort % len(names)]
            return [{"name": "x", "kind": element, **_on(element, q, names, sort, turns)}]

        yield framed(number, kind, axis, made)


def _on(element: str, q: str, names: list[str], sort: int, turns: Turns) -> dict[str, Any]:
    p, k = turns.one([name for name in names if name != q]), VALUES[sort]
    match element:
        case "coordinate_spring":
            return {"coordinate": q, "c": k, "q0": turns.one((0, "a", -0.4, "0.1*t"))}
        case "coordinate_damper":
            return {"coordinate": q, "k": k}
        case "coordinate_force":
            return {"coordinate": q, "force": FORCES[sort % len(FORCES)](p)}
        case "prescribed_motion":
            return {"coordinate": q, "motion": MOTIONS[sort % len(MOTIONS)]}
        case "gear":
            both = {"coordinate_a": q, "coordinate_b": p}
            return {**both, "ratio": k, "offset": turns.one((0, "a", -0.4, "t"))}
        case "position_condition":
            return {"zero": turns.one((f"{q}^2 + {p} - t", f"sin({q}) - a", f"{q}*{p} - 0.1"))}
        case "velocity_condition":
            chosen = (f"{q}' - {p}*{q}'", f"cos({p})*{q}' + {p}' - t", f"(1 + {q}^2)*{q}'")
            return {"zero": turns.one(chosen)}
    return _energies(q, p, k, turns)


def _energies(q: str, p: str, k: Any, turns: Turns) -> dict[str, Any]:
    kinetic = (0, f"0.2*{q}'^2*cos({p})^2", f"0.1*{p}*{q}' + {q}'^2/2", "0.3*s'^2*(1 + a)")
    potential = (f"({k})*{q}^2/2", f"cos({p} - {q})", 0, "s^2 - s*t")
    dissipation = (0, f"0.1*{q}'^2", f"0.05*({q}' - {p}')^2", f"k*{p}'^2*(1 + {q}^2)")
    parts = {
        "kinetic": turns.one(kinetic),
        "potential": turns.one(potential),
        "dissipation": turns.one(dissipation),
    }
    told = any("s'" in str(part) or "s^" in str(part) for part in parts.values())
    if told:
        parts["kinetic"] = f"{parts['kinetic']} + 0.4*s'^2"
        parts["own"] = ["s"]
    return parts
