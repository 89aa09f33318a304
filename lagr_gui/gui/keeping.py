"""Keeps what is drawn: autosave, drawings that a crash left behind, earlier versions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from lagr_gui.editing import Document
from lagr_gui.editing.keeper import Keeper
from lagr_gui.editing.kept import Kept, default_folder, mark_of, mark_of_text
from lagr_gui.editing.recovery import Recovered, Recovery
from lagr_gui.editing.versions import Versions
from lagr_gui.extension import VersionUse
from lagr_gui.foundation.incoming import read_bytes
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui import asking, desk
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.earlier import EarlierVersions
from lagr_gui.gui.words import tr
from lagr_gui.model import write_text


@dataclass
class KeptDocument:
    """What keeps one document: its autosave, who writes it, and what hinders that."""

    document: Document
    recovery: Recovery
    keeper: Keeper
    problem: Problem | None = None

    def take(self) -> None:
        """Keep the document as it is now soon."""
        self.keeper.take(self.document.snapshot)

    def stop(self, keep: bool = False) -> None:
        """Keep it no more; with `keep` the drawing is offered at the next start."""
        self.document.changed = lambda: None
        self.keeper.close()
        if not keep:
            self.recovery.discard()


class Keeping(QObject):
    """Between the documents that are open and a folder with autosaves and versions."""

    hindered = Signal()
    """Another thing hinders an autosave, or nothing any more."""
    _told = Signal(object, object)
    """The same of one document, from the thread that writes: document and problem."""

    def __init__(
        self,
        window: QWidget,
        session: Session,
        make_room: Callable[[], None],
        folder: Path | None = None,
    ) -> None:
        """`make_room` is called before a recovered drawing is shown: what is open stays open."""
        super().__init__(window)
        self._window, self._session, self._make_room = window, session, make_room
        self._told.connect(self._take_hindrance)
        self._begin(folder or default_folder())

    def use(self, folder: Path) -> None:
        """Keep everything in another folder from now on."""
        self.end()
        self._begin(folder)

    def _begin(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[Document, KeptDocument] = {}
        self._unkept: Problem | None = None
        self.versions = Versions(folder / "versions")
        self.begin(self._session.document)

    def begin(self, document: Document) -> None:
        """Keep another document from now on."""
        recovery = Recovery(self._folder / "recovery")
        keeper = Keeper(recovery, self.versions, partial(self._told.emit, document))
        kept = self._kept[document] = KeptDocument(document, recovery, keeper)
        document.changed = kept.take

    def stop(self, document: Document) -> None:
        """Keep a document no more: it is closed."""
        self._kept.pop(document).stop()

    @property
    def recovery(self) -> Recovery:
        """The autosave of the document that is shown."""
        return self._kept[self._session.document].recovery

    @property
    def problem(self) -> Problem | None:
        """What hinders an autosave, or the earlier versions."""
        problems = (*(kept.problem for kept in self._kept.values()), self._unkept)
        return next(filter(None, problems), None)

    def flush(self) -> bool:
        """Keep all drawings before this returns; whether that could be done."""
        hindered = False
        for kept in self._kept.values():
            kept.take()
            hindered |= kept.keeper.flush() is not None
        return not hindered

    def end(self, keep: bool = False) -> None:
        """Stop keeping; with `keep` the drawings are offered at the next start."""
        for kept in self._kept.values():
            kept.stop(keep)

    def keep_version(self, document: Document | None = None, promised: bool = False) -> bool:
        """Keep a drawing as it is now, that which is shown or another, among earlier versions.

        Whether that could be done; one that is `promised` stays for its week.
        """
        drawing = (document or self._session.document).snapshot
        return self._put(lambda: self.versions.keep(drawing.model, drawing.origin, promised))

    def keep_file(self, path: Path) -> None:
        """Keep what a file holds that is going to be written over, if there is one."""
        origin = replace(self._session.document.snapshot.origin, path=path, seen="")
        if path.is_file():
            self._put(lambda: self.versions.keep_text(read_bytes(path), origin))

    def offer(self) -> bool:
        """Ask what becomes of drawings that were never saved; whether one is shown.

        All that are taken up are open then, the newest is shown.
        """
        entries, problems = self.recovery.pending()
        if problems:
            desk.tell_problems(self._window, tr("Recovered drawing"), problems)
        entries = [entry for entry in entries if not self._was_saved(entry)]
        answer = self._ask(entries) if entries else "no"
        do = {"yes": self._take_up, "no": self._give_up}.get(answer, self.recovery.leave)
        for entry in reversed(entries):
            do(entry)
        return bool(entries) and answer == "yes"

    def choose_earlier(self) -> tuple[Kept | None, VersionUse | None]:
        """A version that the user chooses from the list, and what for; None: to open it."""
        dialog = EarlierVersions(self._window, self._listed())
        accepted = dialog.exec()
        dialog.deleteLater()
        return (dialog.chosen if accepted else None), dialog.use

    def _listed(self) -> list[Kept]:
        """The versions: those of the drawing that is open first."""
        origin = self._session.document.snapshot.origin

        def other(version: Kept) -> bool:
            source = version.origin
            same = source.path == origin.path if origin.path else source.drawing == origin.drawing
            return not same

        return sorted(self.versions.listed(), key=other)

    def _was_saved(self, entry: Recovered) -> bool:
        """Whether a drawing is in its file: the program ended just after saving it."""
        path = entry.origin.path
        saved = path is not None and mark_of(path) == mark_of_text(write_text(entry.model))
        if saved:
            self.recovery.forget(entry)
        return saved

    def _ask(self, entries: list[Recovered]) -> str:
        titles = [entry.origin.title or tr("Untitled") for entry in entries]
        one = tr(
            "The program ended without saving “{name}”. Its drawing was kept. Take it up again?\n\n"
            "If not, it stays among the earlier versions in the File menu for a week."
        ).format(name=titles[0])
        several = tr(
            "The program ended without saving {n} drawings: {names}. They were kept. "
            "Take them up again?\n\n"
            "If not, they stay among the earlier versions in the File menu for a week."
        ).format(n=len(titles), names=", ".join(titles))
        text = one if len(entries) == 1 else several
        return asking.ask(self._window, tr("Recovered drawing"), text, ("yes", "no", "later"))

    def _take_up(self, entry: Recovered) -> None:
        """Show a drawing; the file that was left goes when ours is there."""
        origin = entry.origin
        self._make_room()
        self._session.show_document(
            entry.model, origin.path, saved=False, seen=origin.seen, drawing=origin.drawing
        )
        if self.flush():
            self.recovery.forget(entry)
        else:
            self.recovery.leave(entry)

    def _give_up(self, entry: Recovered) -> None:
        if self._put(lambda: self.versions.keep(entry.model, entry.origin, promised=True)):
            self.recovery.forget(entry)
        else:
            self.recovery.leave(entry)

    def _put(self, put: Callable[[], None]) -> bool:
        """Keep a version; what hinders that is told once, and shown until it is gone."""
        before, self._unkept = self._unkept, None
        try:
            put()
        except LagrError as error:
            self._unkept = error.problems[0]
        if before != self._unkept:
            self.hindered.emit()
        if self._unkept is not None and before is None:
            desk.tell_problems(self._window, tr("Earlier versions cannot be kept"), [self._unkept])
        return self._unkept is None

    def _take_hindrance(self, document: Document, problem: Problem | None) -> None:
        before, kept = self.problem, self._kept.get(document)
        if kept is None:
            return
        kept.problem = problem
        self.hindered.emit()
        if before is None and problem is not None:
            desk.tell_problems(self._window, tr("The drawing cannot be kept"), [problem])
