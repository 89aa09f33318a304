"""Systems for tests, built with the public records."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.model import Body, Element, Inertia, Joint, Model, Parameter


def joint(kind: str, name: str, parent: int, child: int, **fields: Any) -> Joint:
    """A joint of a kind with fields."""
    return JOINTS[kind].record(name=name, parent=parent, child=child, **fields)


def element(kind: str, name: str, **fields: Any) -> Element:
    """An element of a kind with fields."""
    return ELEMENTS[kind].record(name=name, **fields)


def system(
    bodies: Sequence[Body], joints: Sequence[Joint], elements: Sequence[Element] = (), **fields: Any
) -> Model:
    """A model of these parts."""
    return Model(bodies=tuple(bodies), joints=tuple(joints), elements=tuple(elements), **fields)


def pendulum() -> Model:
    """A point mass m on a massless rod l."""
    return system(
        [Body(number=1, name="bob", mass="m")],
        [joint("revolute", "pivot", 0, 1, point_child=(0, "l", 0), coordinates=("q1",))],
        parameters=(
            Parameter(name="g", value=9.81),
            Parameter(name="m", value=2.0),
            Parameter(name="l", value=0.5),
        ),
    )


def inertia(source: random.Random) -> Inertia:
    """A physically possible random inertia tensor (kg m²)."""
    a, b, c = (source.uniform(0.05, 0.2) for _ in range(3))
    products = [source.uniform(-0.01, 0.01) for _ in range(3)]
    return Inertia(xx=b + c, yy=a + c, zz=a + b, xy=products[0], xz=products[1], yz=products[2])


def vector(source: random.Random, size: float = 0.5) -> tuple[float, float, float]:
    """A random vector with three decimals."""
    x, y, z = (round(source.uniform(-size, size), 3) for _ in range(3))
    return x, y, z


def backwards(model: Model) -> Model:
    """The model with its one joint drawn from the body to body 0."""
    (drawn,) = model.joints
    ends = {"parent": drawn.child, "child": drawn.parent}
    points = {"point_parent": drawn.point_child, "point_child": drawn.point_parent}
    return model.model_copy(update={"joints": (drawn.model_copy(update=ends | points),)})


def opposite(state: dict[str, Any]) -> dict[str, Any]:
    """The state of such a model at the same place."""
    return state | {key: [-x for x in state[key]] for key in ("q", "qd")}


_AXES = {
    "revolute": ("axis",),
    "prismatic": ("axis",),
    "cylindrical": ("axis",),
    "screw": ("axis",),
    "universal": ("axis", "axis2"),
}


def random_joint(source: random.Random, kind: str, name: str, parent: int, child: int) -> Joint:
    """A joint of a kind with random points and axes."""
    count = JOINTS[kind].freedoms or 0
    fields: dict[str, Any] = {axis: vector(source, 1) for axis in _AXES.get(kind, ())}
    if kind == "screw":
        fields["pitch"] = round(source.uniform(-2, 2), 3)
    return joint(
        kind,
        name,
        parent,
        child,
        point_parent=vector(source),
        point_child=vector(source),
        coordinates=tuple(f"q{child}_{index + 1}" for index in range(count)),
        **fields,
    )


def random_tree(seed: int, kinds: Sequence[str]) -> Model:
    """A tree of bodies with random joints of the kinds, one joint per kind."""
    source = random.Random(seed)
    bodies, joints = [], []
    for number, kind in enumerate(kinds, start=1):
        mass = round(source.uniform(0.5, 2), 3)
        bodies.append(Body(number=number, mass=mass, inertia=inertia(source)))
        parent = source.randrange(number)
        joints.append(random_joint(source, kind, f"joint {number}", parent, number))
    return system(bodies, joints, gravity=vector(source, 10), parameters=())
