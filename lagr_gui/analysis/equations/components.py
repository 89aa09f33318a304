"""Lines of the structured form written out by components."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.analysis.equations.structured import sheet_of
from lagr_gui.mechanics.sheets.sheet import Definition, Entry
from lagr_gui.mechanics.structured import Components, WrittenOut
from lagr_gui.prepared import Prepared, derived

LineKey = str | tuple[str, tuple[int, ...]]
"""The name of a definition, or symbol and indices of a result."""

Chain = tuple[LineKey, ...]
"""A line at the end, behind those below which it is read: the first of them chooses the axes."""


@derived
def written_out(
    prepared: Prepared, chains: Sequence[Chain], lines: Sequence[str] = ()
) -> tuple[WrittenOut | None, ...]:
    """Lines of the structured form by components; None for those that are scalar as they are.

    Raises LagrError for an unsound model.  Lines that the form does not have are None too; `lines`
    are those that it has besides.
    """
    general = prepared.general
    key = ("components", general.cases, prepared.special, *lines)
    components = general.kept(key, lambda: Components(sheet_of(prepared, lines)))
    sheet = components.sheet
    entries: dict[LineKey, Definition | Entry] = {
        definition.name: definition for definition in sheet.definitions
    }
    entries |= {(entry.symbol, entry.indices): entry for entry in sheet.entries}
    return tuple(_written(components, [entries.get(key) for key in chain]) for chain in chains)


def _written(components: Components, chain: list[Definition | Entry | None]) -> WrittenOut | None:
    *above, line = chain
    if line is None:
        return None
    written = (components.of(definition) for definition in above if definition is not None)
    axes = next((definition.axes for definition in written if definition is not None), None)
    return components.of(line, axes)
