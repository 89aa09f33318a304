"""Trees as MathML, which browsers set and screen readers read.

Pieces are elements, with signs, digits and commas as plain text between them; `mathml` makes
elements of these too.
"""

from __future__ import annotations

import re
from html import escape

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import Name, letter_of, split
from lagr_gui.typesetting.dialects import TYPESET, Printer

_DOTS = "˙¨⃛"
_STEM = re.compile(r"<mi[^>]*>[^<]*</mi>")
_PIECE = re.compile(r"(<[^>]*>(?:[^<]*</m(?:[ino]|text)>)?)")
"""A tag; one of a letter, number or sign with its text and its end."""
_ONE = re.compile(r"<m([in])[^>]*>[^<]*</m\1>")
"""A piece that is one element already."""
_NUMBER = re.compile(r"\A\d+(?:\.\d+)?\Z")
_PLAIN = re.compile(r"\d+(?:\.\d+)?|\S")
_SIGNS = {"-": "−", "'": "′"}
TIMES = '<mo lspace="0" rspace="0.17em">&#x2062;</mo>'
"""Factors stand side by side; screen readers say “times”."""
APPLIED = '<mo lspace="0" rspace="0.17em">&#x2061;</mo>'


class _MathML(Printer):
    def name(self, name: Name) -> str:
        if name.stem == "elldot":
            stem = f'<mover accent="true">{_letter("ell")}<mo>˙</mo></mover>'
        else:
            stem = _letter(name.stem) if name.greek else _word(name.stem)
        if not name.subscripts:
            return stem
        low = "<mo>,</mo>".join(map(_subscript, name.subscripts))
        return f"<msub>{stem}{row(low)}</msub>"

    def dotted(self, text: str, order: int) -> str:
        dots = f"<mo>{_DOTS[order - 1]}</mo>"
        return _STEM.sub(lambda stem: f'<mover accent="true">{stem[0]}{dots}</mover>', text, 1)

    def fraction(self, above: str, below: str) -> str:
        return f"<mfrac>{row(above)}{row(below)}</mfrac>"

    def root(self, text: str) -> str:
        return f"<msqrt>{text}</msqrt>"

    def bars(self, text: str) -> str:
        return f"<mrow><mo>|</mo>{text}<mo>|</mo></mrow>"

    def brackets(self, text: str) -> str:
        return f"<mrow><mo>(</mo>{text}<mo>)</mo></mrow>"

    def raised(self, base: str, exponent: str) -> str:
        return f"<msup>{row(base)}{row(exponent)}</msup>"

    def function(self, name: str) -> str:
        parts = split(name)
        stem = upright(escape(TYPESET.get(name, parts.stem)))
        if name == "atan2" or not parts.subscripts:
            return stem.replace(f">{parts.stem}<", f">{name}<") if name == "atan2" else stem
        return f"<msub>{stem}{row(_subscript(parts.subscripts[0]))}</msub>"

    @property
    def pi(self) -> str:
        return upright("π")

    @property
    def space(self) -> str:
        return TIMES

    def _applied(self, head: str, argument: str) -> str:
        return f"{head}{APPLIED}{argument}"


MATHML = _MathML()
"""Sets trees and spells their pieces."""


def row(text: str) -> str:
    """What has to be one piece."""
    text = _NUMBER.sub(_element, text)
    return text if _ONE.fullmatch(text) else f"<mrow>{text}</mrow>"


def _letter(stem: str) -> str:
    return f"<mi>{letter_of(stem)}</mi>"


def _word(text: str) -> str:
    """One letter in italics, more letters upright."""
    return f"<mi>{escape(text)}</mi>" if len(text) == 1 else upright(escape(text))


def upright(text: str) -> str:
    """Letters that do not lean: several stand upright by themselves."""
    variant = ' mathvariant="normal"' if len(text) == 1 else ""
    return f"<mi{variant}>{text}</mi>"


def _subscript(text: str) -> str:
    if text.isdigit():
        return f"<mn>{text}</mn>"
    inner = split(text) if text[0].isalpha() else None
    if inner is not None and inner.greek and not inner.subscripts:
        return _letter(inner.stem)
    return _word(text)


def whole(text: str) -> str:
    """Pieces with what stands between them as elements."""
    return "".join(
        part if part.startswith("<") else _PLAIN.sub(_element, part).replace(" ", "")
        for part in _PIECE.split(text)
    )


def _element(found: re.Match[str]) -> str:
    text = found[0]
    return f"<mn>{text}</mn>" if text[0].isdigit() else f"<mo>{_SIGNS.get(text, text)}</mo>"


def mathml(tree: Expression) -> str:
    """The tree as a row of MathML, without the element around it."""
    return row(whole(MATHML.formula(tree)))


def mathml_name(name: str, order: int = 0) -> str:
    """A symbol as MathML, with `order` dots."""
    return whole(MATHML.symbol(name, order))
