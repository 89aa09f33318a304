"""Which widgets there are.

Qt tells them by address and PySide makes an object of each: a sweep of cycles in between
would take away a widget without parent whose address is told already. None comes then.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtWidgets import QApplication, QWidget


def all_widgets() -> list[QWidget]:
    """Every widget of the program."""
    with _unswept():
        return QApplication.allWidgets()


def windows() -> list[QWidget]:
    """Every widget without parent."""
    with _unswept():
        return QApplication.topLevelWidgets()


@contextmanager
def _unswept() -> Generator[None]:
    sweeping = gc.isenabled()  # never with a window: `lagr_gui.gui.application`
    gc.disable()
    try:
        yield
    finally:
        if sweeping:
            gc.enable()
