"""Renumbering of bodies (4.11)."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing.edits import drawing
from lagr_gui.model import Model, with_bodies


def renumber(model: Model, mapping: Mapping[int, int]) -> Model:
    """Give bodies new numbers (old → new); everything that refers to them follows."""
    new = {number: mapping.get(number, number) for number in (0, *model.numbers)}
    bodies = [body.having(number=new[body.number]) for body in model.bodies]
    keys = {f"body:{old}": f"body:{number}" for old, number in new.items()}
    model = model.having(
        bodies=tuple(sorted(bodies, key=lambda body: body.number)),
        layout=drawing.renamed(model.layout, keys),
    )
    model = model.each(
        "joints",
        lambda j: j.having(parent=new.get(j.parent, j.parent), child=new.get(j.child, j.child)),
    )
    return model.each(
        "elements", lambda e: e.having(**with_bodies(e, ELEMENTS[e.kind].fields, new))
    )
