"""The sense of sliding σ of what rubs: 1 or −1 while an element slides, 0 while it sticks.

It is a parameter that nobody types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import Friction
from lagr_gui.model import Element, Model, Parameter

SENSE = "sense of sliding"
"""What is said of parameters that are senses of sliding."""


def sense_of(name: str) -> str:
    """The parameter that holds the sense of sliding of an element."""
    return "sigma_" + re.sub("[^A-Za-z0-9]+", "_", name)


def with_senses(model: Model) -> Model:
    """The model with a sense of sliding for each of its elements with friction, at first 0."""
    return added(model, [sense_of(element.name) for element in rubbing(model)], 0, SENSE)


def unnamed_senses(model: Model) -> Iterator[tuple[str, str]]:
    """Elements whose sense of sliding would go by the name of something else, and that name."""
    typed = (entry.name for entry in model.parameters if entry.description != SENSE)
    others = (entry.name for entry in model.functions)
    taken = {*model.coordinates, *model.states, *typed, *others}
    for element in rubbing(model):
        if (name := sense_of(element.name)) in taken:
            yield element.name, name
        taken.add(name)


def rubbing(model: Model) -> Iterator[Element]:
    """The elements with dry friction."""
    for element in model.elements:
        law = ELEMENTS[element.kind].law if element.kind in ELEMENTS else None
        if element.enabled and isinstance(law, Friction) and law.may_stick(element):
            yield element


def added(model: Model, names: Iterable[str], value: float, said: str = "") -> Model:
    """The model with parameters of these names, as far as it has none of them."""
    there = {parameter.name for parameter in model.parameters}
    if not (new := [name for name in names if name not in there]):
        return model
    added = tuple(Parameter(name=name, value=value, description=said) for name in new)
    return model.having(parameters=(*model.parameters, *added))
