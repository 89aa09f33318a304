"""What elements do, in vectors: Q_ρ = ∂_ρ x · F at points, ∂_ρ ω · M on bodies; U and D.

A force F along a line from x_b to x_a has the partial velocities of both ends: Q_ρ =
(∂_ρ x_a − ∂_ρ x_b)·F with F = −(dU/dλ) d/λ of a spring, −(∂D/∂λ̇) d/λ of a dashpot,
−2 (∂D/∂(ḋ²)) ḋ of LAGR's damper.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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
from lagr_gui.expression import Call, Expression, Power, Symbol, read, symbols
from lagr_gui.mechanics.elastic.beams import Beam
from lagr_gui.mechanics.laws import slope_over
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.structured.book import item
from lagr_gui.mechanics.structured.laws import law_of
from lagr_gui.mechanics.structured.laws import slope as slope_of
from lagr_gui.mechanics.structured.points import Point, Points
from lagr_gui.mechanics.structured.quantity import (
    Quantity,
    Rank,
    apply,
    dot,
    minus,
    nothing,
    number,
    scaled,
)
from lagr_gui.mechanics.trees import MINUS, NOUGHT, negative
from lagr_gui.mechanics.trees import scaled as product_of
from lagr_gui.message import Message, say
from lagr_gui.problem import NotStructured, Problem


@dataclass
class Effect:
    """Q by index (1 … f), U and D of one element."""

    Q: dict[int, Quantity] = field(default_factory=dict[int, Quantity])
    U: Quantity = field(default_factory=lambda: nothing(Rank.SCALAR))
    D: Quantity = field(default_factory=lambda: nothing(Rank.SCALAR))


class Forces:
    """The effects of all elements that bind nothing."""

    def __init__(self, points: Points) -> None:
        self.points, self.book = points, points.book
        self.names = points.segments.names
        self.enter = points.segments.enter
        self._number = 0

    def effect(self, part: Part) -> Effect:
        """What one element does. Raises LagrError for one that this form does not cover."""
        self._number += 1
        law, geometry = part.kind.law, part.kind.geometry
        match law, geometry:
            case Energies(), _:
                return self._given(part, law)
            case Potential() | Dissipation(), Line():
                return self._line(part, law, geometry)
            case Potential() | Dissipation(), OnCoordinate(name):
                return self._on_coordinate(part, law, part.value(name))
            case Load(), OnCoordinate(name):
                index = self.names.index(part.value(name))
                return Effect({index: self._scalar(part.tree(law.vector))})
            case Load(), Conductor():
                return self._voltage(part, law)
            case Load(), AtPoint():
                return self._force(part, law, geometry)
            case Load(), OnBody():
                return self._moment(part, law, geometry)
            case _:
                raise not_covered(part)

    def _scalar(self, tree: Expression) -> Quantity:
        return self.book.scalar(self.enter(tree))

    def bending(self, beam: Beam) -> Effect:
        """Bending energy and internal damping of a beam (E3)."""
        rates = product_of(beam.damping, beam.energy(rates=True))
        return self._of_energies(self.enter(beam.energy()), self.enter(rates))

    def _given(self, part: Part, law: Energies) -> Effect:
        """Those of given energies; T is part of the metric."""
        U, D = (self.enter(part.law(text)) for text in (law.potential, law.dissipation))
        return self._of_energies(U, D)

    def _of_energies(self, U: Expression, D: Expression) -> Effect:
        """−∂U/∂q − ∂D/∂q̇"""
        effect = Effect(U=self.book.scalar(U), D=self.book.scalar(D))
        for index, name in enumerate(self.names[1:], start=1):
            force = self.book.scalar(slope_of(U, Symbol(name)))
            brake = self.book.scalar(slope_of(D, Symbol(name, 1)))
            effect.Q[index] = minus(-force, brake)
        return effect

    def _on_coordinate(self, part: Part, law: Potential | Dissipation, name: str) -> Effect:
        index = self.names.index(name)
        q, rate = Symbol(name), Symbol(name, 1)
        text = law.energy if isinstance(law, Potential) else law.power
        tree = law_of(part, text, {"value": q, "rate": rate}, self.enter)
        value = self.book.scalar(tree)
        if isinstance(law, Potential):
            return Effect({index: -self.book.scalar(slope_of(tree, q))}, U=value)
        return Effect({index: -self.book.scalar(slope_of(tree, rate))}, D=value)

    def _voltage(self, part: Part, law: Load) -> Effect:
        u = self._scalar(part.tree(law.vector))
        charge = part.charges[part.record.name]
        return Effect({self.names.index(name): u if sign > 0 else -u for name, sign in charge})

    def _force(self, part: Part, law: Load, geometry: AtPoint) -> Effect:
        body = part.value(geometry.body)
        point = self.points.point(body, part.trees(geometry.point), part.key)
        ground = Point(self.points.segments.all[0], nothing(Rank.VECTOR))
        force = self._vector(part, law, body, "F")
        self.book.draw(force, "force", point.place)
        return self._pulling(point, ground, force)

    def _moment(self, part: Part, law: Load, geometry: OnBody) -> Effect:
        body, reaction = part.value(geometry.body), part.value(geometry.reaction)
        M = self._vector(part, law, body, "M")
        a, b = self.points.segment(body), self.points.segment(reaction)
        self.book.draw(M, "torque", self.points.segments.position(self.points.segments.seats[body]))
        indices = range(1, len(self.names))
        return Effect({i: dot(self.points.turning(a, b, i), M) for i in indices})

    def _vector(self, part: Part, law: Load, body: int, stem: str) -> Quantity:
        """The vector of a force or moment in space, by its name."""
        vector = self.book.components(self.points.entered(part.trees(law.vector)))
        if part.value(law.axes) == "body":
            vector = apply(self.points.segments.seats[body].A, vector)
        return self._named(
            stem, vector, part, FORCE if stem == "F" else say("moment of {item}", item="")
        )

    def _named(self, stem: str, quantity: Quantity, part: Part, words: Message) -> Quantity:
        meaning = words.with_values(item=item(part.key))
        return self.book.define(stem, (self._number,), quantity, meaning, (part.key,))

    def _pulling(self, a: Point, b: Point, force: Quantity) -> Effect:
        indices = range(1, len(self.names))
        return Effect({i: dot(self.points.parting(a, b, i), force) for i in indices})

    def _line(self, part: Part, law: Potential | Dissipation, line: Line) -> Effect:
        a = self.points.point(part.value(line.body_a), part.trees(line.point_a), part.key)
        b = self.points.point(part.value(line.body_b), part.trees(line.point_b), part.key)
        way = minus(a.place, b.place)
        together = part.joined or way.is_zero
        if isinstance(law, Potential):
            return self._stored(part, law) if together else self._spring(part, law, a, b)
        if Symbol("square_speed") in symbols(read(law.power)):
            return self._damper(part, law, a, b)
        return Effect() if together else self._dashpot(part, law, a, b)

    def _stored(self, part: Part, law: Potential) -> Effect:
        """The energy of a spring without length, which has no direction to pull in."""
        return Effect(U=self.book.scalar(law_of(part, law.energy, {"length": NOUGHT}, self.enter)))

    def _spring(self, part: Part, law: Potential, a: Point, b: Point) -> Effect:
        d, length = self._length(part, a, b)
        tree = law_of(part, law.energy, {"length": length}, self.enter)
        pull = self.book.scalar(negative(slope_over(tree, length, length)))
        effect = self._pulling(a, b, self._along(part, scaled(pull, d), a))
        effect.U = self.book.scalar(tree)
        return effect

    def _dashpot(self, part: Part, law: Dissipation, a: Point, b: Point) -> Effect:
        d, length = self._length(part, a, b)
        speed = minus(self.points.velocity(a), self.points.velocity(b))
        inverse = self.book.scalar(Power(length, MINUS))
        rate = scaled(inverse, dot(d, speed))
        if rate.is_zero:
            return Effect()
        name = self._symbol("rate", rate, part, say("rate of the length of {item}", item=""))
        tree = law_of(part, law.power, {"rate": name}, self.enter)
        drag = scaled(self.book.scalar(negative(slope_of(tree, name))), scaled(inverse, d))
        effect = self._pulling(a, b, self._along(part, drag, a))
        effect.D = self.book.scalar(tree)
        return effect

    def _along(self, part: Part, force: Quantity, a: Point) -> Quantity:
        """The force on the first end of an element, by its name."""
        named = self._named("F", force, part, FORCE)
        self.book.draw(named, "force", a.place)
        return named

    def _damper(self, part: Part, law: Dissipation, a: Point, b: Point) -> Effect:
        speed = minus(self.points.velocity(a), self.points.velocity(b))
        v = self._named("V", speed, part, say("relative velocity of the ends of {item}", item=""))
        self.book.draw(v, "velocity", a.place)
        if v.is_zero:
            return Effect()
        name = self._symbol(
            "square", dot(v, v), part, say("square of the relative velocity of {item}", item="")
        )
        tree = law_of(part, law.power, {"square_speed": name}, self.enter)
        drag = scaled(self.book.scalar(negative(slope_of(tree, name))), scaled(number(2), v))
        effect = self._pulling(a, b, self._along(part, drag, a))
        effect.D = self.book.scalar(tree)
        return effect

    def _length(self, part: Part, a: Point, b: Point) -> tuple[Quantity, Symbol]:
        """d and its length λ by their names."""
        way = minus(a.place, b.place)
        d = self._named("d", way, part, say("from the second end of {item} to the first", item=""))
        root = self.book.scalar(Call("sqrt", (dot(d, d).tree,)))
        length = self._symbol("ell", root, part, say("length of {item}", item=""))
        self.book.draw(d, "way", b.place)
        self.book.draw(length, "length", b.place, a.place)
        return d, length

    def _symbol(self, stem: str, quantity: Quantity, part: Part, words: Message) -> Symbol:
        meaning = words.with_values(item=item(part.key))
        return self.book.symbol(stem, (self._number,), quantity, meaning, (part.key,))


FORCE = say("force of {item}", item="")


def not_covered(part: Part) -> NotStructured:
    """The refusal of an element that has no structured lines."""
    return NotStructured(
        Problem(
            place=say("Element “{name}”", name=part.record.name),
            cause="The structured form has no lines for this element.",
            remedy="Choose another form of the equations.",
            code="structured",
        )
    )
