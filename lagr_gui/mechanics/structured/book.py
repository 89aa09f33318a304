"""The definitions of a structured sheet: every name stands before its first use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Symbol
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.sheets.pictures import Kind, NamePicture
from lagr_gui.mechanics.sheets.sheet import Definition, free_name, needed
from lagr_gui.mechanics.structured.place import PRIME, Place
from lagr_gui.mechanics.structured.quantity import (
    UNIT_TENSOR,
    Quantity,
    Rank,
    Shadow,
    VectorTerm,
    nothing,
    of_core,
    of_tree,
    scaled,
)
from lagr_gui.mechanics.trees import NOUGHT, Rows, Trees

ORIGIN = Call("vec", (Number(Fraction(0)),) * 3)
"""The origin of space."""


def item(key: str) -> Message:
    """An item key in words: body 2, “spring 1”."""
    kind, _, name = key.partition(":")
    return say("body {n}", n=name) if kind == "body" else say("“{name}”", name=name)


class Book:
    """Names with what they stand for, in the order of their making.

    A quantity that equals one with a name in every position goes by that name.
    """

    def __init__(self, taken: Iterable[str], place: Place) -> None:
        self.place = place
        self._taken = set(taken)
        self._made: dict[str, Definition] = {}
        self.pictures: dict[str, NamePicture] = {}
        self.shadows: dict[str, Shadow] = {}
        """What names are at the place."""
        self._known: dict[tuple[Rank, Shadow], Quantity] = {
            (Rank.TENSOR, UNIT_TENSOR.shadow): UNIT_TENSOR
        }

    def scalar(self, tree: Expression) -> Quantity:
        """A scalar of the model."""
        return of_tree(tree, self.place.value(tree))

    def components(self, trees: Trees) -> Quantity:
        """A vector by its components; a root that all of them have stands before it."""
        root, rest = apart(trees)
        shadow = tuple(self.place.value(tree) for tree in rest)
        pairs = zip(rest, shadow, strict=True)
        written = tuple(tree if x else Number(Fraction(0)) for tree, x in pairs)
        vector = of_core(Rank.VECTOR, Call("vec", written), shadow)
        return vector if root is None else scaled(self.scalar(root), vector)

    def entries(self, rows: Rows) -> Quantity:
        """A tensor by its entries."""
        trees = tuple(tree for row in rows for tree in row)
        shadow = tuple(self.place.value(tree) for tree in trees)
        s = shadow
        if (s[1], s[2], s[5]) == (s[3], s[6], s[7]):
            chosen = tuple(trees[i] for i in (0, 4, 8, 1, 2, 5))
            return self._known.get((Rank.TENSOR, s)) or of_core(
                Rank.TENSOR, Call("symmetric", chosen), s
            )
        return of_core(Rank.TENSOR, Call("tensor", trees), shadow)

    def define(
        self,
        stem: str,
        indices: Sequence[int | str],
        quantity: Quantity,
        meaning: Message,
        sources: tuple[str, ...] = (),
    ) -> Quantity:
        """The quantity by its name; what vanishes or has a name already gets none."""
        if quantity.is_zero:
            return nothing(quantity.rank)
        if _is_name(quantity):
            return quantity
        key = quantity.rank, quantity.shadow
        opposite = quantity.rank, tuple(-x % PRIME for x in quantity.shadow)
        if key in self._known:
            return self._known[key]
        if opposite in self._known:
            return -self._known[opposite]
        named = _named(quantity, self.symbol(stem, indices, quantity, meaning, sources))
        self._known[key] = named
        return named

    def symbol(
        self,
        stem: str,
        indices: Sequence[int | str],
        quantity: Quantity,
        meaning: Message,
        sources: tuple[str, ...] = (),
    ) -> Symbol:
        """A name for the quantity, whether it has one or not."""
        name = self._free("_".join((stem, *map(str, indices))))
        self._made[name] = Definition(
            name=name,
            rank=quantity.rank.value,
            trees=quantity.trees or (Number(Fraction(0)),),
            meaning=meaning,
            stem=stem,
            indices=tuple(map(str, indices)),
            sources=sources,
        )
        self.place.know(Symbol(name), quantity.shadow)
        self.shadows[name] = quantity.shadow
        return Symbol(name)

    def draw(self, quantity: Quantity | Symbol, kind: Kind, *place: Quantity) -> None:
        """Note where a quantity that goes by a name is drawn; the first kind of a name counts.

        Vectors are drawn wherever they stand, composite bodies once, as what their name says.
        """
        name = quantity.name if isinstance(quantity, Symbol) else _name(quantity)
        if name not in self._made and kind not in ("angle", "shift"):
            return
        trees = tuple(q.tree if q.pieces else ORIGIN for q in place)
        picture = self.pictures.setdefault(name, NamePicture(kind, ()))
        single = kind in ("centre", "moment") and picture.places
        if picture.kind == kind and trees not in picture.places and not single:
            self.pictures[name] = NamePicture(kind, (*picture.places, trees))

    def used(self, trees: Iterable[Expression]) -> tuple[Definition, ...]:
        """The definitions that trees need, directly or through others, in order."""
        return needed(self._made.values(), trees)

    def _free(self, name: str) -> str:
        free = free_name(name, self._taken)
        self._taken.add(free)
        return free


def apart(trees: Trees) -> tuple[Expression | None, Trees]:
    """A root by which all components are divided, and the components without it."""
    nonzero = [tree for tree in trees if tree != NOUGHT]
    roots = {tree.factors[-1] if isinstance(tree, Product) else None for tree in nonzero}
    root = roots.pop() if len(roots) == 1 else None
    if not isinstance(root, Power):
        return None, trees
    first, second, third = (_rest(tree) if isinstance(tree, Product) else tree for tree in trees)
    return root, (first, second, third)


def _rest(product: Product) -> Expression:
    """A product without its last factor."""
    factors = product.factors[:-1]
    return factors[0] if len(factors) == 1 else Product(factors)


def _is_name(quantity: Quantity) -> bool:
    """Whether it is a symbol with at most a number before it."""
    if len(quantity.pieces) != 1:
        return False
    (piece,) = quantity.pieces
    if piece.core is None:
        return not piece.scalars or (
            len(piece.scalars) == 1 and isinstance(piece.scalars[0], Symbol)
        )
    return isinstance(piece.core, Symbol) and not piece.scalars


def _name(quantity: Quantity) -> str:
    """The name by which a quantity goes, perhaps with another sign; empty where it has none."""
    if not _is_name(quantity):
        return ""
    (piece,) = quantity.pieces
    symbol = piece.core or (piece.scalars[0] if piece.scalars else None)
    return symbol.name if isinstance(symbol, Symbol) else ""


def _named(quantity: Quantity, symbol: Symbol) -> Quantity:
    if quantity.rank is Rank.SCALAR:
        return Quantity(quantity.rank, (VectorTerm(Fraction(1), (symbol,), None),), quantity.shadow)
    return of_core(quantity.rank, symbol, quantity.shadow)
