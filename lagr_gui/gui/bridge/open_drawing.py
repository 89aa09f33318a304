"""The drawing that is open: its file, its check, what is selected."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui import pipeline
from lagr_gui.editing import Document
from lagr_gui.editing.edits.files import moved_to, name_beside
from lagr_gui.editing.edits.language import in_language
from lagr_gui.editing.kept import mark_of, mark_of_text
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui.bridge.field_problems import problems_of_file
from lagr_gui.gui.bridge.keys import drawn_key
from lagr_gui.gui.bridge.open_subsystem import OutdatedParts, Way, inside
from lagr_gui.gui.words import language, tr
from lagr_gui.model import Model, write_text
from lagr_gui.prepared.held import flat

if TYPE_CHECKING:
    from lagr_gui.pipeline import Report


def empty_model() -> Model:
    """A model with nothing but body 0, named in the language of the window."""
    return in_language(Model(), language())


def document_title(document: Document) -> str:
    """What a document is called in the window."""
    return document.title if document.path or document.model.name else tr("Untitled")


@dataclass(frozen=True, eq=False)
class ReadFile:
    """What a file holds: `path` is None for what has no file to be saved to.

    It is the drawing's `own` file unless that shall be another one.  `seen` marks its content,
    `notes` are what there is to tell about it.
    """

    model: Model
    path: Path
    own: bool
    seen: str
    notes: tuple[Problem, ...]


class OpenDrawing(QObject):
    """The model that is shown, of the document or of a subsystem in it, with its selection."""

    selection_changed = Signal()
    highlight_changed = Signal()
    reveal_requested = Signal(str, tuple)
    """Show an item (key) and, in the inspector, the field at a path."""

    library_changed = Signal(str)
    """There are other subsystems that the user keeps: the file of the new one, or nothing."""
    document_changed = Signal()
    """Another document is open, or it was saved: path, title, dirty."""
    leaving = Signal()
    """Another document takes the place of the one that is open."""
    opened = Signal()
    """Another document is open; `document_changed` came before."""
    refused = Signal(list)
    """An edit or a file was refused, or the document not written to its file: the problems."""
    noted = Signal(list)
    """What is to be told about a file that was opened."""
    not_saved = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = Document()
        self.way: Way = ()
        """The names of the subsystems that lead from the document to the model."""
        self.report: Report | None = None
        """What a check found of the model."""
        self.selection = self.highlighted = frozenset[str]()
        self.stale_parts = OutdatedParts(
            self,
            lambda: (self.document, self.way),
            (self.document_changed, self.library_changed),
        )

    @property
    def model(self) -> Model:
        """The model as it is now."""
        return inside(self.document.model, self.way)

    @property
    def flat(self) -> Model:
        """The model without instances of subsystems: motions and equations are of this one."""
        return flat(pipeline.prepare(self.model))

    @property
    def folder(self) -> Path:
        """Where files lie that it names; of one never saved, where the program began."""
        path = self.document.path
        return Path(path).parent if path is not None else Path()

    def name_of(self, file: Path) -> str:
        """A file as it is written into the model: beside that, where it lies there or below."""
        return file.as_posix() if self.document.path is None else name_beside(file, self.folder)

    def select(self, keys: Iterable[str], add: bool = False) -> None:
        """Select items by key; with `add` besides those that are selected."""
        chosen = self.drawn(keys) | (self.selection if add else frozenset())
        if chosen != self.selection:
            self.selection = chosen
            self.selection_changed.emit()

    def highlight(self, keys: Iterable[str]) -> None:
        """Light up items that belong together."""
        if (chosen := self.drawn(keys)) != self.highlighted:
            self.highlighted = chosen
            self.highlight_changed.emit()

    def drawn(self, keys: Iterable[str]) -> frozenset[str]:
        """The items of the drawing that keys mean: for what is in an instance, the instance."""
        if not self.model.instances:
            return frozenset(keys)
        return frozenset(drawn_key(self.model, self.flat, key) for key in keys)

    def reveal(self, key: str, path: tuple[str | int, ...] = ()) -> None:
        """Select an item and bring it, and one of its fields, into view."""
        self.select({key} if key else ())
        self.reveal_requested.emit(key, path)

    @abstractmethod
    def _after_edit(self) -> None:
        """Show what an edit, or a step of the history, has changed."""

    # --- files -----------------------------------------------------------------------------

    @abstractmethod
    def show_document(
        self, model: Model, path: Path | None, saved: bool = True, seen: str = "", drawing: str = ""
    ) -> None:
        """Replace the document; the rest as for `Document.replace`."""

    def new(self) -> None:
        """An empty document."""
        self.show_document(empty_model(), None)

    def read(
        self, path: str | Path, system: int | None = None, sample: bool = False
    ) -> ReadFile | None:
        """What a file holds; None where it cannot be read, which is told by `refused`.

        A sample, or what is foreign, becomes a drawing without a file: saving never writes over it.
        A sample speaks the language of the window.
        """
        seen = mark_of(Path(path))  # before it is read: what comes later is a conflict
        try:
            reading = pipeline.read_any(path)
            model = pipeline.chosen(path, reading, system)
        except LagrError as error:
            self.refused.emit(problems_of_file(path, error.problems))
            return None
        model = in_language(model, language()) if sample else model
        is_native = not sample and not pipeline.is_foreign(Path(path))
        return ReadFile(model, Path(path), is_native, seen, tuple(reading.problems))

    def show_file(self, file: ReadFile) -> None:
        """Replace the document by what was read; what is to be told of it is `noted`."""
        self.show_document(file.model, file.path if file.own else None, seen=file.seen)
        if notes := problems_of_file(file.path, (*file.notes, *self.stale_parts.problems)):
            self.noted.emit(notes)

    def open(self, path: str | Path, system: int | None = None, sample: bool = False) -> bool:
        """Replace the document by what a file holds; whether it could be read."""
        file = self.read(path, system, sample)
        if file is not None:
            self.show_file(file)
        return file is not None

    def save(self, path: str | Path | None = None) -> bool:
        """Write the document to its file or another one; whether it was written.

        It names its files as they are found from there, which is a step of the history.
        """
        if (target := Path(path) if path else self.document.path) is None:
            return False
        model = moved_to(self.document.model, target.parent, self.folder)
        try:
            pipeline.save(model, target)
        except LagrError as error:
            self.not_saved.emit(list(error.problems))
            return False
        if self.document.apply("Name files as they lie", lambda _: model):
            self._after_edit()
        self.document.mark_saved(target, mark_of_text(write_text(model)))
        self.document_changed.emit()
        return True
