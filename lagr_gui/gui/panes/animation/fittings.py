"""What is between bodies in space: bars, pins, springs, dashpots, ropes, beams, rails."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtGui import QColor

from lagr_gui.drawing.bodies import surfaces
from lagr_gui.drawing.bodies.surfaces import SolidSurface
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.casting import CarriedSurface, Stage
from lagr_gui.gui.panes.animation.ink import mixed
from lagr_gui.gui.panes.animation.painter import Painter
from lagr_gui.scenery.pins import PIN, Pin
from lagr_gui.scenery.scene import SceneLine
from lagr_gui.scenery.symbols import COILS
from lagr_gui.scenery.torsions import Torsion

BAR, TUBE, BEAM, ROPE, WIRE = 0.006, 0.012, 0.012, 0.004, 0.004
"""Radii of thin bars, tubes, beams, ropes and the wire of springs, as parts of the size."""
COIL, CUP, PULLEY = 0.028, 0.020, 0.03
"""Radii of springs, dashpots and pulleys, as parts of the size."""
BESIDE = 0.075
"""Parallel elements are so far from each other, as a part of the size."""


def add_fittings(picture: Painter, stage: Stage) -> None:
    """All of them, at the instant of the picture."""
    _bars(picture, stage)
    _pins(picture, stage)
    for line in picture.scene.lines:
        _line(picture, stage, line)
    for torsion in picture.scene.torsions:
        _torsion(picture, stage, torsion)
    for name, points in picture.now.beams.items():
        color = picture.look.edge(f"joint:{name}", picture.theme.color("muted")).color()
        stage.add(surfaces.along(points, BEAM * picture.scene.size), color)
    _grounds(picture, stage)
    for key, curve in picture.scene.curves:
        color = picture.look.edge(key, picture.theme.color("node_line")).color()
        way = picture.now.placed(curve)
        stage.add(surfaces.along(way, 1.5 * ROPE * picture.scene.size), color)


def _bars(picture: Painter, stage: Stage) -> None:
    """Thin bars from centres of mass to joints; of a frame also tubes between its joints."""
    scene, now = picture.scene, picture.now
    colors = {f.number: picture.look.body(f) for f in scene.figures}
    forms = {f.number: f.solid for f in scene.figures if f.solid is not None}
    inner = [link for link in scene.links if link.body in forms]
    joints = np.array([now.joints[link.joint] for link in inner]).reshape(-1, 3)
    held = picture.sight.hold([(link.body, forms[link.body]) for link in inner], joints)
    hidden = {link for link, within in zip(inner, held, strict=True) if within}
    for link in scene.links:
        if link in hidden:
            continue
        thick, joint = link.body in scene.frames, now.joints[link.joint]
        radius = (TUBE if thick else BAR) * scene.size
        others = [name for name in scene.frames.get(link.body, ()) if name > link.joint]
        color = colors.get(link.body, picture.theme.color("muted"))
        for end in (now.x[link.body], *(now.joints[name] for name in others)):
            stage.add(surfaces.along(np.stack([end, joint]), radius), color)


def _pins(picture: Painter, stage: Stage) -> None:
    """A pin along the axis of each joint that turns about one, a ball where it turns freely."""
    scene, now = picture.scene, picture.now
    muted, radius = picture.theme.color("muted"), PIN * scene.size
    free = [n for n, kind in scene.hinges.items() if len(kind.turns) == 3 and not kind.slides]
    for name in free:
        color = picture.look.edge(f"joint:{name}", muted).color()
        stage.add(_ball(1.3 * radius).moved(np.eye(3), now.joints[name]), color)
    held = [name for name in scene.hinges if name in scene.pins]
    stage.fittings = _bars_of(tuple(held), tuple(scene.pins[name] for name in held), radius)
    stage.tints = tuple(picture.look.edge(f"joint:{name}", muted).color() for name in held)
    for cross in scene.crosses:
        color = picture.look.edge(f"joint:{cross.joint}", picture.theme.color("muted")).color()
        for body, arm in cross.arms:
            way = cross.reach * (now.R[body] @ arm)
            here = now.joints[cross.joint]
            stage.add(surfaces.along(np.stack([here - way, here + way]), 0.7 * radius), color)


@lru_cache(maxsize=4)
def _ball(radius: float) -> SolidSurface:
    return surfaces.capsule(radius, 0.0)


@lru_cache(maxsize=4)
def _block(side: float) -> SolidSurface:
    return surfaces.box(np.full(3, side))


@lru_cache(maxsize=4)
def _bars_of(
    joints: tuple[str, ...], pins: tuple[Pin, ...], radius: float
) -> tuple[CarriedSurface, ...]:
    """The bars of pins: they stay while the bodies move."""
    return tuple(
        CarriedSurface(
            surfaces.along(np.outer(pin.seen(radius), pin.axis), radius, 20), pin.body, joint
        )
        for joint, pin in zip(joints, pins, strict=True)
    )


def _line(picture: Painter, stage: Stage, line: SceneLine) -> None:
    """A spring, a dashpot or a rope in its longest span, a rope in the others; nothing in a gap."""
    if line.sort == "gap":
        return
    span, points = picture.scene.size, picture.now.lines[line.name]
    longest = int(np.argmax(np.linalg.norm(np.diff(points, axis=0), axis=1)))
    a, b = points[longest], points[longest + 1]
    if line.shift:
        aside = np.cross(b - a, picture.camera.towards)
        length = float(np.linalg.norm(aside))
        if length > 0:
            aside = BESIDE * span * line.shift * aside / length
            a, b = a + aside, b + aside
    color = _color(picture, line.name, line.sort)
    length = float(np.linalg.norm(b - a))
    if line.sort == "spring":
        radius = min(COIL * span, 0.2 * length)
        stage.add(surfaces.coil(a, b, radius, min(WIRE * span, 0.2 * radius), COILS), color)
    elif line.sort == "dashpot":
        _dashpot(stage, a, b, span, color)
    elif line.sort == "friction":
        _clamp(stage, a, b, span, color)
    else:
        stage.add(surfaces.along(np.stack([a, b]), ROPE * span, 6), color)
    for rest in (points[: longest + 1], points[longest + 1 :]):
        stage.add(surfaces.along(rest, ROPE * span, 6), color)
    wheel = picture.theme.color("muted")
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        stage.add(_pulley(before, here, after, PULLEY * span), wheel)


def _color(picture: Painter, name: str, sort: str) -> QColor:
    """The colour of a spring, a dashpot or a rope."""
    color = picture.theme.color("muted" if sort in ("dashpot", "friction") else "warm")
    color = mixed(color, picture.theme.color("text"), 0.15)
    return picture.look.edge(f"element:{name}", color).color()


def _torsion(picture: Painter, stage: Stage, torsion: Torsion) -> None:
    """A spring or damper about a pin, at the end of it that is seen."""
    color = _color(picture, torsion.name, torsion.sort)
    for way in picture.sight.torsion(torsion):
        stage.add(surfaces.along(way, WIRE * picture.scene.size, 6), color)


def _dashpot(stage: Stage, a: Array, b: Array, span: float, color: QColor) -> None:
    """A cylinder from a, and the rod of its piston to b."""
    radius = min(CUP * span, 0.15 * float(np.linalg.norm(b - a)))
    middle = a + 0.55 * (b - a)
    stage.add(surfaces.along(np.stack([a, a + 0.15 * (b - a)]), 0.4 * radius), color)
    stage.add(surfaces.along(np.stack([a + 0.15 * (b - a), middle]), radius), color)
    stage.add(surfaces.along(np.stack([middle, b]), 0.4 * radius), color.lighter(130))


def _clamp(stage: Stage, a: Array, b: Array, span: float, color: QColor) -> None:
    """A clamp that slides on a rod."""
    radius = min(CUP * span, 0.15 * float(np.linalg.norm(b - a)))
    stage.add(surfaces.along(np.stack([a, b]), 0.4 * radius), color.lighter(130))
    stage.add(
        surfaces.along(np.stack([a + part * (b - a) for part in (0.42, 0.58)]), radius), color
    )


def _pulley(before: Array, here: Array, after: Array, radius: float) -> SolidSurface:
    """A disc across the plane in which a rope is bent."""
    axis = np.cross(here - before, after - here)
    length = float(np.linalg.norm(axis))
    if length < 1e-9 * radius**2:
        return surfaces.NO_SURFACE
    way = 0.25 * radius * axis / length
    return surfaces.along(np.stack([here - way, here + way]), radius, 24)


def _grounds(picture: Painter, stage: Stage) -> None:
    """Blocks where something holds on to body 0, rails on which something slides."""
    scene, now = picture.scene, picture.now
    color = picture.theme.color("node_line")
    for ground in scene.grounds:
        x, R = now.x[ground.body], now.R[ground.body]
        if ground.sort == "track":
            ends = [x + R @ (ground.point + end * ground.toward) for end in ground.ends]
            stage.add(surfaces.along(np.stack(ends), 1.5 * ROPE * scene.size), color)
        else:
            stage.add(_block(2.2 * PIN * scene.size).moved(R, x + R @ ground.point), color)
