"""Opening and saving drawings: nothing is lost, and nothing of others is written over unasked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from lagr_gui import pipeline
from lagr_gui.editing import Document
from lagr_gui.editing.changes import differences
from lagr_gui.editing.kept import GONE, mark_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui import asking, desk
from lagr_gui.gui.bridge.field_problems import problems_of_file
from lagr_gui.gui.bridge.open_drawing import document_title
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.earlier import DifferenceTable, moment
from lagr_gui.gui.keeping import Keeping
from lagr_gui.gui.open_models import OpenModels
from lagr_gui.gui.words import spoken, tr

SETTLE_MS = 300
"""Milliseconds after a change of a file before it is looked at."""


class Filing(QObject):
    """What becomes of the file of the document that is shown, and of documents that are closed."""

    changed = Signal()
    """Another program changed the file of the document, or that is settled."""

    def __init__(
        self, window: QWidget, session: Session, keeping: Keeping, models: OpenModels
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._keeping = window, session, keeping
        self._models = models
        self.mark = ""
        """The mark of what the file holds now, where that is not what the document knows."""
        self._message = ""
        """What was said last."""
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._watcher.fileChanged.connect(lambda _: self._settle.start())
        self._watcher.directoryChanged.connect(lambda _: self._settle.start())
        self._settle.timeout.connect(self._look)
        session.document_changed.connect(self._watch)
        session.message.connect(self._hear)
        session.model_changed.connect(self._take_back)

    @property
    def told(self) -> str:
        """What is to be said of the file and of the autosave."""
        if (problem := self._keeping.problem) is not None:
            return tr("Not kept: {cause}").format(cause=spoken(problem.cause))
        if self.mark:
            gone = self.mark == GONE
            return tr("The file was removed") if gone else tr("The file was changed elsewhere")
        document = self._session.document
        if document.dirty:
            return tr("Not saved yet")
        return tr("Saved") if document.path is not None else tr("New")

    def new(self) -> None:
        """An empty drawing."""
        self._models.make_room()
        self._session.new()

    def open(self, path: Path, sample: bool = False) -> bool:
        """Open a file; of a card deck with several systems the one that is chosen.

        One that is open already is shown as it is, but read again where it was changed by others
        only.  A sample becomes a new drawing: saving asks for a file of its own.  Whether there is
        another drawing.
        """
        holder = None if sample else self._models.holder(path)
        if holder is not None:
            self._models.show(holder)
            if holder.dirty or mark_of(path) in (holder.seen, GONE):
                return False
        count = systems_in(path)
        system = desk.ask_system(self._window, count) if count > 1 else 1
        file = self._session.read(path, system, sample) if system else None
        if file is None:
            return False
        if holder is None:
            self._models.make_room()
        self._session.show_file(file)
        if not sample:
            desk.remember_file(path)
        return True

    def open_earlier(self) -> bool:
        """Open an earlier version as a new drawing, or use it otherwise; whether one was opened."""
        version, use = self._keeping.choose_earlier()
        if version is None:
            return False
        try:
            model = version.model()
        except LagrError as error:
            self._session.refused.emit(list(error.problems))
            return False
        if use is not None:
            use.use(self._session, model, moment(version))
            return False
        self._models.make_room()
        self._session.show_document(model, None, saved=False)
        return True

    def save(self) -> bool:
        """Save to the file of the document, or ask for one; whether it was saved."""
        path = self._session.document.path
        if path is None:
            return self.save_as()
        answer = self._agreed(path)
        if answer == "save_as":
            return self.save_as()
        return answer != "cancel" and self._write(path)

    def save_as(self) -> bool:
        """Ask for a file and save; whether it was saved."""
        title = self._session.document.title
        path = desk.ask_save(self._window, tr("Save as"), title, (".lagr",), of_drawing=True)
        return bool(path) and self._write(Path(path))

    def close(self, document: Document) -> bool:
        """Close a document after what is unsaved of it is settled; whether it was closed."""
        if document.dirty:
            self._models.show(document)
            if not self.settled():
                return False
        self._models.remove(document)
        return True

    def settled(self) -> bool:
        """Whether unsaved changes of what is shown are saved or given up."""
        document = self._session.document
        if not document.dirty:
            return True
        text = tr("“{title}” has changes that are not saved. Save them?")
        answer = self._ask_unsaved(text.format(title=document_title(document)), "save")
        if answer == "save":
            return self.save()
        return answer == "discard" and self._given_up([document])

    def all_settled(self) -> bool:
        """The same of all that is open, with one question."""
        changed = [document for document in self._models.documents if document.dirty]
        if len(changed) < 2:
            for document in changed:
                self._models.show(document)
            return self.settled()
        names = ", ".join(map(document_title, changed))
        text = tr("{n} drawings have changes that are not saved: {names}. Save them?")
        answer = self._ask_unsaved(text.format(n=len(changed), names=names), "save_all")
        if answer == "discard":
            return self._given_up(changed)
        return answer == "save_all" and all(map(self._saved, changed))

    def _given_up(self, documents: Sequence[Document]) -> bool:
        """Keep drawings for a week; whether they may go, which is asked again where that fails."""
        kept = [self._keeping.keep_version(document, promised=True) for document in documents]
        if all(kept):
            return True
        text = tr("The drawing cannot be kept among the earlier versions. Discard it for good?")
        answers = ("cancel", "discard", "cancel")
        return asking.ask(self._window, tr("Unsaved changes"), text, answers) == "discard"

    def _ask_unsaved(self, text: str, save: str) -> str:
        answers = (save, "discard", "cancel")
        return asking.ask(self._window, tr("Unsaved changes"), text, answers)

    def _saved(self, document: Document) -> bool:
        self._models.show(document)
        return self.save()

    def _write(self, path: Path) -> bool:
        if self._models.holder(path) not in (None, self._session.document):
            self._refuse_open(path)
            return False
        self._keeping.keep_file(path)
        if not self._session.save(path):
            return False
        self._keeping.flush()
        self._keeping.keep_version()
        desk.remember_file(path)
        self._session.message.emit(_saved(path))
        return True

    def may_be_replaced(self, path: Path) -> bool:
        """Whether an export may take the place of a file; a model in it is kept before."""
        if self._models.holder(path) is not None:
            self._refuse_open(path)
            return False
        if path.resolve().suffix.lower() == ".lagr":
            self._keeping.keep_file(path)
        return True

    def _refuse_open(self, path: Path) -> None:
        place = say("File “{name}”", name=path.name)
        cause, remedy = "It is open in a tab.", "Close it there, or choose another name."
        self._session.refused.emit([Problem(place, cause, remedy, code="open-elsewhere")])

    def _hear(self, text: str) -> None:
        self._message = text

    def _take_back(self) -> None:
        """Of what was changed since it was saved nobody is told that it is saved."""
        document = self._session.document
        if document.dirty and document.path and self._message == _saved(document.path):
            self._session.message.emit("")

    # --- what others do with the file ------------------------------------------------------

    def _agreed(self, path: Path) -> str:
        """Whether to overwrite, save elsewhere or cancel, after what others did is told."""
        document = self._session.document
        mark = mark_of(path)
        if not document.seen or mark == document.seen:
            return "overwrite"
        if mark == GONE:
            text = tr("“{name}” is not there any more: another program removed or renamed it.")
            return self._ask(path, text, ("save", "save_as", "cancel"))
        text = tr("“{name}” was changed by another program or in another window since it was read.")
        while (answer := self._ask(path, text, ("compare", "save_as", "overwrite", "cancel"))) == (
            "compare"
        ):
            self._compare(path)
        return answer

    def _ask(self, path: Path, text: str, answers: tuple[str, ...]) -> str:
        title = tr("The file has changed")
        return asking.ask(self._window, title, text.format(name=path.name), answers)

    def _compare(self, path: Path) -> None:
        try:
            there = pipeline.load(path)
        except LagrError as error:
            desk.tell_problems(self._window, tr("Compare"), problems_of_file(path, error.problems))
            return
        dialog = DifferenceTable(self._window, path.name, differences(self._session.model, there))
        dialog.exec()
        dialog.deleteLater()

    def _watch(self) -> None:
        """Watch the file of the document, and no other."""
        self._tell("")
        self._watch_only(self._session.document.path)
        self._settle.start()

    def _watch_only(self, path: Path | None) -> None:
        """Watch a file; where it is not there its folder, in which it may be again."""
        wanted = {str(path if path.is_file() else path.parent)} if path is not None else set[str]()
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if gone := watched - wanted:
            self._watcher.removePaths([*gone])
        if new := [name for name in wanted - watched if Path(name).exists()]:
            self._watcher.addPaths(new)

    def _look(self) -> None:
        """Tell when the file is not what the document knows any more."""
        document = self._session.document
        path = document.path
        if path is None or not document.seen:
            return
        mark = mark_of(path)
        self._watch_only(path)  # another file took its name, or none has it
        self._tell("" if mark == document.seen else mark)

    def _tell(self, mark: str) -> None:
        if mark != self.mark:
            self.mark = mark
            self.changed.emit()


def _saved(path: Path) -> str:
    return tr("Saved: {path}").format(path=path)


def systems_in(path: Path) -> int:
    """How many systems a file holds; 1 where it cannot be read."""
    try:
        return len(pipeline.load_systems(path)) if pipeline.is_foreign(path) else 1
    except LagrError:
        return 1
