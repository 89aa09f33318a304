"""Words with formulas between them, as documents hold them, in LaTeX and in Typst."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from lagr_gui.foundation.languages import Words
from lagr_gui.typesetting.dialects import named
from lagr_gui.typesetting.escape import escaped, quoted, typst_escaped
from lagr_gui.typesetting.formula import Box, Formula
from lagr_gui.typesetting.latex import LATEX, Latex
from lagr_gui.typesetting.typst import TYPST

Text: TypeAlias = "str | Formula"
"""Words, alone or with boxes between them: formulas, words in bold type, ends of lines."""

LINE_END = Box("line end")
_PRIVATE = 1
"""Control characters, which stand in no text."""


def math(inner: Formula) -> Box:
    """A formula within words."""
    return Box("formula", (inner,))


def unbroken(inner: Formula) -> Box:
    """A formula within words that stays on one line."""
    return Box("unbroken", (inner,))


def name_math(name: str) -> Box:
    """A symbol of a model within words."""
    return math(named(name))


def quantity(shown: Box | Formula, latex: str) -> Box:
    """What has a unit: as words with formulas, and as LaTeX has it by commands of its own."""
    return Box("quantity", (text_of(shown),), latex)


def strong(text: str) -> Box:
    """Words in bold type."""
    return Box("strong", ((text,),))


def tiny(text: str) -> Box:
    """A short name in bold type before other words."""
    return Box("tiny", ((text,),))


def text_of(*parts: Text | Box) -> Formula:
    """Words one behind the other."""
    pieces: list[str | Box] = []
    for part in parts:
        for item in part if isinstance(part, tuple) else (part,):
            if pieces and isinstance(item, str) and isinstance(pieces[-1], str):
                pieces[-1] += item
            else:
                pieces.append(item)
    return tuple(pieces)


def listed(parts: Iterable[Text | Box], between: Text | Box = ", ") -> Formula:
    """Words with something between them."""
    first, *rest = list(parts) or [""]
    return text_of(first, *(piece for part in rest for piece in (between, part)))


def filled(w: Words, template: str, /, **values: Text | Box) -> Formula:
    """The words of a language with something in the gaps of a template."""
    marks = {name: chr(_PRIVATE + at) for at, name in enumerate(values)}
    return replaced(w(template, **marks), dict(zip(marks.values(), values.values(), strict=True)))


def replaced(text: str, values: dict[str, Text | Box]) -> Formula:
    """Words with something in place of single letters."""
    pieces: list[Text | Box] = [""]
    for sign in text:
        if sign in values:
            pieces += [values[sign], ""]
        else:
            pieces[-1] = f"{pieces[-1]}{sign}"
    return text_of(*(part for part in pieces if part != ""))


def latex_words(text: Text, dialect: Latex = LATEX) -> str:
    """Words with formulas between dollars."""
    return "".join(
        escaped(item) if isinstance(item, str) else _latex(item, dialect) for item in _items(text)
    )


def typst_words(text: Text) -> str:
    """Words with formulas as content of Typst."""
    items = _items(text)
    return "".join(typst_escaped(item) if isinstance(item, str) else _typst(item) for item in items)


def _items(text: Text) -> Formula:
    return (text,) if isinstance(text, str) else text


def _latex(box: Box, dialect: Latex) -> str:
    match box.kind:
        case "formula":
            return f"${dialect.written(box.parts[0])}$"
        case "unbroken":
            return f"${{{dialect.written(box.parts[0])}}}$"
        case "strong":
            return f"\\textbf{{{latex_words(box.parts[0], dialect)}}}"
        case "tiny":
            return f"{{\\tiny\\textbf{{{latex_words(box.parts[0], dialect)}}} }}"
        case "quantity":
            return box.text
        case "line end":
            return "\\\\\n"
        case _:
            return dialect.written((box,))


def _typst(box: Box) -> str:
    match box.kind:
        case "formula":
            return f"${TYPST.written(box.parts[0])}$"
        case "unbroken":
            return f"#box(${TYPST.written(box.parts[0])}$)"
        case "strong":
            return f"#strong[{typst_words(box.parts[0])}]"
        case "tiny":
            return f"#strong[{typst_words(box.parts[0])}]{quoted(' ')}"
        case "quantity":
            return typst_words(box.parts[0])
        case "line end":
            return " \\\n"
        case _:
            return TYPST.written((box,))
