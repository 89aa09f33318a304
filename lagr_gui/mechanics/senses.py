"""The sense of sliding σ of what rubs: 1 or −1 while an element slides, 0 while it sticks.

It is a parameter that nobody types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import Friction
from lagr_gui.extension import named
from lagr_gui.model import Element, Model, Parameter

SENSE = "sense of sliding"
"""What is said of parameters that are senses of sliding."""


def sense_of(name: str, number: int = 0) -> str:
    """The parameter that holds the sense of sliding of an element, or of one of its pieces."""
    own = "sigma_" + re.sub("[^A-Za-z0-9]+", "_", name)
    return f"{own}_{number}" if number else own


def with_senses(model: Model) -> Model:
    """The model with a sense of sliding for each of its elements with friction, at first 0."""
    names = [sense_of(e.name, number) for e in rubbing(model) for number in numbers_of(model, e)]
    return added(model, names, 0, SENSE)


def unnamed_senses(model: Model) -> Iterator[tuple[str, str]]:
    """Elements whose sense of sliding would go by the name of something else, and that name."""
    typed = (entry.name for entry in model.parameters if entry.description != SENSE)
    others = (entry.name for entry in model.functions)
    taken = {*model.coordinates, *model.states, *typed, *others}
    for element in rubbing(model):
        for number in numbers_of(model, element):
            if (name := sense_of(element.name, number)) in taken:
                yield element.name, name
            taken.add(name)


def rubbing(model: Model) -> Iterator[Element]:
    """The elements with dry friction."""
    for element in model.elements:
        law = ELEMENTS[element.kind].law if element.kind in ELEMENTS else None
        if element.enabled and isinstance(law, Friction) and law.may_stick(element):
            yield element


def numbers_of(model: Model, element: Element) -> range:
    """The numbers of the pieces of an element with dry friction; 0 where it is none."""
    if not ELEMENTS[element.kind].geometry.jointed:
        return range(1)
    slips = named("lagr_gui.mechanics.rubbing.surfaces:slips")  # few models have such friction
    return range(1, 1 + len(slips(model, element)))


def added(model: Model, names: Iterable[str], value: float, said: str = "") -> Model:
    """The model with parameters of these names, as far as it has none of them."""
    there = {parameter.name for parameter in model.parameters}
    if not (new := [name for name in names if name not in there]):
        return model
    added = tuple(Parameter(name=name, value=value, description=said) for name in new)
    return model.having(parameters=(*model.parameters, *added))
