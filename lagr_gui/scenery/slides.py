"""What acts along slides: springs and dampers lie on the rail, from an anchor to the joint; dry
friction has shoes on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.drawing.bodies.surfaces import first_met
from lagr_gui.drawing.lengths import number, vector
from lagr_gui.drawing.mechanism import free_way, line_sort
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Element, Joint, Model
from lagr_gui.scenery.figures import Figure, box_around
from lagr_gui.scenery.ground import Ground
from lagr_gui.scenery.travel import FAR

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

FREE, LEAST = 0.4, 0.15
"""How long a spring is beside its body when relaxed, and at least, as parts of the mechanism."""


@dataclass(frozen=True, eq=False)
class SlideLine:
    """Spring or damper on a slide, held at an `anchor` (3,) in the axes of the rail's `body`.

    It ends where the surface of the sliding body is, `back` (3,) from the joint in those axes.
    """

    element: str
    joint: str
    body: int
    anchor: Array
    back: Array

    def ends(self, motion: Motion) -> Array:
        """Both (n, 2, 3) along a motion."""
        R = motion.R[self.body]
        held, moved = motion.x[self.body] + R @ self.anchor, motion.joints[self.joint]
        return np.stack([held, moved + R @ self.back], axis=1)


@dataclass(frozen=True, eq=False)
class RailShoe:
    """Dry friction on a slide: shoes behind the sliding body, on its `rail`.

    They are `back` (3,) from the joint, in the axes of the rail's body.  Of several on one slide
    each has its `place`.  A pawl lets it slide freely one way (`free`: +1 or -1, otherwise 0).
    """

    element: str
    joint: str
    rail: Ground
    back: Array
    place: int
    free: int = 0


def rail_shoes(
    model: Model, motion: Motion, rails: Sequence[Ground], figures: Sequence[Figure]
) -> Iterator[RailShoe]:
    """All on slides that have one of the `rails`."""
    for rail in rails:
        joint = model.joint(rail.joint)
        way = motion.R[rail.body][0] @ rail.toward
        half = _depth(motion, figures, rail.rider, motion.joints[joint.name][0], -way)
        acting = (e for e in _acting(model, joint) if line_sort(e.kind) == "friction")
        for place, element in enumerate(acting):
            back = -half * rail.toward
            yield RailShoe(element.name, joint.name, rail, back, place, free_way(element))


def slide_lines(
    model: Model,
    motion: Motion,
    values: Mapping[str, float],
    rails: Sequence[Ground],
    figures: Sequence[Figure],
) -> tuple[SlideLine, ...]:
    """All on slides that have one of the `rails`; those of one slide have one anchor."""
    size = _size(motion, figures)
    lines: list[SlideLine] = []
    for rail in rails:
        joint = model.joint(rail.joint)
        acting = [e for e in _acting(model, joint) if line_sort(e.kind) != "friction"]
        if not acting or size <= 0:
            continue
        rest = _relaxed(acting, values)
        if rest is None and np.ptp(rail.ends) > FAR * size:
            continue  # what brakes a vehicle is fixed nowhere
        way = motion.R[rail.body][0] @ rail.toward
        half = _depth(motion, figures, rail.rider, motion.joints[joint.name][0], -way)
        zero = _zero(model, joint, rail, values)
        origin = rail.point + zero * rail.toward
        inside = motion.x[rail.body][0] + motion.R[rail.body][0] @ origin
        front = _depth(motion, figures, rail.body, inside, way)
        place = _place(rail.ends[0] - zero, rest or 0.0, (front, half), size)
        anchor, back = origin + place * rail.toward, -half * rail.toward
        lines += [SlideLine(e.name, joint.name, rail.body, anchor, back) for e in acting]
    return tuple(lines)


def anchored(lines: Sequence[SlideLine], rails: Sequence[Ground]) -> Iterator[Ground]:
    """The walls of body 0 that hold them."""
    toward = {rail.joint: rail.toward for rail in rails}
    held = {line.joint: line for line in lines if line.body == 0}
    for joint, line in held.items():
        yield Ground("wall", 0, line.anchor, toward[joint])


def _acting(model: Model, joint: Joint) -> Iterator[Element]:
    """Springs, dampers and dry friction on the slide of a joint."""
    units = JOINTS[joint.kind].units
    slides = {name for name, unit in zip(joint.coordinates, units, strict=False) if unit == "m"}
    for element in model.elements:
        geometry = ELEMENTS[element.kind].geometry
        if not isinstance(geometry, OnCoordinate) or not element.enabled:
            continue
        if line_sort(element.kind) and getattr(element, geometry.coordinate) in slides:
            yield element


def _relaxed(acting: Sequence[Element], values: Mapping[str, float]) -> float | None:
    """Where the first spring is relaxed (m); 0 where that varies, None without a spring."""
    springs = [element for element in acting if line_sort(element.kind) == "spring"]
    return (number(getattr(springs[0], "q0", 0), values) or 0.0) if springs else None


def _depth(motion: Motion, figures: Sequence[Figure], body: int, point: Array, way: Array) -> float:
    """How far a body reaches along a way (3,) from a point (3,) at the first instant (m)."""
    for figure in figures:
        if figure.number == body:
            R = motion.R[body][0]
            far = first_met(figure.outline, R.T @ (point - motion.x[body][0]), R.T @ way)
            return max(far or 0.0, 0.0)
    return 0.0


def _zero(model: Model, joint: Joint, rail: Ground, values: Mapping[str, float]) -> float:
    """Where the coordinate is 0 on a rail (m from the centre of mass of its body)."""
    centre = vector(model.body(rail.body).centre, values) if rail.body else np.zeros(3)
    point = vector(joint.point_parent, values)
    if point is None or centre is None:
        return rail.ends[0]
    return float((point - centre) @ rail.toward)


def _place(low: float, rest: float, covered: tuple[float, float], size: float) -> float:
    """The place of an anchor on the coordinate, which is at least `low`.

    Where two bodies are apart it is on the first one's surface; both bodies cover what is between.
    Otherwise the anchor is so far below that one sees it beside the second.
    """
    (front, half), least = covered, LEAST * size
    if min(low, rest) > front + half + least:
        return front
    return min(rest - half - FREE * size, low - half - least)


def _size(motion: Motion, figures: Sequence[Figure]) -> float:
    """How large the mechanism is at the first instant (m)."""
    parts = [x[0][None] for number, x in motion.x.items() if number]
    parts += [point[0][None] for point in motion.joints.values()]
    for figure in figures:
        if figure.solid is not None:
            R = motion.R[figure.number][0]
            parts.append(motion.x[figure.number][0] + box_around(figure.solid) @ R.T)
    return float(np.ptp(np.concatenate(parts), axis=0).max()) if parts else 0.0
