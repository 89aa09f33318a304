"""What Alt and drag takes hold of beside points: rims of discs, arrows of slides, axes in space."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import atan2, degrees, radians

import numpy as np
from PySide6.QtCore import QPointF

from lagr_gui.editing.sketch import Anchor, BodyPlaces
from lagr_gui.editing.sketch.axes import turn_axis, turn_slide, turned_direction
from lagr_gui.editing.sketch.lengths import names_behind
from lagr_gui.editing.sketch.loads import aimed, turn_force
from lagr_gui.editing.sketch.rims import Rim, names_of_radius, pull_rim, rim_at
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import joined
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.sketch.axes import AxisArrow, arrow_at, direction_under, spatial
from lagr_gui.gui.sketch.loads import load_at
from lagr_gui.gui.sketch.pointer.drawer import REACH
from lagr_gui.gui.sketch.pointer.moved_joint import SeenJoint, slide_tips
from lagr_gui.gui.sketch.pointer.values import entry_of
from lagr_gui.gui.sketch.ruler import grid_step
from lagr_gui.gui.sketch.seen import SketchSeen
from lagr_gui.gui.sketch.stand import Stand, closes
from lagr_gui.gui.sketch.written import WrittenValue
from lagr_gui.gui.words import in_words, tr
from lagr_gui.model import Joint, Model
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.loads import ShownLoad

CAUGHT, TURN = 3.0, 15.0
"""A direction so near (degrees) to a multiple of the second one is that."""


@dataclass(frozen=True, eq=False)
class GripStart:
    """What was there when it was taken hold of, and whether closed paths have to stay closed."""

    model: Model
    stand: Stand
    camera: Camera
    looped: bool

    def standing(self, model: Model) -> BodyPlaces:
        """Where bodies of another model stand."""
        return self.stand.elsewhere(model, self.camera)

    def lead(self, sketch: SketchSeen, change: Callable[[], Model], step: str, merge: bool) -> bool:
        """Show what becomes of it, unless there is no such model, or a closed path would tear.

        With `merge` it goes on with its step; whether it has one.
        """
        try:
            changed = change()
        except (LagrError, ArithmeticError) as error:
            sketch.tell(in_words(error.problems[0]).cause if isinstance(error, LagrError) else "")
            return merge
        if self.looped and not closes(changed, sketch.session.special):
            sketch.tell(tr("The closed path cannot follow any farther."))
            return merge
        sketch.tell("")
        sketch.session.edit(step, lambda _: changed, merge=merge)
        return merge or changed != self.model


@dataclass(frozen=True, eq=False)
class HeldRim:
    """The rim of what is round: its radius follows the pointer."""

    grip: GripStart
    rim: Rim
    step = "Change a radius"

    def lead(self, sketch: SketchSeen, position: QPointF, merge: bool) -> bool:
        """Bring it under the pointer, to a part of the grid."""
        grip, part = self.grip, grid_step(self.grip.camera.scale) / 10

        def pulled() -> Model:
            return pull_rim(grip.model, grip.standing, self.rim, sketch.flat(position), part)

        return grip.lead(sketch, pulled, self.step, merge)


@dataclass(frozen=True, eq=False)
class HeldSlide:
    """The arrow of a slide: its direction follows the pointer."""

    grip: GripStart
    joint: Joint
    seen: SeenJoint
    step = "Turn a slide"

    def lead(self, sketch: SketchSeen, position: QPointF, merge: bool) -> bool:
        """Point it at the pointer, by whole degrees and rather by 15°."""
        x, y = np.array([position.x(), position.y()]) - self.seen.centre
        if max(abs(x), abs(y)) < REACH:
            return merge  # it has no direction there
        angle = degrees(atan2(-float(y), float(x)))
        caught = TURN * round(angle / TURN)
        angle = radians(caught if abs(angle - caught) <= CAUGHT else round(angle))
        grip, places = self.grip, self.grip.standing(self.grip.model)

        def turned() -> Model:
            return turn_slide(grip.model, places, self.joint, angle)

        return grip.lead(sketch, turned, self.step, merge)


@dataclass(frozen=True, eq=False)
class HeldAxis:
    """The tip of an axis in space: it follows the pointer about its joint."""

    grip: GripStart
    arrow: AxisArrow
    step = "Turn an axis"

    def lead(self, sketch: SketchSeen, position: QPointF, merge: bool) -> bool:
        """Bring it under the pointer, along an axis of space or by whole degrees."""
        grip, arrow = self.grip, self.arrow
        pixel = np.array([position.x(), position.y()])
        places = grip.standing(grip.model)
        way = direction_under(arrow, grip.camera, sketch.size_, pixel)
        way = turned_direction(places, arrow.joint, arrow.field, way, CAUGHT, TURN)

        def turned() -> Model:
            return turn_axis(grip.model, places, arrow.joint, arrow.field, way)

        return grip.lead(sketch, turned, self.step, merge)


@dataclass(frozen=True, eq=False)
class HeldForce:
    """The tip of a force: its direction and size follow the pointer."""

    grip: GripStart
    load: ShownLoad
    foot: Array
    step = "Change a force"

    def lead(self, sketch: SketchSeen, position: QPointF, merge: bool) -> bool:
        """Bring it under the pointer, by whole degrees and rather by 15°, with two digits."""
        grip = self.grip
        off = np.array([position.x(), position.y()]) - self.foot
        if max(abs(off)) < REACH:
            return merge  # it has no direction there
        x, y = aimed((0.0, 0.0), (float(off[0]), -float(off[1])), grip.stand.newtons)
        force = grip.stand.newtons * x, grip.stand.newtons * y
        places = grip.standing(grip.model)

        def turned() -> Model:
            return turn_force(grip.model, places, self.load.name, force)

        return grip.lead(sketch, turned, self.step, merge)


Grip = HeldRim | HeldSlide | HeldAxis | HeldForce


def names_of(model: Model) -> set[str]:
    """The names of the elements of a drawing; those of instances are not among them."""
    return {element.name for element in model.elements}


def grip_at(sketch: SketchSeen, position: QPointF) -> Grip | None:
    """The rim, the arrow or the axis under a pixel; rims and arrows where one draws."""
    stand, camera, model = sketch.stand, sketch.camera, sketch.session.model
    if stand is None or camera is None or stand.model is not model:
        return None
    grip = GripStart(model, stand, camera, closes(model, sketch.session.special))
    if (axis := arrow_at(sketch, position, REACH)) is not None:
        return HeldAxis(replace(grip, camera=spatial(camera)), axis)
    if not sketch.planar:
        return None
    places = stand.places(camera)
    pixel = np.array([position.x(), position.y()])
    shown = slide_tips(stand, places, camera, sketch.size_, sketch.session.selection)
    for joint, seen, tip in shown:
        if float(np.hypot(*(tip - pixel))) <= REACH:
            return HeldSlide(grip, joint, seen)
    seen = load_at(stand, camera, sketch.size_, pixel)
    if seen is not None and seen.leads(pixel, REACH) and seen.load.name in names_of(model):
        return HeldForce(replace(grip, camera=spatial(camera)), seen.load, seen.line[0])
    rim = rim_at(model, places, sketch.flat(position), REACH / camera.scale)
    return None if rim is None else HeldRim(grip, rim)


def entry_of_rim(sketch: SketchSeen, position: QPointF) -> WrittenValue | None:
    """What is typed at the rim under a pixel: its radius."""
    match grip_at(sketch, position):
        case HeldRim(grip=grip, rim=rim):
            anchor = Anchor(rim.body, rim.middle, sketch.flat(position), "rim", rim.path)
            return entry_of(grip.model, anchor, position, "")
        case _:
            return None


def told_of_grip(sketch: SketchSeen, position: QPointF) -> tuple[str, str] | None:
    """Title and text of the rim or the arrow under a pixel."""
    match grip_at(sketch, position):
        case HeldAxis(grip=grip, arrow=arrow):
            names = names_behind(grip.model, getattr(arrow.joint, arrow.field))
            text = tr("Alt or Ctrl + drag: turns the axis")
            if names:
                text = tr("depends on {names}").format(names=joined(names))
            typed = tr("Double click: type where it points")
            return f"{tr('Axis')} {arrow.joint.name}".strip(), f"{text}\n{typed}"
        case HeldSlide(joint=joint):
            text = tr("Alt or Ctrl + drag: turns the slide")
            return f"{tr('Slider')} {joint.name}".strip(), text
        case HeldRim(grip=grip, rim=rim):
            names = names_of_radius(grip.model, rim)
            what = names[0] if len(names) == 1 else tr("the radius")
            return grip.model.body(rim.body).name, tr("Alt or Ctrl + drag: changes {name}").format(
                name=what
            )
        case _:
            return None
