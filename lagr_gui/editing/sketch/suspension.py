"""What bodies hang on: joints that hold a drawn position, and the loose ones of free bodies."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import count
from math import atan2, hypot, pi
from string import ascii_uppercase
from typing import Any

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.editing.edits.names import free_symbol, symbols_of
from lagr_gui.editing.edits.remove import remove
from lagr_gui.editing.edits.tables import set_start
from lagr_gui.editing.rules import may_connect
from lagr_gui.editing.sketch.anchors import Anchor
from lagr_gui.editing.sketch.plane import BodyPlaces, angle_text, tidy, turn_text
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Joint, Model, Scalar, Vector
from lagr_gui.model.record import IDENTITY, Matrix

LOOSE = "planar"
"""The joint of a body that nothing holds."""


def pin(
    model: Model, places: BodyPlaces, a: Anchor, b: Anchor, others: Collection[int] = ()
) -> Model:
    """A hinge between points of two bodies that are at one place; they stay where they are.

    The angle of a pendulum is zero where it hangs at rest, and of a rod that closes a path over
    it; other angles are where the axes of both bodies are one.  `others` are bodies to which the
    second one is to be hinged too.
    """
    parent, child = (b, a) if b.body == 0 else (a, b)
    axis, orientation, angle = _frame(places, parent.body, child.body)
    if not others and parent.body not in held_together(model, child.body):
        swing = swing_of(model, places, parent, child)
    else:
        swing = swing_in_loop(model, places, parent, child, others)
    if swing is not None:
        rest = places.plane.turned(-swing) @ places.R[child.body]
        orientation, angle = matrix_of(places, places.R[parent.body].T @ rest), angle_text(swing)
    return joined(model, "revolute", parent, child, (angle,), axis=axis, orientation=orientation)


def weld(model: Model, places: BodyPlaces, a: Anchor, b: Anchor) -> Model:
    """One piece of two bodies at a place."""
    parent, child = (b, a) if b.body == 0 else (a, b)
    turned = places.R[parent.body].T @ places.R[child.body]
    return joined(model, "fixed", parent, child, (), orientation=matrix_of(places, turned))


def joined(
    model: Model,
    kind: str,
    parent: Anchor,
    child: Anchor,
    start: tuple[Scalar, ...],
    stem: str = "q",
    **fields: Any,
) -> Model:
    """A joint between points of two bodies, with start values; what held either loosely goes.

    Raises LagrError where they may not be joined.
    """
    if problem := may_connect(model, kind, parent.body, child.body):
        raise LagrError(problem)
    model = _without_loose(model, parent.body, child.body)
    names: list[str] = []
    for _ in start:
        names.append(free_symbol(stem, {*symbols_of(model), *names}))
    fields |= {"point_parent": parent.point, "point_child": child.point}
    return _with_joint(model, kind, (parent.body, child.body), names, start, **fields)


def _with_joint(
    model: Model,
    kind: str,
    bodies: tuple[int, int],
    names: Sequence[str],
    start: Sequence[Scalar],
    **fields: Any,
) -> Model:
    """A joint from one body to another, with coordinates of some names and their start values."""
    record = JOINTS[kind].record(
        name=joint_name(model),
        kind=kind,
        parent=bodies[0],
        child=bodies[1],
        coordinates=tuple(names),
        **fields,
    )
    model = model.having(joints=(*model.joints, record))
    for name, position in zip(names, start, strict=True):
        model = set_start(model, name, position, 0)
    return model


def let_loose(model: Model, places: BodyPlaces, number: int) -> Model:
    """A body that nothing holds moves in the plane: x, y and an angle, from where it is."""
    plane = places.plane
    x, y = places.at(number, np.zeros(3))
    names = [free_symbol(stem, symbols_of(model)) for stem in ("x", "y", "phi")]
    fields: dict[str, Any] = {}
    if plane.axes != ("x", "y", "z") or plane.normal[2] < 0:
        fields = {"axes": (whole(plane.right), whole(plane.up)), "normal": whole(plane.normal)}
    if places.strict:  # the frame of the plane stands somewhere before body 0
        R = places.R[0].T
        fields |= {"point_parent": whole(-R @ places.x[0]), "orientation": matrix_of(places, R)}
    start = tidy(x), tidy(y), angle_text(places.angle(number))
    return _with_joint(model, LOOSE, (0, number), names, start, **fields)


def joint_name(model: Model) -> str:
    """The next free of the letters A, B, C …, then A1, B1 …"""
    taken = {joint.name for joint in model.joints}
    names = (letter + (str(n) if n else "") for n in count() for letter in ascii_uppercase)
    return next(name for name in names if name not in taken)


def is_loose(model: Model, joint: Joint) -> bool:
    """Whether a joint holds nothing, and nothing acts on its coordinates."""
    if joint.kind != LOOSE or joint.parent != 0:
        return False
    others = [record for record in (*model.joints, *model.elements) if record is not joint]
    texts = [record.model_dump_json() for record in others]
    texts += [function.model_dump_json() for function in model.functions]
    return not any(
        re.search(rf"\b{re.escape(name)}\b", text) for name in joint.coordinates for text in texts
    )


def held_together(model: Model, body: int) -> set[int]:
    """The bodies that hold on to each other with one of them, other than by loose joints."""
    pairs = [(j.parent, j.child) for j in model.joints if not is_loose(model, j)]
    bodies, more = {body}, {body}
    while more:
        more = {b for pair in pairs if bodies & set(pair) for b in pair} - bodies
        bodies |= more
    return bodies


def _without_loose(model: Model, parent: int, child: int) -> Model:
    """The model as two of its bodies come to hold on to each other.

    Of two parts that stand by themselves one gives up the loose joint that held it.
    """
    parts = [held_together(model, body) for body in (child, parent)]
    if parts[0] == parts[1]:
        return model
    loose = [_loose_of(model, part) for part in parts]
    if not all(is_held or 0 in part for is_held, part in zip(loose, parts, strict=True)):
        return model
    first = (*loose[0], *loose[1])[:1]
    return remove(model, {f"joint:{joint.name}" for joint in first})


def _loose_of(model: Model, part: set[int]) -> list[Joint]:
    """The loose joints of a part that does not hang on the ground."""
    if 0 in part:
        return []
    return [joint for joint in model.joints if joint.child in part and is_loose(model, joint)]


def _frame(places: BodyPlaces, parent: int, child: int) -> tuple[Vector, Matrix, Scalar]:
    """Axis and orientation of a hinge, and the angle at which it holds two bodies as they are."""
    normal = places.plane.normal
    R, S = places.R[parent], places.R[child]
    if np.allclose(R.T @ normal, S.T @ normal, atol=1e-9) and _is_turn(places, R.T @ S):
        return whole(R.T @ normal), IDENTITY, angle_text(places.turn(parent, child))
    return whole(S.T @ normal), matrix_of(places, R.T @ S), 0


def _is_turn(places: BodyPlaces, turned: Array) -> bool:
    """Whether a map of vectors leaves the normal of the plane where it is."""
    normal = places.plane.normal
    return bool(np.allclose(turned @ normal, normal, atol=1e-9))


def whole(vector: Array) -> Vector:
    """A vector as it is written."""
    x, y, z = (tidy(entry) for entry in vector)
    return x, y, z


def direction_of(places: BodyPlaces, vector: Array) -> Vector:
    """A unit vector of the plane as it is written: by cosine and sine of its angle.

    Rounded numbers would make roots of them where its length is computed.
    """
    right, up, across = ("xyz".index(letter) for letter in places.plane.axes)
    if abs(float(vector[across])) > 1e-9:
        return whole(vector)
    text = turn_text(float(np.arctan2(vector[up], vector[right])))
    entries: list[Scalar] = [0, 0, 0]
    for index, function in ((right, "cos"), (up, "sin")):
        plain = round(float(vector[index]))
        simple = abs(float(vector[index]) - plain) < 1e-9
        entries[index] = plain if simple else f"{function}({text})"
    return entries[0], entries[1], entries[2]


def matrix_of(places: BodyPlaces, turned: Array) -> Matrix:
    """A map of vectors as it is written: by sine and cosine where it turns in the plane."""
    if np.allclose(turned, np.eye(3), atol=1e-12):
        return IDENTITY
    plane = places.plane
    along = turned @ plane.right
    angle = float(np.arctan2(along @ plane.up, along @ plane.right))
    text = angle_text(angle)
    texts: list[tuple[float, Scalar]] = [(0.0, 0), (1.0, 1), (-1.0, -1)]
    if np.allclose(turned, plane.turned(angle), atol=1e-12):
        cosine, sine = f"cos({text})", f"sin({text})"
        texts += [(np.cos(angle), cosine), (np.sin(angle), sine), (-np.sin(angle), f"-{sine}")]

    def written(entry: float) -> Scalar:
        return next((text for number, text in texts if abs(entry - number) < 1e-12), tidy(entry))

    first, second, third = (_row(turned[i], written) for i in range(3))
    return first, second, third


def _row(row: Array, written: Callable[[float], Scalar]) -> Vector:
    x, y, z = (written(float(entry)) for entry in row)
    return x, y, z


# --- Whose angles count from where they hang at rest: pendulums, and what closes a path over one

STEEP = pi / 4 + 1e-9
"""A rod that hangs so far from straight down at most is drawn as a pendulum, not as a crank."""
SAME = 1e-9
KEEPING = ("fixed", "prismatic")
"""Joints that keep the directions of the bodies they hold."""


def swing_of(model: Model, places: BodyPlaces, parent: Anchor, child: Anchor) -> float | None:
    """How far a rod on a pin is turned from straight down; None of what is no pendulum.

    It hangs steeply under a pin on what does not turn.
    """
    angle = _from_down(model, places, parent, child)
    return angle if angle is not None and abs(angle) <= STEEP else None


def swing_in_loop(
    model: Model, places: BodyPlaces, parent: Anchor, child: Anchor, others: Collection[int]
) -> float | None:
    """The same of a rod that closes a path over a pendulum: it counts as that one does.

    `others` are bodies to which it is to be hinged too.
    """
    chain = _chain(model, {child.body, *others})
    if any(_hangs_at_zero(model, places, joint) for joint in model.joints if joint.child in chain):
        return _from_down(model, places, parent, child)
    return None


def _from_down(model: Model, places: BodyPlaces, parent: Anchor, child: Anchor) -> float | None:
    if model.body(child.body).shape.form != "rod" or places.strict:
        return None
    if not _keeps_direction(model, parent.body):
        return None
    down = _down(model, places)
    way = np.array(places.at(child.body, np.zeros(3))) - parent.at
    if hypot(*down) == 0 or hypot(*way) == 0:
        return None
    return atan2(down[0] * way[1] - down[1] * way[0], float(down @ way))


def _chain(model: Model, bodies: Collection[int]) -> set[int]:
    """The bodies that hang together with some, but for what does not turn."""
    chain, more = set[int](), {body for body in bodies if not _keeps_direction(model, body)}
    while more:
        chain |= more
        near = {n for j in model.joints if {j.parent, j.child} & more for n in (j.parent, j.child)}
        more = {body for body in near - chain if not _keeps_direction(model, body)}
    return chain


def _hangs_at_zero(model: Model, places: BodyPlaces, joint: Joint) -> bool:
    """Whether a rod hangs straight down under a pin on what does not turn at the angle zero."""
    if joint.kind != "revolute" or model.body(joint.child).shape.form != "rod":
        return False
    if not _keeps_direction(model, joint.parent):
        return False
    try:
        turned = [[value(e, places.values) for e in row] for row in joint.orientation]
        pinned = [value(entry, places.values) for entry in joint.point_child]
    except LagrError:
        return False
    way = places.R[joint.parent] @ np.array(turned, float) @ -np.array(pinned, float)
    flat, down = np.array([way @ places.plane.right, way @ places.plane.up]), _down(model, places)
    return float(down @ flat) >= (1 - SAME) * hypot(*down) * hypot(*flat) > 0


def _keeps_direction(model: Model, body: int) -> bool:
    """Whether a body is body 0, or can only shift against it."""
    while body:
        holding = [joint for joint in model.joints if joint.child == body]
        if len(holding) != 1 or holding[0].kind not in KEEPING:
            return False
        body = holding[0].parent
    return True


def _down(model: Model, places: BodyPlaces) -> Array:
    """Gravity (2,) in the plane, zero where it is not known yet."""
    try:
        gravity = np.array([value(entry, places.values) for entry in model.gravity], float)
    except LagrError:
        return np.zeros(2)
    return np.array([gravity @ places.plane.right, gravity @ places.plane.up])
