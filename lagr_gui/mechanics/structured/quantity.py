"""Scalars, vectors and tensors as expressions: what the lines of the structured form are.

A quantity is a sum of parts: number × scalars × one vector or tensor.  Its tree is an ordinary
expression in which `dot`, `cross`, `outer`, `transpose`, `trace`, `vec` (three components),
`tensor` (nine, row by row), `symmetric` (xx, yy, zz, xy, xz, yz) and `rotation` (axis, angle)
are called, a tensor is multiplied with what stands behind it, and `unit` is the unit tensor.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.expression.rows import as_product, as_sum, factors_in, negative, terms_in
from lagr_gui.mechanics.structured.place import PRIME, modulo


class Rank(StrEnum):
    """What a quantity is."""

    SCALAR = "scalar"
    VECTOR = "vector"
    TENSOR = "tensor"


UNIT = "unit"
"""The name of the unit tensor."""

OPERATIONS = (
    *("dot", "cross", "outer", "transpose", "trace"),
    *("vec", "tensor", "symmetric", "rotation"),
)
"""The functions that stand in lines of the structured form and nowhere else."""

Shadow = tuple[int, ...]
"""The components at a place of the finite field: 1, 3, or 9 row by row."""

_SIZES = {Rank.SCALAR: 1, Rank.VECTOR: 3, Rank.TENSOR: 9}
_ONE = Fraction(1)
_ONES: Shadow = (1, 0, 0, 0, 1, 0, 0, 0, 1)


@dataclass(frozen=True, slots=True)
class VectorTerm:
    """number × scalars × core; scalars have no core."""

    number: Fraction
    scalars: tuple[Expression, ...]
    core: Expression | None

    @property
    def tree(self) -> Expression:
        """The product."""
        factors = _powers(self.scalars)
        if self.core is not None:
            factors.append(self.core)
        if not factors or (self.number is not _ONE and self.number != 1):
            factors.insert(0, Number(self.number))
        return as_product(factors)


def _powers(scalars: tuple[Expression, ...]) -> list[Expression]:
    """Scalars of which equal ones are one power."""
    if len(scalars) == len(different := dict.fromkeys(scalars)):
        return list(scalars)
    counted = ((scalar, scalars.count(scalar)) for scalar in different)
    return [s if n == 1 else _power(s, n) for s, n in counted]


def _power(scalar: Expression, count: int) -> Expression:
    if isinstance(scalar, Power) and isinstance(scalar.exponent, Number):
        return Power(scalar.base, Number(scalar.exponent.value * count))
    return Power(scalar, Number(Fraction(count)))


@dataclass(frozen=True, slots=True, eq=False)
class Quantity:
    """A sum of pieces of one rank, with its components at a place of the finite field."""

    rank: Rank
    pieces: tuple[VectorTerm, ...]
    shadow: Shadow

    @property
    def is_zero(self) -> bool:
        """Whether it vanishes identically."""
        return not any(self.shadow)

    @property
    def is_unit(self) -> bool:
        """Whether it is the unit tensor."""
        return self.shadow == _ONES and self.rank is Rank.TENSOR

    @property
    def trees(self) -> tuple[Expression, ...]:
        """Its terms."""
        return tuple(piece.tree for piece in self.pieces)

    @property
    def tree(self) -> Expression:
        """The whole as one expression."""
        trees = self.trees
        return as_sum(trees)

    def __neg__(self) -> Quantity:
        pieces = tuple(VectorTerm(-p.number, p.scalars, p.core) for p in self.pieces)
        return Quantity(self.rank, pieces, tuple(-x % PRIME for x in self.shadow))


def nothing(rank: Rank) -> Quantity:
    """Zero."""
    return Quantity(rank, (), (0,) * _SIZES[rank])


def of_core(rank: Rank, core: Expression, shadow: Shadow) -> Quantity:
    """One vector or tensor."""
    return Quantity(rank, (VectorTerm(_ONE, (), core),), shadow) if any(shadow) else nothing(rank)


def number(value: Fraction | int) -> Quantity:
    """A constant."""
    value = Fraction(value)
    if not value:
        return nothing(Rank.SCALAR)
    return Quantity(Rank.SCALAR, (VectorTerm(value, (), None),), (modulo(value),))


def of_tree(tree: Expression, value: int) -> Quantity:
    """A scalar tree with its number in the field."""
    if not value:
        return nothing(Rank.SCALAR)
    if isinstance(tree, Number):
        return number(tree.value)
    if isinstance(tree, Product) and isinstance(first := tree.factors[0], Number):
        return Quantity(Rank.SCALAR, (VectorTerm(first.value, tree.factors[1:], None),), (value,))
    factors = factors_in(tree)
    return Quantity(Rank.SCALAR, (VectorTerm(_ONE, factors, None),), (value,))


UNIT_TENSOR = of_core(Rank.TENSOR, Symbol(UNIT), _ONES)


def plus(*quantities: Quantity) -> Quantity:
    """The sum; equal pieces are counted."""
    used = [q for q in quantities if q.pieces]
    rank = quantities[0].rank
    if len(used) < 2:
        return used[0] if used else nothing(rank)
    shadow = tuple(sum(column) % PRIME for column in zip(*(q.shadow for q in used), strict=True))
    if not any(shadow):
        return nothing(rank)
    numbers: dict[tuple[tuple[Expression, ...], Expression | None], Fraction] = {}
    for piece in (piece for q in used for piece in q.pieces):
        key = piece.scalars, piece.core
        numbers[key] = numbers.get(key, Fraction(0)) + piece.number
    pieces = tuple(VectorTerm(n, scalars, core) for (scalars, core), n in numbers.items() if n)
    return Quantity(rank, pieces, shadow)


def total(quantities: Iterable[Quantity], rank: Rank) -> Quantity:
    """The sum of any number of quantities."""
    return plus(nothing(rank), *quantities)


def minus(a: Quantity, b: Quantity) -> Quantity:
    """a − b"""
    return plus(a, -b)


def scaled(factor: Quantity, q: Quantity) -> Quantity:
    """A scalar times a quantity; a factor that is ±1 is not written."""
    (value,) = factor.shadow
    if not value or q.is_zero:
        return nothing(q.rank)
    if value == 1:
        return q
    if value == PRIME - 1:
        return -q
    shadow = tuple(value * x % PRIME for x in q.shadow)
    n, scalars = _coefficient(factor)
    several = len(q.pieces) > 1
    if several and n < 0 and all(piece.number < 0 for piece in q.pieces):
        n, q = -n, -q
    if several and q.rank is Rank.SCALAR:
        return Quantity(q.rank, (VectorTerm(n, (*scalars, q.tree), None),), shadow)
    if len(q.pieces) != 1:
        return Quantity(q.rank, (VectorTerm(n, scalars, q.tree),), shadow)
    piece = q.pieces[0]
    joined = VectorTerm(_times(n, piece.number), scalars + piece.scalars, piece.core)
    return Quantity(q.rank, (joined,), shadow)


def _coefficient(factor: Quantity) -> tuple[Fraction, tuple[Expression, ...]]:
    if len(factor.pieces) != 1:
        return _ONE, (factor.tree,)
    piece = factor.pieces[0]
    return piece.number, piece.scalars


def _apart(q: Quantity) -> tuple[Fraction, tuple[Expression, ...], Expression]:
    """Number and scalars before a core, which may be a sum."""
    if len(q.pieces) != 1:
        return _ONE, (), q.tree
    piece = q.pieces[0]
    assert piece.core is not None
    return piece.number, piece.scalars, piece.core


def _bilinear(function: str, a: Quantity, b: Quantity, rank: Rank, shadow: Shadow) -> Quantity:
    """A product of two vectors or tensors, with numbers and scalars before it."""
    if not any(shadow):
        return nothing(rank)
    m, left, x = _apart(a)
    n, right, y = _apart(b)
    core = _chained(x, y) if function == "*" else Call(function, (x, y))
    if rank is Rank.SCALAR:
        return Quantity(rank, (VectorTerm(_times(m, n), (*left, *right, core), None),), shadow)
    return Quantity(rank, (VectorTerm(_times(m, n), (*left, *right), core),), shadow)


def _times(a: Fraction, b: Fraction) -> Fraction:
    """Most numbers are 1, which costs nothing."""
    return b if a is _ONE else a if b is _ONE else a * b


def _chained(x: Expression, y: Expression) -> Product:
    """A product of tensors, which needs no brackets."""
    first = factors_in(x)
    return Product((*first, *factors_in(y)))


def dot(a: Quantity, b: Quantity) -> Quantity:
    """a·b; one that is ±1 in every position is a number."""
    x, y = a.shadow, b.shadow
    value = (x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) % PRIME
    if value in (1, PRIME - 1):
        return number(1 if value == 1 else -1)
    return _bilinear("dot", a, b, Rank.SCALAR, (value,))


def cross(a: Quantity, b: Quantity) -> Quantity:
    """a × b"""
    x, y = a.shadow, b.shadow
    shadow = (
        (x[1] * y[2] - x[2] * y[1]) % PRIME,
        (x[2] * y[0] - x[0] * y[2]) % PRIME,
        (x[0] * y[1] - x[1] * y[0]) % PRIME,
    )
    return _bilinear("cross", a, b, Rank.VECTOR, shadow)


def outer(a: Quantity, b: Quantity) -> Quantity:
    """The tensor a bᵀ."""
    shadow = tuple(x * y % PRIME for x in a.shadow for y in b.shadow)
    return _bilinear("outer", a, b, Rank.TENSOR, shadow)


def apply(tensor: Quantity, q: Quantity) -> Quantity:
    """A tensor times a vector or a tensor."""
    if tensor.is_unit:
        return q
    if q.is_unit:
        return tensor
    width = len(q.shadow) // 3
    shadow = tuple(
        sum(tensor.shadow[3 * i + k] * q.shadow[width * k + j] for k in range(3)) % PRIME
        for i in range(3)
        for j in range(width)
    )
    return _bilinear("*", tensor, q, q.rank, shadow)


def transpose(tensor: Quantity) -> Quantity:
    """The transposed tensor."""
    s = tensor.shadow
    shadow = (s[0], s[3], s[6], s[1], s[4], s[7], s[2], s[5], s[8])
    if shadow == s:
        return tensor
    n, scalars, core = _apart(tensor)
    return Quantity(Rank.TENSOR, (VectorTerm(n, scalars, Call("transpose", (core,))),), shadow)


def trace(tensor: Quantity) -> Quantity:
    """The sum of the diagonal."""
    s = tensor.shadow
    value = (s[0] + s[4] + s[8]) % PRIME
    if not value:
        return nothing(Rank.SCALAR)
    n, scalars, core = _apart(tensor)
    return Quantity(
        Rank.SCALAR, (VectorTerm(n, (*scalars, Call("trace", (core,))), None),), (value,)
    )


def norm(vector: Quantity, value: int) -> Quantity:
    """|a|, a number of its own in the field."""
    root = Call("sqrt", (dot(vector, vector).tree,))
    return Quantity(Rank.SCALAR, (VectorTerm(_ONE, (root,), None),), (value,))


def gathered(q: Quantity) -> Quantity:
    """The sum with products of one vector as one product: a·u + a·v is a·(u + v)."""
    pieces = list(q.pieces)
    while (fewer := _joined(pieces)) is not None:
        pieces = fewer
    return Quantity(q.rank, tuple(pieces), q.shadow) if len(pieces) < len(q.pieces) else q


def _joined(pieces: list[VectorTerm]) -> list[VectorTerm] | None:
    """The same sum with two of its pieces as one; None where no two have so much in common."""
    for at, first in enumerate(pieces):
        for other in range(at + 1, len(pieces)):
            if (joined := _one(first, pieces[other])) is not None:
                return [*pieces[:at], joined, *pieces[at + 1 : other], *pieces[other + 1 :]]
    return None


def _one(first: VectorTerm, second: VectorTerm) -> VectorTerm | None:
    """Two products of vectors as one, if they differ in one of the vectors and the sign only."""
    (plain, a), (others, b) = _product(first), _product(second)
    sign = second.number / first.number
    if a is None or b is None or a.function != b.function or plain != others or abs(sign) != 1:
        return None
    turned = b.arguments[::-1] if a.function == "dot" else b.arguments
    for one, other in ((a.arguments, b.arguments), (a.arguments, turned)):
        for place in (0, 1):
            if one[place] == other[place]:
                summed = _sum(one[1 - place], other[1 - place], sign)
                both = (one[0], summed) if place == 0 else (summed, one[1])
                core = Call(a.function, both)
                if first.core is None:
                    return VectorTerm(first.number, (*plain, core), None)
                return VectorTerm(first.number, plain, core)
    return None


def _product(piece: VectorTerm) -> tuple[tuple[Expression, ...], Call | None]:
    """The scalars of a piece, and the product of two vectors behind them, if there is one."""
    scalars, core = piece.scalars, piece.core
    if core is None and scalars:
        *others, core = scalars
        scalars = tuple(others)
    is_product = isinstance(core, Call) and core.function in ("dot", "cross")
    return (scalars, core) if is_product and isinstance(core, Call) else (scalars, None)


def _sum(a: Expression, b: Expression, sign: Fraction) -> Sum:
    """a ± b of two vectors."""
    terms = terms_in(b)
    signed = terms if sign > 0 else tuple(map(negative, terms))
    return Sum((*terms_in(a), *signed))
