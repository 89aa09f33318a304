"""Formulas as pictures, set by Typst."""

from lagr_gui.gui.typesetting.flow import FlowView
from lagr_gui.gui.typesetting.row import Aside, Piece, Row, RowFigure, TermFault, TermSource
from lagr_gui.gui.typesetting.typesetter import Picture, Typesetter

__all__ = [
    "Aside",
    "FlowView",
    "Picture",
    "Piece",
    "Row",
    "RowFigure",
    "TermFault",
    "TermSource",
    "Typesetter",
]
