"""Formulas as Typst mathematics; names given by users are always quoted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import MARK, Name, inner, split
from lagr_gui.typesetting.dialects import TYPESET, Dialect, formula
from lagr_gui.typesetting.escape import typst_escaped
from lagr_gui.typesetting.formula import Box, rows_of

_KNOWN = {"sin", "cos", "tan", "sinh", "cosh", "tanh", "min", "max"}
_SPELLED = {"epsilon": "epsilon.alt", "elldot": "dot(ell)", "varrho": "rho.alt"}
"""Other forms of letters, so that they look as in plain text."""
_ACCENTS = {
    "hat": ("hat",),
    "bar": ("macron",),
    "dot": ("dot", "dot.double", "dot.triple"),
}


def marked(name: str, text: str) -> str:
    """A formula that stands for a name, so that it can be found on the page."""
    return f'{MARK}("{name}", {text})'


def marked_with(text: str, suffix: str) -> str:
    """A formula with an index or exponent, which belongs to its name if it is one."""
    alone = text.startswith(f"{MARK}(") and text.count(f"{MARK}(") == 1 and text.endswith(")")
    return f"{text[:-1]}{suffix})" if alone else f"{text}{suffix}"


class Typst(Dialect):
    """With `names` of the model that are marked, and with those of definitions if `pointed`."""

    templates: ClassVar[Mapping[str, str]] = {
        "fraction": "frac({0}, {1})",
        "small fraction": "inline(frac({0}, {1}))",
        "root": "sqrt({0})",
        "bars": "abs({0})",
        "brackets": "({0})",
        "plain": r"\({0}\)",
        "comma": " comma ",
        "open": r" lr(size: #1.75em, \{text}) ",
        "close": r" lr(size: #1.75em, \{text})",
        "high": "{0}^{1}",
        "bold": "bold({0})",
        "upright": 'upright("{text}")',
        "word": 'upright("{text}")',
        "trace": 'upright("tr") {0}',
        "spelled": "{1}",
        "pi": "pi",
        "low": "{0}_({1})",
        "beside": " ",
        "dots": "dots.h",
        "plus minus": "plus.minus",
        "at most": "<=",
        "slash": r"\/",
        "left": r"\(",
        "right": r"\)",
        "dot": "dot.op",
        "times": "times",
        "space": " thin ",
        "thin": " thin ",
        "gap": " space ",
        "quad": "quad",
        "qquad": " wide",
        "minus": "-",
        "aligned": "& ",
        "row end": " \\",
        "tag": ' wide "({text})"',
        "applied": "{0} {1}",
        "small": "#text(size: 0.8em)[${0}$]",
    }

    def __init__(self, names: Collection[str] = (), *, pointed: bool = False) -> None:
        self._names, self._pointed = names, pointed

    def spelled(self, box: Box, parts: Sequence[str]) -> str:
        match box.kind:
            case "letter":
                return _SPELLED.get(box.text, box.text)
            case "accent":
                names = _ACCENTS[box.text]
                if len(names) > 1:
                    return f"{names[box.order - 1]}({parts[0]})"
                return f"{names[0]}(" * box.order + parts[0] + ")" * box.order
            case "raised":
                return marked_with(parts[0], f"^({parts[1]})")
            case "transposed":
                return marked_with(parts[0], "^upright(T)")
            case "indexed":
                return parts[0] + f"_({self._indices(box)})"
            case "placed":
                return parts[0] + (f"_({box.text})" if box.text else "")
            case "posed":
                return f"{parts[0]}^(({box.order}))" + (f"_({box.text})" if box.text else "")
            case "turned":
                return "bold(R)" + (f"_{box.text}" if box.text else "")
            case "matrix":
                return self._matrix(_rows(box, parts))
            case "table":
                return self._table(_rows(box, parts))
            case "marked" if self._pointed:
                return marked(box.text, parts[0])
            case "place":
                return " ".join(box.text)
            case "words":
                return f"#[{typst_escaped(box.text)}]"
            case _:
                return super().spelled(box, parts)

    def _matrix(self, rows: str) -> str:
        """A matrix within a formula."""
        return f"mat({rows})"

    def _table(self, rows: str) -> str:
        """A matrix of full size."""
        return f"mat(column-gap: #1em, row-gap: #0.4em, {rows})"

    def _indices(self, box: Box) -> str:
        """Those of a name; words stand upright."""
        return box.text.join(
            "".join(
                self._index(item) if isinstance(item, str) else self._box(item) for item in part
            )
            for part in box.parts[1:]
        )

    def _index(self, text: str) -> str:
        return text if text.isdigit() or text == "," else f'"{text}"'

    def symbol(self, name: str, order: int) -> str:
        text = super().symbol(name, order)
        return marked(name, text) if name in self._names else text

    def name(self, name: Name) -> str:
        stem = _SPELLED.get(name.stem, name.stem) if name.greek else _word(name.stem)
        if not name.subscripts:
            return stem
        return f"{stem}_({','.join(map(_subscript, name.subscripts))})"

    def dotted(self, text: str, order: int) -> str:
        stem, underscore, rest = text.partition("_")
        return f"{_ACCENTS['dot'][order - 1]}({stem}){underscore}{rest}"

    def primed(self, name: str, primes: str) -> str:
        stem, begin, index = name.partition("_(")
        return f"{stem}{primes}{begin}{index}" if begin else marked_with(name, primes)

    def sloped(self, name: str, by: str) -> str:
        stem, begin, index = name.partition("_(")
        if not begin:
            return marked_with(name, f"_({by})")
        indices, end, rest = index.partition(")")
        return f"{stem}{begin}{indices} comma {by}{end}{rest}"

    def function(self, name: str) -> str:
        if name == "e":
            return "upright(e)"
        if name in _KNOWN:
            return name
        if name in ("atan2", "sign"):
            return f'op("{TYPESET.get(name, name)}")'
        if name in TYPESET:
            return TYPESET[name]
        parts = split(name)
        stem = f'upright("{parts.stem}")'
        if not parts.subscripts:
            return stem
        return f"attach({stem}, b: {_subscript(parts.subscripts[0])})"  # primes follow the whole


def _rows(box: Box, parts: Sequence[str]) -> str:
    """The entries of a matrix row by row."""
    return "; ".join(", ".join(row) for row in rows_of(parts, box.order))


def _word(text: str) -> str:
    """One letter as it is (it is set in italics), more letters as quoted upright text."""
    return text if len(text) == 1 else f'"{text}"'


def _subscript(text: str) -> str:
    if (name := inner(text)) is not None:
        return name.stem + "".join(f"_({digits})" for digits in name.subscripts)
    return text if text.isdigit() or len(text) == 1 else f'"{text}"'


class _Page(Typst):
    """As pages of documents have it: indices lean, and transposition has the sign of LaTeX."""

    templates: ClassVar[Mapping[str, str]] = {
        **{kind: text for kind, text in Typst.templates.items() if kind != "upright"},
        "word": 'op("{text}")',
        "trace": 'op("tr") {0}',
        "transposed": "{0}^(sans(T))",
    }

    def spelled(self, box: Box, parts: Sequence[str]) -> str:
        if box.kind == "upright":  # what is quoted keeps away from what follows
            return f'"{box.text}" ' if len(box.text) > 1 else f"upright({box.text})"
        return super().spelled(box, parts)

    def _matrix(self, rows: str) -> str:
        """As small as the text around it."""
        return f"lr((inline(mat(delim: #none, column-gap: #0.5em, row-gap: #0.25em, {rows}))))"

    def _index(self, text: str) -> str:
        return text if text.isdigit() or text == "," else f" {' '.join(text)} "


TYPST, WINDOW, POINTED = _Page(), Typst(), Typst(pointed=True)
"""Formulas of pages, of the window, and those whose definitions can be pointed at."""


def typst(tree: Expression, names: Collection[str] = ()) -> str:
    """The tree as Typst mathematics (without the dollar signs); those `names` are marked."""
    return Typst(names).written(formula(tree))


def typst_name(name: str) -> str:
    """A symbol as Typst mathematics."""
    return TYPST.symbol(name, 0)
