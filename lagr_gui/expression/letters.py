"""How names are typeset: Greek letters, subscripts, upright words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lagr_gui.expression import GREEK

MARK = "nm"
"""The function of Typst that a page defines to find names again."""

_LETTERS = {name: letter for letter, name in GREEK.items() if letter not in "ϵϑϕ"} | {
    "ell": "ℓ",
    "elldot": "ℓ′",
}
_WORD = re.compile(r"(?<![\w.])[A-Za-z]\w*")
_LOW = str.maketrans("0123456789aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_PARTS = re.compile(r"([A-Za-z]+)([0-9]*)(.*)")


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart: stem, whether it is a Greek letter, ℓ or ℓ̇, and subscripts."""

    stem: str
    greek: bool
    subscripts: tuple[str, ...]


def split(name: str) -> Name:
    """M2 → M with 2; theta_33 → θ with 33; l_rod → l with rod; XF101 → XF with 101."""
    head, *tail = [part for part in name.split("_") if part] or [name]
    match = _PARTS.fullmatch(head)
    if match is None or match[3]:
        return Name(head, False, tuple(tail))
    stem, digits = match[1], match[2]
    subscripts = ((digits,) if digits else ()) + tuple(tail)
    return Name(stem, stem in _LETTERS, subscripts)


def inner(subscript: str) -> Name | None:
    """A subscript that is a Greek letter, or a letter with a number, as in a slope by q1."""
    name = split(subscript) if subscript[0].isalpha() else None
    if name is None or not (name.greek or (name.subscripts and len(name.stem) == 1)):
        return None
    plain = len(name.subscripts) < 2 and all(text.isdigit() for text in name.subscripts)
    return name if plain else None


def letter_of(stem: str) -> str:
    """The letter that a Greek stem spells, ℓ for ell."""
    return _LETTERS[stem]


def pretty(name: str, order: int = 0) -> str:
    """A name in plain text as in a book: q2 is q₂, its velocity q₂′, theta_R is θ_R.

    No dots: common fonts, such as DejaVu Sans, set a dot over most letters far above the line.
    """
    return pretty_parts(split(name)) + "′" * order


def pretty_parts(name: Name) -> str:
    """A name that has been taken apart in plain text."""
    stem = _LETTERS[name.stem] if name.greek else name.stem
    return stem + lowered(name.subscripts)


def lowered(subscripts: Sequence[str]) -> str:
    """Subscripts in plain text: ₁₂, or _rod for words."""
    alone = len(subscripts) == 1
    return "".join(_lowered(text, i > 0, alone) for i, text in enumerate(subscripts))


def pretty_text(text: str) -> str:
    """An expression with such names, and · for *."""
    return _WORD.sub(lambda word: pretty(word[0]), text).replace("*", "·")


def _lowered(text: str, further: bool, alone: bool) -> str:
    """A subscript: a number or one letter; words and what has no low form follow an underscore.

    So does a letter beside another subscript: F₁_x and F₁_y, p_a_left.
    """
    if (name := inner(text)) is not None and name.subscripts:
        return f"_{pretty_parts(name)}"
    low = text.translate(_LOW)
    if low == text or not (text.isdigit() or (len(text) == 1 and alone)):
        return f"_{_LETTERS.get(text, text)}"
    return f",{low}" if further else low
