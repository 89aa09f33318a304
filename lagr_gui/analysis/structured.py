"""The structured form of a model as a sheet."""

from __future__ import annotations

import time
from dataclasses import replace

from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.mechanics.special import spelling_of
from lagr_gui.mechanics.structured import Structured, entering, structured_sheet
from lagr_gui.model import Base
from lagr_gui.prepared import Prepared


def structured_of(prepared: Prepared) -> Structured:
    """The structured form in the special case. Raises LagrError for an unsound model."""
    model, special, reading = prepared.general.model, prepared.special, prepared.general.reading
    typed = reading.typed.also(spelling_of(model, special))
    return Structured(replace(reading, typed=typed), entering(model, special))


def sheet_of(prepared: Prepared) -> Sheet:
    """The structured sheet. Raises LagrError for an unsound model."""
    general = prepared.general
    moving = prepared.model.base != Base(name=prepared.model.base.name)

    def made() -> Sheet:
        start = time.perf_counter()
        sheet = structured_sheet(structured_of(prepared), prepared.special, moving)
        return replace(sheet, seconds=time.perf_counter() - start)

    return general.kept(("structured", general.cases, prepared.special), made, lasting=True)
