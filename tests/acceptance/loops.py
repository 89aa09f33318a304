"""Loops of a case as conditions, or as joints that close a path."""

from __future__ import annotations

from typing import Any

import numpy as np

from lagr_gui import System
from tests.acceptance.numbers import formula


class Untranslatable(Exception):
    """The case asks for something that the program does not have."""


JOINTS = ("revolute", "prismatic", "cylindrical", "universal", "planar", "fixed", "spherical")


def add_loop(system: System, loop: dict[str, Any], numbers: dict[int, int]) -> None:
    """One loop: a point, an expression, a rod, or a joint that is drawn between the bodies.

    Raises Untranslatable for another type.
    """
    kind, name = loop["type"], str(loop["id"])
    if kind == "expr":
        system.element("position_condition", name=name, zero=loop["expr"].replace("**", "^"))
        return
    ends = {
        "body_a": numbers[loop["body_a"]],
        "body_b": numbers[loop["body_b"]],
        "point_a": loop.get("point_a", [0, 0, 0]),
        "point_b": loop.get("point_b", [0, 0, 0]),
    }
    if kind in ("point", "spherical"):
        letters = "".join("xyz"[i] for i in loop.get("components", (0, 1, 2)))
        system.element("coincidence", name=name, directions=letters, **ends)
    elif kind in ("distance", "rod"):
        length = next(loop[key] for key in ("length", "distance", "l") if key in loop)
        system.element("rod", name=name, l=length, **ends)
    elif kind in JOINTS:
        _draw(system, kind, name, loop, ends)
    else:
        raise Untranslatable(f"loop {name} is of the type {kind}")


def _draw(system: System, kind: str, name: str, loop: dict[str, Any], ends: dict[str, Any]) -> None:
    """A joint from body a to body b whose axis is given in both."""
    known = {"id", "type", "body_a", "body_b", "point_a", "point_b", "axis", "axis_a", "axis_b"}
    known |= {"axis2", "rot_parent"}
    unknown = set(loop) - known
    if unknown:
        raise Untranslatable(f"loop {name} holds {', '.join(sorted(unknown))}")
    names = {entry.name: float(entry.value or 0) for entry in system.model.parameters}
    fields: dict[str, Any] = {}
    in_a = loop.get("axis_a", loop.get("axis"))
    in_b = loop.get("axis_b", loop.get("axis"))
    if in_a is not None:
        a, b = (np.array([formula(str(x), names) for x in axis]) for axis in (in_a, in_b))
        fields = {"axis": list(b), "orientation": turning(b, a).tolist()}
    if "rot_parent" in loop:
        fields["orientation"] = loop["rot_parent"]
    if "axis2" in loop:
        fields["axis2"] = loop["axis2"]
    freedoms = {"universal": 2, "cylindrical": 2, "planar": 3, "spherical": 3, "fixed": 0}
    taken = set(system.model.coordinates)
    coordinates = [f"closing_{len(taken) + i}" for i in range(freedoms.get(kind, 1))]
    system.joint(
        kind,
        ends["body_a"],
        ends["body_b"],
        *coordinates,
        name=name,
        point_parent=ends["point_a"],
        point_child=ends["point_b"],
        cut=True,
        **fields,
    )


def turning(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A rotation that takes the direction of a into that of b."""
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    v, c = np.cross(a, b), float(a @ b)
    if np.linalg.norm(v) < 1e-12:
        if c > 0:
            return np.eye(3)
        across = np.cross(a, np.eye(3)[int(np.argmin(np.abs(a)))])
        across /= np.linalg.norm(across)
        return 2 * np.outer(across, across) - np.eye(3)
    skew = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + skew + skew @ skew / (1 + c)
