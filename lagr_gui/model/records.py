"""What was drawn, as plain immutable data.

Physical fields hold a number or the text of an expression (a `Scalar`); the text is kept
as the user wrote it and read by `lagr_gui.expression.read`.  A record may be unfinished
or wrong: `lagr_gui.model.check` lists what is missing.

Conventions: SI units and radians; body frames at the centre of mass; body 0 is space or
the body whose motion is prescribed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from numbers import Integral
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    SerializeAsAny,
    StrictBool,
    StringConstraints,
    WithJsonSchema,
)
from pydantic import StrictStr as _Text
from pydantic_core import PydanticCustomError

from lagr_gui.given import is_finite, is_number
from lagr_gui.incoming import has_halves
from lagr_gui.message import say
from lagr_gui.showing import Shown

LARGEST = 1e300
"""Numbers of larger magnitude are refused: nothing mechanical is that big."""


LARGEST_NUMBER = 1_000_000_000
"""The largest number of a body."""

LONGEST_NAME, LONGEST_TEXT = 1000, 100_000
"""Most characters of a name, and of a text that describes."""


def _text(value: str) -> str:
    if has_halves(value):
        raise PydanticCustomError("text", "a text without half characters is expected")
    return value


Text = Annotated[_Text, StringConstraints(max_length=LONGEST_TEXT), AfterValidator(_text)]
Name = Annotated[_Text, StringConstraints(max_length=LONGEST_NAME), AfterValidator(_text)]


def _scalar(value: object) -> int | float | str:
    if isinstance(value, str):
        return _text(value)
    if not is_number(value):
        raise PydanticCustomError("scalar", "a number or the text of an expression is expected")
    value = int(value) if isinstance(value, Integral) else float(value)
    if (isinstance(value, float) and not isfinite(value)) or abs(value) > LARGEST:
        raise PydanticCustomError("finite", "the number is not finite or too large")
    return value


Scalar = Annotated[
    int | float | str,
    PlainValidator(_scalar),
    WithJsonSchema({"type": ["number", "string"]}),
]
"""A number or the text of an expression."""
Vector = tuple[Scalar, Scalar, Scalar]
Matrix = tuple[Vector, Vector, Vector]
"""Three rows of three scalars."""

_N = TypeVar("_N", bound="Record")

ZERO: Vector = (0, 0, 0)
IDENTITY: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def _number(value: object) -> object:
    if not is_finite(value):
        raise PydanticCustomError("number", "a finite number is expected")
    return float(value)  # type: ignore[arg-type]


def _whole(value: object) -> object:
    if not is_number(value) or not isinstance(value, Integral):
        raise PydanticCustomError("whole", "a whole number is expected")
    return int(value)


_Finite = Annotated[float, Field(ge=-LARGEST, le=LARGEST), BeforeValidator(_number)]
Whole = Annotated[int, Field(le=LARGEST_NUMBER), BeforeValidator(_whole)]


class Record(BaseModel):
    """A frozen record that refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def having(self, **fields: Any) -> Self:
        """The same record but for some fields; what they get is not validated."""
        return self.model_copy(update=fields)

    def each(self, field: str, change: Callable[[Any], Any]) -> Self:
        """The same record with every entry of a list changed."""
        return self.having(**{field: tuple(map(change, getattr(self, field)))})

    def only(self, field: str, keep: Callable[[Any], bool]) -> Self:
        """The same record without the entries of a list that are not to be kept."""
        return self.having(**{field: tuple(filter(keep, getattr(self, field)))})


class BodyPoint(Record):
    """A point of a body, from its centre of mass in its axes (m); body 0: from its origin."""

    body: Whole = Field(default=0, ge=0)
    point: Vector = (0, 0, 0)


class Inertia(Record):
    """The six entries of an inertia tensor about the centre of mass, in body axes (kg m²).

    The entries are those of the symmetric matrix; `form` says of which one:
    ``ordinary`` θ̄ⱼₖ = ∫(x′ₗx′ₗ δⱼₖ − x′ⱼx′ₖ)dm, or ``binet`` θⱼₖ = ∫x′ⱼx′ₖ dm (13).
    """

    form: Literal["ordinary", "binet"] = "ordinary"
    xx: Scalar = 0
    yy: Scalar = 0
    zz: Scalar = 0
    xy: Scalar = 0
    xz: Scalar = 0
    yz: Scalar = 0


class Shape(Record):
    """How a body is displayed; it never enters physics.

    `size` holds three lengths in body axes (m); a rod, cylinder, disc or wheel lies along
    `axis`.  A frame is made of tubes between the joints of the body and has no size.
    """

    form: Literal["point", "sphere", "rod", "box", "cylinder", "disc", "wheel", "frame"] = "box"
    size: Vector = (0.2, 0.2, 0.2)
    axis: Literal["x", "y", "z"] = "y"
    color: Name = ""


class Body(Record):
    """A rigid body; `number` is LAGR's number of the body, from 1."""

    number: Whole = Field(ge=1)
    name: Name = ""
    mass: Scalar = 1
    inertia: Inertia = Inertia()
    gravity: StrictBool = True
    shape: Shape = Shape()


class Base(Record):
    """Body 0: its motion is prescribed as a function of time, at rest by default.

    `position` is the origin in space axes (m).  The orientation is a turn of `angle` (rad)
    about `axis`, or, where `matrix` is given, the matrix E of (2): row i is body axis i
    written in space axes.
    """

    name: Name = "Ground"
    position: Vector = ZERO
    axis: Vector = (0, 0, 1)
    angle: Scalar = 0
    matrix: Matrix | None = None


