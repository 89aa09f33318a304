"""The structured form of a model as a sheet."""

from __future__ import annotations

import time
from dataclasses import replace

from lagr_gui import model as files
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.mechanics.structured import (
    Structured,
    entering,
    structured_sheet,
)
from lagr_gui.model import Base, Model
from lagr_gui.pipeline.cache import kept, physics
from lagr_gui.pipeline.structure import read


def sheet_of(model: Model, special: str) -> Sheet:
    """The structured sheet. Raises LagrError for an unsound model."""
    cases = files.write_text(files.Model(special_cases=model.special_cases))
    moving = model.base != Base(name=model.base.name)

    def made() -> Sheet:
        start = time.perf_counter()
        structured = Structured(read(model), entering(model, special))
        sheet = structured_sheet(structured, special, moving)
        return replace(sheet, seconds=time.perf_counter() - start)

    return kept("structured", f"{physics(model)} {cases} {special}", made)
