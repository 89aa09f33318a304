"""What lines of the structured form are by components: asked for, and set as rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui.expression import Expression, Sum, symbols
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.questions import ComponentsQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.structured_rows import StructuredRows, apart
from lagr_gui.gui.panes.equations.written import Written
from lagr_gui.gui.typesetting import Piece, Row
from lagr_gui.gui.words import spoken, tr
from lagr_gui.mechanics.sheets.sheet import Definition, Entry
from lagr_gui.mechanics.structured import WrittenOut
from lagr_gui.typesetting import WINDOW
from lagr_gui.typesetting.formula import small_fractions
from lagr_gui.typesetting.letters import component_name, definition_name
from lagr_gui.typesetting.vectors import VectorPrinter

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet
    from lagr_gui.pipeline import Chain

Answer = tuple[WrittenOut | None, ...]


class ShownComponents(QObject):
    """Asks for lines by components, and knows those of the lines that did not change."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self._sheet: Sheet | None = None
        self._chains: tuple[Chain, ...] = ()
        self._known: dict[Chain, WrittenOut | None] = {}
        self._question: ComponentsQuestion | None = None
        self.inquiry: Inquiry[Answer] = Inquiry(session.motions, "written_out", self)
        self.inquiry.changed.connect(self._hear)
        session.model_changed.connect(self._ask)

    def want(self, sheet: Sheet | None, chains: Sequence[Chain]) -> None:
        """Ask for these lines of a sheet, as far as they are not known."""
        if sheet is None or not sheet.structured:
            self._sheet, self._known = None, {}
        elif self._sheet is None or not _same_lines(self._sheet, sheet):
            self._sheet, self._known = sheet, {}
        else:
            self._sheet = sheet
        self._chains = tuple(chains)
        self._ask()

    def of(self, chain: Chain) -> WrittenOut | None:
        """A line by components; None where it is a scalar already, or not known."""
        return self._known.get(chain)

    def _ask(self) -> None:
        session, missing = self.session, tuple(c for c in self._chains if c not in self._known)
        sheet = session.derivation.fitting
        asking = missing and sheet is not None and sheet is self._sheet
        asked = session.derivation.model, session.special, missing, session.chosen.lines
        question = ComponentsQuestion(*asked) if asking else None
        if question != self._question:
            self._question = question
            self.inquiry.want(question)

    def _hear(self) -> None:
        question, components = self._question, self.inquiry.found
        if question is None or self.inquiry.answered != question:
            return
        answers = components or (None,) * len(question.chains)
        self._known |= zip(question.chains, answers, strict=True)
        self._ask()
        self.changed.emit()


def _same_lines(a: Sheet, b: Sheet) -> bool:
    return a is b or (a.definitions, a.entries, a.coordinates) == (
        b.definitions,
        b.entries,
        b.coordinates,
    )


class ComponentRows:
    """Makes the rows of lines by components."""

    def __init__(self, lines: StructuredRows) -> None:
        self.lines = lines
        self._definitions = {line.name: line for line in lines.sheet.definitions}

    def of(self, line: Definition | Entry, out: WrittenOut, level: int) -> Iterator[Row]:
        """A heading that tells the axes, and one row for each component."""
        yield Row(text=(self._told(out),), level=level)
        printer = self._printer(out.names)
        sources = {name: self._spoken(vector) for name, (vector, _) in out.names.items()}
        for part in out.parts:
            terms = part.tree.terms if isinstance(part.tree, Sum) else (part.tree,)
            name = self._name(line, part.place)
            yield Row(
                name,
                (*([] if name else [Piece("=")]), *_pieces(terms, printer)),
                sources=tuple(self._sources(line, term, sources) for term in terms),
                origin=Written(printer.formula(part.tree)),
                level=level,
            )

    def _told(self, out: WrittenOut) -> str:
        if all(not part.place for part in out.parts) and not out.names:
            return tr("written out:")
        if not out.axes:
            return tr("components in space:")
        return tr("components in {axes}:").format(axes=spoken(self._definitions[out.axes].meaning))

    def _sources(
        self, line: Definition | Entry, tree: Expression, sources: Mapping[str, tuple[str, ...]]
    ) -> tuple[str, ...]:
        """The items that the names in a term speak of; without names those of the line."""
        used = [key for s in symbols(tree) for key in sources.get(s.name, ())]
        if used:
            return tuple(dict.fromkeys(used))
        if isinstance(line, Definition):
            return self.lines.spoken_of(line)
        return tuple(dict.fromkeys(key for term in line.terms for key in term.sources))

    def _spoken(self, name: str) -> tuple[str, ...]:
        return self.lines.spoken_of(self._definitions[name])

    def _name(self, line: Definition | Entry, place: str) -> str:
        if isinstance(line, Definition) and place:
            return WINDOW.written(component_name(line, place))
        return f"{line.symbol}_({' '.join(place)})" if isinstance(line, Entry) and place else ""

    def _printer(self, names: Mapping[str, tuple[str, str]]) -> VectorPrinter:
        """What sets names of components beside those of a sheet."""
        lines = self._definitions
        words = {name: component_name(lines[line], place) for name, (line, place) in names.items()}
        scalar = [line for line in lines.values() if line.rank == "scalar"]
        return VectorPrinter(words | {line.name: definition_name(line) for line in scalar})


def _pieces(terms: Sequence[Expression], printer: VectorPrinter) -> Iterator[Piece]:
    for index, term in enumerate(terms):
        text = WINDOW.written(small_fractions(printer.formula(term)))
        yield Piece(apart(text) if index else text, index)
