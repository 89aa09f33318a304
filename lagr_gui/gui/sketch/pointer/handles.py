"""What Alt and drag takes hold of: limits, points, axes, slides, forces, rims, pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from math import atan2, degrees, radians

import numpy as np
from PySide6.QtCore import QPointF

from lagr_gui.editing.sketch.anchors import Anchor, anchors
from lagr_gui.editing.sketch.axes import (
    caught_angle,
    turn_axis,
    turn_slide,
    turned_direction,
)
from lagr_gui.editing.sketch.lengths import (
    names_behind,
    names_in,
    pull_point,
    pull_rim,
    rim_at,
)
from lagr_gui.editing.sketch.loads import aimed, turn_force
from lagr_gui.editing.sketch.pictures import move_picture
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, tidy
from lagr_gui.editing.sketch.snapping import FINE, Snapping
from lagr_gui.editing.sketch.stops import LIMITS, limits, set_limit
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.message import joined
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.sketch.axes import arrow_at, direction_under, spatial
from lagr_gui.gui.sketch.loads import load_at
from lagr_gui.gui.sketch.pictures import picture_at, pictures_of
from lagr_gui.gui.sketch.pointer.drawer import REACH, Surface
from lagr_gui.gui.sketch.pointer.moved_joint import seen_joint, slide_tips
from lagr_gui.gui.sketch.pointer.points import PointHandle, place_in, plane_through, seen_in
from lagr_gui.gui.sketch.ruler import grid_step
from lagr_gui.gui.sketch.seen import SketchSeen, pixel_of
from lagr_gui.gui.sketch.stand import Stand, closes
from lagr_gui.gui.sketch.values import WrittenValue, entry_of, written_at
from lagr_gui.gui.words import in_words, tr
from lagr_gui.model import Model, Scalar
from lagr_gui.scenery.camera import Camera


@dataclass(frozen=True, eq=False)
class Grasp:
    """What was there when something was taken hold of."""

    model: Model
    stand: Stand
    camera: Camera

    def standing(self, model: Model) -> BodyPlaces:
        """Where bodies of another model stand."""
        return self.stand.elsewhere(model, self.camera)

    @cached_property
    def looped(self) -> bool:
        """Whether there were closed paths that closed."""
        return closes(self.model, self.stand.special)

    @property
    def places(self) -> BodyPlaces:
        """Where the bodies stood."""
        return self.standing(self.model)


@dataclass(frozen=True, eq=False)
class Handle:
    """What can be pulled at a pixel: by what `step`, and what becomes of the model.

    `pulls` gives the model with it under another pixel, None where it has no place there.  What has
    `lengths` may change those of closed paths, which then have to stay closed.  A `point` is led so
    that motions follow when it is let go.  There something is `typed`, or `told`: title and text.
    """

    grip: Grasp
    step: str
    pulls: Callable[[QPointF], Model | None]
    lengths: bool = True
    point: bool = False
    typed: WrittenValue | None = None
    told: tuple[str, str] | None = None

    def lead(self, sketch: SketchSeen, position: QPointF, merge: bool) -> bool:
        """Bring it under a pixel, unless that cannot be, or a closed path would tear.

        With `merge` it goes on with its step; whether it has one.
        """
        try:
            changed = self.pulls(position)
        except (LagrError, ArithmeticError) as error:
            sketch.tell(in_words(error.problems[0]).cause if isinstance(error, LagrError) else "")
            return merge
        if changed is None:
            return merge
        if self.lengths and self.grip.looped and not closes(changed, sketch.session.special):
            sketch.tell(tr("The closed path cannot follow any farther."))
            return merge
        sketch.tell("")
        sketch.session.edit(self.step, lambda _: changed, merge=merge)
        return merge or changed != self.grip.model


# --- points of bodies --------------------------------------------------------------------------


def point_in_plane(sketch: SketchSeen, surface: Surface, found: list[Anchor]) -> Handle:
    """Points of the plane that one looks at."""
    assert sketch.stand is not None and sketch.camera is not None
    grip = Grasp(surface.model, sketch.stand, sketch.camera)
    return _point(grip, found, surface.snapping(), surface.grid / FINE, sketch.flat)


def point_in_space(sketch: SketchSeen, handle: PointHandle) -> Handle:
    """The points at one place of space, led in the plane through it."""
    stand, camera = sketch.stand, sketch.camera
    assert stand is not None and camera is not None
    look = plane_through(stand, camera, handle)
    scale = camera.scale * float(camera.growth(camera.depth(handle.place)))
    places, part = stand.places(look), grid_step(scale) / FINE
    seen = [seen_in(places, anchor) for anchor in handle.found]
    snapping = Snapping(anchors(stand.model, places), part, REACH / scale)  # no grid is seen
    flat = partial(place_in, look, camera, sketch.size_)
    return _point(Grasp(stand.model, stand, look), seen, snapping, part, flat)


def _point(
    grip: Grasp,
    near: list[Anchor],
    snapping: Snapping,
    part: float,
    flat: Callable[[QPointF], Flat | None],
) -> Handle:
    """Points of bodies at one place: the first that can follows the pointer in a plane.

    The camera of `grip` looks at it, `flat` is the place in it under a pixel, None where it is not
    seen; lengths are multiples of a `part` (m).
    """
    here, bodies = near[0].at, {anchor.body for anchor in near}
    others = [a for a in snapping.points if a.at != here and a.body not in bodies]

    def pulled(position: QPointF) -> Model | None:
        if (under := flat(position)) is None:
            return None
        to, refused = snapping.among(others)(under).at, list[Exception]()
        for anchor in near:  # of bodies that are hinged there one may move it and another not
            try:
                return pull_point(grip.model, grip.standing, anchor, to, part)
            except (LagrError, ArithmeticError) as error:
                refused.append(error)
        raise refused[0]

    return Handle(grip, "Pull a point", pulled, point=True)


# --- axes, slides, forces, rims ----------------------------------------------------------------


def grip_at(sketch: SketchSeen, position: QPointF) -> Handle | None:
    """The axis in space under a pixel, else, in a plane, the arrow of a slide, a force, a rim."""
    stand, camera, model = sketch.stand, sketch.camera, sketch.session.model
    if stand is None or camera is None or stand.model is not model:
        return None
    flat, space = Grasp(model, stand, camera), Grasp(model, stand, spatial(camera))
    grip = _axis(sketch, space, position)
    if grip is None and sketch.planar:
        grip = _slide(sketch, flat, position) or _force(sketch, space, position)
        grip = grip or _rim(sketch, flat, position)
    return grip


def _axis(sketch: SketchSeen, grip: Grasp, position: QPointF) -> Handle | None:
    """The tip of an axis in space: it follows the pointer about its joint."""
    arrow = arrow_at(sketch, position, REACH)
    if arrow is None:
        return None
    joint, field = arrow.joint, arrow.field

    def turned(to: QPointF) -> Model:
        way = direction_under(arrow, grip.camera, sketch.size_, pixel_of(to))
        places = grip.places
        way = turned_direction(places, joint, field, way)
        return turn_axis(grip.model, places, joint, field, way)

    text = tr("Alt or Ctrl + drag: turns the axis")
    if names := names_behind(grip.model, getattr(joint, field)):
        text = tr("depends on {names}").format(names=joined(names))
    text = f"{text}\n{tr('Double click: type where it points')}"
    words = f"{tr('Axis')} {joint.name}".strip(), text
    return Handle(grip, "Turn an axis", turned, typed=arrow.entry, told=words)


def _slide(sketch: SketchSeen, grip: Grasp, position: QPointF) -> Handle | None:
    """The arrow of a slide: its direction follows the pointer, by whole degrees, rather by 15°."""
    pixel = pixel_of(position)
    tips = slide_tips(grip.stand, grip.camera, sketch.size_, sketch.session.selection)
    hits = ((one, at) for one, at, tip in tips if float(np.hypot(*(tip - pixel))) <= REACH)
    joint, seen = next(hits, (None, None))
    if joint is None or seen is None:
        return None

    def turned(to: QPointF) -> Model | None:
        x, y = pixel_of(to) - seen.centre
        if max(abs(x), abs(y)) < REACH:
            return None  # it has no direction there
        angle = radians(caught_angle(degrees(atan2(-float(y), float(x)))))
        return turn_slide(grip.model, grip.places, joint, angle)

    words = f"{tr('Slider')} {joint.name}".strip(), tr("Alt or Ctrl + drag: turns the slide")
    return Handle(grip, "Turn a slide", turned, told=words)


def _force(sketch: SketchSeen, grip: Grasp, position: QPointF) -> Handle | None:
    """The tip of a force: its direction and its size, with two digits, follow the pointer."""
    assert sketch.camera is not None
    pixel, newtons = pixel_of(position), grip.stand.newtons
    seen = load_at(grip.stand, sketch.camera, sketch.size_, pixel)
    drawn = {element.name for element in grip.model.elements}  # those of instances are not
    if seen is None or not seen.leads(pixel, REACH) or seen.load.name not in drawn:
        return None

    def turned(to: QPointF) -> Model | None:
        off = pixel_of(to) - seen.line[0]
        if max(abs(off)) < REACH:
            return None  # it has no direction there
        x, y = aimed((0.0, 0.0), (float(off[0]), -float(off[1])), newtons)
        return turn_force(grip.model, grip.places, seen.load.name, (newtons * x, newtons * y))

    return Handle(grip, "Change a force", turned)


def _rim(sketch: SketchSeen, grip: Grasp, position: QPointF) -> Handle | None:
    """The rim of what is round: its radius follows the pointer, by parts of the grid."""
    at, scale = sketch.flat(position), grip.camera.scale
    rim = rim_at(grip.model, grip.stand.places(grip.camera), at, REACH / scale)
    if rim is None:
        return None

    def pulled(to: QPointF) -> Model:
        return pull_rim(grip.model, grip.standing, rim, sketch.flat(to), grid_step(scale) / 10)

    names = names_in(grip.model, rim)
    what = names[0] if len(names) == 1 else tr("the radius")
    text = tr("Alt or Ctrl + drag: changes {name}").format(name=what)
    words = grip.model.body(rim.body).name, text
    typed = entry_of(grip.model, rim, position, "")
    return Handle(grip, "Change a radius", pulled, typed=typed, told=words)


# --- limits of stops, pictures -----------------------------------------------------------------


def limit_at(sketch: SketchSeen, position: QPointF) -> Handle | None:
    """The limit of a stop whose value is written under a pixel, where that is a number."""
    entry = written_at(sketch.written, position)
    if entry is None or entry.sort not in LIMITS or not sketch.planar:
        return None
    stand, camera, model = sketch.stand, sketch.camera, sketch.session.model
    assert stand is not None and camera is not None
    index, which = [element.name for element in model.elements].index(entry.name), entry.sort
    coordinate = getattr(model.elements[index], "coordinate", "")
    joint = next(j for j in stand.model.joints if j.coordinates == (coordinate,))
    seen = seen_joint(stand, camera, sketch.size_, joint)
    limit: Scalar = getattr(model.elements[index], which)
    try:
        number = float(value(limit, {}))
    except (LagrError, ArithmeticError, KeyError, ValueError):
        return None  # of a formula its parameters change
    if seen is None:
        return None
    off = seen.coordinate_at(pixel_of(position), number) - number  # of its label from it
    part = grid_step(camera.scale) / 10

    def pulled(to: QPointF) -> Model:
        present = limits(sketch.session.model, stand.values, index)[LIMITS.index(which)]
        limit = seen.coordinate_at(pixel_of(to), present) - off
        written: Scalar = tidy(round(limit / part) * part)
        if seen.turns:  # round degrees with their unit
            written = f"{round(degrees(limit))} deg" if round(degrees(limit)) else 0
        return set_limit(model, stand.values, index, which, written)

    return Handle(Grasp(model, stand, camera), "Change a stop", pulled, lengths=False)


def picture_under(sketch: SketchSeen, position: QPointF) -> Handle | None:
    """The picture under a pixel, if it is selected: it moves by what the pointer has moved."""
    stand, camera = sketch.stand, sketch.camera
    if not sketch.planar or stand is None or camera is None:
        return None
    at = sketch.flat(position)
    index = picture_at(pictures_of(sketch.session), at)
    if index is None or f"mark:pictures.{index}" not in sketch.session.selection:
        return None

    def moved(to: QPointF) -> Model:
        nonlocal at
        (x, y), at = at, sketch.flat(to)
        return move_picture(sketch.session.model, index, (at[0] - x, at[1] - y))

    grip = Grasp(sketch.session.model, stand, camera)
    return Handle(grip, "Move the picture", moved, lengths=False)
