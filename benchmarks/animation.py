"""The animation of 20 bodies, planar and spatial: pictures per second.

    python benchmarks/animation.py [bodies]

The view of the animation pane is repainted at the instants of a player at 60 pictures per
second, with trails, and once more with velocities and names; then as the pictures
of a film.  Peer: a plain widget that fills as many rounded polygons and circles.  In the end bodies
of 20 000 triangles in perspective, for which 30 pictures per second are asked, without a peer.
"""

from __future__ import annotations

import sys
from math import cos, sin

import numpy as np
import offscreen
import table
from hanging import chain
from offscreen import frames, shown
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from lagr_gui import pipeline
from lagr_gui.drawing.bodies import surfaces
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.model import Model, Shape, Solid
from lagr_gui.scenery.scene import build_scene

GOAL = 60.0
SOLID_GOAL = 30.0
SIZE = (800, 600)
FILM = (960, 720)
SECONDS = 4.0
RATE = 60


def moving(model: Model) -> MotionView:
    """A view with the model along a swing that needs no integration."""
    t = np.linspace(0, SECONDS, 1001)
    count = len(model.coordinates)
    phases = np.arange(count)
    q = 0.5 * np.sin(3 * t[:, None] + 0.4 * phases)
    qd = 1.5 * np.cos(3 * t[:, None] + 0.4 * phases)
    motion = pipeline.poses(model, t, q, qd)
    view = MotionView()
    view.show_scene(build_scene(model, motion, ""), keep=False)
    shown(view, *SIZE)
    return view


class Plain(QWidget):
    """The peer: bars and circles that move."""

    def __init__(self, bodies: int) -> None:
        super().__init__()
        self.bodies, self.time = bodies, 0.0
        shown(self, *SIZE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A bar and a circle for each body."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("white"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor("#335577"), 1.5))
        painter.setBrush(QColor("#aaccee"))
        painter.translate(SIZE[0] / 2, 10)
        for number in range(self.bodies):
            angle = 20 * sin(3 * self.time + 0.4 * number)
            painter.rotate(angle)
            painter.drawRoundedRect(QRectF(-5, 0, 10, 27), 5, 5)
            painter.drawEllipse(QPointF(0, 0), 4.5, 4.5)
            painter.translate(0, 27 + cos(self.time))
            painter.rotate(-angle)


def instant(number: int) -> float:
    """The time of a frame."""
    return number / RATE % SECONDS


def measure(bodies: int, spatial: bool) -> None:
    """The lines of one model."""
    view, plain = moving(chain(bodies, spatial)), Plain(bodies)
    words = "spatial" if spatial else "planar"

    def show_plain(number: int) -> None:
        plain.time = instant(number)
        plain.update()

    peer = frames(plain, show_plain)
    ours = frames(view, lambda number: view.show_time(instant(number)))
    _line(f"{words}, with trails", ours, peer)
    view.set_options(velocities=True, names=True)
    ours = frames(view, lambda number: view.show_time(instant(number)))
    _line(f"{words}, with velocities and names", ours, peer)
    best = table.shortest(lambda: [view.image(*FILM, instant(k)) for k in range(RATE)], 3)
    _line(f"{words}, film with velocities and names", RATE / best, peer, judged=False)


def measure_triangles(bodies: int, wanted: int = 20_000) -> None:
    """A chain whose bodies are so many capsules that together they have as many triangles."""
    model = chain(bodies, True)
    each = len(surfaces.capsule(0.1, 0.1).triangles)
    many = -(-wanted // (bodies * each))
    beads = tuple(
        Solid(form="capsule", radius=0.12, length=0.5, at=(0, round(0.8 * k / many - 0.4, 3), 0))
        for k in range(many)
    )
    model = model.each(
        "bodies", lambda body: body.having(shape=Shape(form="composed", solids=beads))
    )
    view = moving(model)
    view.set_options(perspective=True)
    ours = frames(view, lambda number: view.show_time(instant(number)))
    goal = table.at_least(ours, SOLID_GOAL, "/s")
    table.line(f"spatial, {bodies * many * each} triangles", f"{ours:.0f} /s", goal=goal)


def _line(what: str, ours: float, peer: float, judged: bool = True) -> None:
    goal = table.at_least(ours, GOAL, "/s") if judged else None
    table.line(what, f"{ours:.0f} /s", f"{peer:.0f} /s", ours / peer, goal)


def main() -> None:
    """Both models."""
    bodies = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    offscreen.application()
    table.head(f"Animation of {bodies} bodies: pictures per second, ours over peer")
    for spatial in (False, True):
        measure(bodies, spatial)
    measure_triangles(bodies)


if __name__ == "__main__":
    main()
