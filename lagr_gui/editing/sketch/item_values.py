"""What is typed of an item as a whole: stiffnesses, masses, the weight, how body 0 moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing.edits.names import split_key
from lagr_gui.editing.edits.values import get_value, set_parameter, set_value
from lagr_gui.editing.sketch.plane import WorkingPlane, half, negative, refused
from lagr_gui.editing.sketch.written import as_written, is_plain
from lagr_gui.expression.arguments import quantity
from lagr_gui.foundation.message import joined, phrase, say
from lagr_gui.foundation.problem import Path
from lagr_gui.model import Depends, FieldType, Model, Scalar

GROUND, GRAVITY = "body:0", "gravity"


@dataclass(frozen=True)
class ItemValue:
    """A value of an item: where it is, what it is, its unit.

    One that is `upturned` is written there with the other sign; one that `varies` may depend on
    time and coordinates, or on a place, as the curve of a slot does.
    """

    path: Path
    title: str
    unit: str
    upturned: bool = False
    varies: bool = False


def item_values(model: Model, key: str, plane: WorkingPlane) -> list[ItemValue]:
    """What is typed of an item that lies in a plane, in this order; empty for most joints."""
    if key == GRAVITY:
        directions = [axis for axis, entry in enumerate(model.gravity) if entry != 0]
        upturned = any(str(model.gravity[axis]).startswith("-") for axis in directions)
        path = ("gravity", *directions)
        lone = ItemValue(path, "Acceleration of gravity", "m/s^2", upturned)
        return [lone] if len(directions) == 1 else []
    if key == GROUND:
        axes = plane.axes[:2]
        paths = [(axis, ("base", "position", "xyz".index(axis))) for axis in axes]
        return [ItemValue(path, f"{axis}(t)", "m", varies=True) for axis, path in paths]
    sort, name = split_key(key)
    if sort == "element":
        return _of_element(model, name)
    if sort == "body" and int(name) in model.numbers:
        return _of_body(model, model.numbers.index(int(name)), plane)
    return []


def _of_element(model: Model, name: str) -> list[ItemValue]:
    index = [element.name for element in model.elements].index(name)
    return [
        ItemValue(
            ("elements", index, field.name),
            field.label,
            field.unit,
            varies=field.depends is not Depends.PARAMETERS or bool(field.places),
        )
        for field in ELEMENTS[model.elements[index].kind].fields
        if field.type is FieldType.SCALAR
    ]


def _of_body(model: Model, index: int, plane: WorkingPlane) -> list[ItemValue]:
    mass = ItemValue(("bodies", index, "mass"), "Mass", "kg")
    if model.bodies[index].inertia.form != "ordinary":
        return [mass]  # its moment about the normal is a sum
    path = ("bodies", index, "inertia", 2 * plane.axes[2])
    return [mass, ItemValue(path, "Moment of inertia", "kg*m^2")]


def text_of_item(model: Model, found: Sequence[ItemValue]) -> str:
    """What stands in the field: numbers of parameters, and formulas."""
    return "; ".join(str(_shown(model, entry)) for entry in found)


def lone_name(model: Model, entry: ItemValue) -> str:
    """The parameter, or the function of time, ``u(t)``, that a value is; empty for others."""
    written = _written(model, entry)
    names = [parameter.name for parameter in model.parameters]
    names += [f"{function.name}(t)" for function in model.functions]
    return written if isinstance(written, str) and written in names else ""


def set_item(
    model: Model, values: Mapping[str, float], found: Sequence[ItemValue], texts: Sequence[str]
) -> Model:
    """The values of an item as they were typed.

    A number becomes that of the parameter that stands there; a formula takes its place; what is
    left out stays.  Raises LagrError for what does not read, and for more values than there are.
    """
    if len(texts) > len(found):
        titles = joined([phrase(entry.title) for entry in found], "; ")
        cause = say("Here are typed: {values}.", values=titles)
        raise refused(cause, "Type no others, with semicolons between.", "values")
    for entry, text in zip(found, texts, strict=False):
        if text in ("", str(_shown(model, entry))):
            continue
        if not entry.varies:
            quantity(text, entry.unit, "Sketch", values)
        lone, new = lone_name(model, entry), as_written(text)
        if lone and is_plain(new) and not lone.endswith("(t)"):
            model = set_parameter(model, lone, new)
        else:
            model = _replaced(model, entry, new)
    return model


def _written(model: Model, entry: ItemValue) -> Scalar:
    written: Scalar = get_value(model, entry.path)
    return negative(written) if entry.upturned else written


def _shown(model: Model, entry: ItemValue) -> Scalar:
    lone = lone_name(model, entry)
    number = next((p.value for p in model.parameters if p.name == lone), None)
    return _written(model, entry) if number is None else number


def _replaced(model: Model, entry: ItemValue, new: Scalar) -> Model:
    """Another value in its place; with one moment of inertia the others such as bodies have."""
    new = negative(new) if entry.upturned else new
    old = get_value(model, entry.path)
    model = set_value(model, entry.path, new)
    if "inertia" not in entry.path:
        return model
    for name in {"xx", "yy", "zz"} - {entry.path[-1]}:
        path = (*entry.path[:-1], name)
        other = get_value(model, path)
        if other != 0:  # equal ones stay equal, as of a rod; else the body is flat
            model = set_value(model, path, new if other == old else half(new))
    return model
