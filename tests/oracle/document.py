"""The text of a model file with all fields that may be left out, and the values in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tests.oracle.beams import expanded
from tests.oracle.jets import variables
from tests.oracle.language import Meaning

LINE = {"body_a": 1, "body_b": 0, "point_a": [0, 0, 0], "point_b": [0, 0, 0]}
CONTACT = {
    "body": 1,
    "centre": [0, 0, 0],
    "radius": 1,
    "ground": 0,
    "plane_point": [0, 0, 0],
    "normal": [0, 1, 0],
    "along": [1, 0, 0],
}
RUBBING = {"kinetic": 1, "static": 0, "stribeck": 0, "shape": 2}
XYZ = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
PRESSED = {"mu": 0.1, "mu_static": 0, "length": 0, "stribeck": 0, "shape": 2}
ELEMENTS: dict[str, dict[str, Any]] = {
    "spring": {**LINE, "c": 100, "l0": 0},
    "dashpot": {**LINE, "k": 1},
    "lagr_damper": {**LINE, "k": 1},
    "bushing": {
        **LINE,
        **{key: [0, 0, 0] for key in ("c", "k", "c_turn", "k_turn", "preload", "premoment")},
        "body_a": 0,
        "body_b": 1,
        "normal": [0, 0, 1],
        "along": [1, 0, 0],
    },
    "coordinate_spring": {"coordinate": "", "c": 10, "q0": 0},
    "coordinate_damper": {"coordinate": "", "k": 1},
    "coordinate_force": {"coordinate": "", "force": 0},
    "force": {"body": 1, "point": [0, 0, 0], "vector": [0, 0, 0], "axes": "space"},
    "torque": {"body": 1, "reaction_body": 0, "vector": [0, 0, 0], "axes": "space"},
    "rod": {**LINE, "l": 1},
    "coincidence": {**LINE, "directions": "xyz"},
    "gear": {"coordinate_a": "", "coordinate_b": "", "ratio": 1, "offset": 0},
    "prescribed_motion": {"coordinate": "", "motion": "t"},
    "skid": {"body": 1, "point": [0, 0, 0], "across": [0, 1, 0], "ground": 0},
    "rolling_disc": {**CONTACT, "axis": [0, 0, 1]},
    "rolling_ball": CONTACT,
    "position_condition": {"zero": 0},
    "velocity_condition": {"zero": 0},
    "energies": {"kinetic": 0, "potential": 0, "dissipation": 0},
    "elastic_rope": {**LINE, "pulleys": [], "c": 1000, "l0": 1},
    "rope_damper": {**LINE, "pulleys": [], "k": 1},
    "rope_pull": {**LINE, "pulleys": [], "pull": 0},
    "tight_rope": {**LINE, "pulleys": [], "l": 1},
    "pulley_rope": {},
    "wall": {},
    "follower": {},
    "cam": {},
    "stop": {},
    "rope": {},
    "bumper": {},
    "contact": {},
    "unilateral_condition": {},
    "joint_friction": {"coordinate": "", **RUBBING, "speed": 0},
    "brake": {"coordinate": "", "moment": 1},
    "bearing_friction": {"coordinate": "", **PRESSED, "radius": 0.01, "thrust_radius": 0},
    "guide_friction": {"coordinate": "", **PRESSED},
    "surface_friction": {
        "coordinate": "",
        "mu": 0.1,
        "mu_static": 0,
        "radius": 0.01,
        "pressed": "reaction",
        "preload": 0,
        "stribeck": 0,
        "shape": 2,
    },
    "line_friction": {**LINE, **RUBBING},
    "one_way_clutch": {"coordinate": "", "turns": "forwards", "other": 0, "moment": 0},
    "drum_rope": {
        **LINE,
        "pulleys": [],
        "drum": 0,
        "drum_point": [0, 0, 0],
        "l": 1,
        "mu": 0.2,
        "mu_static": 0,
        "wrap": 0,
        "run": 0,
    },
}
JOINTS: dict[str, dict[str, Any]] = {
    "revolute": {"axis": [0, 0, 1]},
    "prismatic": {"axis": [1, 0, 0]},
    "cylindrical": {"axis": [0, 0, 1]},
    "screw": {"axis": [0, 0, 1], "pitch": 0.1},
    "universal": {"axis": [1, 0, 0], "axis2": [0, 1, 0]},
    "spherical": {"sequence": XYZ},
    "planar": {"axes": XYZ[:2], "normal": [0, 0, 1]},
    "free": {"axes": XYZ, "sequence": XYZ},
    "fixed": {},
    "general": {"rotation": XYZ, "distance": [0, 0, 0]},
    "beam": {
        "length": 1,
        "density": 1,
        "stiffness": 100,
        "damping": 0,
        "axis": [1, 0, 0],
        "across": [0, 1, 0],
        "ends": "clamped-free",
        "functions": "polynomials",
        "deflection": 0,
        "foreshortening": "on",
        "gravity": "on",
    },
}
JOINT = {
    "point_parent": [0, 0, 0],
    "point_child": [0, 0, 0],
    "orientation": XYZ,
    "coordinates": [],
    "cut": False,
}
BODY = {"mass": 1, "inertia": {}, "gravity": True}
BASE = {"position": [0, 0, 0], "axis": [0, 0, 1], "angle": 0, "matrix": None}
MOMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")


def stops(element: dict[str, Any]) -> list[tuple[int, list]]:
    """The points of bodies through which a rope runs."""
    over = [
        (pulley.get("body", 0), pulley.get("point", [0, 0, 0])) for pulley in element["pulleys"]
    ]
    first, last = ((element[f"body_{end}"], element[f"point_{end}"]) for end in "ab")
    return [first, *over, last]


class Document:
    """A model file as plain data; `coordinates` are those of all joints, then of elements.

    `values` replace those of parameters.
    """

    def __init__(self, text: str, values: Mapping[str, float] | None = None) -> None:
        data = json.loads(text)
        self.gravity = data.get("gravity", [0, "-g", 0])
        self.base = {**BASE, **data.get("base", {})}
        self.bodies = [{**BODY, **body} for body in data.get("bodies", [])]
        self.joints = [
            {**JOINT, **JOINTS[joint["kind"]], **joint} for joint in data.get("joints", [])
        ]
        every = [{**ELEMENTS[e["kind"]], **e} for e in data.get("elements", [])]
        self.elements = [element for element in every if element.get("enabled", True)]
        self.functions = {entry["name"]: entry for entry in data.get("functions", [])}
        given = data.get("parameters", [{"name": "g", "value": 9.81}])
        self.parameters = self._parameters({e["name"]: e.get("value") for e in given}, values or {})
        self.constants = Meaning(self.parameters, {})
        self.joints, points, bending = expanded(self.joints, self.number, self.direction)
        self.bodies, self.elements = [*self.bodies, *points], [*self.elements, *bending]
        own = [name for element in self.elements for name in element.get("own", [])]
        self.coordinates = [*(n for j in self.joints for n in j["coordinates"]), *own]

    def _parameters(self, given: dict, values: Mapping[str, float]) -> dict:
        """Values by name and order; those that depend on others follow them."""
        known: dict[tuple[str, int], float] = {}
        left = given | dict(values)
        while left:
            for name, entry in list(left.items()):
                try:
                    known[name, 0] = Meaning(known, {}).of(entry)
                except KeyError:
                    continue
                del left[name]
        return known

    def constant(self, given: Sequence) -> np.ndarray:
        """A vector or matrix of parameters."""
        rows = [
            self.constant(e) if isinstance(e, list | tuple) else self.constants.of(e) for e in given
        ]
        return np.array(rows, float)

    def number(self, given) -> float:
        """A scalar of parameters."""
        return float(self.constants.of(given))

    def direction(self, given: Sequence) -> np.ndarray:
        """A unit vector."""
        found = self.constant(given)
        return found / np.linalg.norm(found)

    def tensor(self, body: dict) -> np.ndarray:
        """The ordinary inertia about the centre of mass in body axes."""
        xx, yy, zz, xy, xz, yz = (self.number(body["inertia"].get(key, 0)) for key in MOMENTS)
        found = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        if body["inertia"].get("form", "ordinary") == "binet":
            return np.trace(found) * np.eye(3) - found
        return found


class State:
    """A time with positions and velocities, as what expressions are evaluated on.

    Variables are t, q¹ … qᶠ and, where velocities are allowed, q̇¹ … q̇ᶠ.
    """

    def __init__(self, document: Document, names: Sequence[str], t: float, q, qd) -> None:
        self.t, self.q, self.qd = t, np.array(q, float), np.array(qd, float)
        self.names, self.f = list(names), len(names)
        self.rates = np.array([1.0, *qd])
        jets = variables(np.array([t, *q, *qd]))
        known: dict[tuple[str, int], object] = dict(document.parameters)
        known["t", 0] = jets[0]
        for index, name in enumerate(names):
            known[name, 0], known[name, 1] = jets[1 + index], jets[1 + self.f + index]
        self.meaning = Meaning(known, document.functions)
        self.n = len(jets)

    def place(self, name: str) -> int:
        """The index of a coordinate, from 0."""
        return self.names.index(name)
