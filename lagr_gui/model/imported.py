"""What a file holds, of this program or of another."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.foundation.problem import Problem
from lagr_gui.model.records import Model


@dataclass(frozen=True, slots=True)
class Imported:
    """The systems of a file, and what is to be told about them."""

    models: tuple[Model, ...]
    problems: tuple[Problem, ...] = ()
