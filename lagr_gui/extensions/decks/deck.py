"""Card decks of LAGR: reading, writing, and results the way LAGR listed them."""

from __future__ import annotations

from lagr_gui.extensions.decks.author import cards_of
from lagr_gui.extensions.decks.card_names import CardNames
from lagr_gui.extensions.decks.listing import listing
from lagr_gui.extensions.decks.order import read_cards
from lagr_gui.extensions.decks.punch import punch
from lagr_gui.extensions.decks.translate import model_of
from lagr_gui.mechanics.reading import Reading
from lagr_gui.model import Model
from lagr_gui.model.imported import Imported

__all__ = ["CardNames", "cards_of", "deck", "import_deck", "listing", "read_deck", "write_deck"]


def read_deck(text: str, name: str = "") -> tuple[Model, ...]:
    """The models of the systems of a deck.

    Raises LagrError with card and column of what is wrong.
    """
    deck = read_cards(text)
    if len(deck) == 1:
        return (model_of(deck[0], name),)
    return tuple(
        model_of(cards, f"{name}, system {number}".lstrip(", "))
        for number, cards in enumerate(deck, start=1)
    )


def import_deck(data: bytes, name: str) -> Imported:
    """The systems of a file. Raises LagrError as `read_deck`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # the paragraph sign of old print-outs
    return Imported(read_deck(text, name))


def deck(model: Model, reading: Reading) -> str:
    """The deck of a sound model. Raises LagrError naming what LAGR could not have treated."""
    return write_deck(model, reading)[0]


def write_deck(model: Model, reading: Reading) -> tuple[str, CardNames]:
    """The deck of a sound model, and how its names are called there.

    Raises LagrError naming what LAGR could not have treated.
    """
    cards, names = cards_of(model, reading)
    return punch((cards,)), names
