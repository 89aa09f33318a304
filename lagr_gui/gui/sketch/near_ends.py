"""Marks at ends that lie on others without being joined; a click on one joins them."""

from __future__ import annotations

from functools import lru_cache, partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from lagr_gui.editing.sketch.anchors import anchors
from lagr_gui.editing.sketch.connections import Pair, join, near_ends
from lagr_gui.gui.panes.animation.ink import pen
from lagr_gui.gui.sketch.planes import pixel_at
from lagr_gui.gui.sketch.seen import SketchSeen
from lagr_gui.gui.sketch.stand import Stand
from lagr_gui.gui.theme import theme
from lagr_gui.gui.words import tr
from lagr_gui.scenery.camera import Camera

HAIR = 3.0
"""Pixels that nobody sees beside an end."""
RING = 10.0
"""Radius of a mark (pixels)."""
MANY = 60
"""Bodies beyond which nobody draws by hand."""


@lru_cache(maxsize=4)
def marked(stand: Stand, camera: Camera) -> tuple[Pair, ...]:
    """The ends of a mechanism that look joined at a scale and are not."""
    if stand.still is not None or len(stand.model.bodies) > MANY:
        return ()
    points = anchors(stand.model, stand.places(camera))
    return near_ends(stand.model, points, HAIR / camera.scale)


def draw_near_ends(
    painter: QPainter, stand: Stand, camera: Camera, size: tuple[float, float]
) -> None:
    """A ring about each, with words beside it."""
    color = theme().color("warm")
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for a, _ in marked(stand, camera):
        at = pixel_at(camera, size, a.at)
        painter.setPen(pen(color, 2.0))
        painter.drawEllipse(at, RING, RING)
        painter.drawText(at + QPointF(RING + 4, RING + 6), tr("not joined: click to join"))


def join_under(sketch: SketchSeen, position: QPointF) -> bool:
    """Join the ends whose mark is under a pixel; whether there is one."""
    stand, camera = sketch.stand, sketch.camera
    if stand is None or camera is None or not sketch.planar:
        return False
    if stand.model is not sketch.session.model:
        return False
    for pair in marked(stand, camera):
        off = pixel_at(camera, sketch.size_, pair[0].at) - position
        if off.x() ** 2 + off.y() ** 2 <= RING**2:
            places = stand.places(camera)
            sketch.session.edit("Join ends", partial(join, places=places, pair=pair))
            return True
    return False
