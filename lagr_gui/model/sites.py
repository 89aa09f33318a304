"""Every place of a model that holds a number or an expression, and what it may depend on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from lagr_gui.expression import read, symbols
from lagr_gui.foundation.problem import LagrError, Path
from lagr_gui.model.kinds import Depends, FieldType, Kinds
from lagr_gui.model.recent import Recent, of_recent
from lagr_gui.model.record import Scalar
from lagr_gui.model.records import Body, Element, Joint, Model, NamedSignal
from lagr_gui.model.unchanged import Unchanged


@dataclass(frozen=True, slots=True)
class Site:
    """One scalar of the model: where it is, its value, what it may depend on.

    `locals` are names that are known only here (the arguments of a function), of a unit that is
    `local_unit` where it is known.
    """

    path: Path
    value: Scalar
    depends: Depends
    locals: frozenset[str] = frozenset()
    local_unit: str = ""

    @property
    def names(self) -> frozenset[str]:
        """The names of the model in its expression; none where that is a number or does not read.

        What does not read, `check` tells.
        """
        if not isinstance(self.value, str):
            return frozenset()
        try:
            return frozenset(symbol.name for symbol in symbols(read(self.value))) - self.locals
        except LagrError:
            return self._beside_measures() if self.depends is Depends.SIGNAL else frozenset()

    def _beside_measures(self) -> frozenset[str]:
        """The names in an expression with measures, also in the points of these."""
        from lagr_gui.expression.sensors import names_beside  # few models have measures

        return names_beside(str(self.value)) - self.locals


_NUMERIC = {
    FieldType.SCALAR,
    FieldType.VECTOR,
    FieldType.AXIS,
    FieldType.AXES,
    FieldType.PLACES,
    FieldType.MATRIX,
    FieldType.SCALARS,
    FieldType.ROWS,
}
OF_SOLIDS = (
    *("size", "radius", "inner", "length", "section", "thickness", "corners"),
    *("scale", "at", "turn", "density", "mass"),
)
"""Fields of a solid that hold numbers or expressions."""


class _Looking:
    """Looks through models; what was seen in the last ones is known, and of the next one most."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self._bodies = Unchanged[Body, tuple[Site, ...]](lambda *of: tuple(_of_body(*of)))
        self._joints = Unchanged[Joint, tuple[Site, ...]](lambda *of: tuple(self._of_joint(*of)))
        self._elements = Unchanged[Element, tuple[Site, ...]](
            lambda path, element: tuple(_of_kind(path, element, kinds.elements))
        )
        self.sites = Recent(self._every)
        """All scalars of a model."""
        self.written = Recent(self._written)
        """Those of them that are expressions."""

    def _every(self, model: Model) -> tuple[Site, ...]:
        parts = (
            *self._bodies.of("bodies", model.bodies),
            *self._joints.of("joints", model.joints),
            *self._elements.of("elements", model.elements),
        )
        of_records = chain.from_iterable(parts)
        definitions = _definitions(model, self._kinds)
        return (*_of_base(model), *of_records, *definitions, *_marks(model))

    def _written(self, model: Model) -> tuple[Site, ...]:
        return tuple(site for site in self.sites(model) if isinstance(site.value, str))

    def _of_joint(self, path: Path, joint: Joint) -> Iterator[Site]:
        for name in ("point_parent", "point_child", "orientation"):
            yield from spread((*path, name), getattr(joint, name), Depends.PARAMETERS)
        yield from _of_kind(path, joint, self._kinds.joints)


_looking = of_recent(_Looking)


def sites(model: Model, kinds: Kinds) -> tuple[Site, ...]:
    """All scalars of a model in the order of the file."""
    return _looking(kinds).sites(model)


def written_sites(model: Model, kinds: Kinds) -> tuple[Site, ...]:
    """Those of them that are expressions; the others are numbers."""
    return _looking(kinds).written(model)


def _of_base(model: Model) -> Iterator[Site]:
    yield from spread(("gravity",), model.gravity, Depends.TIME)
    base = model.base
    yield from spread(("base", "axis"), base.axis, Depends.PARAMETERS)
    for name in ("position", "angle", "matrix"):
        yield from spread(("base", name), getattr(base, name), Depends.TIME)


