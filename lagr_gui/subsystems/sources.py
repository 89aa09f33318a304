"""Subsystems that come from model files: a library, and whether files have changed since."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from lagr_gui.catalogue import KINDS
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.foundation.resource import resource_path
from lagr_gui.model import Model, Subsystem, load, write_text
from lagr_gui.model.faults import place_of


def mark(model: Model) -> str:
    """A mark of the content of a model."""
    return sha256(write_text(model).encode()).hexdigest()[:16]


def subsystem_of_file(name: str, path: str | os.PathLike[str]) -> Subsystem:
    """A model file as a subsystem, as it is now. Raises LagrError where it cannot be read."""
    model = load(path, KINDS)
    return Subsystem(name=name, source=Path(path).name, mark=mark(model), model=model)


def library(folder: Path | None = None) -> dict[Path, Model]:
    """The models of a folder by their files; without one those that come with the program.

    Files that cannot be read are left out.
    """
    models: dict[Path, Model] = {}
    for path in sorted((folder or resource_path("subsystems")).glob("*.lagr")):
        try:
            models[path] = load(path, KINDS)
        except LagrError:
            continue
    return models


def changed_sources(model: Model, folders: Iterable[Path]) -> dict[str, Subsystem]:
    """The subsystems whose files hold something else now than when they came in, by name.

    A file is looked for in the folders, in this order, and in the library of the program.
    """
    places = [*folders, resource_path("subsystems")]
    changed: dict[str, Subsystem] = {}
    for entry in model.subsystems:
        files = (folder / entry.source for folder in places if entry.source)
        path = next((file for file in files if file.is_file()), None)
        try:
            new = subsystem_of_file(entry.name, path) if path is not None else entry
        except LagrError:
            continue
        if new.mark != entry.mark:
            changed[entry.name] = new
    return changed


def told_of_sources(model: Model, folders: Iterable[Path]) -> Iterator[Problem]:
    """Which subsystems could be brought up to date, and who uses them."""
    changed = changed_sources(model, folders)
    for index, entry in enumerate(model.subsystems):
        if entry.name in changed:
            users = [one.name for one in model.instances if one.subsystem == entry.name]
            cause = say(
                "Its file “{file}” has changed since it came in; it is used by {users}.",
                file=entry.source,
                users=", ".join(users) or "–",
            )
            remedy = "Choose Update subsystems from their files, or leave it as it is."
            place = place_of(("subsystems", index), model)
            yield Problem(place, cause, remedy, Severity.HINT, "outdated", ("subsystems", index))
