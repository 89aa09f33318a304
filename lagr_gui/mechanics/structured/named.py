"""Names of measures and forces in the book, and what forces between two points do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.structured.book import item
from lagr_gui.mechanics.structured.points import Point, Points
from lagr_gui.mechanics.structured.quantity import Quantity, dot, scaled
from lagr_gui.mechanics.structured.rows import ZERO, MeasureRow, Slope

Act = Callable[[Quantity], dict[int, Quantity]]
"""Generalised forces by index (1 … f) of a force along a measure."""


FORCE = say("force of {item}", item="")


@dataclass(frozen=True, eq=False)
class NamedMeasure:
    """A measure of an energy, a power or a load: what stands for it in laws, and its force.

    `over` tells that slopes are divided by it.  One that is NOUGHT for ever pushes nothing.
    """

    place: Expression
    act: Act
    over: bool = False


class MeasureNaming:
    """Gives names to the measures of elements; `count` is the number of the one in question."""

    def __init__(self, points: Points) -> None:
        self.points, self.book = points, points.book
        self.names = points.segments.names
        self.count = 0

    def named(
        self, stem: str, quantity: Quantity, key: str, words: Message, *place: int
    ) -> Quantity:
        """A quantity by its name."""
        meaning = words.with_values(item=item(key))
        return self.book.define(stem, (self.count, *place), quantity, meaning, (key,))

    def symbol(
        self, stem: str, quantity: Quantity, key: str, words: Message, *place: int
    ) -> Symbol:
        """The symbol of a number with a name."""
        meaning = words.with_values(item=item(key))
        return self.book.symbol(stem, (self.count, *place), quantity, meaning, (key,))

    def measure(
        self,
        stem: str,
        value: Quantity,
        part: Part,
        slope: Slope,
        rate: Quantity,
        second: Quantity = ZERO,
    ) -> MeasureRow:
        """A measure of a condition by its name."""
        name = self.symbol(stem, value, part.key, say("measure of {item}", item=""))
        return MeasureRow(name, slope, rate, second)

    def course(self, part: Part) -> list[Point]:
        """The points through which an element runs."""
        return [self.points.point(*stop, part.key) for stop in part.course]

    def pulling(self, a: Point, b: Point, force: Quantity) -> dict[int, Quantity]:
        """Q_ρ of a force on one point and its opposite on another."""
        indices = range(1, len(self.names))
        return {i: dot(self.points.parting(a, b, i), force) for i in indices}

    def apart(self, part: Part, a: Point, b: Point, way: Quantity, *place: int) -> Act:
        """What a force along a way does, which gets a name at the first end."""

        def act(force: Quantity) -> dict[int, Quantity]:
            named = self.named("F", scaled(force, way), part.key, FORCE, *place)
            self.book.draw(named, "force", a.place)
            return self.pulling(a, b, named)

        return act
