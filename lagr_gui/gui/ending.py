"""Ends the window in good order when the system wants it: the drawing is kept, nobody is asked."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Qt
from PySide6.QtGui import QGuiApplication, QSessionManager
from PySide6.QtWidgets import QApplication

from lagr_gui.gui.window import MainWindow

SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGBREAK")
"""What ends a program: the system, a closed terminal, Ctrl+C; as far as the system has them."""


class Ending(QObject):
    """Hears signals and the end of the desktop's session."""

    def __init__(self, application: QApplication, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._heard = 0
        self._ear, self._mouth = socket.socketpair()
        for end in (self._ear, self._mouth):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._ear.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._end)
        signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        for name in SIGNALS:
            if number := getattr(signal, name, None):
                signal.signal(number, self._hear)
        application.commitDataRequest.connect(self.keep, Qt.ConnectionType.DirectConnection)

    def close(self) -> None:
        """Hear nothing any more."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        for end in (self._ear, self._mouth):
            end.close()

    def keep(self, manager: QSessionManager | None = None) -> None:
        """The session may end: keep the drawing, and do not ask unless it changes again."""
        self._window.keeping.flush()
        self._window.ending = True

    def _hear(self, number: int, frame: FrameType | None) -> None:
        """The event loop ends the window; a second signal does not wait for it."""
        self._heard += 1
        if self._heard > 1:
            self._window.keeping.flush()
            os._exit(128 + number)

    def _end(self) -> None:
        with contextlib.suppress(OSError):
            self._ear.recv(64)
        self._window.end()
        QGuiApplication.exit(0)
