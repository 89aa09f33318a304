"""The models that are open: one is shown, the others wait as they were left."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from lagr_gui.editing import Document
from lagr_gui.foundation.writing import same_file
from lagr_gui.gui.bridge.background import BackgroundModel
from lagr_gui.gui.bridge.open_drawing import empty_model
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.words import tr
from lagr_gui.model import Model


class OpenModels(QObject):
    """All documents, in the order of their tabs; that of the session is the one that is shown."""

    changed = Signal()
    """There are other documents, others are shown, or they have another order."""
    shown = Signal()
    """Another one is shown, as it was left."""
    begun = Signal(object)
    """There is another document, which is empty as yet."""
    ended = Signal(object)
    """A document is open no more."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._left: dict[Document, BackgroundModel] = {}
        self.documents = [session.document]

    @property
    def at(self) -> int:
        """The place of the one that is shown."""
        return self.documents.index(self._session.document)

    def holder(self, path: Path) -> Document | None:
        """The document whose file this is."""
        wanted = path.resolve()
        for document in self.documents:
            held = document.path
            if held is not None and (held.resolve() == wanted or same_file(held, path)):
                return document
        return None

    def make_room(self) -> None:
        """Leave what is shown, unless nothing was drawn there yet, for one to be shown at once."""
        if _is_untouched(self._session.document):
            return
        at = self.at
        self._leave()
        document = self._session.document = Document()
        self.documents.insert(at + 1, document)
        self.begun.emit(document)
        self.changed.emit()

    def show(self, document: Document) -> None:
        """Show one that is open as it was left."""
        if document is not self._session.document:
            self._leave()
            self._session.come_back(self._left.pop(document))
            self.changed.emit()
        self.shown.emit()

    def step(self, by: int) -> None:
        """Show the next one, or with -1 the one before, round and round."""
        if not QApplication.mouseButtons().value:  # something is being dragged
            self.show(self.documents[(self.at + by) % len(self.documents)])

    def move(self, start: int, end: int) -> None:
        """Give one another place in the order."""
        self.documents.insert(end, self.documents.pop(start))
        self.changed.emit()

    def remove(self, document: Document) -> None:
        """Close one, whatever is unsaved of it; in the place of the last there is an empty one."""
        if len(self.documents) == 1:
            self._session.new()
            self.changed.emit()
            return
        if document is self._session.document:
            at = self.at
            self.show(self.documents[at + 1 if at + 1 < len(self.documents) else at - 1])
        self._left.pop(document).close()
        self.documents.remove(document)
        self.ended.emit(document)
        self.changed.emit()

    def close(self) -> None:
        """End what goes on in those that are not shown."""
        for left in self._left.values():
            left.close()
        self._left.clear()

    def _leave(self) -> None:
        if (focus := QApplication.focusWidget()) is not None:
            focus.clearFocus()  # what is being typed belongs to this model
        self._left[self._session.document] = self._session.leave()


def names_of(documents: list[Document]) -> list[str]:
    """What tabs say: the names of the files, with their folders where two are the same.

    Drawings without a file are numbered where they have one name.
    """
    names = [d.path.stem if d.path else d.model.name or tr("Untitled") for d in documents]
    tabs: list[str] = []
    bare = Counter[str]()
    for document, name in zip(documents, names, strict=True):
        if document.path:
            tabs.append(f"{name} – {document.path.parent.name}" if names.count(name) > 1 else name)
        else:
            bare[name] += 1
            tabs.append(f"{name} {bare[name]}" if bare[name] > 1 else name)
    return tabs


def _is_untouched(document: Document) -> bool:
    fresh = document.path is None and not document.history
    return fresh and document.model in (Model(), empty_model())
