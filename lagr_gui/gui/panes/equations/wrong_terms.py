"""Terms of another dimension than their line stand out, and lead to the field that causes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from lagr_gui import pipeline
from lagr_gui.analysis.equations.dimension_faults import Misfit, misfits
from lagr_gui.analysis.equations.term_proof import DimensionProof, TermDimension
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.typesetting import Piece, Row, TermFault
from lagr_gui.gui.typesetting.typesetter import WRONG
from lagr_gui.gui.words import spoken
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Entry

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet


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
