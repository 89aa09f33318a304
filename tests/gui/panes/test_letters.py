"""A name of the structured form has its letter in the window as it has in documents."""

from __future__ import annotations

from lagr_gui.gui.panes.equations import vectors
from lagr_gui.typesetting import vector_latex

NO_DEFINITIONS = {"beta"}
"""Base parameters: the window has rows of their own for them, without definitions."""


def test_window_and_documents_have_letters_for_the_same_names() -> None:
    assert vectors.LETTERS.keys() == vector_latex.LETTERS.keys() - NO_DEFINITIONS
