"""In which unit each value of a model is, and whether the units that its text names fit.

Values are in SI units.  A text may give numbers with units (`lagr_gui.expression.quantities`);
they must have the dimension of the place.  Where that of the place is not known, a unit that
is also a name of the model is refused: ``3 m`` must not be taken for 3*m.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from lagr_gui.expression import Symbol, read
from lagr_gui.expression.dimensions import DoesNotFit, dimension_of, loosened
from lagr_gui.expression.reader import Measured, measured
from lagr_gui.expression.units import NONE, UNITS, Dimension, Unit, named, unit_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, Problem, Severity
from lagr_gui.model.faults import place_of
from lagr_gui.model.kinds import FieldType, Kinds
from lagr_gui.model.record import Scalar
from lagr_gui.model.records import ExpressionSignal, Function, Model
from lagr_gui.model.sites import written_sites

_FIXED = {
    "gravity": "m/s^2",
    "position": "m",
    "angle": "rad",
    "mass": "kg",
    "inertia": "kg m^2",
    "centre": "m",
    "shape": "m",
    "point_parent": "m",
    "point_child": "m",
    "axis": "1",
    "matrix": "1",
    "orientation": "1",
}
"""Fields that all records have, by name."""
_OF_SOLIDS = {
    "section": "m^2",
    "turn": "rad",
    "density": "kg/m^3",
    "mass": "kg",
    "scale": "1",
}
"""Fields of solids that are no lengths."""
_DIRECTIONS = {FieldType.AXIS, FieldType.AXES, FieldType.MATRIX}
_TURNING = {
    "N m/rad": "N/m",
    "N m s/rad": "N s/m",
    "N, N m": "N",
    "rad, m": "m",
    "rad/s, m/s": "m/s",
    "rad": "m",
    "N m/A": "N/A",
}
"""Units of fields on an angle, and what they are on a displacement."""


def units_of_coordinates(model: Model, kinds: Kinds) -> dict[str, str]:
    """Units of the coordinates, as far as their kinds tell them."""
    joints: Mapping[str, Any] = kinds.joints
    units: dict[str, str] = {}
    for joint in model.joints:
        of_joint = joints[joint.kind].units if joint.kind in joints else ()
        more = of_joint[-1:] * len(joint.coordinates)  # amplitudes are as many as the user names
        units |= dict(zip(joint.coordinates, (*of_joint, *more), strict=False))
    for element in model.elements:
        of_element = kinds.elements[element.kind].own if element.kind in kinds.elements else None
        units |= dict(zip(element.own, of_element or (), strict=False))
    return units


def by_time(unit: str) -> str:
    """A unit over a second: behind a stroke everything divides."""
    return f"{unit} s" if "/" in unit else unit and f"{unit}/s"


Sizes = tuple[Dimension | None, Dimension | None]


def _of_tables(model: Model) -> dict[str, Sizes]:
    """The dimensions of argument and value of functions by points, and of their integrals."""
    sizes: dict[str, Sizes] = {}
    for entry in model.functions:
        if entry.table is not None and entry.expression is None:
            x, y = map(unit_of, (entry.table.x_unit, entry.table.y_unit))
            sizes[entry.name] = x and x.dimension, y and y.dimension
    for entry in model.functions:
        if entry.is_tabulated and entry.integral in sizes:
            x, y = sizes[entry.integral]
            entries = None if x is None or y is None else zip(x, y, strict=True)
            sizes[entry.name] = x, entries and tuple(a + b for a, b in entries)
    return sizes


DEEPEST = 30
"""So many names, each made of the next, are looked through for a dimension."""

Fault = tuple[str, str, str]
"""Cause, remedy and code."""


class Places:
    """The units of all places of one model."""

    def __init__(self, model: Model, kinds: Kinds) -> None:
        self.model, self.kinds = model, kinds
        self.coordinates = units_of_coordinates(model, kinds)
        self.parameters = {entry.name: entry.unit for entry in model.parameters}
        self.states = {n: entry.value_unit for entry in model.signals for n in entry.names}
        self._tables = _of_tables(model)
        self._written: dict[str, Dimension | None] = {}
        self._looking = 0

    def unit(self, path: Path) -> str:
        """The SI unit of a value; empty where it is not known, ``1`` for numbers."""
        section, second, third = (*path, "", "")[:3]
        index = second if isinstance(second, int) else 0
        match section:
            case "parameters":
                return self.model.parameters[index].unit
            case "signals":
                return self._of_signal(index, str(third))
            case "special_cases":
                return self._replaced(path)
            case "start" | "motions":
                return self._of_coordinate(str(section), index, third == "velocity")
            case "sketch":
                return "m"
            case "gravity":
                return _FIXED["gravity"]
            case "base":
                return _FIXED.get(str(second), "")
            case "joints" | "elements" if third not in _FIXED:
                return self._of_kind(str(section), index, str(third))
            case "bodies" if "solids" in path:
                return _OF_SOLIDS.get(str(path[5]), _FIXED["shape"])
            case _:
                return _FIXED.get(str(third), "")

    def _of_signal(self, index: int, field: str) -> str:
        signal = self.model.signals[index]
        if field == "rate":
            return by_time(signal.value_unit)
        if field in ("value", "start"):
            return signal.value_unit
        fields = self.kinds.signals[signal.kind].fields
        return next((spec.unit for spec in fields if spec.name == field), "")

    def _replaced(self, path: Path) -> str:
        case = self.model.special_cases[int((*path, 0)[1])]
        return self.parameters.get(case.replacements[int((*path, 0, 0, 0)[3])].name, "")

    def _of_coordinate(self, section: str, index: int, is_rate: bool) -> str:
        unit = self.coordinates.get(getattr(self.model, section)[index].coordinate, "")
        return f"{unit}/s" if unit and is_rate else unit

    def _of_kind(self, section: str, index: int, field: str) -> str:
        record = getattr(self.model, section)[index]
        fields = getattr(self.kinds, section)[record.kind].fields
        spec = next((spec for spec in fields if spec.name == field), None)
        if spec is None:
            return ""
        if spec.type in _DIRECTIONS or field == "restitution":
            return "1"
        if getattr(record, "coordinate", None) is None or section == "joints":
            return "" if "," in spec.unit else spec.unit
        return self._along(spec.unit, self.coordinates.get(record.coordinate, ""))

    def _along(self, unit: str, coordinate: str) -> str:
        """The unit of a field on a coordinate: declared for angles, other for displacements."""
        if unit not in _TURNING:
            return unit
        if coordinate == "m":
            return _TURNING[unit]
        turning = {"N, N m": "N m", "rad, m": "rad", "rad/s, m/s": "rad/s"}.get(unit, unit)
        return turning if coordinate == "rad" else ""

    def dimension(self, symbol: Symbol) -> Dimension | None:
        """That of a symbol of the model; None where it is not known."""
        if symbol.name == "t":
            return UNITS["s"].dimension
        name = symbol.name
        text = self.coordinates.get(name) or self.states.get(name) or self.parameters.get(name, "")
        unit = unit_of(text)
        if unit is None:
            return self.of_text(symbol.name)
        return (unit * UNITS["s"] ** -symbol.order).dimension

    def own(self, function: str) -> Sizes | None:
        """The dimensions of argument and value of a function with a table."""
        return self._tables.get(function)

    def of_text(self, name: str) -> Dimension | None:
        """That of a function, or of a parameter without unit, as far as its text tells it."""
        if name not in self._written and self._looking < DEEPEST:
            self._looking += 1
            self._written[name] = None  # while it is looked for: one that calls itself has none
            functions = (self._of_values(f) for f in self.model.functions if f.name == name)
            parameters = (self._of_value(p.value) for p in self.model.parameters if p.name == name)
            signals = (
                self._of_signal_value(entry.value)
                for entry in self.model.signals
                if isinstance(entry, ExpressionSignal) and entry.name == name
            )
            self._written[name] = next(chain(functions, parameters, signals), None)
            self._looking -= 1
        return self._written.get(name)

    def _of_value(self, value: Scalar | None) -> Dimension | None:
        """That of a value whose numbers have units."""
        try:
            content = measured(value) if isinstance(value, str) and has_unit(value) else None
            if content is None or not content.units:
                return None
            dimension = dimension_of(content.tree, lambda s: _known(self, content, s), self.own)
        except (LagrError, DoesNotFit):
            return None  # told at the parameter
        return dimension if isinstance(dimension, tuple) else None

    def _of_signal_value(self, value: Scalar) -> Dimension | None:
        """That of an expression without a unit of its own, as far as its names tell it."""
        try:
            content = measured(value) if isinstance(value, str) else None
            if content is None:
                return None
            tree = content.tree if content.units else loosened(content.tree)
            dimension = dimension_of(tree, lambda s: _known(self, content, s), self.own)
        except (LagrError, DoesNotFit):
            return None  # told at the signal
        return dimension if isinstance(dimension, tuple) else None

    def _of_values(self, function: Function) -> Dimension | None:
        arguments = frozenset(function.arguments)
        try:
            tree = loosened(read(function.expression or ""))
            of_symbol = lambda s: None if s.name in arguments else self.dimension(s)  # noqa: E731
            dimension = dimension_of(tree, of_symbol, self.own)
        except (LagrError, DoesNotFit):
            return None  # told at its expression
        return dimension if isinstance(dimension, tuple) else None


def _names(model: Model, places: Places) -> set[str]:
    """What stands for quantities of the model in texts."""
    functions = (function.name for function in model.functions)
    return {*model.coordinates, *places.states, *places.parameters, *functions, "t"}


def check_quantities(model: Model, kinds: Kinds) -> Iterator[Problem]:
    """What is wrong with the units that texts name, in the order of the file."""
    places = Places(model, kinds)
    names = _names(model, places)
    for site in written_sites(model, kinds):
        if _MAY_HAVE_UNIT.search(str(site.value)):
            try:
                content = measured(str(site.value))
            except LagrError:
                continue  # what does not read is told as that
            text = places.unit(site.path)
            for cause, remedy, code in _unfit(places, content, text, names | site.locals):
                yield Problem(place_of(site.path, model), cause, remedy, code=code, path=site.path)
    yield from _shown_only(model)


def unit_faults(model: Model, kinds: Kinds, text: str, unit: str) -> Iterator[Fault]:
    """What is wrong with the units of a text in names of the model, in a place of that unit.

    Raises LagrError where the text does not read.
    """
    places = Places(model, kinds)
    yield from _unfit(places, measured(text), unit, _names(model, places))


def has_unit(text: str) -> bool:
    """Whether an expression may name units after its numbers."""
    return bool(_MAY_HAVE_UNIT.search(text))


_MAY_HAVE_UNIT = re.compile(r"[\d.]\s*[^\W\d]|°")


def _unfit(places: Places, content: Measured, text: str, names: set[str]) -> Iterator[Fault]:
    if not content.units:
        return
    wanted = unit_of(text) if text else None
    yield from _ambiguous(places, content, wanted, names)
    try:
        dimension = dimension_of(
            content.tree, lambda symbol: _known(places, content, symbol), places.own
        )
    except DoesNotFit as error:
        yield error.args[0], "Give all terms units that fit together.", "dimension"
        return
    if wanted is not None and isinstance(dimension, tuple) and dimension != wanted.dimension:
        yield _misfit(dimension, wanted, text)


def _known(places: Places, content: Measured, symbol: Symbol) -> Dimension | None:
    unit = content.units.get(symbol.name)
    return places.dimension(symbol) if unit is None else unit.dimension


def _misfit(dimension: Dimension, wanted: Unit, text: str) -> Fault:
    if dimension[-1] and tuple(dimension[:-1]) == tuple(wanted.dimension[:-1]):
        cause = say("This is a frequency in Hz, the place holds {unit}.", unit=text)
        return cause, "Write 5 rev/s or 300 rpm, or multiply: 2*pi*5 rad/s.", "dimension"
    if dimension == NONE:
        cause = say("This is an angle or a number, the place holds {unit}.", unit=text)
    else:
        cause = say(
            "This is in {found}, the place holds {unit}.", found=named(dimension), unit=text
        )
    remedy = "Give a quantity of that sort; to divide by a parameter put it into ( ): (5 N)/m."
    return cause, remedy, "dimension"


def _ambiguous(
    places: Places, content: Measured, wanted: Unit | None, names: set[str]
) -> Iterator[Fault]:
    """Units that a reader could take for a name of the model."""
    for name in sorted(set(content.names.values()) & names):
        same = unit_of(places.parameters.get(name, ""))
        if wanted is None or (same is not None and same.dimension == UNITS[name].dimension):
            cause = say("“{name}” is a unit here, but it is also a name of the model.", name=name)
            remedy = say(
                "Write *{name} for the quantity of the model, or rename it; where a parameter is "
                "given, its unit tells what is meant.",
                name=name,
            )
            yield cause, remedy, "ambiguous-unit"


def _shown_only(model: Model) -> Iterator[Problem]:
    """Parameters whose number is in SI units beside another unit, which is only shown."""
    for index, parameter in enumerate(model.parameters):
        unit = unit_of(parameter.unit)
        if unit is None or unit.is_of_si or parameter.value in (None, 0):
            continue
        if isinstance(parameter.value, str) and _MAY_HAVE_UNIT.search(parameter.value):
            continue
        cause = say(
            "The value {value} counts in SI units ({si}), not in {unit}.",
            value=parameter.value,
            si=named(unit.dimension),
            unit=parameter.unit,
        )
        remedy = say(
            "Write the unit after the number: {value} {unit}.",
            value=parameter.value,
            unit=parameter.unit,
        )
        path: Path = ("parameters", index, "value")
        place = place_of(path, model)
        yield Problem(place, cause, remedy, Severity.WARNING, "unit-of-value", path)
