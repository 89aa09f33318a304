"""What comes into the program from others, as one list: command line, window and Python read it."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from lagr_gui.extension import Import, extensions, named
from lagr_gui.foundation.incoming import MOST_BYTES, read_bytes, read_head
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model.findings import faults
from lagr_gui.model.imported import Imported
from lagr_gui.model.record import Record

HEAD = 20_000
"""Bytes at the beginning of a file by which a format is told: comments may come first."""


IMPORTS = {entry.name: entry for each in extensions() for entry in each.imports}
"""By name, in the order of menus."""


def read_file(entry: Import, path: Path, **chosen: Any) -> Imported:
    """The systems of a file. Raises LagrError with the places of its faults."""
    arguments = {"folder": path.parent, **chosen}
    data = read_bytes(path, most=entry.most or MOST_BYTES)
    try:
        taken = {key: arguments[key] for key in entry.takes if key in arguments}
        return named(entry.function)(data, path.stem, **taken)
    except ValidationError as error:  # a text that no model holds, such as a name in two lines
        problems = faults(error, Record, (), {})
    raise LagrError(replace(p, place=_place(path, p.place)) for p in problems)


def _place(path: Path, within: str) -> str:
    return say("File “{name}”, {within}", name=path.name, within=within)


def import_of(path: str | os.PathLike[str]) -> Import | None:
    """How a file comes in: by its ending, otherwise by how it begins; None where it is none."""
    ending = Path(path).suffix.lower()
    for entry in IMPORTS.values():
        if ending in entry.endings:
            return entry
    try:
        head = read_head(path, HEAD).decode("latin-1")
    except LagrError:
        return None
    return next((entry for entry in IMPORTS.values() if re.search(entry.begins, head)), None)
