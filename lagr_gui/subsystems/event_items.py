"""The items that events of a model name."""

from __future__ import annotations

from typing import Any

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import Energies
from lagr_gui.expression import read
from lagr_gui.model import Model


def item_of(model: Model, name: str) -> str:
    """The key of a joint or an element by its name or key; empty where there is none, or two."""
    keys = [
        *(f"joint:{joint.name}" for joint in model.joints),
        *(f"element:{element.name}" for element in model.elements),
    ]
    found = [key for key in keys if name in (key, key.partition(":")[2])]
    return found[0] if len(found) == 1 else ""


def has_own_freedom(element: Any) -> bool:
    """Whether an element has a coordinate, a current or an inertia of its own."""
    kind = ELEMENTS[element.kind]
    if element.own or kind.geometry.electric:
        return True
    law = kind.law
    if not isinstance(law, Energies):
        return False
    kinetic = read(getattr(element, law.kinetic, law.kinetic))
    return kinetic != read("0")
