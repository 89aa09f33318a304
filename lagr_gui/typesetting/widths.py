"""How wide formulas are, and how much room pages have for them, in em of their letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from lagr_gui.expression.letters import Name, inner, split
from lagr_gui.typesetting.dialects import TYPESET
from lagr_gui.typesetting.formula import Box, Formula, rows_of


def _table(text: str) -> dict[str, float]:
    """Names with their widths."""
    words = text.split()
    return dict(zip(words[::2], map(float, words[1::2]), strict=True))


_LETTERS = _table("""
    a .53 b .43 c .43 d .52 e .47 f .60 g .48 h .58 i .35 j .47 k .52 l .30 m .88 n .60 o .49
    p .50 q .45 r .45 s .47 t .36 u .57 v .49 w .72 x .57 y .49 z .47
    A .75 B .81 C .79 D .83 E .80 F .78 G .79 H .91 I .52 J .65 K .92 L .68 M 1.08 N .91 O .76
    P .78 Q .79 R .76 S .67 T .72 U .79 V .81 W 1.08 X .91 Y .80 Z .76
    alpha .64 beta .57 gamma .52 delta .44 epsilon .41 zeta .44 eta .50 theta .47 iota .35
    kappa .58 lambda .58 mu .60 nu .49 xi .44 pi .57 rho .52 varrho .52 sigma .57 tau .44
    upsilon .54 phi .65 chi .63 psi .65 omega .62 Gamma .63 Delta .83 partial .53 ell .42
    elldot .42
""")
"""Letters of Computer Modern that lean, with what hangs over."""
_CAPITAL = 0.78
"""The width of other letters, which are Greek capitals."""
_UPRIGHT = {
    **dict.fromkeys("iljft.,:;' ", 0.31),
    **dict.fromkeys("cersz()[]", 0.43),
    **dict.fromkeys("mwMW", 0.86),
}
"""Letters that do not lean; most are half an em wide, capitals more."""
_SCRIPT = 0.8
"""How wide letters of indices and exponents are, by those of the line."""
_BESIDE_SCRIPT = 0.05
_BOLD = 1.16
_RULE = 0.24
"""What a fraction is wider than what it holds."""
_SIGNS = {"+": 1.23, "-": 1.23, "=": 1.34, ">": 1.34, ",": 0.45, " ": 0.0, "'": 0.28, "\n": 0.0}
_FIXED = _table("""
    pi .57 thin .17 gap .34 quad 1 qquad 2 comma .45 dot .73 times 1.23 minus .78 slash .5
    left .39 right .39 dots 1.4 open .6 close .6 aligned 0 tag 0 label 0 notag 0 beside 0
