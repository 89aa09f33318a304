"""Trees as MathML, which browsers set and screen readers read.

Pieces are elements, with signs, digits and commas as plain text between them; `mathml` makes
elements of these too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import ClassVar

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import Name, inner, letter_of, split
from lagr_gui.typesetting.dialects import TYPESET, Dialect, formula, sign_of
from lagr_gui.typesetting.formula import Box, letter, rows_of

_DOTS = "˙¨⃛"
_ACCENTS = {"hat": "^", "bar": "¯‗", "dot": _DOTS}
_ALPHABETS = (("az", 0x1D482), ("AZ", 0x1D468), ("αω", 0x1D736), ("ΑΩ", 0x1D71C), ("09", 0x1D7CE))
"""Letters in bold type by their ranges: browsers know no other way to set them."""
_STEM = re.compile(r"<mi[^>]*>[^<]*</mi>")
_PIECE = re.compile(r"(<[^>]*>(?:[^<]*</m(?:[ino]|text)>)?)")
"""A tag; one of a letter, number or sign with its text and its end."""
_INDEXED = re.compile(r"<msub>(<m[io][^>]*>[^<]*</m[io]>)(.*)</msub>")
"""A name with an index."""
_ONE = re.compile(r"<m([in])[^>]*>[^<]*</m\1>")
"""A piece that is one element already."""
_NUMBER = re.compile(r"\A\d+(?:\.\d+)?\Z")
_PLAIN = re.compile(r"\d+(?:\.\d+)?|\S")
_SIGNS = {"-": "−", "'": "′"}
TIMES = '<mo lspace="0" rspace="0.17em">&#x2062;</mo>'
"""Factors stand side by side; screen readers say “times”."""
APPLIED = '<mo lspace="0" rspace="0.17em">&#x2061;</mo>'


class _MathML(Dialect):
    templates: ClassVar[Mapping[str, str]] = {
        "root": "<msqrt>{0}</msqrt>",
        "bars": "<mrow><mo>|</mo>{0}<mo>|</mo></mrow>",
        "brackets": "<mrow><mo>(</mo>{0}<mo>)</mo></mrow>",
        "transposed": '<msup><mrow>{0}</mrow><mi mathvariant="normal">T</mi></msup>',
        "trace": "<mi>tr</mi>{0}",
        "placed": "<msub>{0}<mn>{text}</mn></msub>",
        "applied": "{0}" + APPLIED + "{1}",
        "pi": '<mi mathvariant="normal">π</mi>',
        "dot": "<mo>·</mo>",
        "times": "<mo>×</mo>",
        "at most": "<mo>≤</mo>",
        "minus": "-",
        "space": TIMES,
        "beside": "",
    }

    def spelled(self, box: Box, parts: Sequence[str]) -> str:
        match box.kind:
            case "letter":
                return f"<mi>{_sign_of(box)}</mi>"
            case "upright":
                return f"<mi>{box.text}</mi>"
            case "word":
                return upright(box.text)
            case "bold":
                return _bold(box.parts[0][0])
            case "accent":
                mark = _ACCENTS[box.text][box.order - 1]
                return f'<mover accent="true">{parts[0]}<mo>{mark}</mo></mover>'
            case "high":
                sign = box.parts[1][0]
                text = sign.text if isinstance(sign, Box) else sign
                exponent = upright(text) if text.isalpha() else f"<mo>{text}</mo>"
                return f"<msup>{parts[0]}{exponent}</msup>"
            case "fraction":
                return f"<mfrac>{row(parts[0])}{row(parts[1])}</mfrac>"
            case "raised":
                return f"<msup>{row(parts[0])}{row(parts[1])}</msup>"
            case "indexed":
                base, *indices = parts
                return f"<msub>{base}<mtext>{box.text.join(indices)}</mtext></msub>"
            case "posed":
                number = f"<mrow><mo>(</mo><mn>{box.order}</mn><mo>)</mo></mrow>"
                if box.text:
                    return f"<msubsup>{parts[0]}<mn>{box.text}</mn>{number}</msubsup>"
                return f"<msup>{parts[0]}{number}</msup>"
            case "turned":
                turn = _bold(letter("R"))
                return f"<msub>{turn}<mi>{box.text}</mi></msub>" if box.text else turn
            case "matrix" | "table":
                entries = [f"<mtd>{part}</mtd>" for part in parts]
                rows = rows_of(entries, box.order)
                body = "".join(f"<mtr>{''.join(line)}</mtr>" for line in rows)
                return f"<mrow><mo>(</mo><mtable>{body}</mtable><mo>)</mo></mrow>"
            case _:
                return super().spelled(box, parts)

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

    def sloped(self, name: str, by: str) -> str:
        if (named := _INDEXED.fullmatch(name)) is not None:
            return f"<msub>{named[1]}{row(f'{named[2]}<mo>,</mo>{by}')}</msub>"
        return f"<msub>{name}{row(by)}</msub>"

    def function(self, name: str) -> str:
        parts = split(name)
        stem = upright(escape(TYPESET.get(name, parts.stem)))
        if name == "atan2" or not parts.subscripts:
            return stem.replace(f">{parts.stem}<", f">{name}<") if name == "atan2" else stem
        return f"<msub>{stem}{row(_subscript(parts.subscripts[0]))}</msub>"


MATHML = _MathML()


def row(text: str) -> str:
    """What has to be one piece."""
    text = _NUMBER.sub(_element, text)
    return text if _ONE.fullmatch(text) else f"<mrow>{text}</mrow>"


def _sign_of(item: str | Box) -> str:
    """The sign that a letter is."""
    return sign_of(item.text if isinstance(item, Box) else item)


def _bold(item: str | Box) -> str:
    text = _sign_of(item)
    if text == "ϱ":
        return f"<mi>{chr(0x1D754)}</mi>"
    for (first, last), begin in _ALPHABETS:
        if len(text) == 1 and first <= text <= last:
            return f"<mi>{chr(begin + ord(text) - ord(first))}</mi>"
    return upright(text)


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
    if (name := inner(text)) is not None:
        stem = _letter(name.stem) if name.greek else _word(name.stem)
        low = "".join(f"<mn>{digits}</mn>" for digits in name.subscripts)
        return f"<msub>{stem}{low}</msub>" if low else stem
    return _word(text)


def whole(text: str) -> str:
    """Pieces with what stands between them as elements."""
    return "".join(
        part if part.startswith("<") else _PLAIN.sub(_element, part).replace(" ", "")
        for part in _PIECE.split(text)
    )


def _element(match: re.Match[str]) -> str:
    text = match[0]
    return f"<mn>{text}</mn>" if text[0].isdigit() else f"<mo>{_SIGNS.get(text, text)}</mo>"


def mathml(tree: Expression) -> str:
    """The tree as a row of MathML, without the element around it."""
    return row(whole(MATHML.written(formula(tree))))


def mathml_name(name: str, order: int = 0) -> str:
    """A symbol as MathML, with `order` dots."""
    return whole(MATHML.symbol(name, order))
