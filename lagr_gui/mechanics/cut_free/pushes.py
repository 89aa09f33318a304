"""What elements push bodies with: forces along their measures, over any space of `measures`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lagr_gui.catalogue.kinds import Dissipation, Friction, Load, Potential
from lagr_gui.expression import Symbol, read, symbols
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.measures import load_of, measures_of, with_measures
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.spaces.carrier import Push, Space


def pushes_of(space: Space[Any], part: Part) -> Iterator[tuple[Any, Push]]:
    """The forces of an element that binds nothing and gives no energies, and where they act."""
    match part.kind.law:
        case Load(field, axes) if axes:
            yield load_of(space, part, field, axes)
        case Load(field, along=along):
            measure = measures_of(space, part, {along})[along]
            yield space.value(part.tree(field)), measure.push
        case Potential(energy, power):
            yield from _against(space, part, energy)
            yield from _against(space, part, power) if power else ()
        case Dissipation(power):
            yield from _against(space, part, power)
        case Friction():
            measure = measures_of(space, part, {"rate"})["rate"]
            law = friction.force(part)
            yield with_measures(space, part, law, {"rate": measure.value}), measure.push
        case _:
            from lagr_gui.mechanics.touching.cushions import cushioned  # few models have one

            pressed, along = cushioned(space, part, lambda measure: measure.value)
            yield -pressed, along.push


def _against(space: Space[Any], part: Part, text: str) -> Iterator[tuple[Any, Push]]:
    """What an energy or a power pushes, against its slopes."""
    names = {symbol.name for symbol in symbols(read(text))}
    measures = measures_of(space, part, names)
    values = {name: measure.value for name, measure in measures.items()}
    for name in sorted(names & measures.keys()):
        force = -_slope(space, part, text, name, values)
        over = measures[name].over
        yield force / values[name] if over else force, measures[name].push


def _slope(space: Space[Any], part: Part, law: str, name: str, measures: Mapping[str, Any]) -> Any:
    """The derivative of an element's law by one of its measures, as a value."""
    return with_measures(space, part, slope_of(read(law), Symbol(name)), measures)
