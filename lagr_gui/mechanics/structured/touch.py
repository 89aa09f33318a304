"""A disc or ball that rolls on a plane: height, lean and slip of its touching point.

Seen from the ground, with the unit normal n and the disc's axis a, τ = n·a: the touching point
lies from the centre at −r n of a ball, −r a × (n × a)/|n × a| of a disc.
"""

from __future__ import annotations

from fractions import Fraction

from lagr_gui.catalogue.geometry import Contact
from lagr_gui.expression import Call, Expression, Number, Power
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.structured.book import item
from lagr_gui.mechanics.structured.points import Points
from lagr_gui.mechanics.structured.quantity import (
    Quantity,
    Rank,
    cross,
    dot,
    minus,
    nothing,
    plus,
    scaled,
)
from lagr_gui.mechanics.structured.rows import ZERO, MeasureRow, Slope
from lagr_gui.mechanics.structured.seen import Seen
from lagr_gui.mechanics.trees import Trees, crossed, dotted, negative, total, unit_along

Measured = tuple[dict[str, Expression], list[MeasureRow]]
HALF, TWO = Number(Fraction(1, 2)), Number(Fraction(2))


class StructuredTouch:
    """The measures of one contact by their names."""

    def __init__(self, points: Points, part: Part, contact: Contact, count: int) -> None:
        self.points, self.book, self.part, self.contact = points, points.book, part, contact
        self._count, self._keys = count, (part.key,)
        self.body = part.value(contact.body)
        self.ground = part.value(contact.ground)
        self.base = points.segment(self.ground)
        self.centre = points.point(self.body, part.trees(contact.centre), part.key)
        self.seen = Seen(points, self.centre.segment, self.base)
        self.normal = unit_along(part.trees(contact.normal), part.place(contact.normal))
        self.n = self._direction(
            "n", self.ground, self.normal, say("normal of the plane of {item}", item="")
        )
        self.r = self.book.scalar(points.segments.enter(part.tree(contact.radius)))
        self._tilt: MeasureRow | None = None
        self._leaning: MeasureRow | None = None

    def measured(self, names: set[str]) -> Measured:
        """What stands in laws for the measures, and the measures in it."""
        places: dict[str, Expression] = {}
        rows: list[MeasureRow] = []
        if "height" in names:
            rows.append(self._height())
            places["height"] = rows[-1].name
        if "lean" in names:
            rows.append(self.lean)
            places["lean"] = self.lean.name
        if names & {"slip_1", "slip_2"}:
            named = zip(("slip_1", "slip_2"), self._slips(), self._ways, strict=True)
            for name, measure, way in named:
                rows.append(measure)
                runs = dotted(self.part.trees(self.contact.surface), way)
                over = negative(self.points.segments.enter(runs))
                places[name] = total((measure.name, over))
        return places, rows

    def _direction(
        self, stem: str, body: int, trees: Trees, words: Message, place: Quantity | None = None
    ) -> Quantity:
        vector = self.points.direction(body, trees)
        named = self.book.define(stem, (self._count,), vector, self._of(words), self._keys)
        self.book.draw(named, "direction", place or self.centre.place)
        return named

    def _measure(
        self,
        stem: str,
        value: Quantity,
        slope: Slope,
        rate: Quantity,
        second: Quantity,
        words: Message,
    ) -> MeasureRow:
        name = self.book.symbol(stem, (self._count,), value, self._of(words), self._keys)
        return MeasureRow(name, slope, rate, second)

    def _of(self, words: Message) -> Message:
        """What something of this contact is."""
        return words.with_values(item=item(self.part.key))

    def _height(self) -> MeasureRow:
        plane = self.points.point(
            self.ground, self.part.trees(self.contact.plane_point), self.part.key
        )
        centre, base, n = self.centre, self.base, self.n

        def slope(index: int) -> Quantity:
            return dot(self.points.relative(centre.segment, base, centre.place, index), n)

        value = dot(minus(centre.place, plane.place), n)
        rate, second = dot(self.seen.velocity(centre), n), dot(self.seen.acceleration(centre), n)
        words = say("height of the centre of {item}", item="")
        height = self._measure("height", value, slope, rate, second, words)
        foot = minus(centre.place, scaled(self.book.scalar(height.name), n))
        self.book.draw(height.name, "length", foot, centre.place)
        return height

    @property
    def axis(self) -> Quantity:
        """The axis of a disc."""
        axis = unit_along(self.part.trees(self.contact.axis), self.part.place(self.contact.axis))
        return self._direction("a", self.body, axis, say("axis of {item}", item=""))

    @property
    def tilt(self) -> MeasureRow:
        """n·a"""
        if self._tilt is None:
            a, n = self.axis, self.n

            def slope(index: int) -> Quantity:
                w = self.points.turning(self.centre.segment, self.base, index)
                return dot(n, cross(w, a))

            rate, second = dot(n, self.seen.turned(a)), dot(n, self.seen.turned_twice(a))
            words = say("cosine between axis and normal of {item}", item="")
            self._tilt = self._measure("tilt", dot(n, a), slope, rate, second, words)
        return self._tilt

    @property
    def lean(self) -> MeasureRow:
        """|n × a|"""
        if self._leaning is None:
            tilt, rate = self.tilt, self._rate
            line = self.line
            root = Call("sqrt", (dot(line, line).tree,))
            meaning = self._of(say("sine between axis and normal of {item}", item=""))
            value = self.book.scalar(root)
            name = self.book.symbol("lean", (self._count,), value, meaning, self._keys)
            down, cubed = (self.book.scalar(Power(name, Number(Fraction(-n)))) for n in (1, 3))
            t = self.book.scalar(tilt.name)
            fall = -scaled(t, down)
            square = scaled(cubed, scaled(rate, rate))

            def slope(index: int) -> Quantity:
                return scaled(fall, tilt.slope(index))

            second = minus(scaled(fall, tilt.second), square)
            self._leaning = MeasureRow(name, slope, scaled(fall, rate), second)
        return self._leaning

    @property
    def line(self) -> Quantity:
        """n × a, along the line in which the planes of disc and ground meet."""
        across = cross(self.n, self.axis)
        meaning = self._of(say("line in which disc and plane of {item} meet", item=""))
        named = self.book.define("k", (self._count,), across, meaning, self._keys)
        self.book.draw(named, "direction", self.centre.place)
        return named

    @property
    def _rate(self) -> Quantity:
        """τ̇ by its name."""
        meaning = self._of(say("rate of the cosine between axis and normal of {item}", item=""))
        return self.book.define("tiltrate", (self._count,), self.tilt.rate, meaning, self._keys)

    def _arm(self) -> tuple[Quantity, Quantity]:
        """From the centre to the touching point, and the rate of that as the ground sees it."""
        if not self.contact.axis:
            return -scaled(self.r, self.n), nothing(Rank.VECTOR)
        a, tilt = self.axis, self.book.scalar(self.tilt.name)
        lean = self.lean.name
        inverse, cubed = (self.book.scalar(Power(lean, Number(Fraction(-n)))) for n in (1, 3))
        rate, fall = self._rate, cross(a, self.line)
        falling = plus(scaled(rate, a), scaled(tilt, self.seen.turned(a)))
        growing = scaled(scaled(cubed, scaled(tilt, rate)), fall)
        arm = -scaled(self.r, scaled(inverse, fall))
        return arm, scaled(self.r, minus(scaled(inverse, falling), growing))

    def _slips(self) -> list[MeasureRow]:
        """The velocity of the touching point along the plane and across."""
        key, seen, centre = self.part.key, self.seen, self.centre
        arm, swing = self._arm()
        meaning = say("from the centre to the touching point of {item}", item=item(key))
        arm = self.book.define("arm", (self._count,), arm, meaning, (key,))
        slip = plus(seen.velocity(centre), seen.turned(arm))
        rate = plus(seen.acceleration(centre), cross(seen.alpha, arm), cross(seen.omega, swing))
        named = self.book.define(
            "s", (self._count,), slip, say("slip of {item}", item=item(key)), (key,)
        )
        bent = self.book.define(
            "b",
            (self._count,),
            rate,
            say("rate of the slip of {item} for q'' = 0", item=item(key)),
            (key,),
        )
        place = plus(centre.place, arm)
        self.book.draw(arm, "way", centre.place)
        self.book.draw(named, "velocity", place)
        self.book.draw(bent, "acceleration", place)
        return [self._along(direction, place, named, bent) for direction in self._ways]

    @property
    def _ways(self) -> tuple[Trees, Trees]:
        """The direction in the plane, and across it."""
        along = unit_along(self.part.trees(self.contact.along), self.part.place(self.contact.along))
        return along, crossed(self.normal, along)

    def _along(
        self, direction: Trees, place: Quantity, slip: Quantity, bent: Quantity
    ) -> MeasureRow:
        e = self._direction(
            "l", self.ground, direction, say("direction in the plane of {item}", item=""), place
        )
        body = self.centre.segment

        def slope(index: int) -> Quantity:
            return dot(self.points.relative(body, self.base, place, index), e)

        words = say("part of the slip of {item} along a direction", item="")
        return self._measure("slip", dot(slip, e), slope, dot(bent, e), ZERO, words)
