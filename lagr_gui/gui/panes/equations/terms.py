"""What terms of rows say: wrong ones lead to their field, others name the item they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lagr_gui import pipeline
from lagr_gui.analysis.equations.dimension_faults import Misfit, misfits
from lagr_gui.analysis.equations.term_proof import DimensionProof, TermDimension
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.typesetting import Piece, Row, TermFault, TermSource
from lagr_gui.gui.typesetting.typesetter import WRONG
from lagr_gui.gui.words import spoken, tr
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Entry
from lagr_gui.model import Model
from lagr_gui.model.shapes import paint

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet

BY_LINES = ("T", "U", "D", "U_F", "D_F")
"""Results whose terms stand one below the other, with the names of their items."""
MARKED = (*BY_LINES, "J", "J_red", "Q")
"""Results whose terms are marked, as those of equations of motion are."""
MOST = 14
"""Terms of a result that stand one below the other."""


class TermSources:
    """Names of bodies, elements and joints, and which of them terms come from."""

    def __init__(self, model: Model) -> None:
        self._sources: dict[str, TermSource] = {}
        for body in model.bodies:
            name = body.name or tr("Body {n}").format(n=body.number)
            self._put(f"body:{body.number}", name, paint(body.shape.color))
        for element in model.elements:
            self._put(f"element:{element.name}", element.name)
        for joint in model.joints:
            self._put(f"joint:{joint.name}", joint.name)

    def _put(self, key: str, name: str, color: str = "") -> None:
        self._sources[key] = TermSource(key, len(self._sources), name, color)

    def words(self, keys: Sequence[str]) -> str:
        """The names of items, for a note beside the pointer."""
        known = [self._sources[key].name for key in keys if key in self._sources]
        return ", ".join(known)

    def marked(self, row: Row) -> Row:
        """A row whose terms tell the one item that they come from, where they come from several."""
        about = row.about
        if not isinstance(about, (Balance, Entry)) or len(row.sources) != _count(about):
            return row
        if isinstance(about, Entry) and about.symbol not in MARKED:
            return row
        one = tuple(self.one(keys) for keys in row.sources)
        listed = isinstance(about, Entry) and about.symbol in BY_LINES
        if listed and all(one) and len(one) <= MOST:
            return replace(row, one=one, listed=True)
        several = len(set(row.sources)) > 1
        return replace(row, one=one) if several and any(one) else row

    def one(self, keys: Sequence[str]) -> TermSource | None:
        """The item, where it is one alone."""
        return self._sources.get(keys[0]) if len(keys) == 1 else None


def _count(line: Balance | Entry) -> int:
    return len(line.terms) if isinstance(line, Entry) else len(line.left) + len(line.right)


# --- Terms of another dimension than their line ------------------------------------------------


def misfits_of(session: Session) -> tuple[Misfit, ...]:
    """The fields of wrong dimension of which the equations tell that are shown."""
    ready = session.report is not None and session.derivation.fits
    return misfits(pipeline.prepare(session.model, session.special)) if ready else ()


def marking(session: Session, sheet: Sheet | None) -> Callable[[Row], Row]:
    """Marks the terms of a row of a sheet of the model as it is."""
    if sheet is None:
        return _as_it_is
    proof = DimensionProof(pipeline.prepare(session.model, session.special), sheet)
    return lambda row: _marked(row, proof) if row.pieces else row


def _as_it_is(row: Row) -> Row:
    return row


def _marked(row: Row, proof: DimensionProof) -> Row:
    faults = {} if row.faults else dict(_faults(row, proof))
    if not faults:
        return row
    pieces = (
        Piece(f"{WRONG}({piece.formula})", piece.term) if piece.term in faults else piece
        for piece in row.pieces
    )
    return replace(row, pieces=tuple(pieces), faults=tuple(faults.items()))


def _faults(row: Row, proof: DimensionProof) -> Iterator[tuple[int, TermFault]]:
    for place, judged in enumerate(_judged(row, proof)):
        wrong = [term for term in judged if term.verdict == "wrong"]
        if wrong:
            texts = dict.fromkeys(spoken(words) for term in wrong for words in term.told)
            paths = [fault.path for term in wrong for fault in term.faults]
            yield place, TermFault("\n".join(texts), paths[0] if paths else None)


def _judged(row: Row, proof: DimensionProof) -> Iterator[tuple[TermDimension, ...]]:
    """What is known of the terms of a row, in their order; a matrix is one of several entries."""
    match row.about:
        case Entry() | Balance():
            yield from ((term,) for term in proof.of_line(row.about))
        case Definition():
            parts = row.about.trees if len(row.sources) > 1 else (row.about.tree,)
            for tree in parts:
                yield tuple(proof.of_line(replace(row.about, trees=(tree,))))
        case tuple() as entries:
            yield tuple(term for e in entries if isinstance(e, Entry) for term in proof.of_line(e))
        case _:
            pass
