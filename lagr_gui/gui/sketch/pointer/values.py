"""Values that are typed where they are written, and at the points of bodies."""

from __future__ import annotations

import re
from dataclasses import replace
from math import degrees

from PySide6.QtCore import QPointF, QRectF, QSizeF

from lagr_gui import pipeline
from lagr_gui.catalogue import JOINTS
from lagr_gui.editing.edits import rename, set_start, set_value, take_units
from lagr_gui.editing.sketch import Anchor, BodyPlaces
from lagr_gui.editing.sketch.anchors import distance
from lagr_gui.editing.sketch.definitions import define, parts_of
from lagr_gui.editing.sketch.item_values import (
    item_values,
    lone_name,
    set_item,
    text_of_item,
)
from lagr_gui.editing.sketch.lengths import Standing, parameter_of, set_length
from lagr_gui.editing.sketch.loads import (
    parameter_of_load,
    text_of_load,
    type_load,
    unit_of_load,
)
from lagr_gui.editing.sketch.measures import measured, set_measure
from lagr_gui.editing.sketch.pictures import scale_picture
from lagr_gui.editing.sketch.plates import is_corner, type_corner
from lagr_gui.editing.sketch.sizes import is_size, size_at, type_size
from lagr_gui.editing.sketch.snapping import length_and_angle
from lagr_gui.editing.sketch.stops import LIMITS, limits, set_limit
from lagr_gui.editing.sketch.written import as_written
from lagr_gui.expression.arguments import quantity
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.problem import Path, refusal
from lagr_gui.gui.sketch.written import WrittenValue
from lagr_gui.gui.words import tr
from lagr_gui.model import Model, Scalar, Vector

_NUMBER = re.compile(r"[-+−]?[\d.,]+(e[-+]?\d+)?")


def entry_of(model: Model, anchor: Anchor, pixel: QPointF, axes: str) -> WrittenValue | None:
    """What is typed at a point: its components along axes of its body; None: nothing is.

    Where a shape ends it is the length that ends there.
    """
    if not anchor.path:
        return None
    box = QRectF(pixel, QSizeF(1, 1))
    if not is_size(anchor.path):
        return WrittenValue(box, "point", "", anchor.body, anchor, field=axes)
    name = parameter_of(model, anchor.path)
    return WrittenValue(box, "length" if name else "size", name, anchor.body, anchor)


def text_of(model: Model, places: BodyPlaces, entry: WrittenValue) -> str:
    """What stands in the field of a value as it opens."""
    match entry.sort:
        case "length":
            return next(str(p.value) for p in model.parameters if p.name == entry.name)
        case "measure":
            measure = model.sketch.measures[int(entry.name)]
            number = measured(measure, places)
            return f"{abs(degrees(number)):.6g}°" if len(measure.points) > 2 else f"{number:.6g} m"
        case "scale":
            assert entry.ends is not None
            return f"{distance(*entry.ends):.4g} m"
        case "lower" | "upper":
            index = element_index(model, entry.name)
            limit, unit = getattr(model.elements[index], entry.sort), _unit_of_stop(model, index)
            number = limits(model, places.values, index)[LIMITS.index(entry.sort)]
            plain = unit == "rad" and not any(c.isalpha() for c in str(limit).replace("pi", ""))
            return f"{degrees(number):.10g}°" if plain else str(limit)
        case "coordinate":
            start = {s.coordinate: s.position for s in model.start}.get(entry.name, 0)
            turns = _unit(model, entry.name) == "rad"
            return (
                f"{degrees(start):.10g}°"
                if turns and isinstance(start, int | float)
                else str(start)
            )
        case "load":
            return text_of_load(model, places, entry.name)
        case "item":
            return text_of_item(model, item_values(model, entry.name, places.plane))
        case "axis":
            index = joint_index(model, entry.name)
            return "; ".join(map(_short, getattr(model.joints[index], entry.field)))
        case "size":
            return _short(size_at(model, _path(entry)))
        case _:
            assert entry.anchor is not None
            point = entry.anchor.point
            return "; ".join(_short(point["xyz".index(axis)]) for axis in entry.field)


