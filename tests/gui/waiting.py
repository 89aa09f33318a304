"""Waiting for what worker processes answer, however long that takes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partialmethod

from pytestqt.qtbot import QtBot

from lagr_gui.gui.window import MainWindow
from tests.patience import PATIENCE


class PatientBot(QtBot):
    """A robot for the window that gives up only what hangs."""

    waitUntil = partialmethod(QtBot.waitUntil, timeout=int(1000 * PATIENCE))
    waitSignal = partialmethod(QtBot.waitSignal, timeout=int(1000 * PATIENCE))


def is_derived(window: MainWindow) -> bool:
    """Whether the equations are those of the model as it is now, or there are none."""
    session = window.session
    return not session.derivation._quiet.isActive() and not session.equations.busy


def derived(window: MainWindow, qtbot: QtBot, done: Callable[[], bool] = lambda: True) -> None:
    """Wait for the equations of the model as it is now."""
    qtbot.waitUntil(lambda: is_derived(window) and done())
