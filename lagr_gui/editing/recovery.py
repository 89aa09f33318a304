"""Autosave: what is drawn survives a crash."""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.document import Document
from lagr_gui.model import Model
from lagr_gui.model.files import read_text, save
from lagr_gui.problem import LagrError

INTERVAL = 5.0
"""Seconds between two autosaves while there are changes."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """A document that was not saved when the program ended: its model, its file, when."""

    file: Path
    model: Model
    path: Path | None
    saved_at: float


class Recovery:
    """Keeps one autosave file for a running program; it is gone after a regular end."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()
        self.file = self.folder / f"{os.getpid()}-{time.time_ns():x}.lagr"
        self._last: Model | None = None

    def save(self, document: Document) -> bool:
        """Write the document if it has changes that are nowhere yet; whether it was written.

        Raises LagrError when the file cannot be written.
        """
        if not document.dirty:
            self.discard()
            return False
        if document.model == self._last:
            return False
        self.folder.mkdir(parents=True, exist_ok=True)
        about = {"path": str(document.path) if document.path else "", "process": os.getpid()}
        self._about().write_text(json.dumps(about), encoding="utf-8")
        save(document.model, self.file)
        self._last = document.model
        return True

    def discard(self) -> None:
        """Forget the autosave: everything is saved, or the user gave it up."""
        self._last = None
        self.file.unlink(missing_ok=True)
        self._about().unlink(missing_ok=True)

    def pending(self) -> list[Recovered]:
        """Documents of programs that ended without saving, newest first."""
        found = [_read(file) for file in self.folder.glob("*.lagr")]
        known = [entry for entry in found if entry is not None]
        return sorted(known, key=lambda entry: -entry.saved_at)

    @staticmethod
    def forget(recovered: Recovered) -> None:
        """Remove an autosave file that was taken over or given up."""
        recovered.file.unlink(missing_ok=True)
        recovered.file.with_suffix(".json").unlink(missing_ok=True)

    def _about(self) -> Path:
        return self.file.with_suffix(".json")


def default_folder() -> Path:
    """Where autosaves lie: beside the settings of the user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", str(Path.home())))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "lagr_gui" / "recovery"


def _read(file: Path) -> Recovered | None:
    """A recovered document; None for a file of a program that runs, or one that is broken."""
    try:
        about = json.loads(file.with_suffix(".json").read_text("utf-8"))
        if _runs(int(about["process"])):
            return None
        model = read_text(file.read_text("utf-8"), KINDS)
        path = Path(about["path"]) if about["path"] else None
        return Recovered(file, model, path, file.stat().st_mtime)
    except (OSError, ValueError, KeyError, TypeError, LagrError):
        return None


def _runs(process: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


__all__ = ["INTERVAL", "Recovered", "Recovery", "default_folder"]
