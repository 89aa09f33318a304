"""Pieces of model files as plain data: what generators put together."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.comparison import Case

FREEDOMS = {
    "revolute": 1,
    "prismatic": 1,
    "cylindrical": 2,
    "screw": 1,
    "universal": 2,
    "spherical": 3,
    "planar": 3,
    "free": 6,
    "fixed": 0,
    "general": 2,
}
KINDS = tuple(FREEDOMS)
AXES = ([1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [0.3, 0.5, 0.9])
PITCHES = (0.4, -2.5, 0, "b", "-2*a")
QUARTERS = (
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
    [[1, 0, 0], [0, 0.6, -0.8], [0, 0.8, 0.6]],
)
"""Orientations: none, a quarter about z, an exchange of axes, a skew turn about x."""


def document(bodies: list, joints: list, elements: list = (), **more: Any) -> dict[str, Any]:
    """A model file."""
    head = {"format": "lagr-model", "version": 1}
    return {**head, "bodies": bodies, "joints": joints, "elements": list(elements), **more}


def body(number: int, mass: Any = 1.5, scale: float = 1.0, **more: Any) -> dict[str, Any]:
    """A body with an inertia tensor that has no symmetry."""
    moments = {"xx": 0.3, "yy": 0.45, "zz": 0.35, "xy": 0.03, "xz": -0.05, "yz": 0.02}
    inertia = {key: round(entry * scale, 6) for key, entry in moments.items()}
    return {"number": number, "mass": mass, "inertia": inertia, **more}


def joint(kind: str, name: str, parent: int, child: int, axis: Any = None, **more: Any) -> dict:
    """A joint of a kind whose axes begin with one, and coordinates named after it."""
    names = [f"{name}{k + 1}" for k in range(FREEDOMS[kind])]
    ends = {"name": name, "kind": kind, "parent": parent, "child": child}
    return {**ends, "coordinates": names, **axes(kind, axis or [0, 0, 1], names), **more}


def across(axis: Any) -> list:
    """An axis that is not along another one."""
    x, y, z = axis
    return [z, x, y] if abs(x) != abs(y) or abs(y) != abs(z) else [z, -x, y]


def axes(kind: str, axis: Any, names: list[str]) -> dict[str, Any]:
    """The axes of a kind, the first one given."""
    second = across(axis)
    third = across(second)
    match kind:
        case "revolute" | "prismatic" | "cylindrical":
            return {"axis": axis}
        case "screw":
            return {"axis": axis, "pitch": PITCHES[sum(map(ord, names[0])) % len(PITCHES)]}
        case "universal":
            return {"axis": axis, "axis2": second}
        case "spherical":
            return {"sequence": [axis, second, third]}
        case "planar":
            return {"axes": [second, third], "normal": axis}
        case "free":
            return {"axes": [axis, second, third], "sequence": [third, axis, second]}
        case "general":
            return _general(axis, names)
    return {}


def _general(axis: Any, names: list[str]) -> dict[str, Any]:
    """A turn about the largest component's axis, and a slide along a curve."""
    turn, slide = names
    c, s, n = f"cos({turn})", f"sin({turn})", f"-sin({turn})"
    place = max(range(3), key=lambda k: abs(axis[k]))
    rotations = (
        [[1, 0, 0], [0, c, s], [0, n, c]],
        [[c, 0, n], [0, 1, 0], [s, 0, c]],
        [[c, s, 0], [n, c, 0], [0, 0, 1]],
    )
    distance: list[Any] = [0, f"0.1*sin({turn})*{slide}", "0.05*t"]
    distance[place] = f"{slide} + 0.2*{slide}^2"
    return {"rotation": rotations[place], "distance": distance}


def names_of(data: dict[str, Any]) -> list[str]:
    """All coordinates of a model file."""
    own = [name for element in data["elements"] for name in element.get("own", [])]
    return [*(name for joint in data["joints"] for name in joint["coordinates"]), *own]


def at_random(data: dict[str, Any], source: random.Random, **more: Any) -> Case:
    """A case at a random state of three decimals."""
    names = names_of(data)
    q = {name: round(source.uniform(-1.2, 1.2), 3) for name in names}
    qd = {name: round(source.uniform(-2, 2), 3) for name in names}
    return Case(data, round(source.uniform(0, 2), 3), q, qd, **more)
