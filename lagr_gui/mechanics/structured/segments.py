"""The tree of rigid wholes: each elementary motion carries all that hangs on it.

Steps of the model that depend on coordinates or time become segments; constant steps only lead
from one to the next.  A point x outboard of a turn has the partial velocity w_ν × (x − p), one
outboard of a slide u_ν; both vectors are constant in the axes before the motion, or their
slopes are kept too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, product
from string import ascii_lowercase

from lagr_gui.algebra import Algebra
from lagr_gui.expression import TIME, Call, Expression, Number, Power, Symbol, symbols
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.steps import Shift, Spin, Step
from lagr_gui.mechanics.structured.book import Book, apart
from lagr_gui.mechanics.structured.laws import slope as slope_of
from lagr_gui.mechanics.structured.place import PRIME
from lagr_gui.mechanics.structured.quantity import (
    UNIT_TENSOR,
    Quantity,
    Rank,
    Shadow,
    apply,
    minus,
    nothing,
    of_core,
    plus,
    scaled,
)
from lagr_gui.mechanics.trees import MINUS, NOWHERE, ONE, Rows, Trees, dotted, negative, total
from lagr_gui.mechanics.trees import scaled as product_of

Pair = tuple[int, int]
Enter = Callable[[Expression], Expression]
"""How a tree of the model comes in: with the replacements of a special case."""

WAY = say("from the point of {a} to the point of {b}", a="", b="")
"""What a way between points is called, by the coordinates that move them."""


@dataclass(frozen=True, eq=False)
class Segment:
    """What one elementary motion carries; segment 0 is space.

    `A` maps its axes into space, `p` is a point of it, of a turn one on the axis.  `acts` are
    the vectors w_ν or u_ν by index, `seconds` their slopes ∂_μ w_ν, where there are any;
    `path` has a bit for each segment from space to here.
    """

    number: int
    parent: int
    turns: bool
    label: str
    A: Quantity
    p: Quantity
    acts: Mapping[int, Quantity]
    seconds: Mapping[Pair, Quantity]
    path: int

    def carries(self, other: Segment) -> bool:
        """Whether another segment hangs on this one, or is this one."""
        return bool(other.path >> self.number & 1)


@dataclass(frozen=True, eq=False)
class FixedFrame:
    """A frame fixed in a segment: axes, and an origin at p + A c."""

    segment: int
    A: Quantity
    p: Quantity
    c: Trees = NOWHERE


class Segments:
    """All segments of a system, and the seats of its bodies by number."""

    def __init__(self, reading: Reading, book: Book, enter: Enter, tidy: Enter) -> None:
        self.reading, self.book, self.enter, self.tidy = reading, book, enter, tidy
        self.names = (TIME, *reading.coordinates)
        self._index = {name: index for index, name in enumerate(self.names)}
        self._turned: dict[Shadow, tuple[Quantity, Trees, Expression]] = {}
        self._labels: set[str] = set()
        self._orientations = 0
        origin = nothing(Rank.VECTOR)
        space = Segment(0, 0, False, "S", UNIT_TENSOR, origin, {}, {}, 1)
        self.all: list[Segment] = [space]
        start = FixedFrame(0, UNIT_TENSOR, origin)
        self.seats: dict[int, FixedFrame] = {0: self.walk(start, reading.base)}
        for link in reading.links:
            self.seats[link.child] = self.walk(self.seats[link.parent], link.steps)

    def walk(self, seat: FixedFrame, steps: tuple[Step, ...]) -> FixedFrame:
        """The frame at the end of steps."""
        start = seat.segment
        for step in steps:
            seat = self._step(seat, step)
        if seat.segment != start:
            seat = self._settled(seat)
        return seat

    def position(self, seat: FixedFrame, local: Trees = NOWHERE) -> Quantity:
        """A point of a seat in space."""
        c = self._sum(seat.c, local)
        return plus(seat.p, apply(seat.A, self.book.components(c)))

    def moving(self, *trees: Expression) -> list[int]:
        """The indices of time and coordinates on which trees depend."""
        names = {symbol.name for tree in trees for symbol in symbols(tree)}
        return [index for index, name in enumerate(self.names) if name in names]

    def symbol(self, index: int) -> Symbol:
        """t or a coordinate."""
        return Symbol(self.names[index])

    def _step(self, seat: FixedFrame, step: Step) -> FixedFrame:
        match step:
            case Shift(given):
                vector = self._entered(given)
                if not self.moving(*vector):
                    return replace(seat, c=self._sum(seat.c, vector))
                return self._slide(self._flushed(seat), vector)
            case Spin(axis, angle):
                turned = self._entered(axis), self.tidy(self.enter(angle))
                return self._spin(self._flushed(seat), *turned)
            case _:
                rows = tuple(self._entered(row) for row in step.matrix)
                return self._turn(self._flushed(seat), rows)  # type: ignore[arg-type]

    def _entered(self, trees: Trees) -> Trees:
        first, second, third = (self.tidy(self.enter(tree)) for tree in trees)
        return first, second, third

    def _sum(self, a: Trees, b: Trees) -> Trees:
        first, second, third = (self.tidy(total(pair)) for pair in zip(a, b, strict=True))
        return first, second, third

    def _flushed(self, seat: FixedFrame) -> FixedFrame:
        return FixedFrame(seat.segment, seat.A, self.position(seat))

    def _slide(self, seat: FixedFrame, vector: Trees) -> FixedFrame:
        indices = self.moving(*vector)
        label = self._label(indices)
        slopes = {i: self._slopes(vector, i) for i in indices}
        vectors = {i: apply(seat.A, self.book.components(v)) for i, v in slopes.items()}
        seconds = self._seconds("u", label, slopes, seat.A)
        unit = len(indices) == 1 and not seconds and _is_unit(slopes[indices[0]])
        acts = self._acts("u", label, vectors, unit)
        shift = scaled(self.book.scalar(self.symbol(indices[0])), acts[indices[0]])
        way = apply(seat.A, self.book.components(vector))
        shift = shift if shift.shadow == way.shadow else way
        return self._grown(seat, False, label, seat.A, plus(seat.p, shift), acts, seconds)

    def _spin(self, seat: FixedFrame, axis: Trees, angle: Expression) -> FixedFrame:
        indices = self.moving(angle)
        A = self._rotated(seat.A, axis, angle)
        if not indices:
            return replace(seat, A=A)
        label = self._label(indices)
        slopes = {i: slope_of(angle, self.symbol(i)) for i in indices}
        along = {i: _times(axis, slope) for i, slope in slopes.items()}
        vectors = {i: apply(seat.A, self.book.components(w)) for i, w in along.items()}
        acts = self._acts("w", label, vectors, slopes[indices[0]] in (ONE, MINUS))
        seconds = self._seconds("w", label, along, seat.A)
        return self._turning(seat, label, A, acts, seconds)

    def _turn(self, seat: FixedFrame, rows: Rows) -> FixedFrame:
        indices = self.moving(*(entry for row in rows for entry in row))
        R = self.book.entries(rows)
        if not indices:
            self._orientations += 1
            meaning = say("orientation of the axes of a joint")
            C = self.book.define("C", (self._orientations,), R, meaning)
            return replace(seat, A=apply(seat.A, C))
        A = apply(seat.A, R)
        label = self._label(indices)
        slopes = {i: self._axial(rows, i) for i in indices}
        vectors = {i: apply(seat.A, self.book.components(w)) for i, w in slopes.items()}
        acts = self._acts("w", label, vectors, unit=False)
        return self._turning(seat, label, A, acts, self._seconds("w", label, slopes, seat.A))

    def _turning(
        self,
        seat: FixedFrame,
        label: str,
        A: Quantity,
        acts: Mapping[int, Quantity],
        seconds: Mapping[Pair, Quantity],
    ) -> FixedFrame:
        """A turn; its axes and a point on its axis have names."""
        named = self.book.define(
            "A", (label,), A, say("axes that move with {q}", q=self._words(acts))
        )
        if (turn := self._turned.get(A.shadow)) is not None:
            self._turned[named.shadow] = turn
        p = self._point(seat, label, acts, say("point on the axis of {q}", q=""))
        return self._grown(seat, True, label, named, p, acts, seconds)

    def _point(
        self, seat: FixedFrame, label: str, acts: Mapping[int, Quantity], meaning: Message
    ) -> Quantity:
        """The origin of a seat by its name, told from the point of its segment."""
        inner, own = self.all[seat.segment], self._words(acts)
        way = minus(seat.p, inner.p)
        if len(inner.p.pieces) == 1:
            words = WAY.with_values(a=self.words(inner), b=own)
            way = self.book.define("r", (inner.label, label), way, words)
            self.book.draw(way, "way", inner.p)
        return self.book.define("p", (label,), plus(inner.p, way), meaning.with_values(q=own))

    def _grown(
        self,
        seat: FixedFrame,
        turns: bool,
        label: str,
        A: Quantity,
        p: Quantity,
        acts: Mapping[int, Quantity],
        seconds: Mapping[Pair, Quantity],
    ) -> FixedFrame:
        number = len(self.all)
        path = self.all[seat.segment].path | 1 << number
        self.all.append(Segment(number, seat.segment, turns, label, A, p, acts, seconds, path))
        return FixedFrame(number, A, p)

    def _settled(self, seat: FixedFrame) -> FixedFrame:
        """The last frame of a link, which carries a body: its point has a name."""
        segment = self.all[seat.segment]
        if segment.turns:
            return seat
        parent = FixedFrame(segment.parent, segment.A, segment.p)
        meaning = say("point that moves with {q}", q="")
        named = self._point(parent, segment.label, segment.acts, meaning)
        self.all[segment.number] = replace(segment, p=named)
        return replace(seat, p=plus(named, minus(seat.p, segment.p)))

    def _rotated(self, A: Quantity, axis: Trees, angle: Expression) -> Quantity:
        """A R(axis, angle); turns about one axis are one turn by the sum of their angles."""
        base, whole = A, angle
        if (turn := self._turned.get(A.shadow)) is not None and turn[1] == axis:
            base, whole = turn[0], self.tidy(total((turn[2], angle)))
        made = apply(base, self._rotation(axis, whole))
        self._turned[made.shadow] = base, axis, whole
        return made

    def _rotation(self, axis: Trees, angle: Expression) -> Quantity:
        n = tuple(map(self.book.place.value, axis))
        cosine, sine = self.book.place.circle(angle)
        inverse = pow(sum(x * x for x in n), -1, PRIME)
        skew = (0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0)
        shadow = tuple(
            (
                (cosine if i == j else 0)
                + (1 - cosine) * n[i] * n[j] * inverse
                + sine * skew[3 * i + j]
            )
            % PRIME
            for i in range(3)
            for j in range(3)
        )
        tree = Call("rotation", (self.book.components(axis).tree, angle))
        return of_core(Rank.TENSOR, tree, shadow)

    def _slopes(self, trees: Trees, index: int) -> Trees:
        symbol = self.symbol(index)
        first, second, third = (slope_of(tree, symbol) for tree in trees)
        return first, second, third

    def _axial(self, rows: Rows, index: int) -> Trees:
        """The vector w with ∂R Rᵀ = [w]×."""
        slopes = [self._slopes(row, index) for row in rows]

        def entry(i: int, j: int) -> Expression:
            return self.tidy(total([product_of(slopes[i][k], rows[j][k]) for k in range(3)]))

        return entry(2, 1), entry(0, 2), entry(1, 0)

    def _seconds(
        self, stem: str, label: str, slopes: Mapping[int, Trees], A: Quantity
    ) -> dict[Pair, Quantity]:
        """∂_μ of the vectors of a motion, only those different from zero."""
        slopes_by_pair: dict[Pair, Quantity] = {}
        for (i, j), trees in ((pair, slopes[pair[1]]) for pair in product(slopes, slopes)):
            q = apply(A, self.book.components(self._slopes(trees, i)))
            if not q.is_zero:
                meaning = say("slope of a partial velocity by {q}", q=self.names[i])
                slopes_by_pair[i, j] = self.book.define(stem, (label, i, j), q, meaning)
        return slopes_by_pair

    def _acts(
        self, stem: str, label: str, vectors: Mapping[int, Quantity], unit: bool
    ) -> dict[int, Quantity]:
        """The vectors of a motion by name: the unit vector of a single one, or w_ν, u_ν."""
        words = {
            "e": say("unit vector of the motion by {q}", q=""),
            "w": say("partial angular velocity by {q}", q=""),
            "u": say("partial velocity by {q}", q=""),
        }
        chosen = "e" if unit and len(vectors) == 1 and 0 not in vectors else stem
        return {
            i: self.book.define(
                chosen,
                (label,) if len(vectors) == 1 else (label, i),
                vector,
                words[chosen].with_values(q=self.names[i]),
            )
            for i, vector in vectors.items()
        }

    def _label(self, indices: list[int]) -> str:
        """The index of a motion by one coordinate, or a letter."""
        wanted = str(indices[0]) if len(indices) == 1 else "a"
        if wanted in self._labels:
            wanted = next(letter for letter in _letters() if letter not in self._labels)
        self._labels.add(wanted)
        return wanted

    def words(self, segment: Segment) -> str:
        """The names of the coordinates by which a segment moves."""
        return self._words(segment.acts)

    def _words(self, acts: Mapping[int, Quantity]) -> str:
        return ", ".join(self.names[index] for index in acts)


def _times(axis: Trees, factor: Expression) -> Trees:
    first, second, third = (product_of(factor, entry) for entry in axis)
    return first, second, third


def _is_unit(trees: Trees) -> bool:
    """Whether a constant vector has length 1, exactly."""
    root, rest = apart(trees)
    if isinstance(root, Power) and root.exponent == Number(Fraction(-1, 2)):
        return Algebra().expression(total((dotted(rest, rest), negative(root.base)))).is_zero
    return Algebra().expression(total((dotted(trees, trees), MINUS))).is_zero


def _letters() -> Iterator[str]:
    """a, b … z, aa, ab …"""
    for length in count(1):
        yield from map("".join, product(ascii_lowercase, repeat=length))
