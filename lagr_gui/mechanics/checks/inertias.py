"""Moments of inertia that no distribution of mass has: told, and computed as they stand.

Robots of other programs often have such. What a body cannot have does no harm where it moves
nothing; where the metric is not positive definite a motion says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from lagr_gui.expression import Expression, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.mechanics.inertia import ROUNDING, binet, lacking, mended
from lagr_gui.mechanics.numbers import known_value, known_values
from lagr_gui.mechanics.steps import Shift, Spin, Step, Turn, base_steps, is_beam, joint_steps
from lagr_gui.mechanics.trees import Trees
from lagr_gui.model import Body, Model
from lagr_gui.model.faults import place_of
from lagr_gui.numerics.turning import turn_about
from lagr_gui.topology import Topology

PARALLEL = 1e-9
"""Sine of the angle between directions that count as one."""


def check_inertias(model: Model, topology: Topology) -> list[Problem]:
    """A warning for each body whose inertia none has, as far as its motion feels it."""
    values = known_values(model)
    tensors = {
        body.number: tensor(body, values)
        for body in model.bodies
        if (known_value(body.mass, values) or 0) >= 0  # otherwise that is the fault
    }
    if not any(theta is not None and lacking(theta) for theta in tensors.values()):
        return []
    turning = turning_directions(model, topology, values)
    return [
        problem
        for index, body in enumerate(model.bodies)
        if (theta := tensors.get(body.number)) is not None
        for problem in _of_body(model, index, theta, turning.get(body.number))
    ]


def tensor(body: Body, values: Mapping[str, float]) -> Array | None:
    """θ̄ of (13), also where Binet's tensor is given; None where an entry has no value."""
    names = ("xx", "yy", "zz", "xy", "xz", "yz")
    entries = [known_value(getattr(body.inertia, name), values) for name in names]
    if None in entries:
        return None
    xx, yy, zz, xy, xz, yz = entries
    theta = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], float)
    return np.trace(theta) * np.eye(3) - theta if body.inertia.form == "binet" else theta


def turning_directions(
    model: Model, topology: Topology, values: Mapping[str, float]
) -> dict[int, Array | None]:
    """The one direction (3,), in its axes, about which each body turns; zeros where it never does.

    None where it turns about several, or where that cannot be told. Directions that are parallel
    in one position stay so: what turns them turns about them.
    """
    try:
        start = _walked(_Frame(np.eye(3), np.zeros(3)), base_steps(model.base), values)
    except LagrError:
        start = None
    frames: dict[int, _Frame | None] = {0: start}
    for branch in topology.branches:
        before = frames[branch.parent]
        try:
            beam = is_beam(branch.joint)
            after = None if beam or before is None else _walked(before, joint_steps(branch), values)
        except LagrError:
            after = None
        frames[branch.child] = after
    return {number: frame and frame.axes.T @ frame.turning for number, frame in frames.items()}


class _Frame:
    """Axes (3, 3), columns in space, and the direction in space about which they have turned."""

    def __init__(self, axes: Array, turning: Array) -> None:
        self.axes, self.turning = axes, turning


def _walked(frame: _Frame, steps: tuple[Step, ...], values: Mapping[str, float]) -> _Frame | None:
    """The frame after some steps with all coordinates and the time at 0; None where it turns
    about several directions.
    """
    axes, turning = frame.axes, frame.turning
    for step in steps:
        match step:
            case Shift():
                continue
            case Spin(axis, angle):
                direction = _numbers(axis, values)
                if not _is_constant(angle, values):
                    about = axes @ direction
                    if np.linalg.norm(np.cross(turning, about)) > PARALLEL:
                        return None
                    turning = about
                axes = axes @ turn_about(direction, _number(angle, values))
            case Turn(matrix):
                if not all(_is_constant(entry, values) for row in matrix for entry in row):
                    return None
                axes = axes @ np.array([_numbers(row, values) for row in matrix])
    return _Frame(axes, turning)


def _is_constant(tree: Expression, values: Mapping[str, float]) -> bool:
    return all(not s.order and s.name in values for s in symbols(tree))


def _number(tree: Expression, values: Mapping[str, float]) -> float:
    others = {s.name: 0.0 for s in symbols(tree) if not s.order}
    return value(tree, {**others, **values})


def _numbers(trees: Trees, values: Mapping[str, float]) -> Array:
    return np.array([_number(tree, values) for tree in trees])


def _of_body(model: Model, index: int, theta: Array, about: Array | None) -> Iterator[Problem]:
    """Of a body that turns about one direction the moment about it alone is felt."""
    fault = lacking(theta)
    principal = np.linalg.eigvalsh(theta)
    least = ROUNDING * float(np.max(np.abs(principal)))
    if about is not None and (fault == "triangle" or about @ theta @ about >= -least):
        return
    if not fault or (fault == "triangle" and np.any(np.abs(principal) <= least)):
        return  # zeros say nothing: one moment is often all that is given
    template = (
        "Of its principal moments of inertia ({listed} kg m²) one is negative."
        if fault == "negative"
        else "Of its principal moments of inertia ({listed} kg m²) the largest is more than the "
        "other two together."
    )
    cause = say(template, listed=", ".join(f"{entry:.6g}" for entry in principal))
    cause += say(" No distribution of mass has them; they are computed as they stand.")
    body = model.bodies[index]
    near = _near(theta, body.inertia.form == "binet")
    remedy = say(
        "Give the moments and products of a body, about its centre of mass and in its axes. "
        "Near to these is a body with {near} (kg m²); lagr import --repair takes it for robots.",
        near=near,
    )
    path = ("bodies", index)
    where = (*path, "inertia")
    yield Problem(place_of(path, model), cause, remedy, Severity.WARNING, "inertia", where, near)


def _near(theta: Array, in_binet: bool) -> str:
    """What `mended` makes of a tensor, as it is typed: “xx = 0.1, yy = …”."""
    mended_one = binet(mended(theta)) if in_binet else mended(theta)
    largest = float(np.max(np.abs(mended_one)))
    digits = 9 - int(np.ceil(np.log10(largest))) if largest else 0
    entries = {
        first + second: round(float(mended_one[i, j]), digits) + 0.0
        for i, first in enumerate("xyz")
        for j, second in enumerate("xyz")
        if i <= j
    }
    kept = {name: entry for name, entry in entries.items() if entry or name in ("xx", "yy", "zz")}
    return ", ".join(f"{name} = {entry!r}" for name, entry in kept.items())
