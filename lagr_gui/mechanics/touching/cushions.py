"""What presses as it is sunk in, on any carrier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lagr_gui.catalogue.shaped import Cushion
from lagr_gui.expression import read, symbols
from lagr_gui.mechanics.measures import measures_of, with_measures
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.spaces.carrier import A, Measure, Space


def cushioned(
    space: Space[A], part: Part, value_of: Callable[[Measure], Any]
) -> tuple[Any, Measure]:
    """The force of a cushion, and the measure against which it acts.

    `value_of` tells the value of a measure as the carrier holds it.
    """
    law = part.kind.law
    if not isinstance(law, Cushion):
        raise AssertionError("an element that binds is no force")
    names = {symbol.name for symbol in symbols(read(law.force))}
    measures = measures_of(space, part, names | {law.along})
    values = {name: value_of(measure) for name, measure in measures.items() if name in names}
    return with_measures(space, part, read(law.force), values), measures[law.along]
