"""Formulas as LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from lagr_gui.expression import Expression, read
from lagr_gui.expression.letters import Name, split
from lagr_gui.typesetting.dialects import TYPESET, Dialect, formula
from lagr_gui.typesetting.escape import escaped
from lagr_gui.typesetting.formula import Box, Formula, joined, rows_of

_KNOWN = {"sin", "cos", "tan", "sinh", "cosh", "tanh", "log", "min", "max"}

_SPELLED = {"elldot": r"\dot{\ell}"}
"""Letters that are no command."""


class _Latex(Dialect):
    templates: ClassVar[Mapping[str, str]] = {
        "fraction": r"\frac{{{0}}}{{{1}}}",
        "small fraction": r"\tfrac{{{0}}}{{{1}}}",
        "root": r"\sqrt{{{0}}}",
        "bars": r"\left|{0}\right|",
        "brackets": r"\left({0}\right)",
        "plain": "({0})",
        "comma": ", ",
        "open": r"\Bigl{text}",
        "close": r"\Bigr{text}",
        "raised": "{0}^{{{1}}}",
        "high": "{0}^{{{1}}}",
        "bold": r"\boldsymbol{{{0}}}",
        "place": "{text}",
        "upright": r"\mathrm{{{text}}}",
        "word": r"\operatorname{{{text}}}",
        "transposed": r"{0}^{{\mathsf{{T}}}}",
        "trace": r"\operatorname{{tr}} {0}",
        "spelled": "{0}",
        "pi": r"\pi",
        "low": "{0}_{{{1}}}",
        "beside": "",
        "dots": r"\dots",
        "plus minus": r"\pm",
        "at most": r"\leq",
        "slash": "/",
        "left": "(",
        "right": ")",
        "dot": r"\cdot",
        "times": r"\times",
        "space": r" \, ",
        "thin": r"\,",
        "gap": r"\ ",
        "quad": r"\quad",
        "qquad": r"\qquad",
        "minus": "{{-}}",
        "aligned": "&",
        "row end": r" \\{text}",
        "tag": r" \tag{{{text}}}",
        "small": r"\mbox{{\footnotesize ${0}$}}",
    }

    def spelled(self, box: Box, parts: Sequence[str]) -> str:
        match box.kind:
            case "letter":
                return box.text if len(box.text) == 1 else f"\\{box.text}"
            case "accent" if box.text == "dot":
                return f"\\{'d' * box.order}ot{{{parts[0]}}}"
            case "accent":
                return f"\\{box.text}{{" * box.order + parts[0] + "}" * box.order
            case "indexed":
                letter, *indices = parts
                return f"{letter}_{{{box.text.join(indices)}}}"
            case "placed":
                return parts[0] + (f"_{{{box.text}}}" if box.text else "")
            case "posed":
                low = f"_{{{box.text}}}" if box.text else ""
                return f"{parts[0]}^{{({box.order})}}{low}"
            case "applied":
                head, argument = parts
                plain = argument[0].isalnum()
                return f"{head} {argument}" if plain else f"{head}{{{argument}}}"
            case "turned":
                return r"\boldsymbol{R}" + (f"_{box.text}" if box.text else "")
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
        stem = _SPELLED.get(name.stem, f"\\{name.stem}") if name.greek else name.stem
        if not name.greek and len(name.stem) > 1:
            stem = f"\\mathrm{{{_escaped(name.stem)}}}"
        if not name.subscripts:
            return stem
        return f"{stem}_{{{','.join(map(_subscript, name.subscripts))}}}"

    def dotted(self, text: str, order: int) -> str:
        stem, underscore, rest = text.partition("_")
        return f"\\{'d' * order}ot{{{stem}}}{underscore}{rest}"

    def sloped(self, name: str, by: str) -> str:
        stem, underscore, index = name.partition("_")
        return f"{stem}_{{{index[1:-1]},{by}}}" if underscore else f"{name}_{{{by}}}"

    def function(self, name: str) -> str:
        if name == "e":
            return "\\mathrm{e}"
        if name in TYPESET:
            return f"\\{TYPESET[name]}"
        if name in _KNOWN:
            return f"\\{name}"
        if name == "atan2":
            return "\\operatorname{atan2}"
        parts = split(name)
        subscript = "".join(f"_{{{_subscript(s)}}}" for s in parts.subscripts[:1])
        return f"\\mathrm{{{_escaped(parts.stem)}}}{subscript}"


LATEX = _Latex()


def _entries(box: Box, parts: Sequence[str], apart: str = "") -> str:
    rows = rows_of(parts, box.order)
    return rf" \\{apart} ".join(" & ".join(row) for row in rows)


def _subscript(text: str) -> str:
    inner = split(text) if text[0].isalpha() else None
    if inner is not None and inner.greek and not inner.subscripts:
        return f"\\{inner.stem}"
    return text if text.isdigit() or len(text) == 1 else f"\\mathrm{{{_escaped(text)}}}"


def _escaped(text: str) -> str:
    return text.replace("_", "\\_")


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
