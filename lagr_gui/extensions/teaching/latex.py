"""Derivations as LaTeX that an author keeps: sentences between steps with labels."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.expression.rows import terms_in
from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine, Quantity, Section
from lagr_gui.extensions.teaching.text import with_name
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import Message
from lagr_gui.mechanics.sheets.sheet import Term
from lagr_gui.typesetting.escape import escaped
from lagr_gui.typesetting.formula import (
    ALIGNED,
    QUAD,
    ROW_END,
    Box,
    Formula,
    joined,
    small_fractions,
    tight,
)
from lagr_gui.typesetting.latex import WITH_MACROS, latex_name
from lagr_gui.typesetting.letters import Typeset, typesetter
from lagr_gui.typesetting.lines import EQUALS, sum_rows
from lagr_gui.typesetting.numbers import NOTAG
from lagr_gui.typesetting.sheet_latex import notation
from lagr_gui.typesetting.widths import PAPERS, PaperWidth

LABEL = "step:{number}"
NAME = "COORDINATE"
"""What stands for the name of a coordinate while words around it are escaped."""


def derivation_latex(derivation: Derivation, language: str = "en", width: str = "article") -> str:
    """Sections with steps that have labels, their numbers are made by LaTeX."""
    words, paper = Words(language), PAPERS[width].beside_number()
    typeset = typesetter(derivation.sheet)
    blocks = [_section(section, words, typeset, paper) for section in derivation.sections]
    head = [
        r"% In the preamble: \usepackage{amsmath}, \numberwithin{equation}{section}.",
        r"% Each step has a \label, for \eqref.",
        *notation(blocks),
    ]
    return "\n".join([*head, "", "\n\n".join(blocks), ""])


def _section(section: Section, words: Words, typeset: Typeset, paper: PaperWidth) -> str:
    parts = [rf"\section{{{_said(section.title, words)}}}"]
    parts += [_said(sentence, words) for sentence in section.before]
    if section.statement is not None:
        parts.append(f"\\[\n{WITH_MACROS.written(small_fractions(section.statement.formula))}\n\\]")
    if section.lines:
        parts.append("\\begin{align}")
        parts += _lines(section, words, typeset, paper)
        parts.append("\\end{align}")
    parts += [_said(sentence, words) for sentence in section.behind]
    return "\n".join(parts)


def _said(message: Message, words: Words) -> str:
    """A sentence, in which names of coordinates are formulas."""
    names: list[str] = []

    def marked(name: str) -> str:
        names.append(f"${latex_name(name)}$")
        return NAME

    first, *others = escaped(words.spoken(with_name(message, marked))).split(NAME)
    return first + "".join(map("".join, zip(names, others, strict=True)))


def _lines(section: Section, words: Words, typeset: Typeset, paper: PaperWidth) -> Iterator[str]:
    said = ""
    for line in section.lines:
        rule = _rule(line, words, typeset)
        if rule != said:
            yield rf"\intertext{{{rule}}}"
        said = rule
        rows = _rows(line, typeset, paper)
        last = line is section.lines[-1]
        yield "  " + WITH_MACROS.written(tight(small_fractions(rows))) + ("" if last else r" \\")


def _rule(line: DerivedLine, words: Words, typeset: Typeset) -> str:
    known = "; ".join(
        f"${WITH_MACROS.written(typeset(one.left))} = {WITH_MACROS.written(typeset(one.right))}$"
        for one in line.identities
    )
    gone = ", ".join(f"${WITH_MACROS.written(typeset(tree))}$" for tree in line.cancelled)
    dropped = f"; {words('{terms} drops out', terms=gone)}" if gone else ""
    uses = ", ".join(rf"\eqref{{{LABEL.format(number=use)}}}" for use in line.uses)
    said = (_said(line.rule, words), known, uses)
    return " ".join(filter(None, said)) + dropped + ":"


def _rows(line: DerivedLine, typeset: Typeset, paper: PaperWidth) -> Formula:
    left: Formula = ()
    if line.left is not None:
        left = line.left.formula if isinstance(line.left, Quantity) else typeset(line.left)
    terms = [Term(term, ()) for term in terms_in(line.right)]
    broken = sum_rows(terms, paper.width(left) + EQUALS, paper, typeset)
    rows = [(*left, " ", ALIGNED, "= ", *broken[0])]
    rows += [(ALIGNED, QUAD, " ", *row) for row in broken[1:]]
    label = Box("label", text=LABEL.format(number=line.number))
    return (*joined((NOTAG, ROW_END, "\n  "), rows), label)
