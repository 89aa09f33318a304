"""Lines of a derivation as rows of a page."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from textwrap import wrap

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import pretty
from lagr_gui.expression.rows import negative, terms_in
from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine, Quantity, Section
from lagr_gui.extensions.teaching.text import in_letters, rule_of, with_name
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import Message
from lagr_gui.gui.panes.equations.breaking import pieces_of
from lagr_gui.gui.panes.equations.written import Written, equal
from lagr_gui.gui.typesetting import Aside, Piece, Row
from lagr_gui.gui.words import language, spoken, tr
from lagr_gui.mechanics.sheets.sheet import Term
from lagr_gui.typesetting import WINDOW, Formula
from lagr_gui.typesetting.letters import typesetter

NOTHING = "thin"
"""What stands left of a sign of equality that goes on from the line before."""

SENTENCE = 76
"""Letters in a row of a sentence."""


class DerivationRows:
    """Makes rows of a derivation, as far as it is uncovered and not folded."""

    def __init__(self, derivation: Derivation) -> None:
        self.derivation = derivation
        self._words = Words(language())
        self._typeset = typesetter(derivation.sheet)
        self._letters = in_letters(self._typeset)
        self.lines = [*derivation.lines]

    def rows(self, folded: Collection[int], uncovered: int | None) -> list[Row]:
        """All that is to be seen; `folded` are numbers of sections.

        So many lines are `uncovered`, the last of which is spoken of; None: all, and of none.
        """
        rows: list[Row] = []
        start = 0
        for section in self.derivation.sections:
            count, number = len(section.lines), section.number
            if uncovered is None:
                rows += self._section(section, number in folded, count)
            elif count and start < uncovered:
                made = [*self._section(section, number in folded, min(count, uncovered - start))]
                last = section.lines[min(count, uncovered - start) - 1].number
                speaks = uncovered <= start + count
                rows += [replace(r, spoken_of=speaks and r.label == last) for r in made]
            start += count
        return rows

    def _section(self, section: Section, folded: bool, seen: int) -> Iterator[Row]:
        """The title, and below it `seen` lines with the sentences around them."""
        title = spoken(with_name(section.title, pretty))
        whole = seen == len(section.lines)
        counted = tr("{n} lines") if whole else tr("{n} of {all} lines")
        yield Row(
            title=f"{section.number} {title}",
            beside=counted.format(n=seen, all=len(section.lines)),
            unfolded=not folded,
            about=section.number,
        )
        if folded:
            return
        yield from (self._sentence(sentence) for sentence in section.before)
        if section.statement is not None:
            statement = section.statement.formula
            yield Row(
                pieces=(Piece(WINDOW.written(statement)),), level=1, origin=Written(statement)
            )
        yield from map(self.line, section.lines[:seen])
        if whole:
            yield from (self._sentence(sentence) for sentence in section.behind)

    def _sentence(self, sentence: Message) -> Row:
        said = wrap(spoken(with_name(sentence, pretty)), SENTENCE)
        return Row(text=tuple(said), level=1)

    def line(self, line: DerivedLine) -> Row:
        """One line, with its rule beside it."""
        left, right = line.left, [Term(tree, line.sources) for tree in terms_in(line.right)]
        pieces, struck = [*pieces_of(right)], frozenset[int]()
        head = NOTHING
        name: Formula = ()
        if isinstance(left, Quantity):
            head, name = WINDOW.written(left.formula), left.formula
        elif left is not None:
            head, name = "", self._typeset(left)
            pieces, struck = self._equation(left, line, pieces)
        rule = rule_of(replace(line, cancelled=()), self._words, self._letters, with_uses=False)
        sources = (line.sources,) * (1 + max((piece.term for piece in pieces), default=0))
        return Row(
            head,
            tuple(pieces),
            "",
            sources,
            origin=Written(equal(name, self._typeset(line.right))),
            about=line,
            label=line.number,
            aside=Aside(rule, line.uses),
            struck=struck,
        )

    def _equation(
        self, left: Expression, line: DerivedLine, right: list[Piece]
    ) -> tuple[list[Piece], frozenset[int]]:
        """Pieces of both sides; what drops out stands at the end of the left one, struck out."""
        kept = [Term(tree, line.sources) for tree in terms_in(left)]
        gone = [tree for one in line.cancelled for tree in (one, negative(one))]
        terms = [*kept, *(Term(tree, line.sources) for tree in gone)]
        struck = frozenset(range(len(kept), len(terms)))
        shifted = [replace(piece, term=piece.term + len(terms)) for piece in right]
        return [*pieces_of(terms), Piece("="), *shifted], struck
