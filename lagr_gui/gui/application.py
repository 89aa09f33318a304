"""Starts the window."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import traceback
import warnings
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import FrameType, TracebackType

from PySide6.QtCore import (
    QCoreApplication,
    QLibraryInfo,
    QLocale,
    QObject,
    QSize,
    QSocketNotifier,
    Qt,
    QTimer,
    QTranslator,
)
from PySide6.QtGui import QGuiApplication, QIcon, QSessionManager
from PySide6.QtWidgets import QApplication, QWidget

from lagr_gui.foundation.libraries import MissingLibrary, libraries_told
from lagr_gui.foundation.problem import ModelWarning
from lagr_gui.foundation.resource import resource_path
from lagr_gui.gui import settings, words
from lagr_gui.gui.theme import apply_theme
from lagr_gui.gui.window import MainWindow

FRAME = QSize(16, 48)
"""What a desktop puts around a window, at most (pixels)."""

SWITCH = 0.001
"""Seconds after which another thread has its turn: one that hears of a motion, within a picture."""


def main(arguments: Sequence[str]) -> int:
    """Show the window, with the models that the arguments name."""
    QCoreApplication.setOrganizationName("lagr_gui")
    QCoreApplication.setApplicationName("lagr_gui")
    warnings.simplefilter("ignore", ModelWarning)  # the list of problems tells them
    application = QApplication([sys.argv[0], *arguments])
    sweeper = Sweeper(application)
    application.setWindowIcon(QIcon(str(resource_path("desktop/lagr-gui.svg"))))
    _use_preferences(application)
    sys.setswitchinterval(SWITCH)
    window = MainWindow()
    hear_faults(window)
    ending = Ending(application, window)
    if not arguments:
        window.show_welcome()  # panes that are not seen at first are not laid out
    show_fitting(window)
    for argument in arguments:
        QTimer.singleShot(0, window, partial(window.open_path, Path(argument)))
    loop = application.exec
    code = loop()
    ending.close()
    sweeper.stop()
    return code


def show_fitting(window: QWidget) -> None:
    """Show a window with its frame on its screen; where it does not fit it fills the screen."""
    room = window.screen().availableSize() - FRAME
    fits = window.size() == window.size().boundedTo(room)
    window.resize(window.size().boundedTo(room))
    if fits:
        window.show()
    else:
        window.showMaximized()


def _use_preferences(application: QApplication) -> None:
    """Language and theme as the user chose them, otherwise those of the desktop."""
    system = QLocale.system().name().split("_")[0]
    spoken = system if system in words.LANGUAGES else "en"
    use_language(application, settings.text("language", spoken))
    apply_theme(application, settings.text("theme", "system"))


def use_language(application: QApplication, name: str) -> None:
    """Speak a language, also on Qt's own buttons and in its dialogs."""
    words.use_language(name)
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{words.language()}", folder):
        application.installTranslator(translator)


def hear_faults(window: MainWindow) -> None:
    """A fault of the program is told in a strip of the window, and neither ends nor stops it."""
    missed: set[str] = set()

    def tell(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
        try:
            with libraries_told():
                raise value
        except MissingLibrary as missing:
            if str(missing) not in missed:  # a picture that lacks something is painted again
                missed.add(str(missing))
                window.session.refused.emit(list(missing.problems))
        except BaseException as fault:  # noqa: BLE001 - whatever it was
            if window.faults.tell(fault):
                sys.stderr.write("".join(traceback.format_exception(kind, value, trace)))

    sys.excepthook = tell


# --- Sweeps what nobody uses any more in the window's thread, and in no other ------------------

EVERY = 200
"""Time between two sweeps (ms)."""


class Sweeper(QObject):
    """Python sweeps rings of objects in whichever thread makes one object too many.

    In the thread that hears a worker a ring that holds layouts or items of a scene would be
    taken apart while the window uses their neighbours, and Qt is not made for that: it
    crashes, or follows a chain that has no end.  So while this lives Python sweeps at the
    ticks of a timer, by the counts at which it does so by itself.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(self.sweep)
        self._timer.start()

    def sweep(self) -> None:
        """Sweep the youngest objects when there are enough, and the older ones in their turn."""
        due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if due[0]:
            gc.collect(0 if not due[1] else 1 if not due[2] else 2)

    def stop(self) -> None:
        """Let Python sweep by itself again."""
        self._timer.stop()
        gc.enable()


# --- Ends the window in good order when the system wants it: the drawing is kept, nobody is asked

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
