"""Earlier versions: the last ten of every drawing, for a week."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from lagr_gui.editing import kept
from lagr_gui.editing.kept import Kept, Origin
from lagr_gui.model import Model
from lagr_gui.model.files import write_text
from lagr_gui.problem import LagrError

MOST = 10
"""Versions of one drawing."""
WEEK = 7 * 24 * 3600.0
"""Seconds that a version is kept."""


@dataclass(frozen=True, slots=True)
class _Name:
    """What the name of a version's file says: of which drawing, when (ns since 1970), content."""

    drawing: str
    at: int
    content: str

    @classmethod
    def of(cls, file: Path) -> _Name | None:
        """The name of a file; None where it is none of a version."""
        parts = file.stem.split("-")
        try:
            return cls(parts[0], int(parts[1], 16), parts[2]) if len(parts) == 3 else None
        except ValueError:
            return None

    def __str__(self) -> str:
        return f"{self.drawing}-{self.at:016x}-{self.content}.lagr"


class Versions:
    """The versions in a folder, which several programs share."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or kept.default_folder() / "versions"

    def keep(self, model: Model, origin: Origin) -> None:
        """Keep a drawing as it is now, unless its last version is the same.

        Raises LagrError when that fails.
        """
        self.keep_text(write_text(model).encode("utf-8"), origin)

    def keep_text(self, text: bytes, origin: Origin) -> None:
        """The same with the content of a model file."""
        drawing, content = _sign(_identity(origin)), _sign(text)
        known = [name for name, _ in self._files() if name.drawing == drawing]
        if not known or known[0].content != content:
            name = _Name(drawing, time.time_ns(), content)
            kept.keep_text(self.folder / str(name), text, origin)
        self.tidy()

    def listed(self) -> list[Kept]:
        """All versions that can be read, newest first."""
        found: list[Kept] = []
        for name, file in self._files():
            with contextlib.suppress(LagrError):
                entry = kept.find(file)
                found.append(Kept(file, entry.origin, name.at * 1e-9))
        return found

    def tidy(self) -> None:
        """Remove what is older than a week or more than ten of a drawing."""
        oldest, counts = time.time_ns() - int(WEEK * 1e9), dict[str, int]()
        for name, file in self._files():
            counts[name.drawing] = counts.get(name.drawing, 0) + 1
            if name.at < oldest or counts[name.drawing] > MOST:
                with contextlib.suppress(OSError):
                    file.unlink()

    def _files(self) -> list[tuple[_Name, Path]]:
        """The files of versions, newest first."""
        try:
            files = list(self.folder.iterdir())
        except OSError:
            return []
        named = [(name, file) for file in files if (name := _Name.of(file)) is not None]
        return sorted(named, key=lambda entry: -entry[0].at)


def _identity(origin: Origin) -> bytes:
    """A drawing with a file is told by it, another one by its own sign."""
    return str(origin.path or origin.drawing).encode("utf-8", "surrogateescape")


def _sign(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
