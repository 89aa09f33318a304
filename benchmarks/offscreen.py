"""A Qt application without a screen, and ways to paint it at once.

It has no call of its own; the benchmarks of the window import it before Qt.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter, sleep

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, qInstallMessageHandler
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from lagr_gui.gui.application import Sweeper
from lagr_gui.gui.theme import apply_theme

Buttons = Qt.MouseButton
PATIENCE = 120.0
TRIAL = 10
"""Steps before the clock starts; each must lead to a picture."""


def application() -> QApplication:
    """The one application, in the light theme, which sweeps as the program does."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    qInstallMessageHandler(_tell)
    app = QApplication(["benchmark"])
    Sweeper(app)
    apply_theme(app, "light")
    return app


def _tell(_sort: object, _context: object, text: str) -> None:
    """Qt's messages, without the one about size hints that each new window gives offscreen."""
    if "propagateSizeHints" not in text:
        print(text)


def shown(widget: QWidget, width: int, height: int) -> None:
    """Show a widget in a size and let everything settle."""
    widget.resize(width, height)
    widget.show()
    for _ in range(5):
        QApplication.processEvents()
        paint(widget)


def paint(widget: QWidget) -> None:
    """Paint what is out of date now; Qt would do it after the next beat of the screen."""
    QApplication.sendPostedEvents()
    QApplication.sendEvent(widget.window(), QEvent(QEvent.Type.UpdateRequest))


def wait(done: Callable[[], bool]) -> None:
    """Serve events until something is so; the processor is free in between, as in the program."""
    end = perf_counter() + PATIENCE
    while not done():
        QApplication.processEvents()
        sleep(0.001)
        if perf_counter() > end:
            raise TimeoutError("waited in vain")


def mouse(widget: QWidget, sort: QEvent.Type, at: QPointF, button: Buttons) -> None:
    """Send a pointer event to a widget; `button` is pressed, held or let go."""
    moving = sort is QEvent.Type.MouseMove
    held = Buttons.NoButton if sort is QEvent.Type.MouseButtonRelease else button
    pressed = Buttons.NoButton if moving else button
    place = QPointF(widget.mapToGlobal(at))
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QMouseEvent(sort, at, place, pressed, held, none))


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count and let pass."""
        self.count += event.type() is QEvent.Type.Paint
        return False


def frames(widget: QWidget, step: Callable[[int], object], count: int = 120) -> float:
    """Frames per second: each step is painted before the next one; the best of three rounds."""
    watch = Paints(widget)
    for number in range(TRIAL):
        step(number)
        paint(widget)
    assert watch.count >= TRIAL, f"{watch.count} pictures after {TRIAL} steps"
    widget.removeEventFilter(watch)
    best = 0.0
    for _ in range(3):
        start = perf_counter()
        for number in range(TRIAL, TRIAL + count):
            step(number)
            paint(widget)
        best = max(best, count / (perf_counter() - start))
    return best
