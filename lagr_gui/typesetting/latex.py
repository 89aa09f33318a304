"""Formulas as LaTeX, as authors write them: no braces around single signs, no gaps by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from lagr_gui.expression import Expression, read
from lagr_gui.expression.letters import Name, inner, split
from lagr_gui.typesetting.dialects import TYPESET, Dialect, formula
from lagr_gui.typesetting.escape import escaped
from lagr_gui.typesetting.formula import Box, Formula, joined, rows_of

_KNOWN = {"sin", "cos", "tan", "sinh", "cosh", "tanh", "log", "min", "max"}

_SPELLED = {"phi": r"\varphi"}
"""Letters by other commands than their names."""

MACROS = {1: "qd", 2: "qdd"}
"""The commands for first and second time derivatives in files, whose heads define them."""


class Latex(Dialect):
    """Time derivatives are dots or, in files that begin with `NOTATION`, commands of their own."""

    templates: ClassVar[Mapping[str, str]] = {
        "place": "{text}",
        "word": r"\operatorname{{{text}}}",
        "trace": r"\operatorname{{tr}} {0}",
        "comma": ", ",
        "spelled": "{0}",
        "pi": r"\pi",
        "beside": "",
        "dots": r"\dots",
        "plus minus": r"\pm",
        "at most": r"\leq",
        "slash": "/",
        "left": "(",
        "right": ")",
        "dot": r"\cdot",
        "times": r"\times",
        "space": " ",
        "thin": r"\,",
        "gap": r"\ ",
        "quad": r"\quad",
        "qquad": r"\qquad",
        "minus": "{{-}}",
        "aligned": "&",
        "row end": r" \\{text}",
        "tag": r" \tag{{{text}}}",
        "label": r" \label{{{text}}}",
        "notag": r" \notag",
        "small": r"\mbox{{\footnotesize ${0}$}}",
    }

    def __init__(self, macros: Mapping[int, str]) -> None:
        dots = {order: f"{'d' * order}ot" for order in range(1, 5)}
        self._dots = {**dots, **macros}
        self._dotted_ell = _command(self._dots[1], r"\ell")

    def written(self, formula: Formula) -> str:
        pieces = [item if isinstance(item, str) else self._box(item) for item in formula]
        text = ""
        for at, piece in enumerate(pieces):
            item = formula[at]
            if isinstance(item, Box) and item.kind == "space" and 0 < at < len(pieces) - 1:
                text += _between(formula[at - 1], pieces[at - 1], pieces[at + 1])
            else:
                text += _apart(text, piece) + piece
        return text

    def spelled(self, box: Box, parts: Sequence[str]) -> str:
        match box.kind:
            case "letter":
                return _letter(box.text)
            case "fraction" | "small fraction":
                return _fraction(*parts)
            case "root":
                return _command("sqrt", parts[0])
            case "bars":
                return _bars(parts[0])
            case "brackets" | "plain":
                return _enclosed(parts[0])
            case "open" | "close":
                return f"{_SIDES[box.order]}{'l' if box.kind == 'open' else 'r'}{box.text}"
            case "raised" | "high":
                return _raised(*parts)
            case "low":
                return f"{parts[0]}_{_argument(parts[1])}"
            case "bold":
                return _command("boldsymbol", parts[0])
            case "upright":
                return _command("mathrm", box.text)
            case "transposed":
                return _raised(parts[0], r"\mathsf T")
            case "accent" if box.text == "dot":
                return _command(self._dots[box.order], parts[0])
            case "accent":
                text = parts[0]
                for _ in range(box.order):
                    text = _command(box.text, text)
                return text
            case "indexed":
                letter, *indices = parts
                return f"{letter}_{_argument(box.text.join(indices))}"
            case "placed":
                return parts[0] + (f"_{_argument(box.text)}" if box.text else "")
            case "posed":
                low = f"_{_argument(box.text)}" if box.text else ""
                return f"{parts[0]}^{{({box.order})}}{low}"
            case "applied":
                head, argument = parts
                return f"{head}{' ' if argument[0].isalnum() else ''}{argument}"
            case "turned":
                return r"\boldsymbol R" + (f"_{box.text}" if box.text else "")
            case "matrix":
                inner = _entries(box, parts)
                return rf"\left(\begin{{smallmatrix}} {inner} \end{{smallmatrix}}\right)"
            case "table":
                apart = "[2pt]" if any("frac" in part for part in parts) else ""
                return rf"\begin{{pmatrix}} {_entries(box, parts, apart)} \end{{pmatrix}}"
            case "words":
                return f"\\text{{{escaped(box.text)}}}"
            case _:
                return super().spelled(box, parts)

    def name(self, name: Name) -> str:
        stem = self._dotted_ell if name.stem == "elldot" else _stem(name)
        if not name.subscripts:
            return stem
        return f"{stem}_{_argument(','.join(map(_subscript, name.subscripts)))}"

    def dotted(self, text: str, order: int) -> str:
        stem, underscore, rest = text.partition("_")
        if stem == self._dotted_ell:
            stem, order = r"\ell", order + 1
        return _command(self._dots[order], stem) + underscore + rest

    def sloped(self, name: str, by: str) -> str:
        stem, underscore, index = name.partition("_")
        if not underscore:
            return f"{name}_{_argument(by)}"
        index = index[1:-1] if index.startswith("{") else index
        return f"{stem}_{{{index},{by}}}"

    def function(self, name: str) -> str:
        if name == "e":
            return r"\mathrm e"
        if name in ("atan2", "sign"):
            return rf"\operatorname{{{TYPESET.get(name, name)}}}"
        if name in TYPESET:
            return f"\\{TYPESET[name]}"
        if name in _KNOWN:
            return f"\\{name}"
        parts = split(name)
        index = f"_{_argument(_subscript(parts.subscripts[0]))}" if parts.subscripts else ""
        return _command("mathrm", _escaped(parts.stem)) + index


_ONE_SIGN = re.compile(r"[A-Za-z0-9*]|\\[A-Za-z]+")
_LETTER = re.compile(r"[A-Za-z]|\\(?!t?frac|left|[bB]ig|sqrt|sin|cos|tan|l?vert)")
"""What begins with a letter that would run together with a word before it."""
_UPRIGHT_END, _UPRIGHT = re.compile(r"\\mathrm\{[^{}]*\}$"), r"\mathrm{"


def _argument(text: str) -> str:
    """What stands behind an index, an exponent or a command: one sign without braces."""
    return text if _ONE_SIGN.fullmatch(text) else f"{{{text}}}"


def _command(name: str, text: str) -> str:
    argument = _argument(text)
    return f"\\{name}{' ' if argument[0].isalpha() else ''}{argument}"


def _fraction(above: str, below: str) -> str:
    """A quotient; one of two numbers is small."""
    name = "tfrac" if above.isdigit() and below.isdigit() else "frac"
    if not (_ONE_SIGN.fullmatch(above) and _ONE_SIGN.fullmatch(below)):
        return f"\\{name}{{{above}}}{{{below}}}"
    begun = _command(name, above)
    return f"{begun}{_apart(begun, below)}{below}"


def _raised(base: str, exponent: str) -> str:
    return f"{base}^{_argument(exponent)}"


_SIDES = ("", r"\big", r"\Big", r"\bigg")
"""Brackets of fixed size around what is so high."""
_FRACTION = 3
_HIGH = (r"\frac", r"\left", r"\begin", r"\Big")


def height(text: str) -> int:
    """Which brackets stand around a formula: the higher, the more others are within them."""
    if any(command in text for command in _HIGH):
        return _FRACTION
    if r"\bigl" in text:
        return 2
    return int("(" in text or r"\tfrac" in text or r"\sqrt" in text or r"\lvert" in text)


def _enclosed(text: str) -> str:
    level = height(text)
    if level == _FRACTION:
        return rf"\left({text}\right)"
    side = _SIDES[level]
    return f"{side}l({text}{side}r)" if side else f"({text})"


def _bars(text: str) -> str:
    if height(text):
        return rf"\left|{text}\right|"
    left = r"\lvert"
    return rf"{left}{_apart(left, text)}{text}\rvert"


def _apart(before: str, after: str) -> str:
    """A blank where a command would go on with the letters of what follows."""
    if not after[:1].isalpha():
        return ""
    return " " if before[before.rfind("\\") :][1:].isalpha() and "\\" in before else ""


def _between(item: str | Box, before: str, after: str) -> str:
    """What is between two factors: two numbers have a dot, words a gap where a letter follows."""
    if isinstance(item, str) and item[-1:].isdigit() and after[:1].isdigit():
        return r" \cdot "
    is_word = bool(_UPRIGHT_END.search(before))
    if after.startswith(_UPRIGHT) and (is_word or before[-1:].isalpha()):
        return r" \, "
    if is_word and _LETTER.match(after):
        return r" \, "
    return " "


def _letter(name: str) -> str:
    return _SPELLED.get(name) or (name if len(name) == 1 else f"\\{name}")


def _stem(name: Name) -> str:
    if name.greek or len(name.stem) == 1:
        return _letter(name.stem)
    return _command("mathrm", _escaped(name.stem))


def _entries(box: Box, parts: Sequence[str], apart: str = "") -> str:
    rows = rows_of(parts, box.order)
    return rf" \\{apart} ".join(" & ".join(row) for row in rows)


def _subscript(text: str) -> str:
    if (name := inner(text)) is not None:
        low = f"_{_argument(name.subscripts[0])}" if name.subscripts else ""
        return _letter(name.stem) + low
    return text if text.isdigit() or len(text) == 1 else _command("mathrm", _escaped(text))


def _escaped(text: str) -> str:
    return text.replace("_", "\\_")


LATEX, WITH_MACROS = Latex({}), Latex(MACROS)
"""What can be copied anywhere, and what stands in files that say what their commands mean."""

NOTATION = {name: rf"{{\{name}}}[1]{{\{'d' * order}ot{{#1}}}}" for order, name in MACROS.items()}
"""What is behind the command by which LaTeX defines them."""


def latex(tree: str | Expression) -> str:
    """An expression, or the text of one, as LaTeX for mathematics mode.

    Raises LagrError for a text that cannot be read.
    """
    return LATEX.written(formula(read(tree) if isinstance(tree, str) else tree))


def latex_equal(*sides: Formula) -> str:
    """Equal formulas as LaTeX."""
    return LATEX.written(joined((" = ",), sides))


def latex_name(name: str, order: int = 0) -> str:
    """A symbol as LaTeX, with `order` dots."""
    return LATEX.symbol(name, order)
