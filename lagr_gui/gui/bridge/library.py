"""Where subsystems are that the user keeps."""

from __future__ import annotations

from itertools import count as counting
from pathlib import Path

from lagr_gui.catalogue import KINDS
from lagr_gui.editing import kept
from lagr_gui.editing.kept import Origin
from lagr_gui.editing.versions import Versions
from lagr_gui.foundation.incoming import MOST_BYTES, read_bytes
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal, why
from lagr_gui.model import Model, load, save


def own_subsystems() -> Path:
    """The folder of the subsystems that the user keeps."""
    return kept.default_folder() / "subsystems"


def source_folders(path: Path | None) -> tuple[Path, ...]:
    """Where files of subsystems are looked for: beside a drawing, then among those kept."""
    return (*((path.parent,) if path is not None else ()), own_subsystems())


def keep_own(model: Model, title: str, source: str = "", apart: bool = False) -> tuple[Path, bool]:
    """Keep a model as a subsystem of one's own: its file, and whether there was one before.

    `source` is the file that it came from; `apart` asks for a new one where another subsystem has
    its name.  What a file held before stays among the earlier versions.  Raises LagrError where
    that fails.
    """
    folder = own_subsystems()
    kept.make_folder(folder)
    plain = "".join(c for c in title.lower().replace(" ", "_") if c.isalnum() or c == "_")
    file, model = folder / (source or f"{plain or 'own'}.lagr"), model.having(name=title)
    for number in counting(2) if apart else ():
        if not file.exists() or _holds(file, model):
            break
        file = folder / f"{plain or 'own'}_{number}.lagr"
        model = model.having(name=f"{title} {number}")
    if _holds(file, model):
        return file, False
    renewed = file.exists()
    if renewed:
        _remember(file)
    save(model, file)
    return file, renewed


def remove_own(file: Path) -> None:
    """Take a subsystem of one's own away; it stays among the earlier versions.

    Raises LagrError where that fails.
    """
    _remember(file)
    try:
        file.unlink()
    except OSError as error:
        place = say("Folder “{folder}”", folder=file.parent)
        cause = say("“{file}” cannot be removed ({why}).", file=file.name, why=why(error))
        raise refusal(place, cause, "Remove it by hand.", code="write") from error


def _holds(file: Path, model: Model) -> bool:
    """Whether a file holds a model; one that cannot be read holds another."""
    try:
        return load(file, KINDS) == model
    except LagrError:
        return False


def _remember(file: Path) -> None:
    text = read_bytes(file, most=MOST_BYTES)
    Versions().keep_text(text, Origin(drawing="", path=file, name=file.stem))