def told_while_typed(model: Model, places: BodyPlaces, entry: WrittenValue) -> str:
    """What is said of how a value is typed; empty where that is plain."""
    match entry.sort, len(entry.field):
        case "length" | "size", _ if entry.anchor is not None:  # else its name stands beside it
            name = entry.name and pretty(entry.name)
            what = name or (tr("Radius") if entry.anchor.sort == "rim" else tr("Length"))
            return tr("{name}: a number or a formula, as 0.8, 250 mm or l2/3").format(name=what)
        case "point", 2:
            return tr("x; y with a semicolon between, each a number or a formula: 0.3; l1/2")
        case "point", _:
            return tr("x; y; z in the axes of the body, each a number or a formula")
        case "axis", _:
            return tr("x; y; z in the axes of the joint, each a number or a formula")
        case "item", _:
            titles = [tr(one.title) for one in item_values(model, entry.name, places.plane)]
            words = tr("{values}. Names are given as in C = 80, or after the values")
            return words.format(values="; ".join(titles))
        case _:
            return ""


def with_value(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    """The model in which a value is what was typed; angles without a unit are degrees.

    Names that are given in the text are defined.  Raises LagrError for what does not read, and
    where the value cannot be.
    """
    if "=" not in text:
        return _with_text(model, standing, entry, text)
    if entry.sort == "coordinate":
        model, entry, text = _with_coordinate(model, entry, text)
        return _with_text(model, standing, entry, text)
    units, own = _names_at(model, standing, entry)
    model, texts = define(model, text, units, own)
    known = [parameter.name for parameter in model.parameters]
    if entry.sort in ("length", "load") and own[0] and (own[0] not in known or texts == own):
        return model  # its parameter was given a name, or named, with its value
    return _with_text(model, standing, entry, "; ".join(texts))


def with_units(before: Model, model: Model) -> Model:
    """The model with the units that follow from the use of parameters that are new in it."""
    known = {parameter.name for parameter in before.parameters}
    if all(entry.unit or entry.name in known for entry in model.parameters):
        return model
    units = pipeline.units_from_use(model).items()
    return take_units(model, {name: unit for name, unit in units if name not in known})


def _names_at(model: Model, standing: Standing, entry: WrittenValue) -> tuple[list[str], list[str]]:
    """The unit of each value that is typed, and the parameter that it is, if it is one."""
    match entry.sort:
        case "length":
            return ["m"], [entry.name]
        case "load":
            return [unit_of_load(model, entry.name)], [parameter_of_load(model, entry.name) or ""]
        case "item":
            found = item_values(model, entry.name, standing(model).plane)
            return [one.unit for one in found], [lone_name(model, one) for one in found]
        case "point":
            assert entry.anchor is not None
            names = {parameter.name for parameter in model.parameters}
            point = [str(entry.anchor.point["xyz".index(axis)]) for axis in entry.field]
            return ["m"] * len(point), [name if name in names else "" for name in point]
        case "axis":
            return [""] * 3, [""] * 3
        case "lower" | "upper":
            return [_unit_of_stop(model, element_index(model, entry.name))], [""]
        case _:
            return ["m"], [""]


def _with_coordinate(
    model: Model, entry: WrittenValue, text: str
) -> tuple[Model, WrittenValue, str]:
    """A coordinate with the name that was typed before its value."""
    name, _, text = (part.strip() for part in text.partition("="))
    model = rename(model, f"coordinate:{entry.name}", name)
    return model, replace(entry, name=name), text


def _with_text(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    match entry.sort:
        case "length":
            return set_length(model, entry.name, text)
        case "measure":
            turns = len(model.sketch.measures[int(entry.name)].points) > 2
            return set_measure(model, standing, int(entry.name), _degrees(text) if turns else text)
        case "scale":
            assert entry.ends is not None
            values = standing(model).values
            length, direction = length_and_angle(text, values) or (None, None)
            if length is None:
                length = quantity(text, "m", "Sketch", values)
            return scale_picture(model, int(entry.name), *entry.ends, length, direction)
        case "lower" | "upper":
            index, values = element_index(model, entry.name), standing(model).values
            unit = _unit_of_stop(model, index)
            text = _degrees(text) if unit == "rad" else text
            quantity(text, unit, "Sketch", values)
            return set_limit(model, values, index, entry.sort, as_written(text))
        case "coordinate":
            return _with_start(model, standing, entry.name, text)
        case "load":
            return type_load(model, standing(model), entry.name, text)
        case "item":
            places = standing(model)
            found = item_values(model, entry.name, places.plane)
            return set_item(model, places.values, found, parts_of(text))
        case "axis":
            return _with_axis(model, standing, entry, text)
        case "size":
            return type_size(model, standing(model).values, _path(entry), text)
        case _:
            return _with_point(model, standing, entry, text)


def number_of(model: Model, standing: Standing, entry: WrittenValue) -> float | None:
    """What a measure or a coordinate is at the start (m, rad); None of what no loop can change."""
    places = standing(model)
    if entry.sort == "measure":
        return measured(model.sketch.measures[int(entry.name)], places)
    if entry.sort != "coordinate":
        return None
    start = {s.coordinate: s.position for s in model.start}.get(entry.name, 0)
    return float(value(start, places.values))


def _path(entry: WrittenValue) -> Path:
    """Where what is typed at a point is written."""
    assert entry.anchor is not None
    return entry.anchor.path


def _degrees(text: str) -> str:
    """An angle as it was typed, in degrees where it is a number alone."""
    return f"{text} deg" if _NUMBER.fullmatch(text) else text.replace("°", " deg")


def element_index(model: Model, name: str) -> int:
    """The place of an element in the list."""
    return [element.name for element in model.elements].index(name)


def joint_index(model: Model, name: str) -> int:
    """The place of a joint in the list."""
    return [joint.name for joint in model.joints].index(name)


def _unit_of_stop(model: Model, index: int) -> str:
    return _unit(model, getattr(model.elements[index], "coordinate", ""))


def _unit(model: Model, coordinate: str) -> str:
    for joint in model.joints:
        units = JOINTS[joint.kind].units
        for name, unit in zip(joint.coordinates, units, strict=False):
            if name == coordinate:
                return unit
    return ""


def _with_start(model: Model, standing: Standing, name: str, text: str) -> Model:
    unit = _unit(model, name)
    text = _degrees(text) if unit == "rad" else text
    quantity(text, unit, "Sketch", standing(model).values)
    known = {entry.coordinate: entry.velocity for entry in model.start}
    return set_start(model, name, as_written(text), known.get(name, 0))


def _with_axis(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    """The three components of an axis, numbers or formulas, in the axes of its joint."""
    index, parts = joint_index(model, entry.name), parts_of(text)
    if len(parts) != 3:
        cause, remedy = "An axis has three components.", "Type all, as in “0; cos(a); sin(a)”."
        raise refusal("Sketch", cause, remedy, code="axis")
    values = standing(model).values
    numbers = [quantity(part, "", "Sketch", values) for part in parts]
    if not any(numbers):
        cause, remedy = "The axis has no length.", "Type a component other than zero."
        raise refusal("Sketch", cause, remedy, code="axis")
    old: Vector = getattr(model.joints[index], entry.field)
    new = [
        kept if part == _short(kept) else as_written(part)
        for kept, part in zip(old, parts, strict=True)
    ]
    return set_value(model, ("joints", index, entry.field), tuple(new))


def _short(entry: Scalar) -> str:
    """A number with six digits; a formula as it is."""
    return entry if isinstance(entry, str) else f"{entry:.6g}"


def _with_point(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    """The numbers or formulas of a point, in the plane or in space, in the axes of its body."""
    anchor, places = entry.anchor, standing(model)
    assert anchor is not None
    parts = parts_of(text)
    if len(parts) != len(entry.field):
        cause, remedy = "A point has two coordinates here.", "Type both, as in “0.3; l1/2”."
        if len(entry.field) == 3:
            cause, remedy = "A point has three coordinates.", "Type all, as in “0.3; l1/2; 0”."
        raise refusal("Sketch", cause, remedy, code="point")
    point = list(anchor.point)
    for axis, part in zip(entry.field, parts, strict=True):
        quantity(part, "m", "Sketch", places.values)
        if part != _short(point["xyz".index(axis)]):  # one that was left keeps all its digits
            point["xyz".index(axis)] = as_written(part)
    if is_corner(anchor.path):
        return type_corner(model, places, anchor.path, (point[0], point[1], point[2]))
    return set_value(model, anchor.path, tuple(point))
