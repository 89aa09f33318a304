"""Keeps what is drawn: autosave, drawings that a crash left behind, earlier versions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from lagr_gui.editing.keeper import Keeper
from lagr_gui.editing.kept import Kept, default_folder
from lagr_gui.editing.marks import mark_of, mark_of_text
from lagr_gui.editing.recovery import Recovered, Recovery
from lagr_gui.editing.versions import Versions
from lagr_gui.gui import asking, desk
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.earlier import EarlierVersions
from lagr_gui.gui.words import tr
from lagr_gui.model import write_text
from lagr_gui.problem import LagrError, Problem


class Keeping(QObject):
    """Between the document and a folder with autosaves and versions."""

    hindered = Signal(object)
    """What hinders the autosave (Problem), or None when it goes well again."""

    def __init__(self, window: QWidget, session: Session, folder: Path | None = None) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self.problem: Problem | None = None
        self.hindered.connect(self._take_hindrance)
        self._begin(folder or default_folder())

    def use(self, folder: Path) -> None:
        """Keep everything in another folder from now on."""
        self.end()
        self._begin(folder)

    def _begin(self, folder: Path) -> None:
        self.recovery = Recovery(folder / "recovery")
        self.versions = Versions(folder / "versions")
        self.keeper = Keeper(self.recovery, self.versions, self.hindered.emit)
        self._session.document.changed = self._take

    def flush(self) -> bool:
        """Keep the drawing before this returns; whether that could be done."""
        self._take()
        return self.keeper.flush() is None

    def end(self, keep: bool = False) -> None:
        """Stop keeping; with `keep` the drawing is offered at the next start."""
        self._session.document.changed = lambda: None
        self.keeper.close()
        if not keep:
            self.recovery.discard()

    def keep_version(self) -> None:
        """Keep the drawing as it is now among the earlier versions."""
        drawing = self._session.document.snapshot
        self._kept(lambda: self.versions.keep(drawing.model, drawing.origin))

    def keep_file(self, path: Path) -> None:
        """Keep what a file holds that is going to be written over, if there is one."""
        origin = replace(self._session.document.snapshot.origin, path=path, seen="")

        def put() -> None:
            if path.is_file():
                self.versions.keep_text(path.read_bytes(), origin)

        self._kept(put)

    def offer(self) -> bool:
        """Ask, newest first, what becomes of drawings that were never saved; whether one is shown.

        One is taken up at a time; what was not answered stays for the next start.
        """
        entries, problems = self.recovery.pending()
        if problems:
            desk.tell_problems(self._window, tr("Recovered drawing"), problems)
        taken = False
        entries = [entry for entry in entries if not self._was_saved(entry)]
        for number, entry in enumerate(entries):
            answer = "later" if taken else self._ask(entry)
            if answer == "yes":
                self._take_up(entry)
                taken = True
            elif answer == "no":
                self._give_up(entry)
            else:
                for left in entries[number:]:
                    self.recovery.leave(left)
                break
        return taken

    def choose_earlier(self) -> tuple[Kept | None, bool]:
        """A version that the user chooses from the list, and whether only to compare with it."""
        dialog = EarlierVersions(self._window, self._listed())
        accepted = dialog.exec()
        dialog.deleteLater()
        return (dialog.chosen if accepted else None), dialog.compares

    def _listed(self) -> list[Kept]:
        """The versions: those of the drawing that is open first."""
        origin = self._session.document.snapshot.origin

        def other(version: Kept) -> bool:
            found = version.origin
            same = found.path == origin.path if origin.path else found.drawing == origin.drawing
            return not same

        return sorted(self.versions.listed(), key=other)

    def _was_saved(self, entry: Recovered) -> bool:
        """Whether a drawing is in its file: the program ended just after saving it."""
        path = entry.origin.path
        saved = path is not None and mark_of(path) == mark_of_text(write_text(entry.model))
        if saved:
            self.recovery.forget(entry)
        return saved

    def _ask(self, entry: Recovered) -> str:
        text = tr(
            "The program ended without saving “{name}”. Its drawing was kept. Take it up again?\n\n"
            "If not, it stays among the earlier versions in the File menu for a week."
        ).format(name=entry.origin.title or tr("Untitled"))
        return asking.ask(self._window, tr("Recovered drawing"), text, ("yes", "no", "later"))

    def _take_up(self, entry: Recovered) -> None:
        """Show a drawing; the file that was left goes when ours is there."""
        origin = entry.origin
        self._session.show_document(
            entry.model, origin.path, saved=False, seen=origin.seen, drawing=origin.drawing
        )
        if self.flush():
            self.recovery.forget(entry)
        else:
            self.recovery.leave(entry)

    def _give_up(self, entry: Recovered) -> None:
        if self._kept(lambda: self.versions.keep(entry.model, entry.origin)):
            self.recovery.forget(entry)
        else:
            self.recovery.leave(entry)

    def _kept(self, put: Callable[[], None]) -> bool:
        """Keep a version; what hinders that is told."""
        try:
            put()
        except (LagrError, OSError) as error:
            self._session.message.emit(str(error))
            return False
        return True

    def _take(self) -> None:
        self.keeper.take(self._session.document.snapshot)

    def _take_hindrance(self, problem: Problem | None) -> None:
        before, self.problem = self.problem, problem
        if before is None and problem is not None:
            desk.tell_problems(self._window, tr("The drawing cannot be kept"), [problem])
