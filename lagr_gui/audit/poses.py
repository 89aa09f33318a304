"""Where bodies, joints and the ends of lines are said to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from lagr_gui.audit.bodies import Bodies, joint_place
from lagr_gui.audit.jets import Array, norm
from lagr_gui.audit.residual import NEAR, Left
from lagr_gui.audit.ropes import place, stops
from lagr_gui.model import Model


@dataclass(frozen=True, eq=False)
class SharedPoses:
    """At n states by body number: centres of mass x (n, 3), maps R (n, 3, 3) into space.

    `lines` (n, k, 3) are the points through which elements run, `joints` (n, 3) points of
    joints, both by name.
    """

    x: Mapping[int, Array]
    R: Mapping[int, Array]
    lines: Mapping[str, Array] = field(default_factory=dict[str, Array])
    joints: Mapping[str, Array] = field(default_factory=dict[str, Array])


def misplaced(model: Model, bodies: Bodies, given: SharedPoses) -> Iterator[Left]:
    """How far everything is from where the joints put it."""
    frames, least = bodies.frames, NEAR * bodies.values.fields.yardsticks.length
    for number, x in given.x.items():
        yield from _apart("The position of a body", f"body:{number}", x, frames[number].x[0], least)
    for number, R in given.R.items():
        gap = norm((R - frames[number].R[0]).reshape(len(R), 9))
        yield Left("The orientation of a body", f"body:{number}", gap, np.ones(len(R)))
    for name, line in given.lines.items():
        places = [place(bodies, *stop) for stop in stops(model.element(name))]
        for told, point in zip(np.swapaxes(line, 0, 1), places, strict=True):
            yield from _apart("The end of a line", f"element:{name}", told, point[0], least)
    for name, point in given.joints.items():
        told = joint_place(bodies.values.fields.joints[name], bodies)
        yield from _apart("The point of a joint", f"joint:{name}", point, told, least)


def _apart(
    quantity: str, source: str, claimed: Array, placed: Array, least: float
) -> Iterator[Left]:
    yield Left(quantity, source, norm(claimed - placed), norm(claimed) + norm(placed) + least)
