"""The space of `lagr_gui.mechanics.measures` in trees, for signals that measure forces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lagr_gui.expression import Call, Expression, Number, Symbol, substitute
from lagr_gui.expression.collection import over, times, total
from lagr_gui.mechanics.measured import MeasureTrees
from lagr_gui.mechanics.reading import Link, Part
from lagr_gui.mechanics.trees import IDENTITY, MINUS, NOUGHT, ONE, Trees
from lagr_gui.mechanics.vectors import Square, Triple, dot, minus
from lagr_gui.mechanics.vectors import times as scaled


@dataclass(frozen=True)
class Term:
    """A tree with + − · /."""

    tree: Expression

    def __add__(self, other: Any) -> Term:
        return Term(total([self.tree, _tree(other)]))

    __radd__ = __add__

    def __neg__(self) -> Term:
        return Term(times(MINUS, self.tree))

    def __sub__(self, other: Any) -> Term:
        return self + -Term(_tree(other))

    def __rsub__(self, other: Any) -> Term:
        return Term(_tree(other)) + -self

    def __mul__(self, other: Any) -> Term:
        return Term(times(self.tree, _tree(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Term:
        return Term(over(self.tree, _tree(other)))


def _tree(value: Any) -> Expression:
    return value.tree if isinstance(value, Term) else Number(Fraction(value))


def terms(trees: Trees) -> Triple[Term]:
    """Three trees to compute with."""
    return Term(trees[0]), Term(trees[1]), Term(trees[2])


@dataclass(frozen=True)
class TreeArrow:
    """A vector in space that moves."""

    value: Triple[Term]
    along: Callable[[Trees], Trees]

    @property
    def rate(self) -> Triple[Term]:
        """The time derivatives of its components."""
        a, b, c = self.value
        return terms(self.along((a.tree, b.tree, c.tree)))

    def __sub__(self, other: TreeArrow) -> TreeArrow:
        return TreeArrow(minus(self.value, other.value), self.along)

    def dot(self, other: TreeArrow) -> Term:
        """The scalar product."""
        return dot(self.value, other.value)


class TreeSpace:
    """Points and directions of bodies as trees in coordinates and time."""

    def __init__(self, trees: MeasureTrees, links: Sequence[Link]) -> None:
        self._trees, self.links = trees, links
        self.one = Term(ONE)
        self.identity: Square[Term] = (
            terms(IDENTITY[0]),
            terms(IDENTITY[1]),
            terms(IDENTITY[2]),
        )
        self.nowhere = terms((NOUGHT, NOUGHT, NOUGHT))

    def seat(self, body: int) -> int:
        """A body by its number."""
        return body

    def place(self, body: int, local: Trees) -> tuple[int, Triple[Term]]:
        """A body, and a point of it in space."""
        return body, terms(self._trees.point(body, local))

    def point(self, place: tuple[int, Triple[Term]]) -> TreeArrow:
        """The point."""
        return self.fixed(place[1])

    def fixed(self, vector: Triple[Term]) -> TreeArrow:
        """A vector in space axes."""
        return TreeArrow(vector, self._trees.rates)

    def direction(self, body: int, local: Trees) -> TreeArrow:
        """A direction that is fixed in a body."""
        return self.fixed(terms(self._trees.pose(body).turned(local)))

    def value(self, tree: Expression, **measures: Term) -> Term:
        """A tree of the model."""
        return Term(substitute(tree, {Symbol(name): m.tree for name, m in measures.items()}))

    def vector(self, trees: Trees) -> Triple[Term]:
        """Three of them."""
        return terms(trees)

    def moving(self, value: Expression, rate: Expression | None = None) -> Term:
        """What is written in coordinates."""
        return Term(value)

    def speed(self, value: Term) -> Term:
        """A velocity."""
        return value

    def rate(self, moving: Term) -> Term:
        """The rate of a scalar."""
        return Term(self._trees.rate(moving.tree))

    def angle(self, sine: Term, cosine: Term) -> Term:
        """The angle of two scalars."""
        return Term(Call("atan2", (sine.tree, cosine.tree)))

    def length(self, a: TreeArrow, b: TreeArrow) -> tuple[Term, Term]:
        """|Δx|, twice."""
        span = a - b
        length = Term(Call("sqrt", (span.dot(span).tree,)))
        return length, length

    def parting(self, part: Part, span: TreeArrow, length: Term) -> Triple[Term]:
        """Δx/λ; 0 where the ends never part."""
        return self.nowhere if part.joined else scaled(span.value, self.one / length)
