"""Card decks of LAGR: reading, writing, and results the way LAGR listed them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence

from lagr_gui.expression import Expression, write
from lagr_gui.extensions.decks.author import cards_of
from lagr_gui.extensions.decks.card_names import CardNames
from lagr_gui.extensions.decks.lists import FORCE_LIST, METRIC_LIST
from lagr_gui.extensions.decks.order import read_cards
from lagr_gui.extensions.decks.punch import labelled, punch
from lagr_gui.extensions.decks.records import SystemCards
from lagr_gui.extensions.decks.replacing import listed
from lagr_gui.extensions.decks.spelling import dressed
from lagr_gui.extensions.decks.translate import model_of
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet
from lagr_gui.model import Model, SpecialCase
from lagr_gui.model.imported import Imported
from lagr_gui.prepared import prepare

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
    prepared = prepare(model)
    prepared.refuse_states()
    prepared.refuse_events()
    cards, names = cards_of(model, reading)
    return punch((cards,)), names


# --- Input and results the way LAGR listed them: G(MY,NY), GAM(RHO,MY,NY), KU(MY), only those ≠ 0
# First the data that were read, as LAGR printed them (Habelt 5.1). Then g and Γ in general and
# after each replacement list, then the generalised forces likewise (Habelt 5.14, 5.15), in FORMAC's
# notation, MY ≥ NY.  Where LAGR drew √(u²) as u, the correct ((u)**2)**(1/2) stands here.

WIDTH = 100
LABEL = 22
"""Columns of what elements of the input are called."""
_PARTS = ((("g", "Gamma"), "G AND GAM", FORCE_LIST), (("Q",), "KU", METRIC_LIST))
"""What is listed together, how it is called, and the cases that are not meant for it."""
_BETWEEN_PAIRS = re.compile(r",(?![^()]*\))")
_NAMES = {"g": "G", "Gamma": "GAM", "Q": "KU"}


def listing(
    model: Model,
    cards: SystemCards | LagrError,
    sheet_of: Callable[[str], Sheet],
    special: str = "",
) -> str:
    """The input and the results of a model as LAGR would print them.

    `cards` are its elements on cards, or why LAGR could not have had them.
    `sheet_of` gives the equations of a special case, and for "" the general ones; with
    `special` only the results of this case are listed.
    """
    first = sheet_of(special)
    names = CardNames(model, first.coordinates)
    lines = [model.name or "MODEL WITHOUT A NAME"]
    lines += [f"N = {len(model.bodies)}   F = {len(first.coordinates)}"]
    lines += ["", "INPUT DATA", "", *_echo(cards)]
    for symbols, what, other in (
        (("g", "Gamma"), "G AND GAM", FORCE_LIST),
        (("Q",), "KU", METRIC_LIST),
    ):
        cases = [case for case in model.special_cases if not case.name.startswith(other)]
        if not special:
            lines += ["", *_results(first, names, symbols)]
        for number, case in enumerate(cases, start=1):
            if special in ("", case.name):
                title = f"REPLACEMENT LIST {number} FOR {what}"
                lines += _heading(title, case, model, names)
                lines += _results(sheet_of(case.name), names, symbols)
    return "\n".join(lines)


def _echo(cards: SystemCards | LagrError) -> Iterator[str]:
    """The elements of the input, each line behind what LAGR calls them."""
    if isinstance(cards, LagrError):
        yield from _wrapped(f"NO CARDS: {cards.problems[0]}", " ")
        return
    for name, line in labelled(cards):
        for text in textwrap.wrap(line, WIDTH - LABEL, break_on_hyphens=False):
            yield f"{name:<{LABEL}}{text}"
            name = ""


def _heading(title: str, case: SpecialCase, model: Model, names: CardNames) -> list[str]:
    title += f" ({case.name})" if not case.name.startswith((METRIC_LIST, FORCE_LIST)) else ""
    return ["", *_wrapped(f"{title}: '{listed(case, model, names)}'", ","), ""]


def _results(sheet: Sheet, names: CardNames, symbols: Sequence[str]) -> Iterator[str]:
    """One result after the other; terms that do not fit go on in the next line."""
    entries = [entry for symbol in symbols for entry in sheet.of(symbol)]
    for entry in entries:
        yield from _wrapped(_line(entry, sheet.written_out(entry.tree), names), " ")
    if not entries:
        yield "NO RESULT DIFFERENT FROM ZERO"


def _line(entry: Entry, tree: Expression, names: CardNames) -> str:
    indices = ",".join(map(str, entry.indices))
    text = write(dressed(tree, names)).replace("^", "**").replace(", ", ",")
    return f"{_NAMES[entry.symbol]}({indices}) = {text}"


def _wrapped(line: str, at: str) -> list[str]:
    """A line broken at blanks or behind commas."""
    if at == ",":
        line = _BETWEEN_PAIRS.sub(", ", line)
    lines = textwrap.wrap(
        line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    if at != ",":
        return lines
    return [piece.replace(", ", ",") for piece in lines]
