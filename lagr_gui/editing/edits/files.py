"""Names of files in a model, when the model goes to another folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lagr_gui.model import Model
from lagr_gui.model.record import Record


def name_beside(file: Path, folder: Path) -> str:
    """A file as a model in a folder names it: by the way from there, if it lies there or below."""
    whole, near = _whole(file), _whole(folder)
    return (whole.relative_to(near) if whole.is_relative_to(near) else whole).as_posix()


def moved_to(model: Model, folder: Path, left: Path) -> Model:
    """The model with the names that its files (units, pictures, meshes) have from another `folder`.

    A name that finds one there, or found none from where it was, `left`, stays as it is.
    """

    def named(name: str) -> str:
        stays = not Path(name).is_absolute() and (
            (folder / name).exists() or not (left / name).exists()
        )
        return name if stays else name_beside(left / name, folder)

    return _renamed(model, named)


def _renamed(record: Any, named: Callable[[str], str]) -> Any:
    """A record with other names of files, in all that it is made of."""
    if isinstance(record, tuple):
        return tuple(_renamed(part, named) for part in record)
    if not isinstance(record, Record):
        return record
    changes: dict[str, Any] = {}
    for field in type(record).model_fields:
        value = getattr(record, field)
        new = named(value) if field == "file" and value else _renamed(value, named)
        if new != value:
            changes[field] = new
    return record.having(**changes) if changes else record


def _whole(path: Path) -> Path:
    return Path(os.path.abspath(path))
