"""Notes on the canvas: texts that belong to no item and say nothing of mechanics."""

from __future__ import annotations

from lagr_gui.editing.edits.drawing import free_number
from lagr_gui.model import Model, Note

NARROWEST, WIDEST = 60.0, 2000.0


def add_note(model: Model, at: tuple[float, float], text: str) -> Model:
    """A new note with its upper left corner at a place, the last one of the model."""
    layout = model.layout
    note = Note(number=free_number(layout), text=text, x=at[0], y=at[1])
    return model.having(layout=layout.having(notes=(*layout.notes, note)))


def set_note_text(model: Model, key: str, text: str) -> Model:
    """Let a note say something else; one that says nothing goes."""
    layout = model.layout
    if not text.strip():
        return model.having(layout=layout.only("notes", lambda note: note.item != key))
    changed = layout.each("notes", lambda n: n.having(text=text) if n.item == key else n)
    return model.having(layout=changed)


def set_note_width(model: Model, key: str, width: float) -> Model:
    """Break the lines of a note elsewhere, within widths that can be read."""
    width = min(max(width, NARROWEST), WIDEST)
    changed = model.layout.each("notes", lambda n: n.having(width=width) if n.item == key else n)
    return model.having(layout=changed)
