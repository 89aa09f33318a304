"""What is drawn survives a crash: an autosave, and the drawings that others left behind."""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass
from pathlib import Path

from lagr_gui.editing import kept
from lagr_gui.editing.document import Snapshot
from lagr_gui.editing.kept import Origin
from lagr_gui.foundation.locking import Hold, held
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.model import Model


@dataclass(frozen=True, slots=True)
class Recovered:
    """A drawing that was not saved when its program ended; nobody else offers it meanwhile."""

    file: Path
    model: Model
    origin: Origin
    saved_at: float
    hold: Hold


class Recovery:
    """Keeps one autosave file for a running program; it is gone after a regular end."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or kept.default_folder() / "recovery"
        self.file = self.folder / f"{secrets.token_hex(8)}.lagr"
        self._hold: Hold | None = None
        self._last: Snapshot | None = None

    def save(self, drawing: Snapshot) -> bool:
        """Write a drawing if it has changes that are nowhere yet; whether it was written.

        Raises LagrError when the file cannot be written.
        """
        if not drawing.dirty:
            self.discard()
            return False
        if drawing == self._last and self.file.exists():
            return False
        if self._hold is None:
            kept.make_folder(self.folder)
            with contextlib.suppress(OSError):  # a system without locks
                self._hold = Hold(_lock_of(self.file))
        kept.keep(self.file, drawing.model, drawing.origin)
        self._last = drawing
        return True

    def discard(self) -> None:
        """Forget the autosave: everything is saved, or the user gave it up."""
        self._last = None
        _remove(self.file, self._hold)
        self._hold = None

    def pending(self) -> tuple[list[Recovered], list[Problem]]:
        """Drawings of programs that ended without saving, newest first; what cannot be read.

        A damaged one is told once: it is put aside with another ending.
        """
        recovered: list[Recovered] = []
        problems: list[Problem] = []
        for file in self._left():
            try:
                hold = Hold(_lock_of(file))
            except OSError:
                continue  # its program runs, or it is offered elsewhere
            try:
                entry = kept.find(file)
                recovered.append(Recovered(file, entry.model(), entry.origin, entry.saved_at, hold))
            except LagrError as error:
                problems += [_told(_put_aside(file), error)]
                _remove(file.with_suffix(".gone"), hold)
        return sorted(recovered, key=lambda entry: -entry.saved_at), problems

    @staticmethod
    def forget(recovered: Recovered) -> None:
        """Remove an autosave file whose drawing is kept elsewhere."""
        _remove(recovered.file, recovered.hold)

    @staticmethod
    def leave(recovered: Recovered) -> None:
        """Leave an autosave file to the next start."""
        recovered.hold.close()

    def _left(self) -> list[Path]:
        """The files of others; locks that programs left without a file are removed."""
        try:
            names = list(self.folder.iterdir())
        except OSError:
            return []
        for lock in names:
            file = lock.with_suffix(".lagr")
            if lock.suffix == ".lock" and not file.exists() and not held(lock):
                _unlink(lock)
        return [file for file in names if file.suffix == ".lagr" and file != self.file]


def _told(file: Path, error: LagrError) -> Problem:
    first = error.problems[0]
    cause = say("A drawing that was not saved is damaged. {cause}", cause=first.cause)
    remedy = say("Its file stays here: {file}.", file=file)
    return Problem(kept.PLACE, cause, remedy, code="damaged")


def _put_aside(file: Path) -> Path:
    aside = file.with_suffix(".damaged")
    try:
        file.rename(aside)
    except OSError:
        return file
    return aside


def _remove(file: Path, hold: Hold | None) -> None:
    """Remove a file, and its lock if it is ours."""
    _unlink(file)
    if hold is not None:
        _unlink(_lock_of(file))
        hold.close()


def _unlink(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink()


def _lock_of(file: Path) -> Path:
    return file.with_suffix(".lock")
