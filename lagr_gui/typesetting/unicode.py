"""Trees as plain text with the letters of books: ½ m₂ l₁² φ₁′² cos(φ₁ − φ₂)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import Name, lowered, pretty, pretty_parts
from lagr_gui.typesetting.dialects import TYPESET, Dialect, formula, sign_of
from lagr_gui.typesetting.formula import Box, Formula, rows_of

MINUS = "−"
_HIGH = str.maketrans("0123456789+-()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾")
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_RAISED = str.maketrans("GB", "ᴳᴮ")
_ACCENTS = {"hat": "\u0302", "bar": "\u0304\u033f"}
_PARTS = {
    "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗",
    "4/5": "⅘", "1/6": "⅙", "5/6": "⅚", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
}  # fmt: skip
"""Fractions that are one sign."""


class _Unicode(Dialect):
    templates: ClassVar[Mapping[str, str]] = {
        "bars": "|{0}|",
        "brackets": "({0})",
        "transposed": "{0}ᵀ",
        "applied": "{0}({1})",
        "bold": "{0}",
        "pi": "π",
        "dot": "·",
        "times": "×",
        "at most": "≤",
        "minus": "-",
        "space": " ",
        "beside": "",
    }

    def written(self, formula: Formula) -> str:
        return super().written(formula).replace("'", "′")

    def spelled(self, box: Box, parts: Sequence[str]) -> str:
        match box.kind:
            case "trace":
                return f"tr{parts[0]}" if parts[0].startswith("(") else f"tr({parts[0]})"
            case "letter":
                return sign_of(box.text)
            case "upright":
                return pretty(box.text)
            case "word":
                return self.function(box.text)
            case "accent" if box.text == "dot":
                return parts[0] + "′" * box.order
            case "accent":
                return parts[0] + _ACCENTS[box.text][box.order - 1]
            case "high":
                return parts[0] + parts[1].translate(_RAISED)
            case "fraction":
                text = f"{_held(parts[0], ' [+-] ')}/{_held(parts[1], '[ /+-]')}"
                return _PARTS.get(text, text)
            case "root":
                return f"√{parts[0]}" if parts[0].isalnum() else f"√({parts[0]})"
            case "raised":
                return self._raised(*parts)
            case "indexed":
                return parts[0] + lowered(parts[1:])
            case "placed":
                return parts[0] + box.text.translate(_LOW)
            case "posed":
                return parts[0] + f"({box.order})".translate(_HIGH) + box.text.translate(_LOW)
            case "turned":
                return "R" + (f"_{box.text}" if box.text else "")
            case "matrix":
                rows = rows_of(parts, box.order)
                return f"[{'; '.join(', '.join(row) for row in rows)}]"
            case _:
                return super().spelled(box, parts)

    def name(self, name: Name) -> str:
        return pretty_parts(name)

    def carried(self, name: str, slope: str, arguments: str, *, several: bool) -> str:
        # A prime alone is a velocity here.
        marked = super().carried(name, slope, arguments, several=several)
        if slope and not arguments:
            return f"{name}_{slope}"
        return f"{marked}({arguments})" if slope else name

    def sloped(self, name: str, by: str) -> str:
        return f"{name}_({by})"

    def dotted(self, text: str, order: int) -> str:
        return text + "′" * order

    def _raised(self, base: str, exponent: str) -> str:
        if re.fullmatch("[+-]|-?[0-9]+", exponent):
            return base + exponent.translate(_HIGH)
        plain = exponent.isalnum() or (not base and exponent.startswith("("))
        return f"{base}^{exponent}" if plain else f"{base}^({exponent})"

    def function(self, name: str) -> str:
        word = TYPESET.get(name, name if name == "atan2" else "")
        return word or self.symbol(name, 0)


def depths(text: str) -> list[int]:
    """How many brackets are open at each place; marks of absolute values are none."""
    levels, depth = list[int](), 0
    for sign in text:
        depth += (sign in "(⟨") - (sign in ")⟩")
        levels.append(depth)
    return levels


def _held(text: str, signs: str) -> str:
    """A part of a fraction, between brackets where it would fall apart."""
    outside = "".join(c if d == 0 else "" for c, d in zip(text, depths(text), strict=True))
    return f"({text})" if re.search(signs, outside) else text


UNICODE = _Unicode()
"""Spells formulas; a minus is still a hyphen there."""


def unicode(tree: Expression) -> str:
    """The tree as text."""
    return UNICODE.written(formula(tree)).replace("-", MINUS)
