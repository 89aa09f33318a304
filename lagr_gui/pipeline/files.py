"""Files: models of this program, and what comes from others (`exchange.imports`)."""

from __future__ import annotations

import os
from pathlib import Path

from lagr_gui import model as files
from lagr_gui.catalogue import KINDS
from lagr_gui.foundation.message import counted, say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.model import Model
from lagr_gui.model.imported import Imported


def load(path: str | os.PathLike[str], system: int | None = None) -> Model:
    """Read a model file, or one of another program (`read_foreign`).

    `system` chooses one of a deck's systems, from 1; a deck with several needs it.  Raises
    LagrError with every fault of structure of a model file, or with the places of what is wrong
    in another file.
    """
    return chosen(path, read_any(path), system)


def read_any(path: str | os.PathLike[str]) -> Imported:
    """What a file holds, of this program or another. Raises as `load`."""
    if is_foreign(path):
        return read_foreign(path)
    return Imported((files.load(Path(path), KINDS),))


def chosen(path: str | os.PathLike[str], found: Imported, system: int | None = None) -> Model:
    """One of the systems of a file. Raises LagrError where there is none of this number."""
    name, count = Path(path).name, len(found.models)
    if system is None and count > 1:
        cause = say("The deck holds {count} systems.", count=count)
        remedy = say("Choose one: lagr import {name} --from deck --system 1.", name=name)
        raise refusal(say("File “{name}”", name=name), cause, remedy, "systems")
    number = 1 if system is None else system
    if not 1 <= number <= count:
        raise _no_system(name, number, count)
    return found.models[number - 1]


def load_systems(path: str | os.PathLike[str]) -> tuple[Model, ...]:
    """The models of all systems of a file; only card decks hold several. Raises as `load`."""
    return read_any(path).models


def read_foreign(
    path: str | os.PathLike[str], source: str = "", leave_out: bool = False, repair: bool = False
) -> Imported:
    """What a file of another program holds, and what is to be told about it.

    `source` is the name of its format, which is otherwise told by the file.  With `leave_out`
    what the program does not have is left out, with `repair` inertias that no body has are
    mended.  Raises LagrError with the places of what is wrong.
    """
    from lagr_gui.exchange.imports import (  # loaded with the first such file
        IMPORTS,
        import_of,
        read_file,
    )

    if source:
        check_known(
            source,
            IMPORTS,
            say("Import “{source}”", source=source),
            "There is no import of this name.",
            "import",
        )
    entry = IMPORTS[source] if source else import_of(path)
    if entry is None:
        name, known = Path(path).name, ", ".join(IMPORTS)
        cause = "Its format is none that is read."
        remedy = say("Name its format with --from; known are: {known}.", known=known)
        raise refusal(say("File “{name}”", name=name), cause, remedy, "import")
    return read_file(entry, Path(path), leave_out=leave_out, repair=repair)


def read_text(text: str) -> Model:
    """A model from the text of its file. Raises LagrError with every fault of structure."""
    return files.read_text(text, KINDS)


def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model file; the old one stays whole until the new one is complete."""
    files.save(model, path)


def is_foreign(path: str | os.PathLike[str]) -> bool:
    """Whether a file is one of another program: saving never writes over it."""
    if Path(path).suffix.lower() == ".lagr":
        return False
    from lagr_gui.exchange.imports import import_of  # loaded with the first other file

    return import_of(path) is not None


def _no_system(name: str, system: int | None, count: int) -> LagrError:
    cause = say("There is no system {system}.", system=system)
    remedy = say(
        "The file holds {systems}, counted from 1.",
        systems=counted(count, "{count} system", "{count} systems"),
    )
    return refusal(say("File “{name}”", name=name), cause, remedy, "systems")
