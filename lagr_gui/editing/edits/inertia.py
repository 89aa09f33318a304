"""Moments and products of inertia of a body, all at once."""

from __future__ import annotations

from collections import Counter

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits.values import set_value
from lagr_gui.model import Model, Scalar
from lagr_gui.model.sites import sites


def give_inertia(model: Model, index: int, text: str) -> Model:
    """Give a body the entries of a text, “xx = 0.1, yy = …”; the others are 0.

    A parameter that stands for an entry and nowhere else takes the number.
    """
    given = {name: float(number) for name, number in (e.split(" = ") for e in text.split(", "))}
    own = Counter(name for site in sites(model, KINDS) for name in site.names)
    numbers = {p.name: n for n, p in enumerate(model.parameters) if own[p.name] == 1}
    for name in ("xx", "yy", "zz", "xy", "xz", "yz"):
        entry: Scalar = getattr(model.bodies[index].inertia, name)
        value = given.get(name, 0.0)
        if entry == value:
            continue
        if entry in numbers:
            model = set_value(model, ("parameters", numbers[str(entry)], "value"), value)
        else:
            model = set_value(model, ("bodies", index, "inertia", name), value)
    return model
