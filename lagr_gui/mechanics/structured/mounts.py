"""What a body in a frame of another one measures in vectors: s = n·d, θ′ = w·ω."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lagr_gui.expression import Call, Power
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.spaces.mounts import axes_of, plain_turns
from lagr_gui.mechanics.structured.named import Act, MeasureNaming, NamedMeasure
from lagr_gui.mechanics.structured.quantity import (
    Quantity,
    cross,
    dot,
    minus,
    plus,
    scaled,
)
from lagr_gui.mechanics.structured.seen import Seen
from lagr_gui.mechanics.trees import MINUS, NOUGHT


def mounted(
    named: MeasureNaming, part: Part, geometry: Any, names: set[str]
) -> Mapping[str, NamedMeasure]:
    """Those of shifts, turns and their rates that are named."""
    return _Mounted(named, part, geometry).measures(names)


class _Mounted:
    def __init__(self, named: MeasureNaming, part: Part, geometry: Any) -> None:
        points, axes = named.points, axes_of(part, geometry)
        a, b = part.value(geometry.body_a), part.value(geometry.body_b)
        self.named, self.part, self.points = named, part, points
        self.first, self.second = points.segment(a), points.segment(b)
        ends = (a, part.trees(geometry.point_a)), (b, part.trees(geometry.point_b))
        start, self.end = (points.point(body, local, part.key) for body, local in ends)
        self.way = minus(self.end.place, start.place)
        self.e = [self._axis(a, axis, letter) for axis, letter in zip(axes, "xyz", strict=True)]
        self.f = [points.direction(b, axis) for axis in axes]
        self.plain = plain_turns(points.segments.reading.links, a, b, axes)
        self._seen: Seen | None = None

    def _axis(self, body: int, axis: Any, letter: str) -> Quantity:
        meaning = say("axis {n} of the frame of {item}", n=letter, item="")
        return self.named.named(
            f"n{letter}", self.points.direction(body, axis), self.part.key, meaning
        )

    @property
    def seen(self) -> Seen:
        """The motion of the second body as the first one sees it."""
        if self._seen is None:
            self._seen = Seen(self.points, self.second, self.first)
        return self._seen

    def measures(self, names: set[str]) -> dict[str, NamedMeasure]:
        """Those with these names."""
        found: dict[str, NamedMeasure] = {}
        for k, letter in enumerate("xyz"):
            n = self.e[k]
            if f"shift_{letter}" in names:
                words = say("shift along axis {n} of {item}", n=letter, item="")
                found[f"shift_{letter}"] = self._symbol(
                    f"s{letter}", dot(self.way, n), words, self._slide(n)
                )
            if f"speed_{letter}" in names:
                words = say("velocity along axis {n} of {item}", n=letter, item="")
                rate = dot(self.seen.velocity(self.end), n)
                found[f"speed_{letter}"] = self._symbol(f"v{letter}", rate, words, self._slide(n))
            if f"turn_{letter}" in names:
                words = say("turn about axis {n} of {item}", n=letter, item="")
                found[f"turn_{letter}"] = self._symbol(
                    f"theta{letter}", self._angle(k), words, self._twist(self._about(k))
                )
            if f"spin_{letter}" in names:
                words = say("rate of the turn about axis {n} of {item}", n=letter, item="")
                rate = dot(self.seen.omega, self._about(k))
                found[f"spin_{letter}"] = self._symbol(
                    f"omega{letter}", rate, words, self._twist(self._about(k))
                )
        return found

    def _symbol(self, stem: str, value: Quantity, words: Message, act: Act) -> NamedMeasure:
        """A measure by its name; one that is always 0 pushes nothing."""
        if value.is_zero:
            return NamedMeasure(NOUGHT, lambda force: {})
        name = self.named.symbol(stem, value, self.part.key, words)
        return NamedMeasure(name, lambda force: {} if force.is_zero else act(force))

    def _slide(self, n: Quantity) -> Act:
        """A force along an axis at the second point, and its opposite on the first body there."""

        def act(force: Quantity) -> dict[int, Quantity]:
            place = self.end.place
            return {
                i: scaled(force, dot(self.points.relative(self.second, self.first, place, i), n))
                for i in self._indices
            }

        return act

    def _twist(self, w: Quantity) -> Act:
        """A moment on the second body, and its opposite on the first."""

        def act(force: Quantity) -> dict[int, Quantity]:
            return {
                i: scaled(force, dot(self.points.turning(self.second, self.first, i), w))
                for i in self._indices
            }

        return act

    @property
    def _indices(self) -> Sequence[int]:
        return range(1, len(self.named.names))

    def _angle(self, k: int) -> Quantity:
        """θₖ"""
        book = self.named.book
        if self.plain is not None:
            return book.scalar(self.points.segments.enter(self.plain[k]))
        sine, cosine = self._parts(k)
        return book.scalar(Call("atan2", (sine.tree, cosine.tree)))

    def _parts(self, k: int) -> tuple[Quantity, Quantity]:
        i, j = (k + 1) % 3, (k + 2) % 3
        e, f = self.e, self.f
        sine = minus(dot(e[j], f[i]), dot(e[i], f[j]))
        return sine, plus(dot(e[i], f[i]), dot(e[j], f[j]))

    def _about(self, k: int) -> Quantity:
        """w with θₖ′ = w·ω of the second body over the first."""
        if self.plain is not None:
            return self.e[k]
        i, j = (k + 1) % 3, (k + 2) % 3
        e, f = self.e, self.f
        sine, cosine = self._parts(k)
        across = minus(cross(f[i], e[j]), cross(f[j], e[i]))
        along = plus(cross(f[i], e[i]), cross(f[j], e[j]))
        square = plus(scaled(sine, sine), scaled(cosine, cosine))
        inverse = self.named.book.scalar(Power(square.tree, MINUS))
        w = scaled(inverse, minus(scaled(cosine, across), scaled(sine, along)))
        words = say("direction about which turn {n} of {item} grows", n="xyz"[k], item="")
        return self.named.named(f"w{'xyz'[k]}", w, self.part.key, words)
