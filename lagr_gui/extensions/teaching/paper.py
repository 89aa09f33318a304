"""Derivations on paper, set by Typst: whole, or with gaps where students write."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lagr_gui.exchange.documents.sketch import sketch
from lagr_gui.exchange.documents.typst_figures import mechanism
from lagr_gui.exchange.documents.typst_paper import pages
from lagr_gui.expression import Expression
from lagr_gui.expression.letters import pretty
from lagr_gui.expression.rows import terms_in
from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine, Quantity, Section
from lagr_gui.extensions.teaching.text import rule_of, with_name
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.sheets.sheet import Term
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.typesetting import TYPST, Formula
from lagr_gui.typesetting.escape import typst_escaped
from lagr_gui.typesetting.formula import small_fractions
from lagr_gui.typesetting.letters import typesetter
from lagr_gui.typesetting.lines import EQUALS, sum_rows
from lagr_gui.typesetting.widths import REPORT, PaperWidth

FORMULAS = PaperWidth(29.0, REPORT.blank)
"""Room of formulas, with the rules at their right."""
GAP = "1.1cm"
"""The height of a line that a student fills."""

MARK = "\uf8ff"
"""What stands for a formula while words around it are escaped."""

_HEAD = """\
#set document(date: none)
#set page(paper: "a4", margin: (x: 20mm, top: 18mm, bottom: 20mm), numbering: "1", fill: white)
#set text(font: "New Computer Modern", size: 10pt, lang: "{language}")
#show heading: set text(size: 11pt)
#let step(number, shown, rule) = block(breakable: false, above: 0.75em, below: 0.75em, grid(
  columns: (9mm, 1fr, 42mm), column-gutter: 3mm,
  text(fill: luma(110), number), shown, text(size: 8.5pt, fill: luma(90), rule)))
#let gap(shown) = grid(columns: (auto, 1fr), column-gutter: 2mm, shown,
  box(width: 100%, height: {gap}, stroke: (bottom: 0.5pt + luma(150))))
"""


def derivation_typst(
    derivation: Derivation,
    model: Model,
    motion: Motion | None = None,
    language: str = "en",
    hidden: Collection[str] = (),
) -> str:
    """The markup of a document; what is `hidden`, by the numbers of lines, is a gap.

    With a `motion` the mechanism stands above as it is at its first instant.
    """
    words = Words(language)
    parts = [_HEAD.replace("{language}", language).replace("{gap}", GAP)]
    parts.append(f"= {typst_escaped(words.name(derivation.title))}")
    drawn = sketch(model, motion) if motion is not None else None
    if drawn is not None:
        parts.append(f"#align(center)[{mechanism(drawn)}]")
    page = _Page(derivation, words, hidden)
    for section in derivation.sections:
        parts += page.section(section)
    return "\n\n".join(parts)


def derivation_pdf(
    derivation: Derivation,
    model: Model,
    motion: Motion | None = None,
    language: str = "en",
    hidden: Collection[str] = (),
) -> bytes:
    """The same as PDF."""
    markup = derivation_typst(derivation, model, motion, language, hidden)
    return b"".join(pages(markup, ".pdf"))


def hidden_lines(derivation: Derivation, wanted: str) -> frozenset[str]:
    """The numbers of lines that are named: ``3-5, 7.2`` are three sections and a line.

    Raises LagrError for what the derivation has not.
    """
    known = [line.number for line in derivation.lines]
    hidden = set[str]()
    for part in filter(None, (part.strip() for part in wanted.split(","))):
        first, _, last = part.partition("-")
        own = {number for number in known if _is_meant(number, first.strip(), last.strip())}
        if not own:
            place = say("Lines that are hidden, “{part}”", part=part)
            cause = "The derivation has no such line."
            raise refusal(place, cause, "Name sections or lines as 3, 3-5 or 7.2.", "hidden")
        hidden |= own
    return frozenset(hidden)


def _is_meant(number: str, first: str, last: str) -> bool:
    """Whether a line is in a section or a range of them, or is named itself."""
    if first.isdecimal() and (last.isdecimal() or not last):
        section = int(number.partition(".")[0])
        return int(first) <= section <= int(last or first)
    return number == first and not last


class _Page:
    """Writes sections and lines."""

    def __init__(self, derivation: Derivation, words: Words, hidden: Collection[str]) -> None:
        self.words, self.hidden = words, hidden
        self.typeset = typesetter(derivation.sheet)

    def section(self, section: Section) -> Iterator[str]:
        """A heading, sentences and lines."""
        yield f"== {section.number} #h(0.5em) {self._said(section.title)}"
        yield from map(self._said, section.before)
        if section.statement is not None:
            yield f"$ {TYPST.written(section.statement.formula)} $"
        yield from map(self.line, section.lines)
        covered = any(line.number in self.hidden for line in section.lines)
        yield from (self._said(sentence) for sentence in section.behind if not covered)

    def _said(self, message: Message) -> str:
        return typst_escaped(self.words.spoken(with_name(message, pretty)))

    def line(self, line: DerivedLine) -> str:
        """A line with its rule, or a gap."""
        if line.number in self.hidden:
            return f"#step[{line.number}][#gap[{self._gap(line)}]][]"
        return f"#step[{line.number}][{self._formula(line)}][{self._rule(line)}]"

    def _rule(self, line: DerivedLine) -> str:
        """The rule, with its formulas as such."""
        formulas: list[str] = []

        def marked(tree: Expression) -> str:
            formulas.append(f"${_inline(self.typeset(tree))}$")
            return MARK

        first, *others = typst_escaped(rule_of(line, self.words, marked)).split(MARK)
        return first + "".join(map("".join, zip(formulas, others, strict=True)))

    def _gap(self, line: DerivedLine) -> str:
        """What stands before a gap: the name of a quantity; of an equation nothing."""
        match line.left:
            case Quantity(formula=left):
                return f"${_inline((*left, ' ='))}$"
            case None:
                return "$=$"
            case _:
                return ""

    def _formula(self, line: DerivedLine) -> str:
        left: Formula = ()
        if line.left is not None:
            own = line.left
            left = own.formula if isinstance(own, Quantity) else self.typeset(own)
        terms = [Term(term, ()) for term in terms_in(line.right)]
        used = FORMULAS.width(left) + EQUALS
        if used > FORMULAS.room / 2:
            first, rows = left, sum_rows(terms, EQUALS, FORMULAS, self.typeset)
            rows = [first, ("= ", *rows[0]), *rows[1:]]
        else:
            rows = sum_rows(terms, used, FORMULAS, self.typeset)
            rows[0] = (*left, " = ", *rows[0])
        return " \\\n".join(
            f"{'#h(1.5em)' if place else ''}${_inline(row)}$" for place, row in enumerate(rows)
        )


def _inline(row: Formula) -> str:
    return TYPST.written(small_fractions(row))
