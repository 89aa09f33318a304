"""The drawing with which one begins, and what it is called while it has no name."""

from __future__ import annotations

from lagr_gui.editing import Document
from lagr_gui.gui.words import tr
from lagr_gui.model import Base, Model


def empty_model() -> Model:
    """A model with nothing but body 0, named in the language of the window."""
    return Model(base=Base(name=tr("Ground")))


def title_of(document: Document) -> str:
    """What a document is called in the window."""
    return document.title if document.path or document.model.name else tr("Untitled")
