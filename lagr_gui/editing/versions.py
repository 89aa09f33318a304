"""Earlier versions: the last ten of every drawing, for a week of use.

A clock may be wrong, so versions are numbered, and a week is seven days that were seen since: dates
at which something was kept.  What is older by its number goes first, whatever its time says.
"""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from lagr_gui.editing import kept
from lagr_gui.editing.kept import Kept, Origin
from lagr_gui.foundation.incoming import read_bytes
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.writing import write
from lagr_gui.model import Model
from lagr_gui.model.files import write_text

MOST = 10
"""Versions of one drawing, beside those that were promised."""
WEEK = 7
"""Days after which a version goes; those on which nothing is kept are not seen."""
_PROMISED = "promised"
_DAYS = "days.json"
_SEEN = 400
"""Days that are remembered."""


@dataclass(frozen=True, slots=True)
class _Name:
    """What the name of a version's file says.

    Of which drawing it is, its number, when it was kept (ns since 1970, as the clock was), its
    content, and whether it was promised that it stays for a week.
    """

    drawing: str
    number: int
    at: int
    content: str
    promised: bool = False

    @classmethod
    def of(cls, file: Path) -> _Name | None:
        """The name of a file; None where it is none of a version."""
        parts = file.stem.split("-")
        if len(parts) == 3:  # as they were called before they were numbered
            parts.insert(1, "0")
        if len(parts) not in (4, 5):
            return None
        try:
            number, at = int(parts[1], 16), int(parts[2], 16)
        except ValueError:
            return None
        return cls(parts[0], number, at, parts[3], parts[4:] == [_PROMISED])

    def __str__(self) -> str:
        end = f"-{_PROMISED}" if self.promised else ""
        return f"{self.drawing}-{self.number:08x}-{self.at:016x}-{self.content}{end}.lagr"


class Versions:
    """The versions in a folder, which several programs share."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or kept.default_folder() / "versions"

    def keep(self, model: Model, origin: Origin, promised: bool = False) -> None:
        """Keep a drawing as it is now, unless its last version is the same.

        One that is `promised` stays for its week, however many follow.  Raises LagrError when that
        fails.
        """
        self.keep_text(write_text(model).encode("utf-8"), origin, promised)

    def keep_text(self, text: bytes, origin: Origin, promised: bool = False) -> None:
        """The same with the content of a model file."""
        drawing, content = _sign(_identity(origin)), _sign(text)
        newest = self._numbered()
        files = self._files()
        last, file = next((e for e in files if e[0].drawing == drawing), (None, Path()))
        if last is None or last.content != content:
            new = _Name(drawing, newest + 1, time.time_ns(), content, promised)
            kept.keep_text(self.folder / str(new), text, origin)
        elif promised and not last.promised:
            with contextlib.suppress(OSError):
                file.rename(self.folder / str(replace(last, promised=True)))
        self.tidy()

    def _numbered(self) -> int:
        """The highest number so far; versions without one, of older programs, get theirs."""
        files = self._files()
        newest = max([*self._days().values(), *(name.number for name, _ in files)], default=0)
        for name, file in reversed([entry for entry in files if not entry[0].number]):
            newest += 1
            with contextlib.suppress(OSError):
                file.rename(self.folder / str(replace(name, number=newest)))
        return newest

    def listed(self) -> list[Kept]:
        """All versions that can be read, newest first."""
        versions: list[Kept] = []
        for name, file in self._files():
            with contextlib.suppress(LagrError):
                entry = kept.find(file)
                versions.append(Kept(file, entry.origin, name.at * 1e-9))
        return versions

    def tidy(self) -> None:
        """Remove what is older than a week or more than ten of a drawing."""
        files, counts = self._files(), dict[str, int]()
        days = self._days()
        today = datetime.fromtimestamp(time.time_ns() * 1e-9, UTC).date().isoformat()
        if today not in days:
            newest = max((name.number for name, _ in files), default=0)
            days = dict([*days.items(), (today, newest)][-_SEEN:])
            with contextlib.suppress(LagrError):  # then versions stay longer
                write(self.folder / _DAYS, json.dumps(days))
        for name, file in files:
            counts[name.drawing] = counts.get(name.drawing, 0) + (not name.promised)
            since = sum(number >= name.number for number in days.values())
            if since > WEEK or (counts[name.drawing] > MOST and not name.promised):
                with contextlib.suppress(OSError):
                    file.unlink()

    def _days(self) -> dict[str, int]:
        """The dates that were seen, each with the newest version that there was on it first."""
        with contextlib.suppress(LagrError, ValueError, TypeError, AttributeError):
            days = json.loads(read_bytes(self.folder / _DAYS)).items()
            return {str(date): int(number) for date, number in days}
        return {}

    def _files(self) -> list[tuple[_Name, Path]]:
        """The files of versions, newest first."""
        try:
            files = list(self.folder.iterdir())
        except OSError:
            return []
        named = [(name, file) for file in files if (name := _Name.of(file)) is not None]
        return sorted(named, key=lambda entry: (entry[0].number, entry[0].at), reverse=True)


def _identity(origin: Origin) -> bytes:
    """A drawing with a file is told by it, another one by its own sign."""
    return str(origin.path or origin.drawing).encode("utf-8", "surrogateescape")


def _sign(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
