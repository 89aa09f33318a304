"""How names are typeset: Greek letters, subscripts, upright words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lagr_gui.expression import GREEK

_GREEK = {name for letter, name in GREEK.items() if letter not in "ϵϑϕ"}
_PARTS = re.compile(r"([A-Za-z]+)([0-9]*)(.*)")


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart: stem, whether the stem is a Greek letter, and subscripts."""

    stem: str
    greek: bool
    subscripts: tuple[str, ...]


def split(name: str) -> Name:
    """M2 → M with 2; theta_33 → θ with 33; l_rod → l with rod; XF101 → XF with 101."""
    head, *tail = [part for part in name.split("_") if part] or [name]
    stem, digits, rest = _PARTS.fullmatch(head).groups()  # type: ignore[union-attr]
    if rest:
        return Name(head, False, tuple(tail))
    subscripts = ((digits,) if digits else ()) + tuple(tail)
    return Name(stem, stem in _GREEK, subscripts)
