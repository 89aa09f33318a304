"""Trees as plain text with the letters of books: ½ m₂ l₁² φ₁′² cos(φ₁ − φ₂)."""

from __future__ import annotations

import re

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import Name, pretty_parts
from lagr_gui.typesetting.dialects import TYPESET, Printer

MINUS = "−"
_HIGH = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_PARTS = {
    "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗",
    "4/5": "⅘", "1/6": "⅙", "5/6": "⅚", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
}  # fmt: skip
"""Fractions that are one sign."""


class _Unicode(Printer):
    def name(self, name: Name) -> str:
        return pretty_parts(name)

    def dotted(self, text: str, order: int) -> str:
        return text + "′" * order

    def fraction(self, above: str, below: str) -> str:
        text = f"{_held(above, ' [+-] ')}/{_held(below, '[ /+-]')}"
        return _PARTS.get(text, text)

    def root(self, text: str) -> str:
        return f"√{text}" if text.isalnum() else f"√({text})"

    def bars(self, text: str) -> str:
        return f"|{text}|"

    def brackets(self, text: str) -> str:
        return f"({text})"

    def raised(self, base: str, exponent: str) -> str:
        if re.fullmatch("-?[0-9]+", exponent):
            return base + exponent.translate(_HIGH)
        plain = exponent.isalnum() or (not base and exponent.startswith("("))
        return f"{base}^{exponent}" if plain else f"{base}^({exponent})"

    def function(self, name: str) -> str:
        known = TYPESET.get(name, name if name == "atan2" else "")
        return known or super().symbol(name, 0)

    @property
    def pi(self) -> str:
        return "π"

    @property
    def space(self) -> str:
        return " "

    def _applied(self, head: str, argument: str) -> str:
        return f"{head}({argument})"

    def _primes(self, orders: tuple[int, ...]) -> str:
        return super()._primes(orders).replace("'", "′")


def depths(text: str) -> list[int]:
    """How many brackets are open at each place; marks of absolute values are none."""
    found, depth = list[int](), 0
    for sign in text:
        depth += (sign in "(⟨") - (sign in ")⟩")
        found.append(depth)
    return found


def _held(text: str, signs: str) -> str:
    """A part of a fraction, between brackets where it would fall apart."""
    outside = "".join(c if d == 0 else "" for c, d in zip(text, depths(text), strict=True))
    return f"({text})" if re.search(signs, outside) else text


UNICODE = _Unicode()
"""Sets trees in pieces; a minus is still a hyphen there."""


def unicode(tree: Expression) -> str:
    """The tree as text."""
    return UNICODE.formula(tree).replace("-", MINUS)
