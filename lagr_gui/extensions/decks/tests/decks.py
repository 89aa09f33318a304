"""Decks to try, and the comparison of models that call the same things differently."""

from __future__ import annotations

from lagr_gui import pipeline
from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import Call, Expression, Power, Product, Sum, Symbol
from lagr_gui.extensions.decks.deck import CardNames, read_deck
from lagr_gui.extensions.decks.formac import read_formac
from lagr_gui.extensions.decks.names import Indices, model_name, spelled
from lagr_gui.model import Model
from tests.ground.sources import ROOT

SYSTEM_2 = (ROOT / "tests" / "acceptance" / "decks" / "lagr_deck_system2.txt").read_text("utf-8")

IDENTITY = "'1' '0' '0' '0' '1' '0' '0' '0' '1'"
NOWHERE = "'0' '0' '0'"
REST = f"{IDENTITY} {NOWHERE}"
"""Body 0 at rest."""
SLIDE = f"0 {IDENTITY} 'Q(1)' '0' '0' {NOWHERE} {NOWHERE}"
"""A body that slides along x on body 0."""


def deck(body: str = f"{SLIDE} '0'B", rest: str = "0 0 0 0", head: str = "1 1 '1'B") -> str:
    """A deck of one system with one body."""
    return f"1\n{head}\n{REST}\n{body}\n{rest}\n"


def only(text: str) -> Model:
    """The model of a deck of one system."""
    (model,) = read_deck(text)
    return model


Results = dict[tuple[str, tuple[int, ...]], Expression]


def results(
    model: Model, special: str = "", symbols: tuple[str, ...] = ("g", "Gamma", "Q")
) -> Results:
    """g, Γ and Q by symbol and indices."""
    sheet = pipeline.equations(model, special=special)
    entries = (entry for symbol in symbols for entry in sheet.of(symbol))
    return {(e.symbol, e.indices): sheet.written_out(e.tree) for e in entries}


def same(left: Results, right: Results, positive: frozenset[str] = frozenset()) -> bool:
    """Whether two sets of results are equal as canonical expressions."""
    algebra = Algebra(positive=positive)

    def value(tree: Expression) -> Canonical:
        return algebra.expression(tree)

    return set(left) == set(right) and all(value(left[k]) == value(right[k]) for k in left)


class Reread:
    """What the names of a model are called after a way over the cards."""

    def __init__(self, names: CardNames) -> None:
        self.names = names

    def symbol(self, symbol: Symbol) -> Symbol:
        """A symbol of the first model in the second one."""
        card = self.names.symbol(symbol)
        tree = read_formac(card, self)
        assert isinstance(tree, Symbol)
        return tree

    def atom(self, name: str, indices: Indices, place: object) -> Symbol:
        """What the reader makes of an atom, told independently of it."""
        if spelled(name, indices) == "Q(0)":
            return Symbol("t")
        if name in ("Q", "QP"):
            return Symbol(f"q{indices[0]}", int(name == "QP"))
        return Symbol(model_name(name, indices))

    def function(self, name: str, arguments: object, place: object) -> str:
        """Function variables keep their names."""
        return name

    def formal(self, index: int, place: object) -> Symbol:
        """None occurs."""
        raise AssertionError(index)

    def tree(self, tree: Expression) -> Expression:
        """A whole tree."""
        match tree:
            case Symbol():
                return self.symbol(tree)
            case Sum(terms):
                return Sum(tuple(map(self.tree, terms)))
            case Product(factors):
                return Product(tuple(map(self.tree, factors)))
            case Power(base, exponent):
                return Power(self.tree(base), self.tree(exponent))
            case Call(function, arguments, orders):
                if self.names.is_function(function):
                    function = self.names.function(function)
                return Call(function, tuple(map(self.tree, arguments)), orders)
            case _:
                return tree
