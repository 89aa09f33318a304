"""Drawings that are kept beside the user's files: one text with what is known of each.

The first line says where the drawing belongs, the rest is the text of a model file.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from lagr_gui.catalogue import KINDS
from lagr_gui.foundation.incoming import MOST_BYTES, decoded, read_bytes, read_head, read_json
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal, why
from lagr_gui.foundation.writing import write
from lagr_gui.model import Model
from lagr_gui.model.files import read_text, write_text

PLACE = "Kept drawing"
HEAD = 20_000
"""Longest first line in bytes."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a drawing belongs: its own sign, its file, and the content of the file that it knew."""

    drawing: str
    path: Path | None = None
    seen: str = ""
    name: str = ""

    @property
    def title(self) -> str:
        """The name of the model, or of its file; empty where it has none."""
        return self.name or (self.path.stem if self.path else "")


@dataclass(frozen=True, slots=True)
class Kept:
    """A drawing that was kept: its file, where it belongs, when (seconds since 1970)."""

    file: Path
    origin: Origin
    saved_at: float

    def model(self) -> Model:
        """The drawing. Raises LagrError where the file is damaged."""
        _, _, text = read_bytes(self.file, most=MOST_BYTES + HEAD).partition(b"\n")
        return read_text(decoded(text, PLACE), KINDS)


def keep(file: Path, model: Model, origin: Origin) -> None:
    """Write a drawing with what is known of it. Raises LagrError when that fails."""
    keep_text(file, write_text(model).encode("utf-8"), origin)


def keep_text(file: Path, text: bytes, origin: Origin) -> None:
    """The same with the text of a model file."""
    head = {
        "drawing": origin.drawing,
        "path": str(origin.path) if origin.path else "",
        "seen": origin.seen,
        "name": origin.name[:200],
    }
    make_folder(file.parent)
    write(file, json.dumps(head).encode() + b"\n" + text)


def find(file: Path) -> Kept:
    """What is known of a drawing that was kept. Raises LagrError where its file is damaged."""
    line, end, _ = read_head(file, HEAD).partition(b"\n")
    try:
        head: Any = read_json(line.decode("utf-8"))
        texts = [head[name] for name in ("drawing", "path", "seen", "name")]
        if not end or not all(isinstance(text, str) for text in texts):
            raise ValueError("its first line is cut off")
        drawing, path, seen, name = texts
        origin = Origin(drawing, Path(path) if path else None, seen, name)
        return Kept(file, origin, file.stat().st_mtime)
    except (OSError, ValueError, KeyError, TypeError) as error:
        cause = "Its first line does not say where it belongs."
        remedy = say("The file stays where it is: {file}.", file=file)
        raise refusal(PLACE, cause, remedy, code="damaged") from error


def make_folder(folder: Path) -> None:
    """Make a folder that only the user reads. Raises LagrError when that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        place = say("Folder “{folder}”", folder=folder)
        cause = say("It cannot be made ({why}).", why=why(error))
        raise refusal(place, cause, "Make room for it.", code="write") from error


def default_folder() -> Path:
    """Where drawings are kept: beside the settings of the user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", str(Path.home())))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "lagr_gui"


# --- Marks of the content of files: by them one sees that another program changed a file -------

GONE = "gone"
"""The mark of a file that is not there."""


def mark_of(path: Path) -> str:
    """The mark of what a file holds now; empty where that cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return ""
        with path.open("rb") as stream:
            digest = sha256()
            while block := stream.read(1 << 20):
                digest.update(block)
    except (FileNotFoundError, NotADirectoryError):
        return GONE
    except (OSError, ValueError):
        return ""
    return digest.hexdigest()


def mark_of_text(text: str) -> str:
    """The mark of a file with this text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
