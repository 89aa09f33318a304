"""Values that are written in the sketch or typed there: one record for each sort."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import degrees

from PySide6.QtCore import QPointF, QRectF, QSizeF

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits import get_value, rename, set_start, set_value, take_units
from lagr_gui.editing.sketch.anchors import Anchor, distance
from lagr_gui.editing.sketch.definitions import define, parts_of
from lagr_gui.editing.sketch.item_values import (
    ItemValue,
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
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat
from lagr_gui.editing.sketch.shapes import is_corner, is_size, size_at, type_corner, type_size
from lagr_gui.editing.sketch.snapping import length_and_angle
from lagr_gui.editing.sketch.stops import LIMITS, limits, set_limit
from lagr_gui.editing.sketch.written import as_written
from lagr_gui.expression.arguments import quantity
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.problem import Path, refusal
from lagr_gui.gui.words import tr
from lagr_gui.model import Model, Scalar, SketchMeasure
from lagr_gui.model.quantities import units_of_coordinates

_NUMBER = re.compile(r"[-+−]?[\d.,]+(e[-+]?\d+)?")
Reads = Callable[[Model, BodyPlaces, "WrittenValue"], str]
Part = tuple[str, str]
"""The unit of one of the values that are typed, and the parameter that it is, if it is one."""


@dataclass(frozen=True)
class SketchValueSort:
    """A sort of values: what typing one is called in the history, how it reads and is typed.

    `reads` gives what stands in the field as it opens, `words` what is said meanwhile, `parts` the
    values of which it is made, and `number` what it is at the start (m, rad), 0 where no closed
    path can change that.  One that is `named` has its value with the name that is typed for it.
    `key` is that of the item which is selected there, but for the name.
    """

    step: str
    reads: Reads
    types: Callable[[Model, Standing, WrittenValue, str], Model]
    words: Reads = lambda model, places, entry: ""
    parts: Callable[[Model, BodyPlaces, WrittenValue], Sequence[Part]] = lambda m, p, e: [("m", "")]
    number: Callable[[Model, Standing, WrittenValue], float] = lambda m, s, e: 0.0
    named: bool = False
    key: str | None = None


@dataclass(frozen=True)
class WrittenValue:
    """A value that is written in the sketch: where, and what it is of.

    `sort` is ``length`` (`name` a parameter), ``size`` or ``point`` (an `anchor` of a `body`, along
    axes in `field`), ``measure`` (its place), ``coordinate``, ``scale`` (of a picture, by two
    `ends`), ``lower``, ``upper`` (of the stop with a name), ``axis`` (`field` of a joint),
    ``load`` (the name of a force, moment or drive), ``item`` (the values of one, `name` its key).
    """

    box: QRectF
    sort: str
    name: str
    body: int = 0
    anchor: Anchor | None = None
    ends: tuple[Flat, Flat] = ((0.0, 0.0), (0.0, 0.0))
    field: str = ""

    @property
    def of(self) -> SketchValueSort:
        """What is done with values of its sort."""
        return SORTS[self.sort]

    @property
    def known_by(self) -> tuple[str, str, int]:
        """What it is known by while the drawing changes."""
        return self.sort, self.name, self.body

    @property
    def key(self) -> str:
        """The key of the mark or item that is selected there; empty for none."""
        return "" if self.of.key is None else f"{self.of.key}{self.name}"

    @property
    def path(self) -> Path:
        """Where what is typed at a point is written."""
        return self.anchor.path if self.anchor else ()

    @property
    def components(self) -> list[Scalar]:
        """What is typed of a point."""
        return [self.anchor.point["xyz".index(axis)] for axis in self.field] if self.anchor else []


def written_at(written: Collection[WrittenValue], place: QPointF) -> WrittenValue | None:
    """The value that is written at a pixel."""
    return next((entry for entry in written if entry.box.contains(place)), None)


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


def with_value(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    """The model in which a value is what was typed; angles without a unit are degrees.

    Names that are given in the text are defined.  Raises LagrError for what does not read, and
    where the value cannot be.
    """
    if "=" in text and entry.sort == "coordinate":  # it is called so from now on
        name, _, text = (part.strip() for part in text.partition("="))
        model, entry = rename(model, f"coordinate:{entry.name}", name), replace(entry, name=name)
    elif "=" in text:
        parts = entry.of.parts(model, standing(model), entry)
        units, own_units = ([part[k] for part in parts] for k in (0, 1))
        model, texts = define(model, text, units, own_units)
        names = [parameter.name for parameter in model.parameters]
        if entry.of.named and own_units[0] and (own_units[0] not in names or texts == own_units):
            return model  # its parameter was given a name, or named, with its value
        text = "; ".join(texts)
    return entry.of.types(model, standing, entry, text)


def with_units(before: Model, model: Model) -> Model:
    """The model with the units that follow from the use of parameters that are new in it."""
    names = {parameter.name for parameter in before.parameters}
    if all(entry.unit or entry.name in names for entry in model.parameters):
        return model
    units = pipeline.units_from_use(model).items()
    return take_units(model, {name: unit for name, unit in units if name not in names})


# --- lengths, points and axes ------------------------------------------------------------------


def _length_words(model: Model, places: BodyPlaces, entry: WrittenValue) -> str:
    if entry.anchor is None:
        return ""  # its name stands beside it
    name = entry.name and pretty(entry.name)
    what = name or (tr("Radius") if entry.anchor.sort == "rim" else tr("Length"))
    return tr("{name}: a number or a formula, as 0.8, 250 mm or l2/3").format(name=what)


def _point_words(model: Model, places: BodyPlaces, entry: WrittenValue) -> str:
    if len(entry.field) == 2:
        return tr("x; y with a semicolon between, each a number or a formula: 0.3; l1/2")
    return tr("x; y; z in the axes of the body, each a number or a formula")


def _point_parts(model: Model, places: BodyPlaces, entry: WrittenValue) -> list[Part]:
    names = {parameter.name for parameter in model.parameters}
    return [("m", name if name in names else "") for name in map(str, entry.components)]


def _with_point(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    """The numbers or formulas of a point, in the plane or in space, in the axes of its body."""
    assert entry.anchor is not None
    parts, places = parts_of(text), standing(model)
    if len(parts) != len(entry.field):
        cause, remedy = "A point has two coordinates here.", "Type both, as in “0.3; l1/2”."
        if len(entry.field) == 3:
            cause, remedy = "A point has three coordinates.", "Type all, as in “0.3; l1/2; 0”."
        raise refusal("Sketch", cause, remedy, code="point")
    for part in parts:
        quantity(part, "m", "Sketch", places.values)
    new = dict(zip(entry.field, _kept(entry.components, parts), strict=True))
    x, y, z = (new.get(axis, old) for axis, old in zip("xyz", entry.anchor.point, strict=True))
    if is_corner(entry.path):
        return type_corner(model, places, entry.path, (x, y, z))
    return set_value(model, entry.path, (x, y, z))


def _axis_path(model: Model, entry: WrittenValue) -> Path:
    return "joints", [joint.name for joint in model.joints].index(entry.name), entry.field


def _with_axis(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    """The three components of an axis, numbers or formulas, in the axes of its joint."""
    parts, path = parts_of(text), _axis_path(model, entry)
    if len(parts) != 3:
        cause, remedy = "An axis has three components.", "Type all, as in “0; cos(a); sin(a)”."
        raise refusal("Sketch", cause, remedy, code="axis")
    values = standing(model).values
    numbers = [quantity(part, "", "Sketch", values) for part in parts]
    if not any(numbers):
        cause, remedy = "The axis has no length.", "Type a component other than zero."
        raise refusal("Sketch", cause, remedy, code="axis")
    return set_value(model, path, tuple(_kept(get_value(model, path), parts)))


def _shown(components: Iterable[Scalar]) -> str:
    return "; ".join(map(_short, components))


def _kept(old: Sequence[Scalar], parts: Sequence[str]) -> list[Scalar]:
    """Components that were typed; one that was left keeps all its digits."""
    pairs = zip(old, parts, strict=True)
    return [kept if part == _short(kept) else as_written(part) for kept, part in pairs]


def _short(entry: Scalar) -> str:
    """A number with six digits; a formula as it is."""
    return entry if isinstance(entry, str) else f"{entry:.6g}"


# --- angles and slides: measures, coordinates, stops -------------------------------------------


def _measure(model: Model, entry: WrittenValue) -> SketchMeasure:
    return model.sketch.measures[int(entry.name)]


def _measure_text(model: Model, places: BodyPlaces, entry: WrittenValue) -> str:
    measure = _measure(model, entry)
    number = measured(measure, places)
    return f"{abs(degrees(number)):.6g}°" if len(measure.points) > 2 else f"{number:.6g} m"


def _with_measure(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    turns = len(_measure(model, entry).points) > 2
    return set_measure(model, standing, int(entry.name), _degrees(text) if turns else text)


def _with_scale(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    values = standing(model).values
    length, direction = length_and_angle(text, values) or (None, None)
    if length is None:
        length = quantity(text, "m", "Sketch", values)
    return scale_picture(model, int(entry.name), *entry.ends, length, direction)


def _start(model: Model, entry: WrittenValue) -> Scalar:
    return {s.coordinate: s.position for s in model.start}.get(entry.name, 0)


def _start_text(model: Model, places: BodyPlaces, entry: WrittenValue) -> str:
    start = _start(model, entry)
    if isinstance(start, str) or _unit(model, entry.name) != "rad":
        return str(start)
    return f"{degrees(start):.10g}°"


def _with_start(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    position = _read(text, _unit(model, entry.name), standing(model))
    velocities = {start.coordinate: start.velocity for start in model.start}
    return set_start(model, entry.name, position, velocities.get(entry.name, 0))


def _stop(model: Model, entry: WrittenValue) -> tuple[int, str]:
    """The place of a stop in the list of elements, and the unit of its limits."""
    index = [element.name for element in model.elements].index(entry.name)
    return index, _unit(model, getattr(model.elements[index], "coordinate", ""))


def _limit_text(model: Model, places: BodyPlaces, entry: WrittenValue) -> str:
    index, unit = _stop(model, entry)
    limit = str(getattr(model.elements[index], entry.sort))
    number = limits(model, places.values, index)[LIMITS.index(entry.sort)]
    plain = unit == "rad" and not any(letter.isalpha() for letter in limit.replace("pi", ""))
    return f"{degrees(number):.10g}°" if plain else limit


def _with_limit(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    (index, unit), places = _stop(model, entry), standing(model)
    return set_limit(model, places.values, index, entry.sort, _read(text, unit, places))


def _read(text: str, unit: str, places: BodyPlaces) -> Scalar:
    """What was typed of a coordinate, as it is kept. Raises LagrError for what does not read."""
    text = _degrees(text) if unit == "rad" else text
    quantity(text, unit, "Sketch", places.values)
    return as_written(text)


def _degrees(text: str) -> str:
    """An angle as it was typed, in degrees where it is a number alone."""
    return f"{text} deg" if _NUMBER.fullmatch(text) else text.replace("°", " deg")


def _unit(model: Model, coordinate: str) -> str:
    return units_of_coordinates(model, KINDS).get(coordinate, "")


# --- items as a whole --------------------------------------------------------------------------


def _items(model: Model, places: BodyPlaces, entry: WrittenValue) -> list[ItemValue]:
    return item_values(model, entry.name, places.plane)


def _item_words(model: Model, places: BodyPlaces, entry: WrittenValue) -> str:
    titles = [tr(one.title) for one in _items(model, places, entry)]
    words = tr("{values}. Names are given as in C = 80, or after the values")
    return words.format(values="; ".join(titles))


def _with_item(model: Model, standing: Standing, entry: WrittenValue, text: str) -> Model:
    places = standing(model)
    return set_item(model, places.values, _items(model, places, entry), parts_of(text))


_LIMIT = SketchValueSort(
    "Change a stop",
    _limit_text,
    _with_limit,
    parts=lambda model, places, entry: [(_stop(model, entry)[1], "")],
    key="element:",
)
SORTS = {
    "length": SketchValueSort(
        "Change a length",
        lambda model, places, e: next(str(p.value) for p in model.parameters if p.name == e.name),
        lambda model, standing, entry, text: set_length(model, entry.name, text),
        _length_words,
        lambda model, places, entry: [("m", entry.name)],
        named=True,
    ),
    "size": SketchValueSort(
        "Change a length",
        lambda model, places, entry: _short(size_at(model, entry.path)),
        lambda model, standing, e, text: type_size(model, standing(model).values, e.path, text),
        _length_words,
    ),
    "point": SketchValueSort(
        "Change a point",
        lambda model, places, entry: _shown(entry.components),
        _with_point,
        _point_words,
        _point_parts,
    ),
    "axis": SketchValueSort(
        "Turn an axis",
        lambda model, places, entry: _shown(get_value(model, _axis_path(model, entry))),
        _with_axis,
        lambda *_: tr("x; y; z in the axes of the joint, each a number or a formula"),
        lambda *_: [("", "")] * 3,
    ),
    "measure": SketchValueSort(
        "Change a measure",
        _measure_text,
        _with_measure,
        number=lambda model, standing, e: measured(_measure(model, e), standing(model)),
        key="mark:measures.",
    ),
    "scale": SketchValueSort(
        "Set the scale of the picture",
        lambda model, places, entry: f"{distance(*entry.ends):.4g} m",
        _with_scale,
    ),
    "coordinate": SketchValueSort(
        "Change a start value",
        _start_text,
        _with_start,
        number=lambda model, standing, e: value(_start(model, e), standing(model).values),
    ),
    "lower": _LIMIT,
    "upper": _LIMIT,
    "load": SketchValueSort(
        "Change a load",
        lambda model, places, entry: text_of_load(model, places, entry.name),
        lambda model, standing, e, text: type_load(model, standing(model), e.name, text),
        parts=lambda model, places, entry: [
            (unit_of_load(model, entry.name), parameter_of_load(model, entry.name) or "")
        ],
        named=True,
        key="element:",
    ),
    "item": SketchValueSort(
        "Change values",
        lambda model, places, entry: text_of_item(model, _items(model, places, entry)),
        _with_item,
        _item_words,
        lambda model, places, entry: [
            (one.unit, lone_name(model, one)) for one in _items(model, places, entry)
        ],
        key="",
    ),
}
