"""Where notes have room: on no block, and not on each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist

from lagr_gui.drawing.boxes import Box, about, grown, overlap
from lagr_gui.drawing.geometry import Point, size_of
from lagr_gui.drawing.notes import note_box
from lagr_gui.model import Note

GAP = 10.0
"""Between a note that makes way and what it makes way for."""


def notes_apart(notes: Sequence[Note], nodes: Mapping[str, Point]) -> tuple[Note, ...]:
    """The notes, those that lie on a node or on another note beside or below it.

    They go no farther than they must, and never up, where controllers have their row.
    """
    taken = [about(at, *size_of(key)) for key, at in nodes.items()]
    placed: dict[int, Note] = {}
    for note in notes:
        if _free(note_box(note), taken):
            placed[note.number] = note
            taken.append(note_box(note))
    for note in notes:
        if note.number not in placed:
            placed[note.number] = _moved(note, taken)
            taken.append(note_box(placed[note.number]))
    return tuple(placed[note.number] for note in notes)


def _moved(note: Note, taken: Sequence[Box]) -> Note:
    """The note in the nearest room; there is some below all others."""
    tried = sorted(_beside(note, taken), key=lambda at: dist(at, (note.x, note.y)))
    moved = (note.having(x=x, y=y) for x, y in tried)
    return next(one for one in moved if _free(note_box(one), taken))


def _beside(note: Note, taken: Sequence[Box]) -> Iterator[Point]:
    """The places right and left of boxes at the height of a note, and below them."""
    left, _, right, _ = note_box(note)
    for box in taken:
        before, _, behind, under = grown(box, GAP)
        yield behind, note.y
        yield before - (right - left), note.y
        if under > note.y:
            yield note.x, under


def _free(box: Box, taken: Sequence[Box]) -> bool:
    return not any(overlap(box, other) for other in taken)
