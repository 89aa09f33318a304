"""Files of either sort: model files of this program and card decks of LAGR."""

from __future__ import annotations

import os
from pathlib import Path

from lagr_gui import model as files
from lagr_gui.catalogue import KINDS
from lagr_gui.incoming import read_bytes, read_head
from lagr_gui.message import counted, say
from lagr_gui.model import Model
from lagr_gui.problem import LagrError, refusal

ENDINGS = (".deck", ".lagr-deck")
"""How the names of card decks end; a .txt file is told by its content."""


def load(path: str | os.PathLike[str], system: int | None = None) -> Model:
    """Read a model file or a card deck.

    `system` chooses one of a deck's systems, from 1; a deck with several needs it.  Raises
    LagrError with every fault of structure of a model file, or with card and column of what is
    wrong in a deck.
    """
    source = Path(path)
    if not is_deck(source):
        if system not in (None, 1):
            raise _no_system(source.name, system, 1)
        return files.load(source, KINDS)
    systems = load_systems(source)
    if system is None and len(systems) > 1:
        cause = say("The deck holds {count} systems.", count=len(systems))
        remedy = say("Choose one: lagr import {name} --from deck --system 1.", name=source.name)
        raise refusal(say("File “{name}”", name=source.name), cause, remedy, "systems")
    if not 1 <= (system or 1) <= len(systems):
        raise _no_system(source.name, system, len(systems))
    return systems[(system or 1) - 1]


def load_systems(path: str | os.PathLike[str]) -> tuple[Model, ...]:
    """The models of all systems of a card deck; a model file holds one. Raises as `load`."""
    source = Path(path)
    if not is_deck(source):
        return (files.load(source, KINDS),)
    # The language of decks is loaded when the first one is read.
    from lagr_gui.exchange.lagr_deck import read_deck
    from lagr_gui.exchange.lagr_deck.cards import MOST_CHARACTERS

    data = read_bytes(source, most=MOST_CHARACTERS)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # the paragraph sign of old print-outs
    return read_deck(text, source.stem)


def read_text(text: str) -> Model:
    """A model from the text of its file. Raises LagrError with every fault of structure."""
    return files.read_text(text, KINDS)


def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model file; the old one stays whole until the new one is complete."""
    files.save(model, path)


def is_deck(path: Path) -> bool:
    """Whether a file is a card deck: by its ending, otherwise because it begins with B."""
    if path.suffix.lower() in ENDINGS:
        return True
    if path.suffix.lower() == ".lagr":
        return False
    try:
        return read_head(path, 200).lstrip()[:1].isdigit()
    except LagrError:
        return False


def _no_system(name: str, system: int | None, count: int) -> LagrError:
    cause = say("There is no system {system}.", system=system)
    remedy = say(
        "The file holds {systems}, counted from 1.",
        systems=counted(count, "{count} system", "{count} systems"),
    )
    return refusal(say("File “{name}”", name=name), cause, remedy, "systems")
