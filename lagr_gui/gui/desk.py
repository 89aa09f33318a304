"""Files, clipboard and messages of the window: what actions ask of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QProcess, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QMessageBox, QWidget

from lagr_gui.exchange.tables.curve_file import TABLES
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.foundation.resource import sample_models
from lagr_gui.foundation.starting import command
from lagr_gui.foundation.writing import write
from lagr_gui.gui import asking, settings
from lagr_gui.gui.words import in_words, tr
from lagr_gui.pipeline import IMPORTS, is_foreign

if TYPE_CHECKING:
    from lagr_gui.gui.bridge.session import Session
    from lagr_gui.gui.widgets.form_fields import ChoiceSpec

_RECENT = 10


def ask_open(parent: QWidget) -> str:
    """A file that the user chooses, of this program or another; empty when there is none."""
    sorts = [("Model", (".lagr",))]
    sorts += [(entry.title, entry.endings + entry.may_end) for entry in IMPORTS.values()]
    endings_of_all = dict.fromkeys(ending for _, endings in sorts for ending in endings)
    sorts.insert(0, ("All that can be opened", tuple(endings_of_all)))
    filters = ";;".join((*(_filter(*sort) for sort in sorts), f"{tr('All files')} (*)"))
    return _ask(parent, tr("Open"), filters)


def ask_file(parent: QWidget, title: str, sort: str, endings: tuple[str, ...]) -> str:
    """A file of a sort, usually with one of the endings; empty when there is none."""
    return _ask(parent, title, f"{_filter(sort, endings)};;{tr('All files')} (*)")


def ask_table(parent: QWidget, title: str) -> str:
    """A file of what was measured that the user chooses; empty when there is none."""
    return ask_file(parent, title, "Measured table", TABLES)


def _ask(parent: QWidget, title: str, filters: str) -> str:
    path, _ = QFileDialog.getOpenFileName(parent, title, folder(), filters)
    return path


def _filter(title: str, endings: tuple[str, ...]) -> str:
    """One line of the choice of files: ``Model (*.lagr)``."""
    return f"{tr(title)} ({' '.join(f'*{ending}' for ending in endings)})"


def ask_system(parent: QWidget, count: int) -> int:
    """Which of the systems of a card deck is opened, from 1; 0 when the user gave up."""
    names = [tr("System {n}").format(n=number) for number in range(1, count + 1)]
    chosen, sure = QInputDialog.getItem(
        parent, tr("Open"), tr("The deck holds several systems."), names, editable=False
    )
    return names.index(chosen) + 1 if sure else 0


def ask_choices(
    parent: QWidget, title: str, choices: Mapping[str, ChoiceSpec], done: str = "Export"
) -> dict[str, Any] | None:
    """What the user chooses for an export, by name; None when the user gave up.

    The button says what is then `done`.
    """
    from lagr_gui.gui.export_choices import ExportChoices  # late: it knows programs

    dialog = ExportChoices(parent, tr(title).rstrip("…"), choices, done)
    sure = dialog.exec()
    dialog.deleteLater()
    return dialog.chosen if sure else None


def ask_save(
    parent: QWidget, title: str, name: str, endings: tuple[str, ...], of_drawing: bool = False
) -> str:
    """A file to write, with one of the endings; empty when the user gave up.

    It is none that is open in a tab, by whatever links, except where the file is that `of_drawing`,
    which is looked at by who saves it.  What a file of a model holds is kept among the earlier
    versions.
    """
    filters = ";;".join(f"{ending[1:].upper()} (*{ending})" for ending in endings)
    start = str(Path(folder()) / f"{name}{endings[0]}")
    option = QFileDialog.Option.DontConfirmOverwrite  # the ending is not there yet
    path, chosen = QFileDialog.getSaveFileName(parent, title, start, filters, "", option)
    if path and Path(path).suffix.lower() not in endings:
        ending = next((e for e in endings if f"*{e})" in chosen), endings[0])
        path += ending
    if not path or not _may_replace(parent, title, Path(path)):
        return ""
    if not of_drawing and not _is_spare(Path(path)):
        return ""
    settings.remember("folder", str(Path(path).parent))
    return path


def save_to(session: Session, path: str, make: Callable[[], str | bytes]) -> None:
    """Write what is made to a file, and say so in the window, or why it cannot be."""
    try:
        write(path, make())
    except LagrError as error:
        session.refused.emit(list(error.problems))
    else:
        session.message.emit(tr("Written: {path}").format(path=path))


def _is_spare(path: Path) -> bool:
    """Whether no window needs a file as it is."""
    filings = (getattr(window, "filing", None) for window in QApplication.topLevelWidgets())
    return all(filing.may_be_replaced(path) for filing in filings if filing is not None)


def _may_replace(parent: QWidget, title: str, path: Path) -> bool:
    if not os.path.lexists(path):
        return True
    text = tr("“{name}” is there already. Replace it?").format(name=path.name)
    return asking.ask(parent, title, text, ("cancel", "replace", "cancel")) == "replace"


def dropped(event: QDropEvent) -> list[Path]:
    """The files that are dragged and can be opened: taken as copies, for who gives a file to be
    moved removes it.
    """
    files = openable(event.mimeData())
    if files:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
    return files


def openable(data: QMimeData) -> list[Path]:
    """The files of a drag that can be opened."""
    files = [Path(url.toLocalFile()) for url in data.urls() if url.toLocalFile()]
    return [file for file in files if file.suffix == ".lagr" or is_foreign(file)]


def recent_files() -> list[Path]:
    """The files that were open last and are still there, newest first."""
    return _present(settings.texts("recent"))


def _present(names: Iterable[str]) -> list[Path]:
    return [Path(name) for name in names if _is_file(name)]


def _is_file(name: str) -> bool:
    """Whether there is a file of this name; a name that cannot be one has none."""
    try:
        return os.path.isabs(name) and Path(name).is_file()
    except (OSError, ValueError):
        return False


def remember_file(path: Path) -> None:
    """Put a file at the head of the recent ones."""
    path = path.resolve()

    def with_it(names: list[str]) -> list[str]:
        files = [path, *(file for file in _present(names) if file != path)]
        return [str(file) for file in files[:_RECENT]]

    settings.change_texts("recent", with_it)
    if path not in sample_models():
        settings.remember("folder", str(path.parent))


def copy_text(text: str) -> None:
    """Put a text on the clipboard."""
    QGuiApplication.clipboard().setText(text)


def pasted_text() -> str:
    """The text on the clipboard."""
    return QGuiApplication.clipboard().text()


def tell_problems(
    parent: QWidget,
    title: str,
    problems: list[Problem],
    save_as: Callable[[], object] | None = None,
) -> None:
    """Show problems in a box: place, cause, remedy, one paragraph each.

    With `save_as` there is a button for saving elsewhere.
    """
    shown = map(in_words, problems[:8])
    text = "\n\n".join(f"{p.place}\n{p.cause} {p.remedy}" for p in shown)
    more = tr("… and {n} more.").format(n=len(problems) - 8) if len(problems) > 8 else ""
    box = asking.box(parent, title, text, more)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if save_as is not None:
        asking.add_button(box, "save_as").clicked.connect(lambda: save_as())
    box.setEscapeButton(asking.add_button(box, "ok" if save_as is None else "cancel"))
    box.open()


def ask_restart(parent: QWidget, language: str) -> bool:
    """Tell that another language needs a new start; whether to start anew at once."""
    text = tr("The language is {language} from the next start on. Start the program anew now?")
    text = text.format(language=language)
    return asking.ask(parent, tr("Language"), text, ("yes", "no")) == "yes"


def start_anew(files: Sequence[Path]) -> None:
    """Start the program once more, with files."""
    program, *words = command("window", *map(str, files))
    QProcess.startDetached(program, words)


def folder() -> str:
    """Where files were read or written last."""
    return settings.text("folder", str(Path.home()))
