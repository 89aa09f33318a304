"""Units of FMI as files: read, allowed, unpacked. Nothing of their programs is loaded."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Collection
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PureWindowsPath

from lagr_gui.expression.arguments import shortened
from lagr_gui.foundation.incoming import read_bytes
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal

MOST_BYTES = 256_000_000
"""Bytes of a unit, and of all that it holds."""

MOST_FILES = 10_000


@dataclass(frozen=True, slots=True)
class UnitFile:
    """A unit that has been read, not opened: its content and what tells it from others."""

    path: Path
    content: bytes = field(repr=False)

    @property
    def mark(self) -> str:
        """The SHA-256 of the file."""
        return sha256(self.content).hexdigest()


def read_unit(file: str, folder: str | Path = "") -> UnitFile:
    """The content of a file, sought in a folder where it is no whole path. Raises LagrError."""
    path = Path(folder) / file
    return UnitFile(path, read_bytes(path, most=MOST_BYTES))


def allowed_unit(file: str, folder: str | Path, allowed: bool | Collection[str]) -> UnitFile:
    """The content of a file where all units, or this one by its mark, may run.

    Raises LagrError, also where it cannot be read.
    """
    unit = read_unit(file, folder)
    if allowed is True or (not isinstance(allowed, bool) and unit.mark in allowed):
        return unit
    cause = say(
        "It is a program, and would run on this computer with all that you may do "
        "(SHA-256 {mark}).",
        mark=unit.mark,
    )
    remedy = say(
        "If you trust where it comes from, allow it: when the window asks, by --allow-fmu on the "
        "command line, by allow_fmu=True in Python."
    )
    raise refusal(unit_place(unit.path), cause, remedy, "fmu-consent")


def unpack(unit: UnitFile, folder: str) -> None:
    """All files of a unit within a folder, within limits. Raises LagrError."""
    try:
        with zipfile.ZipFile(io.BytesIO(unit.content)) as archive:
            entries = archive.infolist()
            size = sum(entry.file_size for entry in entries)
            if size > MOST_BYTES or len(entries) > MOST_FILES:
                raise refusal(
                    unit_place(unit.path),
                    say("It holds too much."),
                    say("Look at the unit."),
                    "fmu",
                )
            for entry in entries:
                _check_inside(unit.path, entry.filename)
            archive.extractall(folder)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
        raise refusal(
            unit_place(unit.path),
            say("It cannot be unpacked: {why}.", why=one_line(error)),
            say("Export it once more."),
            "fmu",
        ) from None


def _check_inside(path: Path, name: str) -> None:
    """Raise LagrError for a file that would lie outside of the unit."""
    inner = PureWindowsPath(name)  # it knows both sorts of strokes, and drives
    if inner.anchor or ".." in inner.parts:
        raise refusal(
            unit_place(path),
            say("It holds “{name}”, which lies outside of it.", name=shortened(name)),
            say("Do not run it: it may want to change files of yours."),
            "fmu",
        )


def unit_place(path: Path) -> str:
    """A unit in the words of problems."""
    return say("Unit “{name}”", name=path.name)


def one_line(error: Exception) -> str:
    """An error of elsewhere in one line."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text[:300].rstrip(".")
