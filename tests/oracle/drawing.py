"""Random trees as a user might draw them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np

from tests.oracle.comparison import Case
from tests.oracle.motions import rotation
from tests.oracle.parts import AXES, KINDS, at_random, document, joint
from tests.oracle.small import DIRECTIONS, MOVING, PARAMETERS, PLANES

FUNCTIONS = [
    {"name": "F", "arguments": ["t"], "expression": "0.4*sin(3*t) + t^2/5"},
    {"name": "N", "arguments": ["u", "v"], "expression": "k*u*v/(1 + u^2)"},
]
TIMES = ("0.3 + 0.1*sin(t)", "F(t)", "F'(t) + 1", "exp(-t)", "k*t", "l + t/10")


class Source(random.Random):
    """Random numbers as people write them."""

    def number(self, size: float = 1.0) -> float:
        """One with three decimals."""
        return round(self.uniform(-size, size), 3)

    def vector(self, size: float = 0.6) -> list:
        """Mostly numbers, at times zeros or symbols."""
        if self.random() < 0.2:
            return [0, 0, 0]
        rare = ("a", "-b", "l/2", 0, 0)
        return [self.choice(rare) if self.random() < 0.2 else self.number(size) for _ in range(3)]

    def axis(self) -> list:
        """Along an axis of the frame, or skew."""
        return (
            list(self.choice(AXES))
            if self.random() < 0.6
            else [self.number() + 0.01 for _ in "xyz"]
        )

    def orientation(self) -> list:
        """A rotation matrix with all digits."""
        if self.random() < 0.5:
            return [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        axis = np.array([self.gauss(0, 1) for _ in range(3)])
        return rotation(axis / np.linalg.norm(axis), self.uniform(-3, 3)).tolist()

    def scalar(self, least: float = 0.1, most: float = 4.0) -> Any:
        """A positive number, at times an expression."""
        if self.random() < 0.25:
            return self.choice(("k", "k/2", "k*(1 + a)", *TIMES))
        return round(self.uniform(least, most), 3)


def random_body(source: Source, number: int) -> dict[str, Any]:
    """A body that could be."""
    a, b, c = (source.uniform(0.05, 0.3) for _ in range(3))
    moments = {"xx": b + c, "yy": a + c, "zz": a + b}
    for key in ("xy", "xz", "yz"):
        moments[key] = source.uniform(-0.02, 0.02)
    inertia: dict[str, Any] = {key: round(value, 4) for key, value in moments.items()}
    if source.random() < 0.15:
        inertia = {"form": "binet", "xx": a, "yy": b, "zz": c, "xy": 0.01, "yz": -0.02}
    mass = "k" if source.random() < 0.15 else round(source.uniform(0.3, 3), 3)
    more = {} if source.random() < 0.8 else {"gravity": False}
    return {
        "number": number,
        "name": source.choice(("", "Körper", "x")),
        "mass": mass,
        "inertia": inertia,
        **more,
    }


def random_joint(source: Source, name: str, a: int, b: int, kind: str = "") -> dict[str, Any]:
    """A joint between two bodies, drawn from either side."""
    parent, child = (a, b) if source.random() < 0.7 else (b, a)
    kind = kind or source.choice(KINDS)
    points = {"point_parent": source.vector(), "point_child": source.vector()}
    made = joint(
        kind, name, parent, child, source.axis(), orientation=source.orientation(), **points
    )
    if kind in ("spherical", "free") and source.random() < 0.5:
        made["sequence"] = source.choice(SEQUENCES)
    return made


SEQUENCES = (
    [[0, 0, 1], [1, 0, 0], [0, 0, 1]],
    [[0, 0, -1], [0, 1, 0], [1, 0, 0]],
    [[1, 1, 0], [0, 1, 2], [0.3, 0.5, 0.9]],
)


def random_tree(seed: int, most: int = 6, elements: int = 5) -> Case:
    """A tree with elements, in any order and with any numbers."""
    source = Source(seed)
    count = source.randint(1, most)
    numbers = source.sample(range(1, 3 * count), count)
    if source.random() < 0.7:
        numbers.sort()
    bodies = [random_body(source, number) for number in numbers]
    joints = []
    for index, number in enumerate(numbers):
        parent = source.choice([0, *numbers[:index]])
        joints.append(random_joint(source, f"j{index}_", parent, number))
    source.shuffle(joints)
    if source.random() < 0.3:
        source.shuffle(bodies)
    data = document(bodies, joints, **surroundings(source))
    populate(source, data, elements)
    return at_random(data, source)


def surroundings(source: Source) -> dict[str, Any]:
    gravity = source.choice(([0, "-g", 0], [0, 0, "-g"], [1, "-g", "0.5*t"], [0, 0, 0]))
    more: dict[str, Any] = {"gravity": gravity, "parameters": PARAMETERS, "functions": FUNCTIONS}
    if source.random() < 0.3:
        more["base"] = MOVING
    return more


def populate(source: Source, data: dict[str, Any], most: int) -> None:
    names = [name for entry in data["joints"] for name in entry["coordinates"]]
    numbers = [0, *(entry["number"] for entry in data["bodies"])]
    for index in range(source.randint(0, most)):
        kind = source.choice(LOADS if source.random() < 0.75 else BINDING)
        if kind in COORDINATE and len(names) < 2:
            continue
        made = {"name": f"e{index}", "kind": kind, **_element(source, kind, names, numbers)}
        data["elements"].append(made)


LOADS = ("spring", "dashpot", "lagr_damper", "force", "torque")
LOADS += ("coordinate_spring", "coordinate_damper", "coordinate_force", "energies")
LOADS += ("elastic_rope", "rope_damper", "rope_pull")
BINDING = ("rod", "coincidence", "skid", "rolling_disc", "rolling_ball", "gear")
BINDING += ("prescribed_motion", "position_condition", "velocity_condition")
BINDING += ("tight_rope", "pulley_rope")
ROPES = ("elastic_rope", "rope_damper", "rope_pull", "tight_rope", "pulley_rope")
COORDINATE = ("coordinate_spring", "coordinate_damper", "coordinate_force", "energies", "gear")
COORDINATE += ("prescribed_motion", "position_condition", "velocity_condition")


def _element(source: Source, kind: str, names: list[str], numbers: list[int]) -> dict[str, Any]:
    if kind in COORDINATE:
        return _on_coordinates(source, kind, *source.sample(names, 2))
    if kind in ROPES:
        return rope(source, kind, numbers)
    a, b = source.sample(numbers, 2)
    if kind in ("spring", "dashpot", "lagr_damper", "rod", "coincidence"):
        values = {
            "spring": {"c": source.scalar(), "l0": source.scalar(0, 1)},
            "rod": {
                "l": source.choice((0.7, "l", "1 + 0.2*sin(t)", round(source.uniform(0.2, 1), 3)))
            },
            "coincidence": {"directions": source.choice(DIRECTIONS)},
        }
        ends = {"body_a": a, "body_b": b, "point_a": source.vector(), "point_b": source.vector()}
        return {**ends, **values.get(kind, {"k": source.scalar()})}
    return _at_bodies(source, kind, a, b, names)


def _at_bodies(source: Source, kind: str, a: int, b: int, names: list[str]) -> dict[str, Any]:
    axes = source.choice(("space", "body"))
    entries = [source.number(3), source.choice(TIMES), 0]
    if names:
        entries[2] = f"-0.2*{source.choice(names)}' + sin({source.choice(names)})"
    source.shuffle(entries)
    if kind == "force":
        return {"body": a, "point": source.vector(), "vector": entries, "axes": axes}
    if kind == "torque":
        return {"body": a, "reaction_body": b, "vector": entries, "axes": axes}
    if kind == "skid":
        return {"body": a, "ground": b, "point": source.vector(), "across": source.axis()}
    normal, along = source.choice(PLANES)
    plane = {"plane_point": source.vector(), "normal": normal, "along": along}
    wheel = {"body": a, "ground": b, "centre": source.vector(), "radius": source.choice((0.4, "l"))}
    return {**wheel, **plane, **({"axis": source.axis()} if kind == "rolling_disc" else {})}


def rope(source: Source, kind: str, numbers: list[int]) -> dict[str, Any]:
    """A rope over up to three pulleys; each span leads to another body, at times back again."""
    course = [source.choice(numbers)]
    for _ in range(source.randint(1, 4)):
        course.append(source.choice([n for n in numbers if n != course[-1]]))
    first, *over, last = ({"body": number, "point": source.vector()} for number in course)
    law = {
        "elastic_rope": {"c": source.scalar(), "l0": source.scalar(0, 3)},
        "rope_damper": {"k": source.scalar()},
        "rope_pull": {"pull": source.choice((source.number(5), *TIMES))},
        "tight_rope": {"l": source.choice((2, "l", "1 + 0.2*sin(t)"))},
        "pulley_rope": {"l": source.scalar(1, 9), "restitution": source.choice((0, 0.5, "a", 1))},
    }
    ends = {"body_a": first["body"], "point_a": first["point"]}
    ends |= {"body_b": last["body"], "point_b": last["point"]}
    return {**ends, "pulleys": over, **law[kind]}


def roped(seed: int) -> Case:
    """A small tree with a rope over pulleys that cannot push, and at times with conditions."""
    case = random_tree(seed, 3, 2)
    source = Source(seed)
    numbers = [0, *(entry["number"] for entry in case.data["bodies"])]
    made = {"name": "rope", "kind": "pulley_rope", **rope(source, "pulley_rope", numbers)}
    others = [e for e in case.data["elements"] if e["kind"] != "pulley_rope"]
    return replace(case, data={**case.data, "elements": [*others, made]})


def _on_coordinates(source: Source, kind: str, q: str, p: str) -> dict[str, Any]:
    match kind:
        case "coordinate_spring":
            return {"coordinate": q, "c": source.scalar(), "q0": source.number()}
        case "coordinate_damper":
            return {"coordinate": q, "k": source.scalar()}
        case "coordinate_force":
            return {"coordinate": q, "force": source.choice((f"N({q}, {p}')", "F(t)", f"-k*{q}^3"))}
        case "energies":
            kinetic = source.choice(
                (0, f"0.1*{q}'^2*cos({p})^2", f"0.2*{q}'*{p}' + 0.3*({q}'^2 + {p}'^2)")
            )
            return {
                "kinetic": kinetic,
                "potential": f"k*cos({q} - {p})",
                "dissipation": f"a*{q}'^2",
            }
        case "gear":
            return {"coordinate_a": q, "coordinate_b": p, "ratio": source.scalar(), "offset": "a"}
        case "prescribed_motion":
            return {"coordinate": q, "motion": source.choice(TIMES)}
        case "position_condition":
            return {
                "zero": source.choice((f"{q} - sin({p})", f"{q}^2 + {p}^2 - F(t)", f"{q} - 2*{p}"))
            }
        case _:
            pass
    return {"zero": source.choice((f"{q}' - {p}*{p}'", f"cos({q})*{p}' - {q}'*sin({p}) - t"))}
