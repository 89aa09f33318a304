"""How long a sheet is on paper: who could still read it."""

from __future__ import annotations

from lagr_gui.algebra import operation_count
from lagr_gui.exchange.documents.room import PAGE, lines_of
from lagr_gui.exchange.documents.rows import packed_section
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.typesetting.symbols import sections

_CROWDED = 8
"""At most so many terms of long results stand in a row."""
_AT_LEAST = 2
"""So many operations surely stand in a row, with what it needs for its heading."""


def is_long(sheet: Sheet) -> bool:
    """Whether expanded results take more than a page for each coordinate."""
    if sheet.structured:
        return False
    most = PAGE * len(sheet.coordinates)
    if sum(len(entry.terms) for entry in sheet.entries) > _CROWDED * most:
        return True
    if sum(operation_count(entry.tree) for entry in sheet.entries) <= _AT_LEAST * most:
        return False
    return sum(lines_of(packed_section(sheet, symbol)) for symbol, _ in sections(sheet)) > most
