"""What names in a FORMAC expression mean: the contract of its reader."""

from __future__ import annotations

from typing import Protocol

from lagr_gui.expression import Expression, Symbol
from lagr_gui.extensions.decks.cards import CardPlace
from lagr_gui.extensions.decks.names import Indices, spelled


class DeckNames(Protocol):
    """What names mean in a deck.

    `fault` raises a problem at the place of the name.
    """

    def atom(self, name: str, indices: Indices, place: CardPlace) -> Expression:
        """An atom or variable, with the indices that follow it."""
        ...

    def function(self, name: str, arguments: tuple[Expression, ...], place: CardPlace) -> str:
        """The name of a function variable in the tree."""
        ...

    def formal(self, index: int, place: CardPlace) -> Expression:
        """The formal parameter $(index) of a function variable."""
        ...


class Free:
    """Every name stands for itself: Q(1) is the symbol “Q(1)”, FU.(A) calls “FU”."""

    def atom(self, name: str, indices: Indices, place: CardPlace) -> Expression:
        """A symbol that is called as it is written."""
        return Symbol(spelled(name, indices))

    def function(self, name: str, arguments: tuple[Expression, ...], place: CardPlace) -> str:
        """The name without its point."""
        return name

    def formal(self, index: int, place: CardPlace) -> Expression:
        """A symbol that is called as it is written."""
        return Symbol(f"$({index})")
