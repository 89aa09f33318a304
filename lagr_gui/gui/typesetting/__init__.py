"""Formulas as pictures, set by Typst."""

from lagr_gui.gui.typesetting.flow import FlowView
from lagr_gui.gui.typesetting.row import Piece, Row, RowFigure, TermFault, TermSource
from lagr_gui.gui.typesetting.typesetter import Picture, Typesetter

__all__ = [
    "FlowView",
    "Picture",
    "Piece",
    "Row",
    "RowFigure",
    "TermFault",
    "TermSource",
    "Typesetter",
]
