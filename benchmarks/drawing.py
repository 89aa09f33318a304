"""The drawing of a tree of 1000 bodies: frames per second while panning and dragging.

    python benchmarks/drawing.py [bodies]

The pointer's own events go to the canvas (offscreen), and after each of them what is out of
date is painted before the next one.  Once with the whole drawing in view, once in life size.
Peer: a plain QGraphicsScene with as many QGraphicsRectItems at the same places.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import offscreen
import table
from offscreen import Buttons, QEvent, QPointF, frames, mouse, shown
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene, QGraphicsView

from lagr_gui.catalogue import JOINTS
from lagr_gui.drawing.geometry import HEIGHT, WIDTH, Point
from lagr_gui.editing import edits
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas import Canvas
from lagr_gui.model import Body, Model

GOAL = 50.0
SIZE = (1200, 800)
COLUMNS, STEP = 40, (220.0, 150.0)
SWING = 40
"""Frames until the pointer turns back."""


def place(number: int) -> Point:
    """Where a body lies."""
    return number % COLUMNS * STEP[0], number // COLUMNS * STEP[1]


def tree(bodies: int) -> Model:
    """Bodies in rows; each hangs on the one above it or, in the first row, beside it."""
    joints = [
        JOINTS["revolute"].record(
            name=f"joint {n}",
            parent=n - COLUMNS if n >= COLUMNS else n - 1,
            child=n,
            coordinates=(f"q{n}",),
        )
        for n in range(1, bodies + 1)
    ]
    rows = tuple(Body(number=n, name=f"Body {n}", mass="m") for n in range(1, bodies + 1))
    model = Model(bodies=rows, joints=tuple(joints))
    return edits.move(model, {f"body:{n}": place(n) for n in range(bodies + 1)})


def our_canvas(bodies: int) -> Canvas:
    """The canvas with the tree; nothing is derived."""
    session = Session()
    session.show_document(tree(bodies), None)
    session.derivation.cancel()
    canvas = Canvas(session)
    shown(canvas, *SIZE)
    return canvas


def plain_view(bodies: int) -> QGraphicsView:
    """The peer with rectangles."""
    scene = QGraphicsScene(-50_000, -50_000, 100_000, 100_000)
    for n in range(bodies + 1):
        item = QGraphicsRectItem(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT)
        item.setBrush(QBrush(QColor("#dde6f0")))
        item.setPos(*place(n))
        scene.addItem(item)
    view = QGraphicsView(scene)
    scene.setParent(view)
    view.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
    shown(view, *SIZE)
    return view


def swing(number: int) -> float:
    """Pixels to the right of the start after a number of frames: there and back.

    Steps are longer than the grid, so that a body moves in each of them.
    """
    return 12.0 * (SWING - abs(number % (2 * SWING) - SWING))


@dataclass
class Hand:
    """A pointer that swings over the canvas with a button held."""

    canvas: Canvas
    start: QPointF
    button: Buttons

    def step(self, number: int) -> None:
        """Press at first, then move."""
        port = self.canvas.viewport()
        if number == 0:
            mouse(port, QEvent.Type.MouseButtonPress, self.start, self.button)
            mouse(port, QEvent.Type.MouseMove, self.start + QPointF(5, 5), self.button)
        by = QPointF(swing(number) + 5, 0.5 * swing(number) + 5)
        mouse(port, QEvent.Type.MouseMove, self.start + by, self.button)

    def let_go(self) -> None:
        """Leave the drawing as it was."""
        self.canvas.pointer.reset()


def measure(canvas: Canvas, view: QGraphicsView, words: str) -> None:
    """The lines of one zoom."""
    view.setTransform(canvas.transform())
    view.centerOn(canvas.mapToScene(canvas.viewport().rect().center()))
    pan = Hand(canvas, QPointF(3, 3), Buttons.MiddleButton)
    ours = frames(canvas.viewport(), pan.step)
    pan.let_go()
    bar = view.horizontalScrollBar()
    left, down = bar.value(), view.verticalScrollBar().value()

    def scroll(number: int) -> None:
        bar.setValue(left + 1 - round(swing(number)))
        view.verticalScrollBar().setValue(down - round(0.5 * swing(number)))

    _line(f"panning, {words}", ours, frames(view.viewport(), scroll))
    body = canvas.content.items[_middle(canvas)]
    drag = Hand(canvas, QPointF(canvas.mapFromScene(body.pos())), Buttons.LeftButton)
    ours = frames(canvas.viewport(), drag.step)
    assert canvas.pointer._gesture, "nothing was dragged"
    drag.let_go()
    canvas.session.derivation.cancel()
    item = view.itemAt(view.mapFromScene(body.pos()))
    home, scale = item.pos(), canvas.transform().m11()

    def move(number: int) -> None:
        by = swing(number) / scale
        item.setPos(home.x() + by + 5, home.y() + 0.5 * by)

    _line(f"dragging a body, {words}", ours, frames(view.viewport(), move))
    item.setPos(home)


def _middle(canvas: Canvas) -> str:
    """The body next to the middle of the view."""
    at = canvas.mapToScene(canvas.viewport().rect().center())
    known = canvas.content.bodies()
    return min(known, key=lambda k: abs(known[k][0] - at.x()) + abs(known[k][1] - at.y()))


def _line(what: str, ours: float, peer: float) -> None:
    goal = table.at_least(ours, GOAL, "/s")
    table.line(what, f"{ours:.1f} /s", f"{peer:.1f} /s", ours / peer, goal)


def main() -> None:
    """Both zooms."""
    bodies = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    offscreen.application()
    table.head(f"Drawing {bodies} bodies: frames per second, ours over peer")
    canvas, view = our_canvas(bodies), plain_view(bodies)
    canvas.fit()
    shown(canvas, *SIZE)
    measure(canvas, view, "all in view")
    canvas.zoom_to(1.0)
    shown(canvas, *SIZE)
    measure(canvas, view, "life size")


if __name__ == "__main__":
    main()
