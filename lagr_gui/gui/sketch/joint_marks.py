"""Signs of joints in space whose pins say too little: balls, plates, frames, over the bodies."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from lagr_gui.catalogue import JOINTS
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.panes.animation.ink import SceneLook, at, pen, polygon
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.model import Joint
from lagr_gui.scenery.strokes import SceneSight

BALL, DOT, PLATE, NORMAL, FRAME = 6.0, 2.0, 11.0, 16.0, 18.0
"""Radii of a ball and of its dot, half the side of a plate, lengths of its normal and of the axes
of a frame, where they lie across the view (pixels)."""
SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
AXES = ("error", "good", "accent")
"""The roles of the colours of x, y, z."""


def joint_sign(kind: str) -> str:
    """What a kind of joint is shown by besides a pin: ``ball``, ``plate``, ``frame`` or nothing."""
    turns, slides = len(JOINTS[kind].turns), len(JOINTS[kind].slides)
    if turns == 3:
        return {0: "ball", 3: "frame"}.get(slides, "")
    return "plate" if (turns, slides) == (1, 2) else ""


def draw_joint_marks(painter: QPainter, stand: Stand, sight: SceneSight, look: SceneLook) -> None:
    """The signs of all such joints of a mechanism in space."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for joint in stand.whole.joints:
        sign = joint_sign(joint.kind)
        if sign and joint.name in stand.scene.hinges:
            painter.setPen(look.edge(f"joint:{joint.name}", look.theme.color("text")))
            _SIGNS[sign](painter, sight, joint, look)
    painter.restore()


def _ball(painter: QPainter, sight: SceneSight, joint: Joint, look: SceneLook) -> None:
    middle = at(sight.joints[joint.name])
    painter.setBrush(look.theme.color("paper"))
    painter.drawEllipse(middle, BALL, BALL)
    painter.setBrush(painter.pen().color())
    painter.drawEllipse(middle, DOT, DOT)


def _plate(painter: QPainter, sight: SceneSight, joint: Joint, look: SceneLook) -> None:
    """A square in which the joint slides, and its normal."""
    pin = sight.scene.pins.get(joint.name)
    if pin is None:
        return
    here, unit = sight.now.joints[joint.name], _pixel(sight, joint)
    normal = sight.now.R[pin.body] @ pin.axis
    first: Array = np.asarray(np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))]), float)
    first = first / np.linalg.norm(first)
    ways = np.stack([first, np.asarray(np.cross(normal, first), float)])
    fill = QColor(look.theme.color("paper"))
    fill.setAlphaF(0.6)
    painter.setBrush(fill)
    painter.drawPolygon(polygon(sight.flat(here + PLATE * unit * SQUARE @ ways)))
    painter.drawLine(*map(at, sight.flat(np.stack([here, here + NORMAL * unit * normal]))))


def _frame(painter: QPainter, sight: SceneSight, joint: Joint, look: SceneLook) -> None:
    """The axes of the body that is free."""
    here, R = sight.now.joints[joint.name], sight.now.R.get(joint.child)
    if R is None:
        return
    chosen = painter.pen()
    ends = sight.flat(here + FRAME * _pixel(sight, joint) * R.T)
    for role, end in zip(AXES, ends, strict=True):
        painter.setPen(pen(look.theme.color(role), chosen.widthF()))
        painter.drawLine(at(sight.joints[joint.name]), at(end))
    painter.setPen(chosen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(at(sight.joints[joint.name]), DOT, DOT)


def _pixel(sight: SceneSight, joint: Joint) -> float:
    """A pixel at a joint (m)."""
    camera, here = sight.camera, sight.now.joints[joint.name]
    return 1 / (camera.scale * float(camera.growth(camera.depth(here))))


_SIGNS = {"ball": _ball, "plate": _plate, "frame": _frame}
