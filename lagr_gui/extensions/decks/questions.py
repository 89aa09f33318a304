"""What LAGR would have read and printed: its card deck, and its listing."""

from __future__ import annotations

from lagr_gui.analysis.equations.derivation import check_form, sheet_of
from lagr_gui.extensions.decks import deck as lagr_deck
from lagr_gui.foundation.problem import LagrError
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.held import flat


def write_deck(prepared: Prepared) -> str:
    """The card deck of a model.

    Raises LagrError for an unsound model, and naming what LAGR could not have treated.
    """
    return lagr_deck.deck(prepared.model, prepared.reading)


def listing(prepared: Prepared, form: str = "product") -> str:
    """The input, g, Γ and Q the way LAGR listed them, in general and after each replacement list.

    In a special case that case only.  Raises LagrError for an unsound model, and for an unknown
    form.
    """
    check_form(form)
    model = flat(prepared)
    try:
        cards = lagr_deck.cards_of(prepared.model, prepared.reading)[0]
    except LagrError as error:  # a system that LAGR could not have treated has results all the same
        prepared.demand_sound()
        cards = error
    return lagr_deck.listing(
        model, cards, lambda case: sheet_of(prepared.case(case), form), prepared.special
    )
