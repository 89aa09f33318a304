"""Renumbering of bodies (4.11)."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing.edits import drawing
from lagr_gui.editing.edits.outputs import with_same_bodies
from lagr_gui.model import Model, with_bodies


def renumber(model: Model, mapping: Mapping[int, int]) -> Model:
    """Give bodies, and those of instances, new numbers (old → new); all that is on them follows."""
    attached = (entry.body for one in model.instances for entry in one.attachments)
    new = {number: mapping.get(number, number) for number in (0, *model.numbers, *attached)}
    bodies = [body.having(number=new[body.number]) for body in model.bodies]
    keys = {f"body:{old}": f"body:{number}" for old, number in new.items()}
    before = model
    model = model.having(
        bodies=tuple(sorted(bodies, key=lambda body: body.number)),
        layout=drawing.renamed(model.layout, keys),
        sketch=model.sketch.on(new),
    )
    model = model.each(
        "joints",
        lambda j: j.having(parent=new.get(j.parent, j.parent), child=new.get(j.child, j.child)),
    )
    model = model.each("ports", lambda p: p.having(body=new.get(p.body, p.body)))
    model = model.each(
        "instances",
        lambda one: one.having(
            attachments=tuple(e.having(body=new[e.body]) for e in one.attachments)
        ),
    )
    model = model.each(
        "elements", lambda e: e.having(**with_bodies(e, ELEMENTS[e.kind].fields, new))
    )
    return with_same_bodies(model, before, new)
