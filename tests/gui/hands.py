"""Pointer and keys on the drawing, as events of its viewport; and models to look at."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from lagr_gui.drawing.geometry import HEIGHT, WIDTH
from lagr_gui.gui.canvas import Canvas

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
Spot = QPoint | str
"""A point of the viewport, or the key of an item, whose middle is meant."""


def mouse(
    widget: QWidget,
    sort: QEvent.Type,
    at: QPoint,
    button: Qt.MouseButton = LEFT,
    keys: Qt.KeyboardModifier = NONE,
) -> None:
    """One event of the pointer; while it moves, `button` is held."""
    moving, up = sort == QEvent.Type.MouseMove, sort == QEvent.Type.MouseButtonRelease
    changed = Qt.MouseButton.NoButton if moving else button
    held = Qt.MouseButton.NoButton if up else button
    place = QPointF(at)
    event = QMouseEvent(sort, place, QPointF(widget.mapToGlobal(at)), changed, held, keys)
    QApplication.sendEvent(widget, event)


def click(widget: QWidget, at: QPoint | None = None) -> None:
    """Press and let go."""
    place = widget.rect().center() if at is None else at
    mouse(widget, QEvent.Type.MouseButtonPress, place)
    mouse(widget, QEvent.Type.MouseButtonRelease, place)


def wheel(widget: QWidget, at: QPoint, angle: int) -> None:
    """Turn the wheel by an angle in eighths of a degree."""
    event = QWheelEvent(
        QPointF(at),
        QPointF(widget.mapToGlobal(at)),
        QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


class Hands:
    """What a user does on the drawing."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas, self.paper = canvas, canvas.viewport()

    def at(self, spot: Spot) -> QPoint:
        """The point of the viewport."""
        if isinstance(spot, QPoint):
            return spot
        place = self.canvas.content.place(spot)
        assert place is not None, f"{spot} is not drawn"
        return self.canvas.mapFromScene(*place)

    def point(self, x: float, y: float) -> QPoint:
        """The point of the viewport at a point of the drawing."""
        return self.canvas.mapFromScene(x, y)

    def port(self, number: int, side: str = "right") -> QPoint:
        """A port of a body."""
        place = self.canvas.content.place(f"body:{number}")
        assert place is not None
        dx, dy = {"right": (1, 0), "left": (-1, 0), "top": (0, -1), "bottom": (0, 1)}[side]
        return self.point(place[0] + dx * WIDTH / 2, place[1] + dy * HEIGHT / 2)

    def press(self, spot: Spot, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NONE):
        mouse(self.paper, QEvent.Type.MouseButtonPress, self.at(spot), button, keys)

    def move(self, spot: Spot, button: Qt.MouseButton = LEFT) -> None:
        mouse(self.paper, QEvent.Type.MouseMove, self.at(spot), button)

    def release(self, spot: Spot, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NONE):
        mouse(self.paper, QEvent.Type.MouseButtonRelease, self.at(spot), button, keys)

    def click(self, spot: Spot, keys: Qt.KeyboardModifier = NONE) -> None:
        self.press(spot, keys=keys)
        self.release(spot, keys=keys)

    def double_click(self, spot: Spot) -> None:
        self.click(spot)
        mouse(self.paper, QEvent.Type.MouseButtonDblClick, self.at(spot))
        self.release(spot)

    def hover(self, spot: Spot) -> None:
        mouse(self.paper, QEvent.Type.MouseMove, self.at(spot), Qt.MouseButton.NoButton)

    def pull(
        self,
        start: Spot,
        end: Spot,
        button: Qt.MouseButton = LEFT,
        keys: Qt.KeyboardModifier = NONE,
    ) -> None:
        """Press, go there in steps, let go."""
        a, b = self.at(start), self.at(end)
        self.press(a, button, keys)
        for part in range(1, 6):
            self.move(a + (b - a) * part / 5, button)
        self.release(b, button, keys)

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.canvas, key, keys)

    def tip(self) -> str:
        """The note near the pointer; empty when there is none."""
        tip = self.canvas.overlay.tip
        return tip.text() if tip.isVisible() else ""


def choose(text: str) -> None:
    """Choose an entry of the menu that is open."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    action = next(action for action in menu.actions() if action.text() == text)
    action.trigger()
    menu.close()
