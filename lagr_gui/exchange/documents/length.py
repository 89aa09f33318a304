"""How long a sheet is on paper: who could still read it."""

from __future__ import annotations

from itertools import accumulate

from lagr_gui.algebra import operation_count
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.typesetting.formula import Formula, boxes
from lagr_gui.typesetting.symbols import sections

PAGE = 45
"""Lines on a page."""
_TALL = {
    "table": 3.0,
    "fraction": 2.2,
    **dict.fromkeys(("open", "close"), 1.7),
    **dict.fromkeys(("brackets", "bars", "matrix"), 1.3),
}
"""What makes a row of formulas so many lines high, the highest first."""
_CROWDED = 8
"""At most so many terms of long results stand in a row."""
_AT_LEAST = 2
"""So many operations surely stand in a row, with what it needs for its heading."""
_AT_MOST = 24
"""More stand in no row, equations of motion and results that are the same as others included."""


def is_long(sheet: Sheet) -> bool:
    """Whether expanded results take more than a page for each coordinate."""
    if sheet.structured:
        return False
    most = PAGE * len(sheet.coordinates)
    if sum(len(entry.terms) for entry in sheet.entries) > _CROWDED * most:
        return True
    operations = sum(operation_count(entry.tree) for entry in sheet.entries)
    if not _AT_LEAST * most < operations <= _AT_MOST * most:
        return operations > _AT_MOST * most
    from lagr_gui.exchange.documents.rows import packed_section  # few sheets need them

    lines = (lines_of(packed_section(sheet, symbol)) for symbol, _ in sections(sheet))
    return any(total > most for total in accumulate(lines))


def lines_of(rows: Formula) -> float:
    """About how many lines high a block is, with its heading."""
    heights = [0.0]
    for item in rows:
        if isinstance(item, str):
            heights += [0.0] if item == "\n" else []
        else:
            heights[-1] = max(heights[-1], *(_TALL.get(box.kind, 1.0) for box in boxes((item,))))
    return sum(heights) + 2 if rows else 0.0