def _of_body(path: Path, body: Body) -> Iterator[Site]:
    yield Site((*path, "mass"), body.mass, Depends.PARAMETERS)
    for entry in ("xx", "yy", "zz", "xy", "xz", "yz"):
        value = getattr(body.inertia, entry)
        yield Site((*path, "inertia", entry), value, Depends.PARAMETERS)
    yield from spread((*path, "centre"), body.centre, Depends.PARAMETERS)
    yield from spread((*path, "shape", "size"), body.shape.size, Depends.PARAMETERS)
    for number, solid in enumerate(body.shape.solids):
        for name in OF_SOLIDS:
            value = getattr(solid, name)
            at = (*path, "shape", "solids", number, name)
            yield from spread(at, value, Depends.PARAMETERS)


def _definitions(model: Model, kinds: Kinds) -> Iterator[Site]:
    for index, parameter in enumerate(model.parameters):
        if parameter.value is not None:
            yield Site(("parameters", index, "value"), parameter.value, Depends.PARAMETERS)
    arguments: dict[str, frozenset[str]] = {}
    for index, function in enumerate(model.functions):
        arguments[function.name] = frozenset(function.arguments)
        if function.expression is not None:
            path = ("functions", index, "expression")
            local = arguments[function.name]
            yield Site(path, function.expression, Depends.PARAMETERS, local)
    for index, signal in enumerate(model.signals):
        yield from _of_kind(("signals", index), signal, kinds.signals)
    for index, case in enumerate(model.special_cases):
        for entry, replacement in enumerate(case.replacements):
            path = ("special_cases", index, "replacements", entry, "value")
            local = arguments.get(replacement.name, frozenset())
            yield Site(path, replacement.value, Depends.PARAMETERS, local)
    for index, start in enumerate(model.start):
        yield Site(("start", index, "position"), start.position, Depends.PARAMETERS)
        yield Site(("start", index, "velocity"), start.velocity, Depends.PARAMETERS)
    for index, prescribed in enumerate(model.motions):
        yield Site(("motions", index, "motion"), prescribed.motion, Depends.TIME)


def _marks(model: Model) -> Iterator[Site]:
    """The points of what is drawn into the sketch."""
    marks, path = model.sketch, ("sketch",)
    for index, mark in enumerate(marks.points):
        yield from spread((*path, "points", index, "point"), mark.point, Depends.PARAMETERS)
    for index, wall in enumerate(marks.walls):
        for name in ("start", "end"):
            place = (*path, "walls", index, name)
            yield from spread(place, getattr(wall, name), Depends.PARAMETERS)
    for index, measure in enumerate(marks.measures):
        for entry, end in enumerate(measure.points):
            place = (*path, "measures", index, "points", entry, "point")
            yield from spread(place, end.point, Depends.PARAMETERS)


def _of_kind(
    path: Path, record: Joint | Element | NamedSignal, kinds: Mapping[str, Any]
) -> Iterator[Site]:
    if record.kind not in kinds:
        return
    for spec in kinds[record.kind].fields:
        value = getattr(record, spec.name, spec.default)
        if spec.type is FieldType.POINTS:
            for index, entry in enumerate(value):
                yield from spread((*path, spec.name, index, "point"), entry.point, spec.depends)
        elif spec.type in _NUMERIC:
            locals_ = frozenset(spec.places), spec.places_unit
            yield from spread((*path, spec.name), value, spec.depends, *locals_)


def spread(
    path: Path,
    value: Any,
    depends: Depends,
    places: frozenset[str] = frozenset(),
    unit: str = "",
) -> Iterator[Site]:
    """The scalars of a scalar, vector or matrix; of None there are none."""
    if isinstance(value, tuple):
        for index, entry in enumerate(value):
            yield from spread((*path, index), entry, depends, places, unit)
    elif value is not None:
        yield Site(path, value, depends, places, unit)


def put(record: Any, path: Path, value: Any) -> Any:
    """A record with another value at a path in it, which is not judged."""
    if not path:
        return value
    step, *rest = path
    if isinstance(step, int):
        return (*record[:step], put(record[step], tuple(rest), value), *record[step + 1 :])
    return record.having(**{step: put(getattr(record, step), tuple(rest), value)})