class Joint(Record):
    """A joint between two bodies: motion of the child relative to the parent.

    `point_parent` is fixed in the parent (from its centre of mass, in its axes; body 0:
    from its origin), `point_child` in the child.  `orientation` maps vectors of the joint
    frame into parent axes.  With all coordinates zero the child's axes are parallel to the
    joint frame.  Of a closed path the joint with `cut` is cut.  Each kind adds its own fields
    (see `lagr_gui.catalogue`).
    """

    name: Name
    kind: Name
    parent: Whole = Field(ge=0)
    child: Whole = Field(ge=0)
    point_parent: Vector = ZERO
    point_child: Vector = ZERO
    orientation: Matrix = IDENTITY
    coordinates: tuple[Name, ...] = ()
    cut: StrictBool = False


class Element(Record):
    """A spring, damper, force or moment; each kind adds its own fields.

    `own` are the names of coordinates that belong to the element itself; that of a branch of
    a circuit is its charge, which is a coordinate of the system or a sum of such.
    """

    name: Name
    kind: Name
    enabled: StrictBool = True
    own: tuple[Name, ...] = ()


class Terminal(Record):
    """A terminal (node) of an electrical circuit, where branches meet."""

    name: Name


class Parameter(Record):
    """A named constant; its value may be an expression in other parameters."""

    name: Name
    value: Scalar | None = None
    unit: Name = ""
    description: Text = ""
    minimum: _Finite | None = None
    maximum: _Finite | None = None
    positive: StrictBool = False


class Function(Record):
    """A function of time or of coordinates; without expression it is left unspecified."""

    name: Name
    arguments: tuple[Name, ...] = ("t",)
    expression: Text | None = None
    description: Text = ""


class Replacement(Record):
    """In a special case a parameter or function `name` becomes `value`.

    A function's value is an expression in the function's own argument names.
    """

    name: Name
    value: Scalar


class SpecialCase(Record):
    """A named list of replacements (LAGR's replacement list)."""

    name: Name
    description: Text = ""
    replacements: tuple[Replacement, ...] = ()


class StartValue(Record):
    """Position and velocity of a coordinate at the start of a simulation."""

    coordinate: Name
    position: Scalar = 0
    velocity: Scalar = 0


class GivenMotion(Record):
    """The motion of a coordinate whose force is wanted: an expression in t (inverse problem)."""

    coordinate: Name
    motion: Scalar


BY_COORDINATE = ("start", "motions")
"""Sections of a model that list coordinates."""


class Simulation(Record):
    """Settings of a simulation; times in s."""

    start: _Finite = 0.0
    until: _Finite = 10.0
    method: Name = "auto"
    rtol: _Finite = 1e-10
    atol: _Finite = 1e-12


class Place(Record):
    """Where an item lies on the canvas; `item` is e.g. ``body:1`` or ``element:spring``."""

    item: Text
    x: _Finite
    y: _Finite


class Bends(Record):
    """The corners that the user gave to the line of a joint or element, from its first end on."""

    item: Text
    points: tuple[tuple[_Finite, _Finite], ...]


class Layout(Record):
    """The drawing; it never enters physics.

    Without a place bodies and terminals are arranged, symbols of joints and elements find room by
    themselves.  `labels` says where labels stand, seen from the middle of their symbols.
    """

    places: tuple[Place, ...] = ()
    bends: tuple[Bends, ...] = ()
    labels: tuple[Place, ...] = ()


class Model(Shown, Record):
    """A mechanical system as it was drawn."""

    name: Name = ""
    description: Text = ""
    gravity: Vector = (0, "-g", 0)
    base: Base = Base()
    bodies: tuple[Body, ...] = ()
    joints: tuple[SerializeAsAny[Joint], ...] = ()
    elements: tuple[SerializeAsAny[Element], ...] = ()
    terminals: tuple[Terminal, ...] = ()
    parameters: tuple[Parameter, ...] = (
        Parameter(name="g", value=9.81, unit="m/s^2", description="acceleration of gravity"),
    )
    functions: tuple[Function, ...] = ()
    special_cases: tuple[SpecialCase, ...] = ()
    start: tuple[StartValue, ...] = ()
    motions: tuple[GivenMotion, ...] = ()
    simulation: Simulation = Simulation()
    layout: Layout = Layout()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the bodies, without body 0, in the order of the file."""
        return tuple(body.number for body in self.bodies)

    def body(self, number: int) -> Body:
        """The body with a number; KeyError where there is none (body 0 is `base`)."""
        for body in self.bodies:
            if body.number == number:
                return body
        raise KeyError(number)

    def joint(self, name: str) -> Joint:
        """The joint with a name; KeyError where there is none."""
        return _named(self.joints, name)

    def element(self, name: str) -> Element:
        """The element with a name; KeyError where there is none."""
        return _named(self.elements, name)

    def title(self, number: int) -> str:
        """What a body is called in messages: “Pendulum” (body 2)."""
        name = self.base.name if number == 0 else self.body(number).name
        named = say("body {number} “{name}”", number=number, name=name)
        return named if name else say("body {number}", number=number)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """All coordinate names: those of the joints, then those of active elements, in order."""
        of_joints = tuple(name for joint in self.joints for name in joint.coordinates)
        active = (element for element in self.elements if element.enabled)
        return of_joints + tuple(name for element in active for name in element.own)


def _named(records: Sequence[_N], name: str) -> _N:
    for record in records:
        if getattr(record, "name", None) == name:
            return record
    raise KeyError(name)
