"""Lagrange's equations of the first kind: bodies cut free in a plane, joints as conditions.

Every body has the coordinates x, y of its centre of mass and its angle; every joint is written as
conditions Φ = 0 in them, whose multipliers are its reactions:

    m ẍ = X + λ_s ∂Φ_s/∂x,   m ÿ = Y + λ_s ∂Φ_s/∂y,   J α̈ = M + λ_s ∂Φ_s/∂α

The system with these bodies and conditions is a model of its own, which is derived as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lagr_gui.analysis.equations.freed_motion import Coordinates, body_motions, check_freed
from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS
from lagr_gui.expression import Expression, Symbol, read, substitute, symbols, write
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.cutting import CutBodies
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler
from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.mechanics.sheets.sheet import FIRST_KIND, Begun, Sheet, needed
from lagr_gui.mechanics.state import State
from lagr_gui.model import Body, Element, Joint, Model, Scalar
from lagr_gui.model.records import StartValue
from lagr_gui.model.sites import put, sites
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.subsystems import flat

if TYPE_CHECKING:
    from collections.abc import Callable

SHOWN = ("T", "U", "D", "U_F", "D_F", "phi", "gamma_bar", "G", "gamma_bar2")
"""Results of the sheet: the metric is that of single bodies, and no position needs to be told."""
GUIDES = ("prismatic", "fixed")
"""Joints that keep the angle between their bodies."""
Vector2 = tuple[str, str]
"""A direction or a place in the plane, as texts."""


def first_kind(prepared: Prepared, derive: Callable[[Prepared], Sheet]) -> Sheet:
    """The equations of the first kind; `derive` gives the sheet of the system that is cut free.

    Raises LagrError for systems that do not move in the x–y plane, and for joints and elements that
    have no conditions or forces in the coordinates of single bodies; Disagreement where the bodies
    would not move as in the system.
    """
    model = cut_free(prepared)
    names = {body.number: _coordinates(model, body) for body in model.bodies}
    check_freed(prepared, model, names)
    sheet = derive(prepare(model, prepared.special))
    called = {body.number: body.name for body in model.bodies}
    numbers = [number for number, own in names.items() for _ in own]
    balances = [
        replace(balance, group=_heading(number, called[number]), equation="C4")
        for number, balance in zip(numbers, equations_of_motion(sheet), strict=True)
    ]
    entries = tuple(entry for entry in sheet.entries if entry.symbol in SHOWN)
    shown = [own.terms for own in entries] + [own.left + own.right for own in balances]
    return replace(
        sheet,
        entries=entries,
        definitions=needed(sheet.definitions, [term.tree for terms in shown for term in terms]),
        balances=tuple(balances),
        solved=(),
        formalism=FIRST_KIND,
        begun=tuple(_begun(prepared, names)),
    )


def _begun(prepared: Prepared, names: Coordinates) -> Iterator[Begun]:
    """How the bodies begin: where joints put them, as far as parameters have values."""
    units = [
        unit for own in names.values() for _, unit in zip(own, ("m", "m", "rad"), strict=False)
    ]
    try:
        start = prepared.assembly
        state = State(prepared.start.t, tuple(start.q.tolist()), tuple(start.qd.tolist()))
        moved = body_motions(prepared, state, names)
    except LagrError:  # a parameter or a function without a value
        yield from map(Begun, units)
        return
    places = (name for own in names.values() for name in own)
    for unit, name in zip(units, places, strict=True):
        yield Begun(unit, moved.q[name], moved.qd[name])


def _heading(number: int, name: str) -> str:
    if name:
        return say("Body {n}, {name}", n=number, name=name)
    return say("Body {n}", n=number)


def cut_free(prepared: Prepared) -> Model:
    """The model of bodies that move freely in the plane, with conditions in place of joints."""
    _check_plane(prepared)
    return _Freed(prepared).model()


def _check_plane(prepared: Prepared) -> None:
    reading = prepared.general.reading
    whole = not (reading.beams or reading.kinetic or reading.states)
    whole = whole and not prepared.general.model.terminals
    kinetics = Kinetics(reading, Exact(reading))
    if not whole or CutBodies(NewtonEuler(kinetics)).plane != 2:
        raise refusal(
            "Lagrange’s first kind",
            "It is written for rigid bodies that move in the x–y plane.",
            "Choose Newton–Euler, which cuts bodies free in space as well.",
            "no-plane",
        )


def _coordinates(model: Model, body: Body) -> tuple[str, ...]:
    (own,) = (j.coordinates for j in model.joints if j.child == body.number)
    return tuple(own)


@dataclass(frozen=True)
class _Angle:
    """The angle of a body as text; 0 of body 0."""

    text: str

    def turned(self, vector: Sequence[Scalar]) -> Vector2:
        """A vector of the body in space."""
        a, b = (f"({entry})" for entry in vector[:2])
        if self.text == "0":
            return a, b
        c, s = f"cos({self.text})", f"sin({self.text})"
        return f"({a}*{c} - {b}*{s})", f"({a}*{s} + {b}*{c})"


class _Freed:
    """Bodies with coordinates of their own, and conditions in place of joints."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared, self.drawn = prepared, flat(prepared.general.model)
        self.taken = {p.name for p in self.drawn.parameters} | {
            f.name for f in self.drawn.functions
        }
        self.names = {body.number: self._named(body.number) for body in self.drawn.bodies}
        self.conditions: list[Element] = []
        self.known: dict[str, str] = {}
        """What coordinates of joints are in those of bodies."""
        self.along: dict[str, tuple[Joint, Vector2 | None]] = {}
        """By coordinate its joint, and the direction in space of one that slides on body 0."""

    def _named(self, number: int) -> tuple[str, str, str]:
        names: list[str] = []
        for stem in ("x", "y", "alpha"):
            name = f"{stem}{number}"
            while name in self.taken:
                name += "_"
            names.append(name)
        return names[0], names[1], names[2]

    def model(self) -> Model:
        """The model of the system that is cut free."""
        for joint in self.drawn.joints:
            self._cut(joint)
        elements = [part for element in self.drawn.elements for part in self._element(element)]
        joints = tuple(self._free(body) for body in self.drawn.bodies)
        found = self.drawn.having(
            joints=joints,
            elements=(*self.conditions, *elements),
            start=tuple(self._start()),
            motions=(),
            simulation=self.drawn.simulation.having(outputs=(), controllers=()),
        )
        return self._in_bodies(found)

    def _is_point(self, body: Body) -> bool:
        reading = self.prepared.general.reading
        (own,) = (b for b in reading.bodies if b.number == body.number)
        return self.prepared.general.closed.kinematics.value(own.theta_bar[2][2]).is_zero

    def _free(self, body: Body) -> Joint:
        """The joint that lets a body move in the plane; a mass point has no angle."""
        x, y, angle = self.names[body.number]
        if self._is_point(body):
            kind, fields = "general", {"distance": (x, y, 0), "coordinates": (x, y)}
        else:
            kind, fields = "planar", {"coordinates": (x, y, angle)}
        name = f"free {body.number}"
        return JOINTS[kind].record(name=name, parent=0, child=body.number, **fields)

    # --- joints ---------------------------------------------------------------------------------

    def _angle(self, number: int) -> _Angle:
        """The angle of a body; a mass point that slides on a body has that of the body."""
        body = self.drawn_body(number)
        if body is not None and self._is_point(body):
            guides = [j for j in self.drawn.joints if j.child == number and j.kind in GUIDES]
            return self._angle(guides[0].parent) if guides else _Angle("0")
        return _Angle(self.names[number][2] if number else "0")

    def _place(self, number: int, point: Sequence[Scalar]) -> Vector2:
        u, v = self._angle(number).turned(point)
        if not number:
            return u, v
        x, y, _ = self.names[number]
        return f"{x} + {u}", f"{y} + {v}"

    def _cut(self, joint: Joint) -> None:
        """The conditions of a joint, and what its coordinates are."""
        child, parent = self.drawn_body(joint.child), self.drawn_body(joint.parent)
        only = sum(own.child == joint.child for own in self.drawn.joints) == 1
        if joint.kind == "revolute" and only and child and self._is_point(child):
            return self._on_circle(joint)
        a, b = (
            self._place(number, point)
            for number, point in (
                (joint.child, joint.point_child),
                (joint.parent, joint.point_parent),
            )
        )
        gap = f"{a[0]} - ({b[0]})", f"{a[1]} - ({b[1]})"
        turn = f"{self._angle(joint.child).text} - ({self._angle(joint.parent).text})"
        held = joint.kind in (*GUIDES, "general") or self._is_held(joint.child)
        if child and self._is_point(child) and not held:
            raise self._no_angle(child)
        match joint.kind:
            case "revolute":
                self._bind(joint, *gap)
                sign = "-" if self._is_down(joint) else ""
                self._know(joint, f"{sign}({turn})", None)
            case "prismatic":
                self._slide(joint, gap, turn)
            case "fixed":
                self._bind(joint, *gap, *self._turning(joint, turn))
            case "planar":
                self._know_none(joint)
            case "general" if (
                child and not parent and self._is_point(child) and len(joint.coordinates) == 2
            ):
                self._know_none(joint)
            case _:
                raise self._no_condition(joint)
        return None

    def drawn_body(self, number: int) -> Body | None:
        """The body with a number; None for body 0."""
        return self.drawn.body(number) if number else None

    def _on_circle(self, joint: Joint) -> None:
        """A mass point on a massless rod keeps its distance."""
        parent = self.drawn_body(joint.parent)
        value = self.prepared.general.closed.kinematics.value
        off = not all(value(read(str(entry))).is_zero for entry in joint.point_parent[:2])
        if off and parent is not None and self._is_point(parent):
            raise self._no_angle(parent)
        x, y, _ = self.names[joint.child]
        u, v = (f"({entry})" for entry in self._place(joint.parent, joint.point_parent))
        length = " + ".join(f"({entry})^2" for entry in joint.point_child[:2])
        self._bind(joint, f"(({x} - {u})^2 + ({y} - {v})^2 - ({length}))/2")
        self._know_none(joint)

    def _slide(self, joint: Joint, gap: Vector2, turn: str) -> None:
        if any(joint.orientation[i][j] != (i == j) for i in range(3) for j in range(3)):
            raise self._no_condition(joint)
        axis = getattr(joint, "axis")  # noqa: B009 - a field of this kind
        normal = self._angle(joint.parent).turned((f"-({axis[1]})", axis[0]))
        across = f"{normal[0]}*({gap[0]}) + {normal[1]}*({gap[1]})"
        self._bind(joint, across, *self._turning(joint, turn))
        along = self._angle(joint.parent).turned(axis[:2])
        length = f"(({axis[0]})^2 + ({axis[1]})^2)"
        way = f"({along[0]}*({gap[0]}) + {along[1]}*({gap[1]}))/sqrt{length}"
        unit = f"{along[0]}/sqrt{length}", f"{along[1]}/sqrt{length}"
        self._know(joint, way, None if joint.parent else unit)

    def _turning(self, joint: Joint, turn: str) -> tuple[str, ...]:
        """That a body does not turn against another one; a mass point has no angle to say so."""
        child = self.drawn_body(joint.child)
        return () if child is None or self._is_point(child) else (turn,)

    def _is_held(self, number: int) -> bool:
        """Whether a body slides on another one, which gives it its angle."""
        return any(j.child == number and j.kind in GUIDES for j in self.drawn.joints)

    def _is_down(self, joint: Joint) -> bool:
        """Whether a hinge turns about −z."""
        axis = getattr(joint, "axis")  # noqa: B009 - a field of this kind
        rows = joint.orientation
        entry = [rows[2][j] for j in range(3)]
        value = self.prepared.general.closed.kinematics.value
        total = sum(
            (value(read(str(a))) * value(read(str(b))) for a, b in zip(entry, axis, strict=True)),
            self.prepared.general.closed.algebra.zero,
        )
        constant = total.constant
        if constant is None or not constant:
            raise self._no_condition(joint)
        return constant < 0

    def _bind(self, joint: Joint, *zeros: str) -> None:
        for place, zero in enumerate(zeros, start=1):
            name = joint.name if len(zeros) == 1 else f"{joint.name} {place}"
            text = write(self.prepared.general.closed.algebra.expression(read(zero)).tree())
            self.conditions.append(ELEMENTS["position_condition"].record(name=name, zero=text))

    def _know(self, joint: Joint, text: str, along: Vector2 | None) -> None:
        (name,) = joint.coordinates
        self.known[name] = text
        self.along[name] = joint, along

    def _know_none(self, joint: Joint) -> None:
        for name in joint.coordinates:
            self.along[name] = joint, None

    # --- elements -------------------------------------------------------------------------------

    def _element(self, element: Element) -> Iterator[Element]:
        """What acts on the bodies that are cut free."""
        law = {
            "coordinate_force": "({force})",
            "coordinate_damper": "-({k})*{q}'",
            "coordinate_spring": "-({c})*({q} - ({q0}))",
        }.get(element.kind)
        if law is None:
            if element.kind == "gear":
                yield self._gear(element)
                return
            yield element
            return
        name: str = getattr(element, "coordinate")  # noqa: B009 - a field of these kinds
        fields = {f: getattr(element, f) for f in ("force", "k", "c", "q0") if hasattr(element, f)}
        if name not in self.known:
            raise self._no_coordinate(element.name, name)
        joint, along = self.along[name]
        force = law.format(q=name, **fields)
        if joint.kind == "revolute":
            sign = "-" if self._is_down(joint) else ""
            yield ELEMENTS["torque"].record(
                name=element.name,
                body=joint.child,
                reaction_body=joint.parent,
                vector=(0, 0, f"{sign}{force}"),
            )
        elif along is not None:
            vector = f"{force}*({along[0]})", f"{force}*({along[1]})", 0
            yield ELEMENTS["force"].record(name=element.name, body=joint.child, vector=vector)
        else:
            raise self._no_coordinate(element.name, name)

    def _gear(self, element: Element) -> Element:
        a, b, ratio, offset = (
            getattr(element, field) for field in ("coordinate_a", "coordinate_b", "ratio", "offset")
        )
        zero = f"{a} - ({ratio})*{b} - ({offset})"
        return ELEMENTS["position_condition"].record(name=element.name, zero=zero)

    def _in_bodies(self, model: Model) -> Model:
        """The model with coordinates of joints written in those of bodies."""
        algebra = self.prepared.general.closed.algebra
        trees = {name: read(text) for name, text in self.known.items()}
        changed: dict[Symbol, Expression] = {Symbol(n): tree for n, tree in trees.items()}
        names = [name for own in self.names.values() for name in own]
        for name, tree in trees.items():
            value = algebra.expression(tree)
            rate = algebra.add(
                [value.derivative(Symbol(n)) * algebra.symbol(Symbol(n, 1)) for n in names]
            )
            changed[Symbol(name, 1)] = rate.tree()
        for site in sites(model, KINDS):
            if not isinstance(site.value, str) or not site.names & self.along.keys():
                continue
            tree = substitute(read(site.value), changed)
            left = {symbol.name for symbol in symbols(tree)} & self.along.keys() - {*names}
            if left:
                raise self._no_coordinate(str(site.path[0]), min(left))
            model = put(model, site.path, write(algebra.expression(tree).tree()))
        return model

    def _start(self) -> Iterator[StartValue]:
        """Where bodies are at the start, for signs that are told of lengths."""
        names = {
            b.number: self.names[b.number][: 2 + (not self._is_point(b))] for b in self.drawn.bodies
        }
        try:
            moved = body_motions(self.prepared, self.prepared.start, names)
        except LagrError:  # a parameter or a function without a value
            return
        for name, position in moved.q.items():
            yield StartValue(coordinate=name, position=position)

    # --- what cannot be written -------------------------------------------------------------------

    def _no_condition(self, joint: Joint) -> LagrError:
        return self._refused(
            say("Joint “{name}”", name=joint.name),
            "What it holds is not written as conditions in the coordinates of single bodies.",
        )

    def _no_angle(self, body: Body) -> LagrError:
        return self._refused(
            say("Body {n}", n=body.number),
            "It has no moment of inertia, so that no equation of its own gives its angle.",
        )

    def _no_coordinate(self, item: str, name: str) -> LagrError:
        return self._refused(
            say("Element “{name}”", name=item),
            say("It acts along {name}, a coordinate that no single body has.", name=name),
        )

    def _refused(self, place: str, cause: str) -> LagrError:
        remedy = "Choose Newton–Euler, which cuts bodies free with all joints."
        return refusal(place, cause, remedy, "not-free")
