"""Where elements act: the geometries of their kinds, each with what it measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, TypeVar

from lagr_gui.model.records import Element

Found = TypeVar("Found")


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


Stop = tuple[int, Any]
"""A body and the vector of a point in its axes, as a record holds them."""
Course = tuple[Stop, ...]
"""The points of bodies through which an element runs, from its first end to its last."""


class ElementGeometry:
    """Where an element acts: drawn at a side where the fields in `named` hold names.

    Checks and words read here what they need to know, so that they know no geometry by name:
    whether the two that are named must differ (`apart`), whether laws speak of coordinates and
    not of places (`on_coordinates`), whether it is part of circuits (`electric`),
    whether it measures in a frame (`framed`), and whether along the freedoms of a joint
    (`jointed`).
    """

    side: ClassVar[Side]
    named: ClassVar[tuple[str, ...]] = ()
    apart: ClassVar[bool] = False
    on_coordinates: ClassVar[bool] = False
    electric: ClassVar[bool] = False
    shaped: ClassVar[bool] = False
    jointed: ClassVar[bool] = False
    framed: ClassVar[bool] = False

    @property
    def ends(self) -> Ends:
        """Where it is drawn."""
        return Ends(self.side, tuple(getattr(self, name) for name in self.named))

    @property
    def directions(self) -> tuple[str, ...]:
        """The fields that hold directions."""
        return ()

    @property
    def plane(self) -> tuple[str, str] | None:
        """The fields that hold the normal of a plane and a direction in it."""
        return None

    @property
    def spans(self) -> str:
        """The field that leads it over points, so that each of its spans needs a length."""
        return ""

    @property
    def profile(self) -> str:
        """The field with a curve about an origin, which closes after a turn."""
        return ""

    @property
    def anchors(self) -> tuple[tuple[str, str], ...]:
        """Fields of bodies with those of points given in their axes; pulleys name both."""
        return ()

    def course(self, element: Element) -> Course:
        """The points through which an element runs; none where it runs along no line."""
        return ()


@dataclass(frozen=True)
class BetweenPoints(ElementGeometry):
    """A point of one body and a point of another."""

    side: ClassVar = Side.BODIES
    named: ClassVar = ("body_a", "body_b")
    apart: ClassVar = True
    body_a: str = "body_a"
    point_a: str = "point_a"
    body_b: str = "body_b"
    point_b: str = "point_b"

    @property
    def anchors(self) -> tuple[tuple[str, str], ...]:
        """Both points."""
        return (self.body_a, self.point_a), (self.body_b, self.point_b)


@dataclass(frozen=True)
class InPlane(ElementGeometry):
    """A plane across `normal`, and a direction in it from which it is measured."""

    normal: str = "normal"
    along: str = "along"

    @property
    def directions(self) -> tuple[str, ...]:
        """The normal, and the direction in the plane."""
        return self.normal, self.along

    @property
    def plane(self) -> tuple[str, str] | None:
        """The same."""
        return self.normal, self.along


@dataclass(frozen=True)
class Line(BetweenPoints):
    """The line from a point of one body to a point of another.

    Measures: ``length`` λ = |Δx|, ``rate`` dλ/dt, ``square_speed`` (dΔx/dt)²; for conditions
    ``span_x``, ``span_y``, ``span_z`` (Δx in space axes) and ``square_length`` λ².

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> _ = s.element("rod", body_a=GROUND, point_a=(0, 3, 0), body_b=cart, l=5)
    >>> print(*s.equations().of("phi"))
    Phi1 = x^2/2 - 8
    """

    def course(self, element: Element) -> Course:
        """Both ends."""
        return _stop(element, self.body_a, self.point_a), _stop(element, self.body_b, self.point_b)


@dataclass(frozen=True)
class OverPulleys(BetweenPoints):
    """A line over points of bodies: from a point over pulleys to another one, straight between.

    The pulleys are as small as points and have no mass.  Measures: ``length`` L = Σ |Δx|,
    ``rate`` dL/dt, ``shortening`` −L.

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> over = {"body": GROUND, "point": (4, 0, 0)}
    >>> _ = s.element("rope_pull", body_a=cart, pulleys=[over], point_b=(4, -1, 0), pull=5)
    >>> print(*s.equations().of("Q"))
    Q1 = 5
    """

    apart: ClassVar = False
    pulleys: str = "pulleys"

    def course(self, element: Element) -> Course:
        """The ends, with the pulleys between them."""
        over = ((entry.body, entry.point) for entry in getattr(element, self.pulleys))
        first = _stop(element, self.body_a, self.point_a)
        return first, *over, _stop(element, self.body_b, self.point_b)

    @property
    def spans(self) -> str:
        """The pulleys."""
        return self.pulleys


@dataclass(frozen=True)
class OverDrum(OverPulleys):
    """The same line with a drum as its last pulley, over which it does not run freely.

    `run` is how far the surface of the drum has run towards the second end.  Measures: ``length``;
    ``passed`` p, how far the line has been drawn over the surface: ½ (ℓ₂ − ℓ₁) − run with the
    lengths ℓ₁ up to the drum and ℓ₂ behind it; ``rate`` dp/dt.

    >>> from lagr_gui import GROUND, System
    >>> s = System("bollard", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> ends = {"body_a": cart, "drum_point": (4, 0, 0), "point_b": (4, -1, 0)}
    >>> _ = s.element("drum_rope", **ends, l=5)
    >>> print(*s.equations().of("phi"))
    Phi1 = -x
    """

    drum: str = "drum"
    drum_point: str = "drum_point"
    run: ClassVar = "run"

    @property
    def anchors(self) -> tuple[tuple[str, str], ...]:
        """Both ends, and the drum."""
        return *super().anchors, (self.drum, self.drum_point)

    def course(self, element: Element) -> Course:
        """The first end, the pulleys, the drum, the second end."""
        *before, last = super().course(element)
        return *before, _stop(element, self.drum, self.drum_point), last


def _stop(element: Element, body: str, point: str) -> Stop:
    return getattr(element, body), getattr(element, point)


@dataclass(frozen=True)
class OnCoordinate(ElementGeometry):
    """A joint coordinate. Measures: ``value`` and ``rate``.

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> _ = s.element("coordinate_force", coordinate="x", force="sin(t)")
    >>> print(*s.equations().of("Q"))
    Q1 = sin(t)
    """

    side: ClassVar = Side.COORDINATE
    named: ClassVar = ("coordinate",)
    on_coordinates: ClassVar = True
    coordinate: str = "coordinate"


@dataclass(frozen=True)
class Overrun(OnCoordinate):
    """A joint coordinate beside what it may overrun, counted the way in which it does so.

    `other` is how far the other side has turned, `turns` the way. Measures: ``value``
    q − other, or other − q where it overruns backwards, and its ``rate``.

    >>> from lagr_gui import GROUND, System
    >>> s = System("wheel", J=1, M=5)
    >>> wheel = s.body(inertia=(0, 0, "J"))
    >>> _ = s.joint("revolute", GROUND, wheel, "phi")
    >>> _ = s.element("one_way_clutch", coordinate="phi", turns="backwards")
    >>> print(*s.equations().of("Q"))
    Q1 = -r_1
    """

    FORWARDS: ClassVar = "forwards"
    BACKWARDS: ClassVar = "backwards"
    other: ClassVar = "other"
    turns: ClassVar = "turns"

    def sign(self, turns: str) -> int:
        """1 where it overruns forwards, −1 backwards."""
        return -1 if turns == self.BACKWARDS else 1


@dataclass(frozen=True)
class AtPoint(ElementGeometry):
    """A point of a body, where a force acts.

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> _ = s.element("force", body=cart, vector=(7, 2, 3))
    >>> print(*s.equations().of("Q"))
    Q1 = 7
    """

    side: ClassVar = Side.BODY
    named: ClassVar = ("body",)
    body: str = "body"
    point: str = "point"

    @property
    def anchors(self) -> tuple[tuple[str, str], ...]:
        """The point of the body."""
        return ((self.body, self.point),)


@dataclass(frozen=True)
class OnBody(ElementGeometry):
    """A body on which a moment acts, and the body that takes the reaction.

    >>> from lagr_gui import GROUND, System
    >>> s = System("disc", J=1)
    >>> disc = s.body(inertia=(0, 0, "J"))
    >>> _ = s.joint("revolute", GROUND, disc, "phi")
    >>> _ = s.element("torque", body=disc, vector=(1, 2, 7))
    >>> print(*s.equations().of("Q"))
    Q1 = 7
    """

    side: ClassVar = Side.BODY
    named: ClassVar = ("body", "reaction")
    apart: ClassVar = True
    body: str = "body"
    reaction: str = "reaction_body"


@dataclass(frozen=True)
class OnTwoCoordinates(ElementGeometry):
    """Two joint coordinates. Measures: ``value_a``, ``value_b``.

    >>> from lagr_gui import GROUND, System
    >>> s = System("carts", m=1)
    >>> a, b = (s.body(mass="m") for _ in range(2))
    >>> _ = s.joint("prismatic", GROUND, a, "x")
    >>> _ = s.joint("prismatic", GROUND, b, "y")
    >>> _ = s.element("gear", coordinate_a="x", coordinate_b="y", ratio=2)
    >>> print(*s.equations().of("phi"))
    Phi1 = x - 2*y
    """

    side: ClassVar = Side.COORDINATES
    named: ClassVar = ("coordinate_a", "coordinate_b")
    apart: ClassVar = True
    on_coordinates: ClassVar = True
    coordinate_a: str = "coordinate_a"
    coordinate_b: str = "coordinate_b"


@dataclass(frozen=True)
class Edge(ElementGeometry):
    """A point of a body that may not move along `across` (fixed in the body) over another.

    Measure of velocity: ``v_across``.

    >>> from lagr_gui import GROUND, System
    >>> s = System("skate", m=1)
    >>> skate = s.body(mass="m")
    >>> _ = s.joint("planar", GROUND, skate, "x", "y", "phi")
    >>> _ = s.element("skid", body=skate, across=(0, 1, 0))
    >>> print(*s.equations().of("G"))
    G11 = -sin(phi) G12 = cos(phi)
    """

    side: ClassVar = Side.GROUND
    named: ClassVar = ("body", "ground")
    apart: ClassVar = True
    body: str = "body"
    point: str = "point"
    across: str = "across"
    ground: str = "ground"

    @property
    def anchors(self) -> tuple[tuple[str, str], ...]:
        """The point of the body."""
        return ((self.body, self.point),)

    @property
    def directions(self) -> tuple[str, ...]:
        """Across the edge."""
        return (self.across,)


@dataclass(frozen=True)
class Contact(ElementGeometry):
    """A disc (with `axis`) or a ball (without) on a plane of another body.

    The plane passes through `plane_point`; `normal` and `along` are fixed in the ground, over which
    the surface of the plane may run as a belt with the velocity `surface`.
    Measures of position: ``height`` of the centre over the plane, ``lean`` |n × a| of a
    disc's axis; measures of velocity: ``slip_1``, ``slip_2``, the velocity of the touching point
    over the surface, along `along` and across it.  Of what is soft: ``depth`` of the touching point
    below the plane, and its rate ``closing``.

    >>> from lagr_gui import GROUND, System
    >>> s = System("wheel", m=1, r=0.5)
    >>> wheel = s.body(mass="m")
    >>> _ = s.joint("planar", GROUND, wheel, "x", "y", "phi")
    >>> _ = s.element("rolling_ball", body=wheel, radius="r", normal=(0, 1, 0), along=(1, 0, 0))
    >>> print(*s.equations().of("phi"))
    Phi1 = y - r
    >>> print(*s.equations().of("G"))
    G12 = 1 G21 = 1 G23 = r
    """

    side: ClassVar = Side.GROUND
    named: ClassVar = ("body", "ground")
    apart: ClassVar = True
    body: str = "body"
    centre: str = "centre"
    axis: str = ""
    radius: str = "radius"
    ground: str = "ground"
    plane_point: str = "plane_point"
    normal: str = "normal"
    along: str = "along"
    surface: str = "surface"

    @property
    def anchors(self) -> tuple[tuple[str, str], ...]:
        """The centre, and the point of the plane."""
        return (self.body, self.centre), (self.ground, self.plane_point)

    @property
    def directions(self) -> tuple[str, ...]:
        """The normal, the direction in the plane, and the axis of a disc."""
        return tuple(name for name in (self.normal, self.along, self.axis) if name)

    @property
    def plane(self) -> tuple[str, str] | None:
        """The normal, and the direction where one is given."""
        return (self.normal, self.along) if self.along else None


@dataclass(frozen=True)
class Slot(InPlane):
    """A point of a body on a curve y = f(x) in a plane that is fixed in another one.

    The plane passes through `origin`; x is measured along `along` from there, y across it and
    across `normal` (y = normal × along).  The field `curve` holds f.  Measure: ``gap`` y − f(x).

    >>> from lagr_gui import GROUND, System
    >>> s = System("pin", m=1)
    >>> pin = s.body(mass="m")
    >>> _ = s.joint("planar", GROUND, pin, "x", "y", "phi")
    >>> _ = s.element("pin_in_slot", body=pin, curve="sin(x)")
    >>> print(*s.equations().of("phi"))
    Phi1 = y - sin(x)
    """

    side: ClassVar = Side.GROUND
    named: ClassVar = ("body", "ground")
    apart: ClassVar = True
    body: str = "body"
    point: str = "point"
    ground: str = "ground"
    origin: str = "origin"
    curve: str = "curve"

    @property
    def anchors(self) -> tuple[tuple[str, str], ...]:
        """The point of the body, and where the curve begins to be measured."""
        return (self.body, self.point), (self.ground, self.origin)


@dataclass(frozen=True)
class Unplaced(ElementGeometry):
    """No place of its own: the law speaks of coordinates and time only.

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> _ = s.element("position_condition", zero="x - sin(t)")
    >>> print(*s.equations().of("phi"))
    Phi1 = x - sin(t)
    """

    side: ClassVar = Side.NOWHERE
    on_coordinates: ClassVar = True


@dataclass(frozen=True)
class Conductor(ElementGeometry):
    """A branch of a circuit from one terminal to another.

    Measures: ``charge`` that has flowed from the first terminal to the second, and its rate
    ``current``; both are sums over the meshes to which the branch belongs.

    >>> from lagr_gui import GROUND, System
    >>> s = System("mesh")
    >>> _ = s.branch("inductor", "a", "b", "q", L=2)
    >>> _ = s.branch("resistor", "b", "a", R=3)
    >>> print(*s.equations().of("T"), *s.equations().of("Q"))
    T = q'^2 Q1 = -3*q'
    """

    side: ClassVar = Side.TERMINALS
    named: ClassVar = ("terminal_a", "terminal_b")
    electric: ClassVar = True
    terminal_a: str = "terminal_a"
    terminal_b: str = "terminal_b"


@dataclass(frozen=True)
class BetweenCoils(ElementGeometry):
    """Two inductors of circuits. Measures: their currents ``current_a``, ``current_b``.

    >>> from lagr_gui import GROUND, System
    >>> s = System("coils")
    >>> a = s.branch("inductor", "a", "b", "q", L=2)
    >>> b = s.branch("inductor", "c", "d", "p", L=3)
    >>> _ = s.branch("resistor", "a", "b", R=1)
    >>> _ = s.branch("resistor", "c", "d", R=1)
    >>> _ = s.element("mutual_inductance", coil_a=a, coil_b=b, M=1)
    >>> print(*s.equations().of("T"))
    T = q'^2 + 3*p'^2/2 + q'*p'
    """

    side: ClassVar = Side.COILS
    named: ClassVar = ("coil_a", "coil_b")
    electric: ClassVar = True
    coil_a: str = "coil_a"
    coil_b: str = "coil_b"


def known_entry(table: Mapping[type, Found], geometry: ElementGeometry) -> Found | None:
    """What a table by geometries has for one: its own entry, else that of what it is a sort of."""
    return next((table[sort] for sort in type(geometry).__mro__ if sort in table), None)


def entry_of(table: Mapping[type, Found], geometry: ElementGeometry) -> Found:
    """The same where there has to be one. Raises TypeError for a geometry without."""
    found = known_entry(table, geometry)
    if found is None:
        known = ", ".join(sort.__name__ for sort in table)
        raise TypeError(f"{type(geometry).__name__} is none of the geometries {known}")
    return found
