"""Models with many bodies, and a count of what is done with them."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable
from typing import Any

from lagr_gui.model import Body, Inertia, Joint, Model, Parameter, Shape, StartValue
from tests.systems import element, joint, system

SHAPES: dict[str, Callable[[random.Random, int], int]] = {
    "chain": lambda source, number: number - 1,
    "star": lambda source, number: 0,
    "tree": lambda source, number: source.randrange(number),
}
"""On which body the body of a number hangs."""


def large(shape: str, count: int) -> Model:
    """Many bodies of one metre on hinges, with springs on hinges and between bodies."""
    source = random.Random(count)
    bodies = [
        Body(number=n, mass=1, inertia=Inertia(xx=0.1, yy=0.1, zz=0.1)) for n in range(1, count + 1)
    ]
    joints: list[Joint] = []
    elements: list[Any] = []
    for n in range(1, count + 1):
        parent = SHAPES[shape](source, n)
        ends: dict[str, Any] = {"point_child": (0, 0.5, 0), "coordinates": (f"q{n}",)}
        joints.append(joint("revolute", f"J{n}", parent, n, point_parent=(0, -0.5, 0), **ends))
        elements.append(element("coordinate_spring", f"S{n}", coordinate=f"q{n}", c="c"))
        elements.append(element("spring", f"T{n}", body_a=n, body_b=n - 1, point_b=(0, 1, 0)))
    given = (Parameter(name="g", value=9.81), Parameter(name="c", value=40))
    return system(bodies, joints, elements, parameters=given)


def ring(count: int) -> Model:
    """A loop of bodies on hinges in three directions by turns, a multiple of three.

    It begins as a polygon of straight lines of three bodies each, which do not touch.
    """
    axes = ((0, 0, 1), (0, 1, 0), (0.3, 0.5, 0.9))
    inertia = Inertia(xx=0.1, yy=0.1, zz=0.1)
    slim = Shape(form="box", size=(0.9, 0.4, 0.4))
    bodies = [Body(number=n, mass=1, inertia=inertia, shape=slim) for n in range(1, count + 1)]
    ahead, behind = (0.5, 0, 0), (-0.5, 0, 0)
    joints = [
        joint("revolute", f"J{n}", n - 1, n, axis=axes[n % 3], coordinates=(f"q{n}",),
              point_parent=ahead if n > 1 else (0, 0, 0), point_child=behind)
        for n in range(1, count + 1)
    ]  # fmt: skip
    joints.append(joint("revolute", "closing", count, 0, point_parent=ahead, coordinates=("last",)))
    corners = range(3, count + 1, 3)
    turn = 2 * math.pi / len(corners)
    start = tuple(StartValue(coordinate=f"q{n}", position=turn) for n in corners)
    return system(bodies, joints, gravity=(0, 0, 0), start=start)


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called in some work, those of C and steps of generators too."""
    count = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
