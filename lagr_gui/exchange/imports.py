"""What comes into the program from others, as one list: command line, window and Python read it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from lagr_gui.incoming import MOST_BYTES, read_bytes, read_head
from lagr_gui.message import say
from lagr_gui.model.faults import faults
from lagr_gui.model.imported import Imported
from lagr_gui.model.record import Record
from lagr_gui.problem import LagrError

HEAD = 20_000
"""Bytes at the beginning of a file by which a format is told: comments may come first."""


@dataclass(frozen=True, slots=True)
class Import:
    """One of them: its English title, the endings of its files, and how others begin.

    `begins` is searched in the head of a file whose ending does not tell; `may_end` are those
    that such files often have.  The function (``module:name``) in this folder gets the bytes of
    the file, its name, and of what the user chose what it `takes`.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    function: str
    begins: str
    may_end: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    most: int = MOST_BYTES

    def read(self, path: Path, **chosen: Any) -> Imported:
        """The systems of a file. Raises LagrError with the places of its faults."""
        module, _, name = self.function.partition(":")
        read = getattr(import_module(f"{__package__}.{module}"), name)
        known = {"folder": path.parent, **chosen}
        data = read_bytes(path, most=self.most)
        try:
            return read(data, path.stem, **{key: known[key] for key in self.takes if key in known})
        except ValidationError as error:  # a text that no model holds, such as a name in two lines
            problems = faults(error, Record, (), {})
        raise LagrError(replace(p, place=_place(path, p.place)) for p in problems)


def _place(path: Path, within: str) -> str:
    return say("File “{name}”, {within}", name=path.name, within=within)


IMPORTS = {
    entry.name: entry
    for entry in (
        Import(
            "deck",
            "LAGR card deck",
            (".deck", ".lagr-deck"),
            "lagr_deck:import_deck",
            r"\A\s*[0-9]",
            (".txt",),
            most=300_000,
        ),
        Import(
            "autolev",
            "Script of AUTOLEV",
            (".al", ".alv"),
            "autolev:import_autolev",
            r"(?im)^\s*newtonian(frame)?\b",
            (".txt",),
        ),
        Import(
            "urdf",
            "Robot as URDF",
            (".urdf",),
            "robots:import_robot",
            r"<robot[\s>]",
            (".xml",),
            ("folder", "leave_out", "repair"),
        ),
        Import(
            "mjcf",
            "Robot as MJCF",
            (".mjcf",),
            "robots:import_robot",
            r"<mujoco[\s>]",
            (".xml",),
            ("folder", "leave_out", "repair"),
        ),
    )
}
"""By name, in the order of menus."""


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
