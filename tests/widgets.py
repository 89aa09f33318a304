"""Which widgets there are.

Qt tells them by address and PySide makes an object of each: a sweep of cycles in between
would take away a widget without parent whose address is told already. None comes then.
"""

from __future__ import annotations

import gc

from PySide6.QtWidgets import QApplication, QWidget


def all_widgets() -> list[QWidget]:
    """Every widget of the program."""
    gc.disable()
    try:
        return QApplication.allWidgets()
    finally:
        gc.enable()


def windows() -> list[QWidget]:
    """Every widget without parent."""
    gc.disable()
    try:
        return QApplication.topLevelWidgets()
    finally:
        gc.enable()
