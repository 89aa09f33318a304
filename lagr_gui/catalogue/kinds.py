"""The words in which a kind of element is written down: a law over named measures.

Those of joints are in `motions`; fields of both are made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from lagr_gui.model.kinds import Depends, FieldSpec, FieldType, Range, RecordOfKind, Role
from lagr_gui.model.records import Element

RECORDS = "lagr_gui.catalogue.registries"

Words = Mapping[str, str]
"""A text by language, ``en`` and ``de``."""


@dataclass(frozen=True)
class Potential:
    """Energy of a measure, an expression in the fields and measures of the element (J)."""

    energy: str


@dataclass(frozen=True)
class Dissipation:
    """Rayleigh function of a measure, ½ of the dissipated power (W)."""

    power: str


@dataclass(frozen=True)
class Load:
    """Applied force or moment, named by the field that holds its vector or value.

    `axes` names the field that says in which axes the vector is given.
    """

    vector: str
    axes: str = ""


@dataclass(frozen=True)
class Condition:
    """Bindings (Bindungen): each expression, in fields and measures of the element, is zero.

    Those of `position` bind coordinates and time; those of `velocity` are linear in
    velocities and need not be integrable.  `chosen` names a field whose letters select the
    expressions of `position` (by ``xyz``) that hold.
    """

    position: tuple[str, ...] = ()
    velocity: tuple[str, ...] = ()
    chosen: str = ""


@dataclass(frozen=True)
class Limit:
    """Unilateral conditions H(q, t) ≤ 0: expressions in fields and measures.

    Where one is reached an impact follows Newton's law with the coefficient in `restitution`.
    """

    reached: tuple[str, ...]
    restitution: str = "restitution"


@dataclass(frozen=True)
class Energies:
    """Energies T, U and Rayleigh function D, expressions in fields and measures.

    T is at most quadratic in the velocities.
    """

    kinetic: str = "0"
    potential: str = "0"
    dissipation: str = "0"


Law = Potential | Dissipation | Load | Condition | Limit | Energies


class Side(Enum):
    """What an element is drawn at: how many and which of its fields name it."""

    BODIES = "two bodies alike"
    GROUND = "a body and the one on which it moves"
    BODY = "a body on which it acts"
    COORDINATE = "a coordinate"
    COORDINATES = "two coordinates"
    TERMINALS = "two terminals of a circuit"
    COILS = "two inductors"
    NOWHERE = "no place of its own"


@dataclass(frozen=True)
class Ends:
    """What an element is drawn at, and the fields that name it."""

    side: Side
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Line:
    """The line from a point of one body to a point of another.

    Measures: ``length`` λ = |Δx|, ``rate`` dλ/dt, ``square_speed`` (dΔx/dt)²; for conditions
    ``span_x``, ``span_y``, ``span_z`` (Δx in space axes) and ``square_length`` λ².
    """

    body_a: str = "body_a"
    point_a: str = "point_a"
    body_b: str = "body_b"
    point_b: str = "point_b"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.BODIES, (self.body_a, self.body_b))


@dataclass(frozen=True)
class OnCoordinate:
    """A joint coordinate. Measures: ``value`` and ``rate``."""

    coordinate: str = "coordinate"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.COORDINATE, (self.coordinate,))


@dataclass(frozen=True)
class AtPoint:
    """A point of a body, where a force acts."""

    body: str = "body"
    point: str = "point"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.BODY, (self.body,))


@dataclass(frozen=True)
class OnBody:
    """A body on which a moment acts, and the body that takes the reaction."""

    body: str = "body"
    reaction: str = "reaction_body"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.BODY, (self.body, self.reaction))


@dataclass(frozen=True)
class OnTwoCoordinates:
    """Two joint coordinates. Measures: ``value_a``, ``value_b``."""

    coordinate_a: str = "coordinate_a"
    coordinate_b: str = "coordinate_b"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.COORDINATES, (self.coordinate_a, self.coordinate_b))


@dataclass(frozen=True)
class Edge:
    """A point of a body that may not move along `across` (fixed in the body) over another.

    Measure of velocity: ``v_across``.
    """

    body: str = "body"
    point: str = "point"
    across: str = "across"
    ground: str = "ground"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.GROUND, (self.body, self.ground))


@dataclass(frozen=True)
class Contact:
    """A disc (with `axis`) or a ball (without) on a plane of another body.

    The plane passes through `plane_point`; `normal` and `along` are fixed in the ground.
    Measures of position: ``height`` of the centre over the plane, ``lean`` |n × a| of a
    disc's axis; measures of velocity: ``slip_1``, ``slip_2``, the velocity of the touching point
    along `along` and across it.
    """

    body: str = "body"
    centre: str = "centre"
    axis: str = ""
    radius: str = "radius"
    ground: str = "ground"
    plane_point: str = "plane_point"
    normal: str = "normal"
    along: str = "along"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.GROUND, (self.body, self.ground))


@dataclass(frozen=True)
class Unplaced:
    """No place of its own: the law speaks of coordinates and time only."""

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.NOWHERE)


@dataclass(frozen=True)
class Conductor:
    """A branch of a circuit from one terminal to another.

    Measures: ``charge`` that has flowed from the first terminal to the second, and its rate
    ``current``; both are sums over the meshes to which the branch belongs.
    """

    terminal_a: str = "terminal_a"
    terminal_b: str = "terminal_b"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.TERMINALS, (self.terminal_a, self.terminal_b))


@dataclass(frozen=True)
class BetweenCoils:
    """Two inductors of circuits. Measures: their currents ``current_a``, ``current_b``."""

    coil_a: str = "coil_a"
    coil_b: str = "coil_b"

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(Side.COILS, (self.coil_a, self.coil_b))


Geometry = (
    Line
    | OnCoordinate
    | OnTwoCoordinates
    | AtPoint
    | OnBody
    | Edge
    | Contact
    | Unplaced
    | Conductor
    | BetweenCoils
)


@dataclass(frozen=True)
class ElementKind(RecordOfKind):
    """A kind of element: geometry and law stay apart.

    `own` are the units of coordinates that the element brings along; None: as many as the
    user names, of any unit.  `stem` begins the names of new ones.  A branch of a circuit has
    a `role` in it.
    """

    name: str
    title: Words
    fields: tuple[FieldSpec, ...]
    geometry: Geometry
    law: Law
    glyph: str
    help: Words
    equation: str = field(default="")
    own: tuple[str, ...] | None = ()
    stem: str = "q"
    role: Role | None = None
    base_record = Element
    record_module = RECORDS


def scalar(
    name: str,
    default: Any,
    en: str,
    de: str,
    unit: str = "",
    depends: Depends = Depends.TIME,
    places: tuple[str, ...] = (),
    range: Range = Range.ANY,
    usual: Range = Range.ANY,
) -> FieldSpec:
    """A field with one number or expression; `places` are names that are known only in it."""
    return FieldSpec(
        name,
        FieldType.SCALAR,
        default,
        {"en": en, "de": de},
        unit,
        depends,
        places=places,
        range=range,
        usual=usual,
    )


def restitution(default: float) -> FieldSpec:
    """The field that `Limit` takes its coefficient from: 0 plastic, 1 elastic."""
    en, de = "Restitution κ", "Stoßzahl κ"
    return scalar("restitution", default, en, de, range=Range.PART, depends=Depends.PARAMETERS)


def vector(
    name: str,
    default: Any,
    en: str,
    de: str,
    unit: str = "m",
    depends: Depends = Depends.PARAMETERS,
) -> FieldSpec:
    """A field with three components."""
    return FieldSpec(name, FieldType.VECTOR, default, {"en": en, "de": de}, unit, depends)


def axis(name: str, default: Any, en: str, de: str) -> FieldSpec:
    """A direction in the joint frame; it need not be a unit vector."""
    return FieldSpec(name, FieldType.AXIS, default, {"en": en, "de": de})


def axes(name: str, default: Any, en: str, de: str) -> FieldSpec:
    """Several directions, as many as the default has."""
    return FieldSpec(name, FieldType.AXES, default, {"en": en, "de": de})


def body(name: str, en: str, de: str, default: int = 0) -> FieldSpec:
    """The number of a body."""
    return FieldSpec(name, FieldType.BODY, default, {"en": en, "de": de})


def coordinate(name: str, en: str, de: str) -> FieldSpec:
    """The name of a coordinate."""
    return FieldSpec(name, FieldType.COORDINATE, "", {"en": en, "de": de})


def terminal(name: str, en: str, de: str) -> FieldSpec:
    """The name of a terminal of a circuit."""
    return FieldSpec(name, FieldType.TERMINAL, "", {"en": en, "de": de})


def coil(name: str, en: str, de: str) -> FieldSpec:
    """The name of an inductor."""
    return FieldSpec(name, FieldType.COIL, "", {"en": en, "de": de})


def choice(name: str, default: str, choices: tuple[str, ...], en: str, de: str) -> FieldSpec:
    """One of a few words."""
    return FieldSpec(name, FieldType.CHOICE, default, {"en": en, "de": de}, choices=choices)
