"""What was drawn, as plain immutable data.

Physical fields hold a number or the text of an expression (a `Scalar`); the text is kept
as the user wrote it and read by `lagr_gui.expression.read`.  A record may be unfinished
or wrong: `lagr_gui.model.checks.check` lists what is missing.

Conventions: SI units and radians; points of a body are seen from its origin, which is the centre
of mass unless its `centre` tells another; body 0 is space or the body whose motion is prescribed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Self, TypeVar

from pydantic import Field, PrivateAttr, SerializeAsAny, StrictBool

from lagr_gui.foundation.message import say
from lagr_gui.foundation.showing import Shown
from lagr_gui.model.control import ControlDesk
from lagr_gui.model.controllers import Controller
from lagr_gui.model.events import MotionEvent
from lagr_gui.model.exercise import Exercise
from lagr_gui.model.marks import SketchMarks
from lagr_gui.model.output import Output
from lagr_gui.model.record import (
    IDENTITY,
    ZERO,
    Finite,
    Formula,
    Line,
    Matrix,
    Name,
    Record,
    Scalar,
    Text,
    Vector,
    Whole,
)
from lagr_gui.model.shapes import Shape
from lagr_gui.model.tables import LookupTable

# --- How a model is simulated ------------------------------------------------------------------


class Simulation(Record):
    """Settings of a simulation, times in s, curves that are wanted of it, units that act in it.

    Without an absolute tolerance it is a part of the size of the model and of its motion.
    """

    start: Finite = 0.0
    until: Finite = 10.0
    method: Name = "auto"
    rtol: Finite = 1e-10
    atol: Finite | None = None
    outputs: tuple[Output, ...] = ()
    controllers: tuple[Controller, ...] = ()


# --- What was drawn, as plain immutable data ---------------------------------------------------

_N = TypeVar("_N", bound="Record")


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


class Body(Record):
    """A rigid body; `number` is LAGR's number of the body, from 1.

    Its `centre` of mass (m) is seen from the origin of its points, in its axes: where it is zero,
    they are given from the centre of mass.
    """

    number: Whole = Field(ge=1)
    name: Name = ""
    mass: Scalar = 1
    centre: Vector = ZERO
    inertia: Inertia = Inertia()
    gravity: StrictBool = True
    shape: Shape = Shape()
    _drawn_centre: Vector = PrivateAttr(ZERO)

    @property
    def drawn_centre(self) -> Vector:
        """The centre of mass before points were seen from it: those in questions are not (m)."""
        return self._drawn_centre

    def seen_from_centre(self, shape: Shape) -> Body:
        """The body with its points from its centre of mass, and its shape there."""
        body = self.having(centre=ZERO, shape=shape)
        body._drawn_centre = self.centre
        return body


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

    `point_parent` is fixed in the parent (from its origin, in its axes), `point_child` in the
    child.  `orientation` maps vectors of the joint
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
    minimum: Finite | None = None
    maximum: Finite | None = None
    positive: StrictBool = False


class Function(Record):
    """A function of time or of coordinates; where nothing defines it, it is left unspecified.

    It is defined by its expression or, where there is none, by a table, or as the `integral` of
    another function that has a table; both have one argument.
    """

    name: Name
    arguments: tuple[Name, ...] = ("t",)
    expression: Formula | None = None
    table: LookupTable | None = None
    integral: Name = ""
    description: Text = ""

    @property
    def is_tabulated(self) -> bool:
        """Whether points define it, its own or those of a function that it is the integral of."""
        return self.expression is None and (self.table is not None or bool(self.integral))

    @property
    def is_specified(self) -> bool:
        """Whether it has values."""
        return self.expression is not None or self.is_tabulated


class NamedSignal(Record):
    """A name for something that has a value at each time; each kind adds its own fields.

    Blocks of the catalogue (`lagr_gui.catalogue.signals`) are made into states and expressions,
    which tell the block that they come from.
    """

    name: Name
    kind: Name
    _block: str = PrivateAttr("")
    _cases: tuple[tuple[str, Scalar], ...] = PrivateAttr(())

    @property
    def source(self) -> str:
        """The item that it comes from: its block, or itself."""
        return f"signal:{self._block or self.name}"

    @property
    def cases(self) -> tuple[tuple[str, Scalar], ...]:
        """What is said of each of its modes, with its value or rate then; none of what has one."""
        return self._cases

    def of_block(self, name: str, cases: Iterable[tuple[str, Scalar]] = ()) -> Self:
        """The same as a part of a block, which is others in several modes."""
        part = self.having()
        part._block, part._cases = name, tuple(cases)
        return part

    @property
    def names(self) -> tuple[str, ...]:
        """The names that expressions may use: its own, or those of its outputs."""
        return getattr(self, "outputs", ()) or (self.name,)

    @property
    def value_unit(self) -> str:
        """The SI unit of its value; empty where it is not told."""
        return getattr(self, "unit", "")


class ExpressionSignal(NamedSignal):
    """A name for an expression of time, coordinates, velocities, states and other signals."""

    kind: Literal["expression"] = "expression"  # pyright: ignore[reportIncompatibleVariableOverride]
    value: Scalar = 0
    unit: Name = ""
    description: Text = ""


class StateSignal(NamedSignal):
    """A state z of the first order that the system has of its own: ż = `rate`.

    The rate may depend on time, coordinates, velocities, states and signals, its own included; z
    is `start` where a simulation begins, in the SI unit of its `unit`.
    """

    kind: Literal["state"] = "state"  # pyright: ignore[reportIncompatibleVariableOverride]
    rate: Scalar = 0
    start: Scalar = 0
    unit: Name = ""
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


WIRED = ("controller:", "signal:")
"""What the keys of blocks begin with that are joined by lines of signals."""
NODES = ("body:", "terminal:", "instance:", *WIRED)
"""What the keys of items begin with that have a place and to which lines lead."""


class Place(Record):
    """Where an item lies on the canvas; `item` is e.g. ``body:1`` or ``element:spring``."""

    item: Line
    x: Finite
    y: Finite


class Bends(Record):
    """The corners that the user gave to the line of a joint or element, from its first end on."""

    item: Line
    points: tuple[tuple[Finite, Finite], ...]


class Note(Record):
    """A text on the canvas with its upper left corner at x and y; its lines are `width` long."""

    number: Whole = Field(ge=1)
    text: Text
    x: Finite
    y: Finite
    width: Finite = 200.0

    @property
    def item(self) -> str:
        """What it is called among the items: ``note:1``."""
        return f"note:{self.number}"


class Layout(Record):
    """The drawing; it never enters physics.

    Without a place bodies and terminals are arranged, symbols of joints and elements find room by
    themselves.  `labels` says where labels stand, seen from the middle of their symbols.
    """

    places: tuple[Place, ...] = ()
    bends: tuple[Bends, ...] = ()
    labels: tuple[Place, ...] = ()
    notes: tuple[Note, ...] = ()


class BodyPort(Record):
    """A body of a subsystem that is known outside, with a point of it (m, in its axes).

    A body `outside` belongs to who uses the subsystem: its mass and shape are those it has there.
    Body 0 is always such a one.
    """

    name: Name
    body: Whole = Field(default=0, ge=0)
    point: Vector = ZERO
    outside: StrictBool = False


class Attachment(Record):
    """What a port of an instance is outside.

    A port that stands for a body outside is that `body`, and the point of the port comes to lie at
    `point` (by default at the point of the port that the body is, else at the centre of mass;
    body 0: at its origin).  Any other port gets `body` as its number.
    """

    port: Name
    body: Whole = Field(ge=0)
    point: Vector | None = None


class ChainLink(Record):
    """In a repeated instance `port` of each member is attached to port `to` of the one before."""

    port: Name
    to: Name


class SubsystemInstance(Record):
    """A subsystem as a part of a model.

    `values` stand in the place of parameters and functions of the subsystem, as expressions of the
    model; `repeat` makes that many equal members of it, a chain where there are `links`.
    """

    name: Name
    subsystem: Name
    repeat: Whole | None = None
    values: tuple[Replacement, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    links: tuple[ChainLink, ...] = ()


class Subsystem(Record):
    """A model that can be a part of others, as it was when it came in.

    `source` is the file that it came from, `mark` that of the file's content then (both empty for
    one that was made here).
    """

    name: Name
    source: Line = ""
    mark: Name = ""
    model: Model


class Model(Shown, Record):
    """A system as it was drawn.

    `angles` are those that its equations are shown in, `control` what the control desk keeps,
    `exercise` what is asked about it: they are no physics.
    """

    name: Name = ""
    description: Text = ""
    gravity: Vector = (0, "-g", 0)
    base: Base = Base()
    bodies: tuple[Body, ...] = ()
    joints: tuple[SerializeAsAny[Joint], ...] = ()
    elements: tuple[SerializeAsAny[Element], ...] = ()
    terminals: tuple[Terminal, ...] = ()
    ports: tuple[BodyPort, ...] = ()
    subsystems: tuple[Subsystem, ...] = ()
    instances: tuple[SubsystemInstance, ...] = ()
    parameters: tuple[Parameter, ...] = (
        Parameter(name="g", value=9.81, unit="m/s^2", description="acceleration of gravity"),
    )
    functions: tuple[Function, ...] = ()
    signals: tuple[SerializeAsAny[NamedSignal], ...] = ()
    events: tuple[MotionEvent, ...] = ()
    special_cases: tuple[SpecialCase, ...] = ()
    start: tuple[StartValue, ...] = ()
    motions: tuple[GivenMotion, ...] = ()
    simulation: Simulation = Simulation()
    layout: Layout = Layout()
    sketch: SketchMarks = SketchMarks()
    angles: Literal["relative", "absolute", "shortest"] = "relative"
    control: ControlDesk = ControlDesk()
    exercise: Exercise = Exercise()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the bodies, without body 0, in the order of the file."""
        return tuple(body.number for body in self.bodies)

    @property
    def next_number(self) -> int:
        """The first number after those of all bodies and ports."""
        attached = (entry.body for one in self.instances for entry in one.attachments)
        return max((*self.numbers, *attached), default=0) + 1

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
        return title_of(number, self.base.name if number == 0 else self.body(number).name)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """All coordinate names: those of the joints, then those of active elements, in order."""
        of_joints = tuple(name for joint in self.joints for name in joint.coordinates)
        active = (element for element in self.elements if element.enabled)
        return of_joints + tuple(name for element in active for name in element.own)

    @property
    def own_states(self) -> tuple[StateSignal, ...]:
        """The states of the first order, in order; those of blocks are not among them."""
        return tuple(signal for signal in self.signals if isinstance(signal, StateSignal))

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the states of the first order, in order."""
        return tuple(signal.name for signal in self.own_states)

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures of a plain model."""
        return tuple(signal.name for signal in self.signals if signal.kind == "measure")

    @property
    def signal_names(self) -> tuple[str, ...]:
        """The names of all signals that expressions may use, in order."""
        return tuple(name for signal in self.signals for name in signal.names)


Subsystem.model_rebuild()


def title_of(number: int, name: str) -> str:
    """What a body with a number and a name is called in messages."""
    named = say("body {number} “{name}”", number=number, name=name)
    return named if name else say("body {number}", number=number)


def _named(records: Sequence[_N], name: str) -> _N:
    for record in records:
        if getattr(record, "name", None) == name:
            return record
    raise KeyError(name)