""") | {"plus minus": 1.23, "at most": 1.34, "row end": 0.0}
"""Boxes that are always alike."""


@dataclass(frozen=True)
class PaperWidth:
    """What a page has room for: `room` and that of a number (em), and the blank between factors."""

    room: float
    blank: float = 0.0
    number: float = 0.0

    def width(self, formula: Formula) -> float:
        """How wide a formula is here."""
        return width(formula, self.blank)

    def beside_number(self) -> PaperWidth:
        """The same with room for a number at the end of each row."""
        return PaperWidth(self.room - self.number, self.blank)

    def beside(self, picture: float) -> PaperWidth:
        """The same beside a picture of a width (cm) in a document of 10 pt."""
        return PaperWidth(self.room - (picture + _BLANK) * _EMS, self.blank, self.number)


_EMS, _BLANK = 2.8453, 0.5
"""Letters of 10 pt in a centimetre, and what stays free before a picture (cm)."""
REPORT = PaperWidth(43.5, 0.17, 3.0)
"""Our documents: 170 mm at 10 pt; Typst sets thin blanks between factors."""
PAPERS = {"article": PaperWidth(32.6, 0.0, 3.2), "beamer": PaperWidth(27.6, 0.0, 3.2)}
"""Documents of LaTeX by their classes, as these are by themselves, the narrower of 10 and 11 pt."""


def width(whole: Formula, blank: float = REPORT.blank) -> float:
    """About how wide a formula is (em), with so much between factors."""
    return sum([_of_text(item) if isinstance(item, str) else _of(item, blank) for item in whole])


@cache
def _of_text(text: str) -> float:
    return sum(_SIGNS.get(sign, _UPRIGHT.get(sign, 0.5)) for sign in text)


def upright_width(text: str) -> float:
    """How wide words are."""
    return sum(_UPRIGHT.get(sign, 0.75 if sign.isupper() else 0.53) for sign in text)


def _of(box: Box, blank: float) -> float:
    kind = box.kind
    if kind == "space":
        return blank
    if kind == "name":
        return _of_name(box.text)
    fixed = _FIXED.get(kind)
    if fixed is not None:
        return fixed
    parts = [width(part, blank) for part in box.parts]
    if kind in _BY_PARTS:
        return _BY_PARTS[kind](*parts)
    match kind:
        case "letter":
            return _of_letter(box.text)
        case "function":
            return _of_function(box.text)
        case "upright" | "word" | "words":
            return upright_width(box.text)
        case "place":
            return 0.55 * len(box.text)
        case "indexed":
            letter, *indices = parts
            commas = 0.3 * len(box.text) * (len(indices) - 1)
            return letter + _SCRIPT * (sum(indices) + commas) + _BESIDE_SCRIPT
        case "placed":
            return parts[0] + (_SCRIPT * 0.55 * len(box.text) + _BESIDE_SCRIPT if box.text else 0)
        case "posed":
            low = 0.55 * len(box.text)
            return parts[0] + _SCRIPT * max(1.3, low) + _BESIDE_SCRIPT
        case "carried":
            return parts[0] + (_SCRIPT * parts[1] + _BESIDE_SCRIPT if box.order else parts[1])
        case "turned":
            return 0.88 + (_SCRIPT * 0.55 if box.text else 0.0)
        case "matrix" | "table":
            return _of_matrix(parts, box.order, _SCRIPT if kind == "matrix" else 1.0)
        case "spelled":
            return _of_spelled(box.text)
        case _:
            return sum(parts)


_BY_PARTS: dict[str, Callable[..., float]] = {
    "fraction": lambda above, below: max(above, below) + _RULE,
    "small fraction": lambda above, below: _SCRIPT * max(above, below) + _RULE,
    "root": lambda inner: inner + 0.84,
    "bars": lambda inner: inner + 0.7,
    "brackets": lambda inner: inner + 1.15,
    "plain": lambda inner: inner + 0.85,
    "raised": lambda base, power: base + _SCRIPT * power + _BESIDE_SCRIPT,
    "high": lambda base, sign: base + _SCRIPT * sign + _BESIDE_SCRIPT,
    "low": lambda base, index: base + _SCRIPT * index + _BESIDE_SCRIPT,
    "bold": lambda inner: _BOLD * inner,
    "transposed": lambda base: base + 0.6,
    "trace": lambda inner: inner + 1.0,
    "applied": lambda head, argument: head + 0.3 + argument,
    "small": lambda inner: 0.8 * inner,
}


@cache
def _of_letter(name: str) -> float:
    return _LETTERS.get(name, _CAPITAL)


@cache
def _of_name(name: str) -> float:
    parts = split(name)
    stem = _stem(parts)
    if not parts.subscripts:
        return stem
    low = sum(map(_of_subscript, parts.subscripts)) + 0.3 * (len(parts.subscripts) - 1)
    return stem + _SCRIPT * low + _BESIDE_SCRIPT


def _stem(name: Name) -> float:
    if name.greek or len(name.stem) == 1:
        return _of_letter(name.stem)
    return upright_width(name.stem)


def _of_subscript(text: str) -> float:
    if text.isdigit():
        return 0.5 * len(text)
    if (name := inner(text)) is None:
        return upright_width(text)
    return _stem(name) + _SCRIPT * sum(0.5 * len(digits) for digits in name.subscripts)


@cache
def _of_function(name: str) -> float:
    if name in TYPESET:
        return upright_width(TYPESET[name])
    parts = split(name)
    low = _SCRIPT * _of_subscript(parts.subscripts[0]) if parts.subscripts else 0.0
    return upright_width(parts.stem) + low


def _of_matrix(parts: Sequence[float], columns: int, size: float) -> float:
    """The width of a matrix with its brackets: that of its columns and of what is between them."""
    rows = rows_of(parts, columns)
    return size * (sum(map(max, zip(*rows, strict=True))) + columns - 1) + 1.75


_TOKEN = re.compile(r"\\[a-zA-Z]+|[^{}\\^_ ]")


@cache
def _of_spelled(text: str) -> float:
    """What is not made of boxes, letter by letter."""
    return 0.62 * len(_TOKEN.findall(text))
