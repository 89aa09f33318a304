"""What a kind of joint or element declares about its fields, and the records it yields.

A kind is data (`lagr_gui.catalogue` holds one file per kind).  From its fields come the
record class (`record`), the schema, the inspector and the checks.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, Optional, Protocol

from pydantic import Field as PydanticField
from pydantic import create_model

from lagr_gui.model.marks import BodyPoint
from lagr_gui.model.record import Matrix, Name, Scalar, Vector, Whole
from lagr_gui.model.records import Element, Joint, NamedSignal

_MAYBE = Optional[Scalar]  # noqa: UP045  # a value of its own


class FieldType(StrEnum):
    """What a field of a kind holds."""

    SCALAR = "scalar"
    VECTOR = "vector"
    AXIS = "axis"
    AXES = "axes"
    MATRIX = "matrix"
    BODY = "body"
    POINTS = "points"
    PLACES = "places"
    COORDINATE = "coordinate"
    TERMINAL = "terminal"
    COIL = "coil"
    CHOICE = "choice"
    SCALARS = "scalars"
    ROWS = "rows"
    NAMES = "names"


class Role(IntEnum):
    """What an element is as a branch of a circuit.

    Branches go into the tree of the circuit in this order (normal tree), so that inductances
    are links as far as possible and a mesh without inductance holds none at all.
    """

    VOLTAGE = 0
    CAPACITANCE = 1
    COUPLING = 2
    RESISTANCE = 3
    INDUCTANCE = 4
    CURRENT = 5


class Depends(StrEnum):
    """On what the value of a field may depend, each on all that the one before may and more."""

    PARAMETERS = "parameters"
    TIME = "time"
    POSITION = "position"
    STATE = "state"
    SIGNAL = "signal"


class Range(StrEnum):
    """Which numbers a field may hold; an empty range bounds nothing."""

    ANY = ""
    POSITIVE = "larger than 0"
    NOT_NEGATIVE = "of 0 or more"
    PART = "from 0 to 1"

    def holds(self, number: float) -> bool:
        """Whether a number lies in the range."""
        return {
            Range.ANY: True,
            Range.POSITIVE: number > 0,
            Range.NOT_NEGATIVE: number >= 0,
            Range.PART: 0 <= number <= 1,
        }[self]


@dataclass(frozen=True)
class FieldSpec:
    """A field of a kind: type, default, label, unit, on what it may depend.

    A scalar whose default is None may be left out.  `places` are names that are known in this field
    only, in `places_unit`; `range` bounds its value, `usual` what is hardly ever meant otherwise.
    """

    name: str
    type: FieldType
    default: Any
    label: str
    unit: str = ""
    depends: Depends = Depends.PARAMETERS
    choices: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    range: Range = Range.ANY
    usual: Range = Range.ANY
    places_unit: str = ""

    def annotation(self) -> tuple[Any, Any]:
        """The field as pydantic wants it: type and default."""
        types: dict[FieldType, Any] = {
            FieldType.SCALAR: Scalar if self.default is not None else _MAYBE,
            FieldType.VECTOR: Vector,
            FieldType.AXIS: Vector,
            FieldType.AXES: tuple[Vector, ...],
            FieldType.MATRIX: Matrix,
            FieldType.BODY: Whole,
            FieldType.POINTS: tuple[BodyPoint, ...],
            FieldType.PLACES: tuple[Vector, ...],
            FieldType.COORDINATE: Name,
            FieldType.TERMINAL: Name,
            FieldType.COIL: Name,
            FieldType.SCALARS: tuple[Scalar, ...],
            FieldType.ROWS: tuple[tuple[Scalar, ...], ...],
            FieldType.NAMES: tuple[Name, ...],
        }
        if self.type is FieldType.CHOICE:
            return Literal[self.choices], self.default
        if self.type is FieldType.BODY:
            return Whole, PydanticField(default=self.default, ge=0)
        return types[self.type], self.default


def body_places(
    record: Element, fields: tuple[FieldSpec, ...]
) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """The bodies that a record names, in the order of its fields, with their paths in it."""
    for spec in fields:
        if spec.type is FieldType.BODY:
            yield (spec.name,), getattr(record, spec.name)
        elif spec.type is FieldType.POINTS:
            for index, entry in enumerate(getattr(record, spec.name)):
                yield (spec.name, index, "body"), entry.body


def bodies_in(record: Element, fields: tuple[FieldSpec, ...]) -> tuple[int, ...]:
    """The bodies that a record names, in the order of its fields."""
    return tuple(number for _, number in body_places(record, fields))


def with_bodies(
    record: Element, fields: tuple[FieldSpec, ...], new: Mapping[int, int]
) -> dict[str, Any]:
    """The fields of a record that name bodies, with new numbers in the place of old ones."""
    update: dict[str, Any] = {}
    for spec in fields:
        value = getattr(record, spec.name)
        if spec.type is FieldType.BODY:
            update[spec.name] = new.get(value, value)
        elif spec.type is FieldType.POINTS:
            update[spec.name] = tuple(
                entry.having(body=new.get(entry.body, entry.body)) for entry in value
            )
    return update


class Kind(Protocol):
    """What model and topology may know of a kind of joint or element."""

    @property
    def name(self) -> str: ...

    @property
    def fields(self) -> tuple[FieldSpec, ...]: ...

    @property
    def record(self) -> type[Joint] | type[Element] | type[NamedSignal]: ...


class JointTraits(Kind, Protocol):
    """What topology and checks may know of a kind of joint."""

    @property
    def record(self) -> type[Joint]: ...

    @property
    def freedoms(self) -> int | None:
        """The number of coordinates; None: as many as the user names."""
        ...

    @property
    def closes_without_coordinates(self) -> bool:
        """Whether a cut of such a joint needs none of its coordinates."""
        ...


class ElementTraits(Kind, Protocol):
    """What checks may know of a kind of element."""

    @property
    def own(self) -> tuple[str, ...] | None:
        """Units of the coordinates that it brings along; None: as many as the user names."""
        ...

    @property
    def role(self) -> Role | None:
        """What it is as a branch of a circuit; None where it is none.

        A branch has the fields `terminal_a`, `terminal_b` and `link`.
        """
        ...


@dataclass(frozen=True)
class Kinds:
    """All kinds that a model may use, handed to loading and checking."""

    joints: Mapping[str, JointTraits]
    elements: Mapping[str, ElementTraits]
    signals: Mapping[str, Kind]


def record_name(kind: str) -> str:
    """The name of the record class of a kind."""
    return "".join(part.capitalize() for part in kind.split("_"))


_making = threading.RLock()
"""Held while a record class is made: two of one kind would not know each other's instances."""


class RecordOfKind:
    """Mixin of a kind: the pydantic record class with the kind's own fields."""

    name: str
    fields: tuple[FieldSpec, ...]
    base_record: type[Joint] | type[Element] | type[NamedSignal]
    common: Mapping[str, Any] = MappingProxyType({})
    """Fields that all kinds of a sort have behind their own."""
    record_module: str
    """The module that hands the record class out by its name, for pickling."""

    @property
    def record_name(self) -> str:
        """The name of the record class."""
        return record_name(self.name)

    @property
    def record(self) -> Any:
        """The record class of this kind, made when it is first asked for."""
        with _making:
            return self._made

    @cached_property
    def _made(self) -> Any:
        annotations: dict[str, Any] = {spec.name: spec.annotation() for spec in self.fields}
        annotations["kind"] = (Literal[self.name], self.name)
        annotations |= self.common
        return create_model(
            self.record_name,
            __base__=self.base_record,
            __module__=self.record_module,
            **annotations,
        )
