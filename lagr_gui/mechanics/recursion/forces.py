"""What the elements do: wrenches on frames, forces on coordinates, energies and powers."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from lagr_gui.catalogue.kinds import (
    AtPoint,
    Conductor,
    Dissipation,
    Energies,
    Line,
    Load,
    OnBody,
    OnCoordinate,
    Potential,
)
from lagr_gui.expression import Expression, Number, Symbol, read, substitute, symbols
from lagr_gui.kernel import Node
from lagr_gui.mechanics.laws import slope_of, slope_over
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion.frames import Seat
from lagr_gui.mechanics.recursion.motion import Motion
from lagr_gui.mechanics.recursion.reach import root_beyond_rounding
from lagr_gui.mechanics.recursion.wrenches import Wrench, Wrenches
from lagr_gui.mechanics.vectors import Triple, apply, dot, minus, plus, times
from lagr_gui.model import FieldType

Ends = tuple[Triple[Node], Triple[Node]]


@dataclass
class Applied:
    """Sums over all elements, the ends of lines, and dashpots that act along a fixed axis."""

    wrenches: dict[int, Wrench]
    on_coordinates: dict[int, Node]
    potential: Node
    rayleigh: Node
    dissipated: Node
    supplied: Node
    ends: dict[str, Ends] = field(default_factory=dict[str, "Ends"])
    straight: set[str] = field(default_factory=set[str])


class Forces:
    """Adds up the elements of a system."""

    def __init__(self, motion: Motion) -> None:
        self.motion = motion
        self.scope = motion.scope
        zero = self.scope.program.zero
        self.wrenches = Wrenches(motion)
        self.applied = Applied(self.wrenches.by_frame, {}, zero, zero, zero, zero)
        for part in self.scope.reading.parts:
            self._part(part)

    def _part(self, part: Part) -> None:
        if isinstance(part.kind.law, Energies):
            self._given(part, part.kind.law)
            return
        match part.kind.geometry:
            case Line():
                self._line(part, part.kind.geometry)
            case OnCoordinate(field):
                self._coordinate(part, part.value(field))
            case Conductor():
                self._voltage(part)
            case AtPoint(body, point):
                self._force(part, part.value(body), part.trees(point))
            case OnBody(body, reaction):
                self._moment(part, part.value(body), part.value(reaction))
            case _:
                raise AssertionError("an element that binds is no force")

    def _given(self, part: Part, law: Energies) -> None:
        """Potential and Rayleigh function as expressions; the kinetic energy is part of g."""
        U, D = (
            self.scope.node(part.law(law.potential)),
            self.scope.node(part.law(law.dissipation)),
        )
        derivative = self.scope.program.derivative
        self.applied.potential = self.applied.potential + U
        self.applied.rayleigh = self.applied.rayleigh + D
        self.applied.supplied = self.applied.supplied + derivative(U, self.scope.q[0])
        for index in range(1, len(self.scope.q)):
            damping = derivative(D, self.scope.qd[index])
            force = -derivative(U, self.scope.q[index]) - damping
            self.applied.dissipated = self.applied.dissipated + damping * self.scope.qd[index]
            known = self.applied.on_coordinates.get(index, self.scope.program.zero)
            self.applied.on_coordinates[index] = known + force

    def _line(self, part: Part, line: Line) -> None:
        seats = self.motion.frames.seats
        a, b = seats[part.value(line.body_a)], seats[part.value(line.body_b)]
        at_a = self.scope.vector(part.trees(line.point_a))
        at_b = self.scope.vector(part.trees(line.point_b))
        ends = self.motion.point(a, at_a), self.motion.point(b, at_b)
        self.applied.ends[part.record.name] = ends
        span = minus(*ends)
        length, sure = self._lengths(ends, span)
        rates = minus(self.motion.point_velocity(a, at_a), self.motion.point_velocity(b, at_b))
        if isinstance(part.kind.law, Potential):
            self._store(part, part.kind.law.energy, length=length)
            pull = _law_slope(part, part.kind.law.energy, "length", over="length")
            # Of ends that always coincide no direction tells where they are pushed.
            held = part.joined
            force = self.motion.still if held else times(span, -self._node(part, pull, length=sure))
        else:
            force = self._damping(part, span, sure, rates)
        self.wrenches.push(a, at_a, force)
        self.wrenches.push(b, at_b, times(force, -1))

    def _lengths(self, ends: Ends, span: Triple[Node]) -> tuple[Node, Node]:
        """The distance of both ends, and the same with nan where it is rounding: no direction."""
        program, square = self.scope.program, dot(span, span)
        length = program.call("sqrt", (square,))
        if length.value is not None:
            return length, length
        about = sum((dot(end, end) for end in ends), program.zero)
        return length, root_beyond_rounding(square, about)

    def _damping(
        self, part: Part, span: Triple[Node], length: Node, rates: Triple[Node]
    ) -> Triple[Node]:
        assert isinstance(part.kind.law, Dissipation)
        law = part.kind.law.power
        square = dot(rates, rates)
        direction = self._direction(part, span, length)
        rate = dot(direction, rates)
        power = self._law(part, law, rate=rate, square_speed=square)
        along, across = (
            self._node(part, _law_slope(part, law, name), rate=rate, square_speed=square)
            for name in ("rate", "square_speed")
        )
        self.applied.rayleigh = self.applied.rayleigh + power
        self.applied.dissipated = self.applied.dissipated + along * rate + 2 * across * square
        return plus(times(direction, -along), times(rates, -2 * across))

    def _direction(self, part: Part, span: Triple[Node], length: Node) -> Triple[Node]:
        """The direction (either sign) in which the ends of a line part; 0 if they never do.

        Along a fixed axis of space there is one where the ends meet, too.
        """
        if part.joined or length.value == 0:
            return self.motion.still
        axes = [i for i in range(3) if span[i].value != 0]
        if len(axes) == 1:
            self.applied.straight.add(part.record.name)
            return self.motion.frames.identity[axes[0]]
        return times(span, 1 / length)

    def _coordinate(self, part: Part, name: str) -> None:
        index = self.scope.reading.coordinates.index(name) + 1
        value, rate = self.scope.q[index], self.scope.qd[index]
        law = part.kind.law
        if isinstance(law, Potential):
            self._store(part, law.energy, value=value)
            force = -self._node(part, _law_slope(part, law.energy, "value"), value=value)
        elif isinstance(law, Dissipation):
            power = self._law(part, law.power, rate=rate)
            force = -self._node(part, _law_slope(part, law.power, "rate"), rate=rate)
            self.applied.rayleigh = self.applied.rayleigh + power
            self.applied.dissipated = self.applied.dissipated - force * rate
        else:
            assert isinstance(law, Load)
            force = self.scope.node(part.tree(law.vector))
            self.applied.supplied = self.applied.supplied + force * rate
        known = self.applied.on_coordinates.get(index, self.scope.program.zero)
        self.applied.on_coordinates[index] = known + force

    def _voltage(self, part: Part) -> None:
        """A voltage drives every mesh that its branch belongs to, with the power u i."""
        assert isinstance(part.kind.law, Load)
        u = self.scope.node(part.tree(part.kind.law.vector))
        for name, sign in part.charges[part.record.name]:
            index = self.scope.reading.coordinates.index(name) + 1
            force = u * sign
            self.applied.supplied = self.applied.supplied + force * self.scope.qd[index]
            known = self.applied.on_coordinates.get(index, self.scope.program.zero)
            self.applied.on_coordinates[index] = known + force

    def _force(self, part: Part, body: int, point: Triple[Expression]) -> None:
        seat, local = self.motion.frames.seats[body], self.scope.vector(point)
        force = self._in_space(part, seat)
        velocity = self.motion.point_velocity(seat, local)
        self.applied.supplied = self.applied.supplied + dot(force, velocity)
        self.wrenches.push(seat, local, force)

    def _moment(self, part: Part, body: int, reaction: int) -> None:
        seat = self.motion.frames.seats[body]
        moment = self._in_space(part, seat)
        for end, sign in ((seat, 1), (self.motion.frames.seats[reaction], -1)):
            turned = self.wrenches.turn(end, times(moment, sign))
            power = dot(turned, self.motion.spins[end.frame])
            self.applied.supplied = self.applied.supplied + power

    def _in_space(self, part: Part, seat: Seat) -> Triple[Node]:
        """The vector of a force or moment in space axes."""
        assert isinstance(part.kind.law, Load)
        vector = self.scope.vector(part.trees(part.kind.law.vector))
        if part.value(part.kind.law.axes) == "body":
            return apply(self.motion.axes(seat), vector)
        return vector

    def _law(self, part: Part, text: str, **measures: Node) -> Node:
        return self._node(part, read(text), **measures)

    def _node(self, part: Part, tree: Expression, **measures: Node) -> Node:
        """A tree in the element's fields and measures."""
        names = {symbol.name for symbol in symbols(tree)}
        fields = {
            spec.name: self.scope.node(part.tree(spec.name))
            for spec in part.kind.fields
            if spec.name in names
        }
        return self.scope.node(tree, **fields, **measures)

    def _store(self, part: Part, text: str, **measures: Node) -> None:
        """Add a potential; where its constants change with time, that supplies power."""
        energy = self._law(part, text, **measures)
        self.applied.potential = self.applied.potential + energy
        derivative = self.scope.program.derivative
        for spec in part.kind.fields:
            if spec.type is FieldType.SCALAR:
                rate = derivative(self.scope.node(part.tree(spec.name)), self.scope.q[0])
                if rate.value != 0:
                    slope = self._node(part, _law_slope(part, text, spec.name), **measures)
                    self.applied.supplied = self.applied.supplied + slope * rate


def _law_slope(part: Part, text: str, name: str, over: str = "") -> Expression:
    """∂law/∂name, divided by a measure: where that cancels, nothing is divided by zero.

    Laws are differentiated as they are written: a node of the program that holds a measure may
    be folded away in what is made of it, and a derivative by it would be wrong.

    Fields that are zero are inserted first, so that a spring without natural length pulls
    with −c Δx at every length.
    """
    zero = Number(Fraction(0))
    fields = [s.name for s in part.kind.fields if s.type is FieldType.SCALAR and s.name != name]
    gone = {Symbol(n): zero for n in fields if part.tree(n) == zero}
    tree = substitute(read(text), gone)
    return slope_over(tree, Symbol(name), Symbol(over)) if over else slope_of(tree, Symbol(name))
