"""Formulas as pictures, set by Typst."""

from lagr_gui.gui.typesetting.flow import FlowView
from lagr_gui.gui.typesetting.row import Figure, Piece, Row, TermFault, TermSource
from lagr_gui.gui.typesetting.typesetter import Picture, Typesetter

__all__ = ["Figure", "FlowView", "Picture", "Piece", "Row", "TermFault", "TermSource", "Typesetter"]
