"""Starts the window."""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSize, QTimer, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from lagr_gui.gui import settings, words
from lagr_gui.gui.ending import Ending
from lagr_gui.gui.sweeping import Sweeper
from lagr_gui.gui.theme import apply_theme
from lagr_gui.gui.window import MainWindow
from lagr_gui.libraries import MissingLibrary, libraries_told
from lagr_gui.problem import ModelWarning
from lagr_gui.resource import resource_path

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

    def told(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
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

    sys.excepthook = told
