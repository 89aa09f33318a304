"""Subsystems that come from model files, and whether these have changed since."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

from lagr_gui.catalogue import KINDS
from lagr_gui.model import Model, Subsystem, load, write_text


def mark(model: Model) -> str:
    """A mark of the content of a model."""
    return sha256(write_text(model).encode()).hexdigest()[:16]


def subsystem_of_file(name: str, path: str | os.PathLike[str]) -> Subsystem:
    """A model file as a subsystem, as it is now. Raises LagrError where it cannot be read."""
    model = load(path, KINDS)
    return Subsystem(name=name, source=Path(path).name, mark=mark(model), model=model)
