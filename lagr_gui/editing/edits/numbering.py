"""Renumbering of bodies (4.11)."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing.edits import drawing
from lagr_gui.model import Element, Model, with_bodies


def renumber(model: Model, mapping: Mapping[int, int]) -> Model:
    """Give bodies new numbers (old → new); everything that refers to them follows."""
    new = {number: mapping.get(number, number) for number in (0, *model.numbers)}
    bodies = [body.model_copy(update={"number": new[body.number]}) for body in model.bodies]
    joints = tuple(
        joint.model_copy(
            update={
                "parent": new.get(joint.parent, joint.parent),
                "child": new.get(joint.child, joint.child),
            }
        )
        for joint in model.joints
    )
    return model.model_copy(
        update={
            "bodies": tuple(sorted(bodies, key=lambda body: body.number)),
            "joints": joints,
            "elements": tuple(_renumbered(element, new) for element in model.elements),
            "layout": drawing.renamed(
                model.layout, {f"body:{old}": f"body:{number}" for old, number in new.items()}
            ),
        }
    )


def _renumbered(element: Element, new: Mapping[int, int]) -> Element:
    return element.model_copy(update=with_bodies(element, ELEMENTS[element.kind].fields, new))
