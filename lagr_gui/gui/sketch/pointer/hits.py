"""What lies under the pointer in the sketch, and what is said of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.editing.sketch.anchors import Anchor, distance
from lagr_gui.editing.sketch.contacts import off_line, walls
from lagr_gui.editing.sketch.lengths import names_in
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat
from lagr_gui.editing.sketch.shapes import is_size
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import joined
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.bridge.item_faults import words_of_faults
from lagr_gui.gui.bridge.keys import drawn_key
from lagr_gui.gui.panes.animation.grasping import Size, grasped
from lagr_gui.gui.sketch.loads import load_at, told_of_load
from lagr_gui.gui.sketch.pictures import picture_at, pictures_of
from lagr_gui.gui.sketch.pointer.handles import grip_at
from lagr_gui.gui.sketch.seen import SketchSeen, pixel_of
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.sketch.values import WrittenValue, written_at
from lagr_gui.gui.words import tr
from lagr_gui.model import Model, SubsystemInstance
from lagr_gui.model.quantities import units_of_coordinates
from lagr_gui.prepared import prepare
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera
from lagr_gui.scenery.signs import shoe_signs
from lagr_gui.scenery.strokes import SceneSight

JOINT, LINE, NEAR = 9.0, 7.0, 7.0
"""So near (pixels) a joint, a line and a mark are hit."""
EDGE = 40
"""What is nearer (pixels) to the edge of the view is brought into its middle."""


def item_at(stand: Stand, camera: Camera, size: Size, at: Array) -> str:
    """The key of the item under a pixel (2,): joints before lines before bodies; else empty.

    A slot comes before the body in which it is, but lies under others, as the one with its pin.
    """
    scene, now = stand.scene, stand.now
    joints = [
        (float(np.hypot(*(camera.project(point, size) - at))), f"joint:{name}")
        for name, point in now.joints.items()
    ]
    sight = SceneSight(scene, now, camera, size)
    lines = [
        (symbols.distance(sight.way(line).whole, at), f"element:{line.name}")
        for line in scene.lines
    ]
    lines += [
        (min(symbols.distance(sight.flat(way), at) for way in sight.torsion(torsion)), torsion.key)
        for torsion in scene.torsions
    ]
    lines += [
        (symbols.distance(line, at), key)
        for sign in shoe_signs(sight)
        for key in sign.keys
        for line in sign.lines
    ]
    for group, near in ((joints, JOINT), (lines, LINE)):
        off, key = min(group, default=(np.inf, ""))
        if off <= near:
            return key
    hit = grasped(scene, now, camera, size, at)
    curves = [
        (symbols.distance(sight.flat(now.placed(curve)), at), key)
        for key, curve in scene.curves
        if hit is None or hit.body == curve.body
    ]
    off, key = min(curves, default=(np.inf, ""))
    if off <= LINE:
        return key
    return f"body:{hit.body}" if hit is not None else ""


def key_under(sketch: SketchSeen, position: QPointF) -> str:
    """The key of the item under a pixel; empty for none.

    What is written comes first, then joints, loads, lines, bodies, marks and pictures.
    """
    stand, camera, size = sketch.stand, sketch.camera, sketch.size_
    if stand is None or camera is None:
        return ""
    entry = written_at(sketch.written, position)
    if entry is not None and entry.key:
        return entry.key
    pixel = pixel_of(position)
    key = item_at(stand, camera, size, pixel)
    if not key.startswith("joint:") and (load := load_at(stand, camera, size, pixel)):
        return load.key
    if key or not sketch.planar:
        return key
    at, places = sketch.flat(position), stand.places(camera)
    if mark := mark_at(sketch.session.model, places, at, NEAR / camera.scale):
        return mark
    index = picture_at(pictures_of(sketch.session), at)
    return "" if index is None else f"mark:pictures.{index}"


def looking_at(stand: Stand, camera: Camera, size: Size, key: str) -> Camera:
    """The camera with an item in view; the same one where it is seen, or is not drawn."""
    sort, _, name = key.partition(":")
    now = stand.now
    if sort == "body":
        point = now.x.get(int(name))
    else:
        scene = stand.scene
        about = {torsion.name: now.joints[torsion.joint] for torsion in scene.torsions}
        about |= {shoe.element: now.joints[shoe.joint] for shoe in scene.shoes}
        slots = {own: now.placed(curve) for own, curve in stand.scene.curves}
        spot = {"joint": now.joints, "element": {**now.lines, **about}}.get(sort, {}).get(name)
        spot = slots.get(key) if spot is None else spot
        point = None if spot is None else np.reshape(spot, (-1, 3)).mean(axis=0)
    if point is None:
        return camera
    place, edge = camera.project(point, size), EDGE
    inside = all(edge <= at <= most - edge for at, most in zip(place, size, strict=True))
    return camera if inside else replace(camera, centre=point)


def mark_at(model: Model, places: BodyPlaces, at: Flat, near: float) -> str:
    """The key of the point with a name or of the wall near a place of the plane; else empty."""
    for index, mark in enumerate(model.sketch.points):
        with suppress(LagrError, ArithmeticError, ValueError, KeyError):
            if distance(places.at(mark.body, places.numbers(mark.point)), at) <= near:
                return f"mark:points.{index}"
    lines = walls(model, places).items()
    distances = [(off_line(at, *ends), index) for index, ends in lines]
    off, index = min(distances, default=(np.inf, 0))
    return f"mark:walls.{index}" if off <= near else ""


def first_length(
    written: Collection[WrittenValue], selected: Collection[str]
) -> WrittenValue | None:
    """The first length of a body that is selected."""
    lengths = (entry for entry in written if entry.sort == "length")
    return next((entry for entry in lengths if f"body:{entry.body}" in selected), None)


# --- What is said of it ------------------------------------------------------------------------

VALUES = ("length", "measure", "coordinate", "load")


def told_at(
    sketch: SketchSeen, found: Sequence[Anchor], position: QPointF
) -> tuple[str, str] | None:
    """Title and text of what lies under a pointer that rests, first what is wrong with it."""
    faults = words_of_faults(sketch.session, sketch.key_at(position))
    written = written_at(sketch.written, position)
    words = _told(sketch.session.model, found, written) or _told_of_load(sketch, position)
    words = words or _told_of_element(sketch, position)
    grip = None if words else grip_at(sketch, position)
    words = words or (grip and grip.told) or told_of_instance(sketch, position)
    if not faults:
        return words
    title, text = words or ("", "")
    return title, f"{faults}\n{text}".strip()


def _told_of_load(sketch: SketchSeen, position: QPointF) -> tuple[str, str] | None:
    if sketch.stand is None or sketch.camera is None:
        return None
    load = load_at(sketch.stand, sketch.camera, sketch.size_, pixel_of(position))
    is_pointed = load is not None and sketch.key_at(position) == load.key
    return told_of_load(sketch.stand, load) if load is not None and is_pointed else None


def _told_of_element(sketch: SketchSeen, position: QPointF) -> tuple[str, str] | None:
    """What the element under the pointer is and is called."""
    sort, _, name = sketch.key_at(position).partition(":")
    if sort != "element" or sketch.stand is None:
        return None
    whole = sketch.stand.whole
    element = next((one for one in whole.elements if one.name == name), None)
    if element is None:
        return None
    title = ELEMENTS[element.kind].titled(element, units_of_coordinates(whole, KINDS))
    typed = tr("Double click: type its values") if sketch.planar else ""
    return f"{tr(title)} · {name}", typed


def _told(
    model: Model, points: Sequence[Anchor], written: WrittenValue | None
) -> tuple[str, str] | None:
    """Of a point of a body, or a value."""
    if points:
        return tip_of(model, points[0])
    if written is not None and written.sort in VALUES:
        title = "" if written.sort == "measure" else pretty(written.name)
        if written.sort == "load":
            return written.name, tr("Double click: type a value, as 50, 5 kN or 50 -90")
        return title, tr("Double click: type a value, as 0.8, 250 mm or 30 deg")
    return None


def tip_of(model: Model, anchor: Anchor) -> tuple[str, str]:
    """What a point is called, and what can be done with it."""
    lines = [tr("drag: moves the mechanism")] if anchor.body else []
    names = names_in(model, anchor)
    if len(names) == 1:
        lines.append(tr("Alt or Ctrl + drag: changes {name}").format(name=names[0]))
    elif names:
        lines.append(tr("depends on {names}").format(names=joined(names)))
    elif is_size(anchor.path):
        what = tr("the radius") if anchor.sort == "rim" else tr("the length")
        lines.append(tr("Alt or Ctrl + drag: changes {name}").format(name=what))
    elif anchor.path:
        lines.append(tr("Alt or Ctrl + drag: moves the point"))
    if is_size(anchor.path):
        lines.append(tr("Double click: type a value, as 0.8, 250 mm or 30 deg"))
    elif anchor.path:
        lines.append(tr("Double click: type where it is"))
    return _title(model, anchor), "\n".join(lines)


def _title(model: Model, anchor: Anchor) -> str:
    match anchor.path:
        case "joints", int(index), _:
            joint = model.joints[index]
            words = {"revolute": tr("Pin"), "prismatic": tr("Slider"), "fixed": tr("Weld")}
            sort = words.get(joint.kind, tr("Joint"))
            ends = " – ".join(_body(model, number) for number in (joint.parent, joint.child))
            return f"{sort} {joint.name} · {ends}"
        case "elements", int(index), _:
            return f"{model.elements[index].name} · {_body(model, anchor.body)}"
        case "sketch", "points", int(index), _:
            return f"{model.sketch.points[index].name} · {_body(model, anchor.body)}"
        case "sketch", *_:
            return tr("Wall")
        case _:
            return _body(model, anchor.body)


def _body(model: Model, number: int) -> str:
    names = {body.number: body.name for body in model.bodies} | {0: model.base.name}
    for one in model.instances:
        names |= {entry.body: f"{one.name}.{entry.port}" for entry in one.attachments}
    return names.get(number) or tr("Body {n}").format(n=number)


# --- What belongs to instances of subsystems: changed in themselves ----------------------------


def instance_at(sketch: SketchSeen, position: QPointF) -> SubsystemInstance | None:
    """The instance to which what lies under a pixel belongs."""
    model = sketch.session.model
    if not model.instances:
        return None
    key = drawn_key(model, sketch.session.flat, sketch.key_at(position))
    return next((one for one in model.instances if f"instance:{one.name}" == key), None)


def told_of_instance(sketch: SketchSeen, position: QPointF) -> tuple[str, str] | None:
    """Title and text of what belongs to an instance under a pixel."""
    part = instance_at(sketch, position)
    if part is None:
        return None
    title = tr("{name} · subsystem {subsystem}").format(name=part.name, subsystem=part.subsystem)
    lines = tr("drag: moves the mechanism"), tr("Double click: opens the subsystem")
    return title, "\n".join(lines)


def open_instance(sketch: SketchSeen, position: QPointF) -> bool:
    """Open the subsystem of the instance under a pixel; whether there is one."""
    part = instance_at(sketch, position)
    if part is not None:
        sketch.session.open_subsystem(part.name)
    return part is not None


def warn_of_instance(sketch: SketchSeen, position: QPointF) -> None:
    """Say where points of an instance are changed."""
    part = instance_at(sketch, position)
    if part is not None:
        words = tr("This belongs to the subsystem “{name}”: a double click opens it.")
        sketch.tell(words.format(name=part.subsystem))


def drawn_numbers(stand: Stand, bodies: list[int]) -> list[int]:
    """Bodies that are seen, by the numbers of the drawing; those within instances are left out."""
    if not stand.model.instances:
        return bodies
    ports = {inner: port for port, inner in prepare(stand.model).expansion.ports.items()}
    numbers = {0, *stand.model.numbers}
    named = (number if number in numbers else ports.get(number) for number in bodies)
    return [number for number in named if number is not None]
