"""Names of what the model does not have: momenta, quasi-velocities."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.expression import TIME, Symbol
from lagr_gui.mechanics.reading import Reading


def fresh(reading: Reading, names: Sequence[str]) -> list[Symbol]:
    """Symbols with these names, each with a stroke behind it where the model has it already."""
    taken = {TIME, *reading.coordinates, *reading.parameters, *reading.functions}
    found = []
    for name in names:
        while name in taken:
            name += "_"
        found.append(Symbol(name))
    return found
