"""Fields of a model in the words of the inspector."""

from __future__ import annotations

from collections.abc import Iterable

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.gui.words import tr
from lagr_gui.model import Element, Joint, Model

RECORDS = {
    "number": "Number",
    "name": "Name",
    "kind": "Kind",
    "mass": "Mass",
    "centre": "Centre of mass",
    "inertia": "Inertia about the centre of mass",
    "gravity": "Gravity",
    "shape": "Shape",
    "solids": "Solids",
    "form": "Form",
    "size": "Size",
    "axis": "Along",
    "color": "Colour",
    "material": "Material",
    "density": "Density",
    "position": "Position",
    "velocity": "Velocity",
    "angle": "Angle",
    "parent": "From body",
    "child": "To body",
    "orientation": "Axes of the joint in the first body",
    "coordinates": "Coordinates",
    "coordinate": "Coordinate",
    "cut": "Cut here",
    "enabled": "Active",
    "value": "Value",
    "unit": "Unit",
    "description": "Meaning",
    "minimum": "Slider from",
    "maximum": "Slider to",
    "positive": "Positive",
    "arguments": "Arguments",
    "expression": "Expression",
    "simulation": "Simulation",
    "start": "From",
    "until": "Until",
    "method": "Solver",
    "rtol": "Relative tol.",
    "atol": "Absolute tol.",
    "sketch": "Sketch",
    "points": "Points",
    "walls": "Walls",
    "measures": "Measures",
    "pictures": "Pictures",
    "file": "File",
    "width": "Width",
    "text": "Text",
}
OF_BODY = {"gravity": "Weight"}
OF_GROUND = {"axis": "Turn about"}
OF_MODEL = {"description": "Description"}


def field_words(key: str, place: str, models: Iterable[Model]) -> str:
    """A field of an item (``shape › size``) in words; names that someone gave stay.

    The item is that of a key in the first of the models that has it.
    """
    sort, _, name = key.partition(":")
    own = OF_GROUND if key == "body:0" else {"body": OF_BODY, "model": OF_MODEL}.get(sort, {})
    labels = RECORDS | own
    if (item := _item(sort, name, models)) is not None:
        kind = JOINTS.get(item.kind) or ELEMENTS.get(item.kind)
        labels |= {spec.name: spec.label for spec in kind.fields} if kind is not None else {}
        if isinstance(item, Joint) and place in ("point_parent", "point_child"):
            body = item.parent if place == "point_parent" else item.child
            return tr("Point on {n}").format(n=body)
    parts = place.split(" › ")
    return " › ".join(tr(labels[part]) if part in labels else part for part in parts)


def _item(sort: str, name: str, models: Iterable[Model]) -> Joint | Element | None:
    """The joint or element of a name."""
    for model in models:
        found = {"joint": model.joints, "element": model.elements}.get(sort, ())
        for item in found:
            if item.name == name:
                return item
    return None
