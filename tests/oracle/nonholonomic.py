"""Random systems with conditions on velocities: skids, blades, wheels, balls, gears, own laws.

Positions and velocities that meet the conditions are near the state that is drawn.
"""

from __future__ import annotations

from typing import Any

from tests.oracle.comparison import Case
from tests.oracle.drawing import Source, populate, random_body, random_joint, surroundings
from tests.oracle.parts import at_random, document, joint

UP, NOWHERE, UPRIGHT = [0, 0, 1], [0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
FLAT = {"axes": [[1, 0, 0], [0, 1, 0]], "normal": UP}
FREE = {"axes": UPRIGHT, "sequence": [[0, 0, 1], [1, 0, 0], [0, 1, 0]]}
PLANE = {"plane_point": NOWHERE, "normal": UP, "along": [1, 0, 0]}
LOADS = 3


def random_nonholonomic(seed: int) -> Case:
    """A sleigh with trailers, a wheel with a rider, a ball, a cart, or a tree with own laws.

    Some have several conditions, and all have a few springs, forces, dampers.
    """
    source = Source(seed)
    family = source.choice((_sleigh, _sleigh, _wheel, _ball, _cart, _tree, _tree))
    bodies, joints, elements = family(source)
    case = at_random(document(bodies, joints, elements, **_flat(source)), source)
    _load(source, case.data)
    return case


Parts = tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]


def _flat(source: Source) -> dict[str, Any]:
    """Surroundings in which the ground is at rest."""
    return {key: value for key, value in surroundings(source).items() if key != "base"}


def _load(source: Source, data: dict[str, Any]) -> None:
    """A few elements that bind nothing."""
    bound = data["elements"]
    data["elements"] = []
    populate(source, data, LOADS)
    free = [entry for entry in data["elements"] if entry["kind"] not in BINDING]
    data["elements"] = [*bound, *free]


BINDING = (
    *("rod", "coincidence", "skid", "rolling_disc", "rolling_ball", "gear", "prescribed_motion"),
    *("position_condition", "velocity_condition", "tight_rope", "pulley_rope"),
)


def _body(source: Source, number: int) -> dict[str, Any]:
    return {**random_body(source, number), "name": f"Body {number}"}


def _skid(source: Source, body: int, name: str) -> dict[str, Any]:
    """A blade or a fixed wheel that does not slip sideways."""
    point = [source.number(0.5), source.number(0.3), 0]
    across = source.choice(([0, 1, 0], [1, 0, 0], [0.6, 0.8, 0]))
    ends = {"body": body, "ground": 0, "point": point, "across": across}
    return {"name": name, "kind": "skid", **ends}


def _sleigh(source: Source) -> Parts:
    """Bodies in a plane behind each other, each with a skid or none."""
    count = source.randint(1, 3)
    bodies = [_body(source, number) for number in range(1, count + 1)]
    joints = [joint("planar", "a", 0, 1, **FLAT, orientation=UPRIGHT)]
    for number in range(2, count + 1):
        ends = {"point_parent": [-0.5, 0, 0], "point_child": [source.number(0.3) + 0.4, 0, 0]}
        joints.append(joint("revolute", f"b{number}_", number - 1, number, UP, **ends))
    runners = source.sample(range(1, count + 1), source.randint(1, count))
    return bodies, joints, [_skid(source, number, f"skid {number}") for number in sorted(runners)]


def _wheel(source: Source) -> Parts:
    """A disc that rolls on a plane, with or without a body on its axle."""
    bodies, joints = [_body(source, 1)], [joint("free", "a", 0, 1, **FREE, orientation=UPRIGHT)]
    disc = {"body": 1, "ground": 0, "centre": NOWHERE, "radius": source.choice((0.4, "l"))}
    disc |= {"axis": [0, 1, 0], **PLANE}
    if source.random() < 0.5:
        bodies.append(_body(source, 2))
        kind = source.choice(("revolute", "prismatic"))
        axis = [0, 1, 0] if kind == "revolute" else source.choice(UPRIGHT)
        joints.append(joint(kind, "b", 1, 2, axis, point_child=[0, 0, source.number(0.4)]))
    return bodies, joints, [{"name": "wheel", "kind": "rolling_disc", **disc}]


def _ball(source: Source) -> Parts:
    """A ball that rolls on a plane, which may be a turntable."""
    turning = source.random() < 0.5
    first = 2 if turning else 1
    bodies = [_body(source, number) for number in range(1, first + 1)]
    joints = [joint("revolute", "t", 0, 1, UP)] if turning else []
    joints.append(joint("free", "a", 0, first, **FREE, orientation=UPRIGHT))
    ball = {"body": first, "ground": first - 1, "centre": NOWHERE, "radius": 0.4, **PLANE}
    return bodies, joints, [{"name": "ball", "kind": "rolling_ball", **ball}]


def _cart(source: Source) -> Parts:
    """A body in a plane on two driven wheels, each of which rolls by a condition, and a gear."""
    bodies = [_body(source, number) for number in (1, 2, 3)]
    joints = [joint("planar", "a", 0, 1, **FLAT, orientation=UPRIGHT)]
    elements = [_skid(source, 1, "axle") | {"point": NOWHERE, "across": [0, 1, 0]}]
    for number, side in ((2, 0.3), (3, -0.3)):
        name = f"w{number}_"
        joints.append(joint("revolute", name, 1, number, [0, 1, 0], point_parent=[0, side, 0]))
        speed = f"a1'*cos(a3) + a2'*sin(a3) - {side}*a3' - 0.2*{name}1'"
        elements.append({"name": name, "kind": "velocity_condition", "zero": speed})
    if source.random() < 0.5:
        bodies.append(_body(source, 4))
        joints.append(joint("revolute", "g", 1, 4, source.choice(UPRIGHT)))
        wheels = {"coordinate_a": "g1", "coordinate_b": "w2_1", "ratio": source.number(3) + 0.05}
        elements.append({"name": "gear", "kind": "gear", **wheels, "offset": 0})
    return bodies, joints, elements


def _tree(source: Source) -> Parts:
    """Bodies on random joints with conditions on the velocities of coordinates."""
    count = source.randint(1, 3)
    bodies = [_body(source, number) for number in range(1, count + 1)]
    kinds = ("revolute", "prismatic", "universal", "planar", "cylindrical")
    joints = [
        random_joint(source, f"j{n}_", source.randint(0, n - 1), n, source.choice(kinds))
        for n in range(1, count + 1)
    ]
    names = [name for entry in joints for name in entry["coordinates"]]
    if len(names) < 3:
        return _tree(source)
    elements = []
    for number in range(source.randint(1, min(2, len(names) - 2))):
        q, p, r = source.sample(names, 3)
        laws = (
            f"{q}' - {p}*{r}'",
            f"cos({q})*{p}' - {q}'*sin({p}) - t/5",
            f"{q}' - a*{p}' - (1 + {r}^2)*{r}'/3",
            f"{q}'^2 + {p}'^2 - (1 + {r}'^2)*0.5",
            f"{q}'*{p}' - 0.4*{r}' - 0.3",
        )
        text = source.choice(laws if number == 0 else laws[:3])
        elements.append({"name": f"law {number}", "kind": "velocity_condition", "zero": text})
    return bodies, joints, elements
