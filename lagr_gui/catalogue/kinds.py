"""The words in which a kind of element is written down: a law over named measures.

Those of joints are in `motions`; fields of both are made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Union

from lagr_gui.model.kinds import Depends, FieldSpec, FieldType, Range, RecordOfKind, Role
from lagr_gui.model.records import Element

if TYPE_CHECKING:
    from lagr_gui.catalogue.geometry import ElementGeometry
    from lagr_gui.catalogue.shaped import Cushion

RECORDS = "lagr_gui.catalogue.registries"


@dataclass(frozen=True)
class Potential:
    """Energy of a measure, an expression in the fields and measures of the element (J).

    Components of vectors are named c_x, c_y, c_z.  What stores may take as well: `power` is a
    Rayleigh function.

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> _ = s.element("coordinate_spring", coordinate="x", c="2")
    >>> print(*s.equations().of("Q"))
    Q1 = -2*x
    """

    energy: str
    power: str = ""


@dataclass(frozen=True)
class Dissipation:
    """Rayleigh function of a measure, ½ of the dissipated power (W).

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> _ = s.element("coordinate_damper", coordinate="x", k=3)
    >>> print(*s.equations().of("Q"))
    Q1 = -3*x'
    """

    power: str


@dataclass(frozen=True)
class Load:
    """Applied force or moment, named by the field that holds its vector or value.

    `axes` names the field that says in which axes the vector is given; a value acts along the
    measure `along`.

    >>> from lagr_gui import GROUND, System
    >>> s = System("arm", m=1, F=1)
    >>> bob = s.body(mass="m", gravity=False)
    >>> _ = s.joint("revolute", GROUND, bob, "phi", point_child=(-2, 0, 0))
    >>> _ = s.element("force", body=bob, vector=(0, "F", 0))
    >>> print(*s.equations().of("Q"))
    Q1 = 2*F*cos(phi)
    """

    vector: str
    axes: str = ""
    along: str = "value"


@dataclass(frozen=True)
class Condition:
    """Bindings (Bindungen): each expression, in fields and measures of the element, is zero.

    Those of `position` bind coordinates and time; those of `velocity` are linear in
    velocities and need not be integrable.  `chosen` names a field whose letters select the
    expressions of `position` (by ``xyz``) that hold.  `effort` is the unit of the multipliers;
    empty: that of a force on the coordinate that is bound.  `words` say what each multiplier is,
    with fields in braces where they hold directions; empty: they are numbered.

    >>> from lagr_gui import GROUND, System
    >>> s = System("gears", J=1)
    >>> a, b = (s.body(inertia=(0, 0, "J")) for _ in range(2))
    >>> _ = s.joint("revolute", GROUND, a, "alpha")
    >>> _ = s.joint("revolute", GROUND, b, "beta")
    >>> _ = s.element("gear", coordinate_a="alpha", coordinate_b="beta", ratio=-3)
    >>> print(*s.equations().of("phi"))
    Phi1 = alpha + 3*beta
    """

    position: tuple[str, ...] = ()
    velocity: tuple[str, ...] = ()
    chosen: str = ""
    effort: str = ""
    words: tuple[str, ...] = ()


TOUCHING = ("normal force", "friction along {along}", "friction across {along}")
"""The multipliers of what touches a plane without slip."""


@dataclass(frozen=True)
class Limit:
    """Unilateral conditions H(q, t) ≤ 0: expressions in fields and measures.

    Where one is reached an impact follows Newton's law with the coefficient in `restitution`.
    `effort` is the unit of the multipliers, as that of conditions.  `between` names the fields
    of a lower and an upper bound, which must leave some play.  What is touched is rough where
    `mu`, `static` and `tangential` name fields with μ while it slides, μ while it sticks (0: the
    same) and the restitution of slips; slips are the measures ``slip_1`` and ``slip_2``.  What
    presses is the multiplier, or (`arm`) as often as a field says.

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> _ = s.element("stop", coordinate="x", lower=-1, upper=1, restitution=0.5)
    >>> s.start(x=(0, 4))
    >>> impact, *_ = s.simulate(until=0.5).impacts
    >>> float(impact.t), float(impact.after[0])
    (0.24999999999999994, -2.0)
    """

    reached: tuple[str, ...]
    restitution: str = "restitution"
    effort: str = ""
    between: tuple[str, str] | None = None
    mu: str = ""
    static: str = ""
    tangential: str = ""
    arm: str = ""


@dataclass(frozen=True)
class Energies:
    """Energies T, U and Rayleigh function D, expressions in fields and measures.

    T is at most quadratic in the velocities.

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1)
    >>> cart = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, cart, "x")
    >>> _ = s.element("energies", potential="sin(x)", dissipation="x'^4")
    >>> print(*s.equations().of("Q"))
    Q1 = -4*x'^3 - cos(x)
    """

    kinetic: str = "0"
    potential: str = "0"
    dissipation: str = "0"


@dataclass(frozen=True)
class JointLoad:
    """What presses in the joint of a coordinate: its own reaction, across the axis of the joint.

    `radius`, `thrust` and `length` name fields with the radius of a pin, the mean radius of the
    face that takes the force along the axis, and the length over which what turns across the axis
    is held by two opposite forces (empty, or a field that is 0: none).

    >>> from lagr_gui import GROUND, System
    >>> s = System("pendulum", m=1, l=1)
    >>> bob = s.body(mass="m")
    >>> _ = s.joint("revolute", GROUND, bob, "phi", point_child=(0, "l", 0))
    >>> _ = s.element("bearing_friction", coordinate="phi", mu=0.5, radius=0.02)
    >>> (force,) = s.equations().frictions
    >>> print(*(words for _, words in force.presses))
    force of joint “revolute 1” across its axis
    """

    radius: str = ""
    thrust: str = ""
    length: str = ""


@dataclass(frozen=True)
class RopeLoad:
    """What presses a rope on a drum: S = (S₁ + S₂)/2 = −λ, the multiplier of its own condition.

    By Euler and Eytelwein S₁ ≤ S₂ exp(μβ) and S₂ ≤ S₁ exp(μβ): |S₁ − S₂| ≤ 2 tanh(μβ/2) S.
    `wrap` names the field with the angle β on the drum (0: by which the rope turns there).

    >>> from lagr_gui import GROUND, System
    >>> s = System("weights")
    >>> a, b = s.body(mass=1), s.body(mass=3)
    >>> _ = s.joint("prismatic", GROUND, a, "y", axis=(0, 1, 0))
    >>> _ = s.joint("prismatic", GROUND, b, "z", axis=(0, 1, 0))
    >>> over = {"body_a": a, "drum_point": (0, 2, 0), "body_b": b}
    >>> _ = s.element("drum_rope", "rope", **over, l=4, mu=0.2)
    >>> moved = s.simulate(until=0.1, outputs=["r = tension_b(rope)/tension_a(rope)"])
    >>> round(float(moved.outputs["r"][-1]), 6)  # exp(0.2 π)
    1.874456
    """

    wrap: str


@dataclass(frozen=True)
class Friction:
    """Dry friction: a force −λ ∈ b Sgn γ against the velocity of slip γ, which it may hold at 0.

    `slip` is γ, an expression in fields and in the measure `rate` of velocity, along which the
    force acts; `along` is the measure of position that this is the rate of.  `kinetic` names the
    field of the bound R while it slides, `static` that of the bound H ≥ R while it sticks (empty
    or 0: the same).  Where `stribeck` and `shape` name fields with a velocity v and a power δ the
    bound falls from H to R: R + (H − R) exp(−(|γ|/v)^δ).  `effort` is the unit of the multiplier
    that holds, as that of conditions.  Where a `load` presses, R and H are coefficients of it.
    What is `one_way` exerts nothing for γ > 0, at most R for γ = 0, and R for γ < 0; where the
    field of R is 0 it holds any force: γ ≥ 0, λ ≥ 0, λγ = 0.  The field `form` chooses this law or
    an approximation of it that cannot stick.

    >>> from lagr_gui import GROUND, System
    >>> s = System("block", m=2)
    >>> block = s.body(mass="m")
    >>> _ = s.joint("prismatic", GROUND, block, "x")
    >>> _ = s.element("joint_friction", coordinate="x", kinetic=3)
    >>> s.start(x=(0, 1.5))
    >>> moved = s.simulate(until=2)
    >>> round(float(moved.q[-1, 0]), 9), moved.changes[-1].after
    (0.75, 'sticks')
    """

    along: str
    slip: str
    kinetic: str
    static: str = ""
    stribeck: str = ""
    shape: str = ""
    effort: str = ""
    load: JointLoad | RopeLoad | None = None
    one_way: bool = False
    form: str = ""

    def may_stick(self, element: Element) -> bool:
        """Whether an element has this law itself, not an approximation."""
        return not self.form or getattr(element, self.form) == "exact"


Law = Union[Potential, Dissipation, Load, Condition, Limit, Energies, Friction, "Cushion"]


@dataclass(frozen=True)
class Along:
    """What an element on a coordinate is called and drawn as along a slide."""

    title: str
    glyph: str


@dataclass(frozen=True)
class ElementKind(RecordOfKind):
    """A kind of element: geometry and law stay apart.

    `own` are the units of coordinates that the element brings along; None: as many as the
    user names, of any unit.  `stem` begins the names of new ones.  A branch of a circuit has
    a `role` in it, and may give or hold a `voltage` whatever its charge is: an expression in its
    fields.  What acts on a coordinate may be something else `along` a slide than about a hinge.
    What rubs may bind as well: its `tie`.  What binds may give way: where the field μ of the limit
    `slipping` is not 0 that is its law (`of`), and what it held is one of its states.

    >>> from lagr_gui.catalogue import ELEMENTS
    >>> rod = ELEMENTS["rod"]
    >>> rod.geometry.named, rod.law.position
    (('body_a', 'body_b'), ('(square_length - l^2)/2',))
    """

    name: str
    title: str
    fields: tuple[FieldSpec, ...]
    geometry: ElementGeometry
    law: Law
    glyph: str
    help: str
    equation: str = field(default="")
    own: tuple[str, ...] | None = ()
    stem: str = "q"
    role: Role | None = None
    voltage: str = ""
    along: Along | None = None
    tie: Condition | None = None
    slipping: Limit | None = None
    base_record = Element
    record_module = RECORDS

    def of(self, element: Element) -> ElementKind:
        """The kind of one element, with the law that its fields make it have."""
        slips = self.slipping
        if slips is None or _is_zero(getattr(element, slips.mu)):
            return self
        return replace(self, law=slips, slipping=None)

    def titled(self, element: Element, units: Mapping[str, str]) -> str:
        """What an element of this kind is called, by the units of the coordinates."""
        return self.along.title if self.along and _slides(element, units) else self.title

    def drawn(self, element: Element, units: Mapping[str, str]) -> str:
        """The glyph of an element of this kind, by the units of the coordinates."""
        return self.along.glyph if self.along and _slides(element, units) else self.glyph


def _is_zero(value: Any) -> bool:
    """Whether a field is 0 as it is typed, whatever else may stand there."""
    try:
        return float(value) == 0
    except ValueError:
        return False


def _slides(element: Element, units: Mapping[str, str]) -> bool:
    return units.get(getattr(element, "coordinate", "")) == "m"


def scalar(
    name: str,
    default: Any,
    label: str,
    unit: str = "",
    depends: Depends = Depends.TIME,
    places: tuple[str, ...] = (),
    range: Range = Range.ANY,
    usual: Range = Range.ANY,
    places_unit: str = "",
) -> FieldSpec:
    """A field with one number or expression; `places` are names that are known only in it."""
    return FieldSpec(
        name,
        FieldType.SCALAR,
        default,
        label,
        unit,
        depends,
        places=places,
        range=range,
        usual=usual,
        places_unit=places_unit,
    )


def restitution(default: float) -> FieldSpec:
    """The field that `Limit` takes its coefficient from: 0 plastic, 1 elastic."""
    return scalar(
        "restitution", default, "Restitution κ", range=Range.PART, depends=Depends.PARAMETERS
    )


def vector(
    name: str, default: Any, label: str, unit: str = "m", depends: Depends = Depends.PARAMETERS
) -> FieldSpec:
    """A field with three components."""
    return FieldSpec(name, FieldType.VECTOR, default, label, unit, depends)


def axis(name: str, default: Any, label: str) -> FieldSpec:
    """A direction in the joint frame; it need not be a unit vector."""
    return FieldSpec(name, FieldType.AXIS, default, label)


def axes(name: str, default: Any, label: str) -> FieldSpec:
    """Several directions, as many as the default has."""
    return FieldSpec(name, FieldType.AXES, default, label)


def body(name: str, label: str, default: int = 0) -> FieldSpec:
    """The number of a body."""
    return FieldSpec(name, FieldType.BODY, default, label)


def points(name: str, label: str) -> FieldSpec:
    """A list of points of bodies, in the order in which they follow each other."""
    return FieldSpec(name, FieldType.POINTS, (), label, "m")


def places(name: str, label: str) -> FieldSpec:
    """A list of vectors in the axes of one body, one after the other."""
    return FieldSpec(name, FieldType.PLACES, (), label, "m")


def coordinate(name: str, label: str) -> FieldSpec:
    """The name of a coordinate."""
    return FieldSpec(name, FieldType.COORDINATE, "", label)


def terminal(name: str, label: str) -> FieldSpec:
    """The name of a terminal of a circuit."""
    return FieldSpec(name, FieldType.TERMINAL, "", label)


def coil(name: str, label: str) -> FieldSpec:
    """The name of an inductor."""
    return FieldSpec(name, FieldType.COIL, "", label)


def choice(name: str, default: str, choices: tuple[str, ...], label: str) -> FieldSpec:
    """One of a few words."""
    return FieldSpec(name, FieldType.CHOICE, default, label, choices=choices)
