"""Which rows of equations have a name in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lagr_gui.expression import symbols
from lagr_gui.expression.builtins import GREEK
from lagr_gui.gui.panes.equations.values import Line, trees_of
from lagr_gui.mechanics.sheet import Balance, Definition, Entry, numbers
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheet import Sheet

_HAT, _DOT = "\u0302", "\u0307"


def plain(name: str) -> str:
    """A name without the signs that one may leave out or write otherwise: Ĵ₃ as Jhat3."""
    text = unicodedata.normalize("NFKD", name.replace("ℓ", "ell"))
    for sign, word in {_HAT: "hat", _DOT: "dot", **GREEK}.items():
        text = text.replace(sign, word)
    return "".join(letter for letter in text if letter.isalnum())


def wanted_names(text: str, sheet: Sheet, model: Model) -> frozenset[str]:
    """The names that are meant: the one that is written, or all that begin so."""
    known = dict.fromkeys([*_names_of(sheet), *sheet.coordinates])
    known |= dict.fromkeys(entry.name for entry in (*model.parameters, *model.functions))
    sought = plain(text)
    same = {name for name in known if plain(name) == sought}
    same |= {entry.name for entry in sheet.entries if plain(_exchanged(entry)) == sought}
    return frozenset(same or (name for name in known if plain(name).startswith(sought)))


def _exchanged(entry: Entry) -> str:
    """The other name of what is symmetric in its last two indices: g12 of g21, Γ112 of Γ121."""
    if entry.symbol not in ("g", "Gamma"):
        return entry.name
    *before, mu, nu = entry.indices
    return f"{entry.symbol}{numbers((*before, nu, mu))}"


def _names_of(sheet: Sheet) -> Iterator[str]:
    for line in (*sheet.definitions, *sheet.entries):
        yield from own_names(line)


def own_names(line: Line) -> Iterable[str]:
    """What a line is called."""
    match line:
        case Definition():
            return (line.name,)
        case Entry():
            return line.name, line.reference
        case Balance():
            return (line.coordinate,)
        case _:
            return [name for entry in line for name in own_names(entry)]


def speaks_of(line: Line, names: frozenset[str]) -> bool:
    """Whether one of the names stands in a line, or is its own."""
    if names.intersection(own_names(line)):
        return True
    return any(s.name in names for tree in trees_of(line) for s in symbols(tree))
