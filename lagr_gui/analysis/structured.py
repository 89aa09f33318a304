"""The structured form of a model as a sheet."""

from __future__ import annotations

import time
from dataclasses import replace

from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.mechanics.structured import (
    Structured,
    entering,
    structured_sheet,
)
from lagr_gui.model import Base
from lagr_gui.prepared import Prepared


def sheet_of(prepared: Prepared) -> Sheet:
    """The structured sheet. Raises LagrError for an unsound model."""
    general = prepared.general
    moving = prepared.model.base != Base(name=prepared.model.base.name)

    def made() -> Sheet:
        start = time.perf_counter()
        structured = Structured(general.reading, entering(general.model, prepared.special))
        sheet = structured_sheet(structured, prepared.special, moving)
        return replace(sheet, seconds=time.perf_counter() - start)

    return general.kept(("structured", general.cases, prepared.special), made)
