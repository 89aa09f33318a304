"""Absolute motion of the bodies of a deck, and the joints that their cards describe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import Expression, Symbol, symbols
from lagr_gui.mechanics.vectors import (
    Square,
    Triple,
    dot,
    minus,
    plus,
    product,
    rotation,
    transpose,
)

Trees = Triple[Expression]
TreeRows = Square[Expression]
Matrix = Square[Canonical]
Vector = Triple[Canonical]


@dataclass(frozen=True)
class Steps:
    """The cards of a body as trees: R, z′ and the joint points (relative motion)."""

    reference: int
    R: TreeRows
    z: Trees
    c_k: Trees
    c_l: Trees

    @property
    def symbols(self) -> frozenset[Symbol]:
        """Everything that the motion depends on."""
        trees = [*self.z, *self.c_k, *self.c_l, *(entry for row in self.R for entry in row)]
        return frozenset(symbol for tree in trees for symbol in symbols(tree))


class Poses:
    """E and x of the bodies as canonical values; those of relative motion when asked for."""

    def __init__(self) -> None:
        self.algebra = Algebra()
        self._known: dict[int, tuple[Matrix, Vector]] = {}
        self._steps: dict[int, Steps] = {}

    def vector(self, trees: Trees) -> Vector:
        """Three trees as values."""
        value = self.algebra.expression
        return value(trees[0]), value(trees[1]), value(trees[2])

    def matrix(self, trees: TreeRows) -> Matrix:
        """Nine trees as values."""
        return self.vector(trees[0]), self.vector(trees[1]), self.vector(trees[2])

    def put(self, body: int, E: TreeRows, x: Trees) -> None:
        """The absolute motion of a body."""
        self._known[body] = self.matrix(E), self.vector(x)

    def hang(self, body: int, steps: Steps) -> None:
        """The relative motion of a body."""
        self._steps[body] = steps

    def of(self, body: int) -> tuple[Matrix, Vector]:
        """E and x: Eˡ = R Eᵏ (39), xˡ = xᵏ + (c′ᵏ + z′) Eᵏ − c′ˡ Eˡ (41)."""
        if body not in self._known:
            steps = self._steps[body]
            E_k, x_k = self.of(steps.reference)
            E = product(self.matrix(steps.R), E_k)
            ahead = plus(self.vector(steps.c_k), self.vector(steps.z))
            forth = _carried(ahead, E_k)
            back = _carried(self.vector(steps.c_l), E)
            self._known[body] = E, minus(plus(x_k, forth), back)
        return self._known[body]

    def entry(self, body: int, i: int, j: int) -> Callable[[], Expression]:
        """GAM(body, i, j) as a tree, computed when it is used."""

        def tree() -> Expression:
            E, x = self.of(body)
            return (x[j - 1] if i == 4 else E[i - 1][j - 1]).tree()

        return tree

    def seen_from_base(self, body: int) -> tuple[TreeRows, Trees]:
        """R and z′ of a body's absolute motion relative to body 0."""
        (E, x), (E_0, x_0) = self.of(body), self.of(0)
        R = product(E, transpose(E_0))
        away = minus(x, x_0)
        z = dot(E_0[0], away), dot(E_0[1], away), dot(E_0[2], away)
        return (_trees(R[0]), _trees(R[1]), _trees(R[2])), _trees(z)

    def folded(self, steps: Steps) -> Trees:
        """z′ + c′ᵏ − c′ˡ R: the whole distance where a joint point moves in its body."""
        R = self.matrix(steps.R)
        whole = plus(self.vector(steps.z), self.vector(steps.c_k))
        return _trees(minus(whole, _carried(self.vector(steps.c_l), R)))

    def spin(self, R: TreeRows, q: Symbol) -> tuple[int, int, int] | None:
        """The coordinate axis about which R turns by q; None where it is no such turn."""
        matrix = self.matrix(R)
        angle = self.algebra.symbol(q)
        cosine, sine = self.algebra.call("cos", (angle,)), self.algebra.call("sin", (angle,))
        zero, one = self.algebra.zero, self.algebra.one
        for place in range(3):
            for sign in (1, -1):
                axis = [0, 0, 0]
                axis[place] = sign
                unit = tuple(one * sign if entry else zero for entry in axis)
                if matrix == transpose(rotation(unit, cosine, sine, one)):  # type: ignore[arg-type]
                    return axis[0], axis[1], axis[2]
        return None

    def slide(self, z: Trees, q: Symbol) -> tuple[tuple[int, int, int], Trees] | None:
        """The coordinate axis along which z′ grows by q, and the rest; None if it does not."""
        value = self.vector(z)
        slopes = [entry.derivative(q).constant for entry in value]
        if sorted(abs(slope or 0) for slope in slopes) != [0, 0, 1] or None in slopes:
            return None
        axis = int(slopes[0] or 0), int(slopes[1] or 0), int(slopes[2] or 0)
        moved = self.algebra.symbol(q)
        rest = tuple(v - moved * s for v, s in zip(value, axis, strict=True))
        return axis, _trees((rest[0], rest[1], rest[2]))

    def skew(self, R: TreeRows) -> frozenset[Symbol] | None:
        """On what the difference of R from a rotation depends; None where R is one."""
        E = self.matrix(R)
        square = product(E, transpose(E))
        one = self.algebra.one
        off = [square[i][j] - (one if i == j else 0) for i in range(3) for j in range(3)]
        off.append(_determinant(E) - one)
        wrong = [entry for entry in off if not entry.is_zero]
        if not wrong:
            return None
        return frozenset(symbol for entry in wrong for symbol in symbols(entry.tree()))


def _carried(v: Vector, E: Matrix) -> Vector:
    """v′ⱼ Eⱼᵢ: components in the axes in which the rows of E are written."""
    columns = transpose(E)
    return dot(v, columns[0]), dot(v, columns[1]), dot(v, columns[2])


def _determinant(E: Matrix) -> Canonical:
    a, b, c = E
    crossed = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
    return dot(a, crossed)


def _trees(v: Vector) -> Trees:
    return v[0].tree(), v[1].tree(), v[2].tree()
