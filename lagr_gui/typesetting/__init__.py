"""Trees and sheets in the letters of books: LaTeX, Typst, plain text; MathML in `mathml`."""

from lagr_gui.typesetting.dialects import Dialect, formula, named
from lagr_gui.typesetting.formula import Box, Formula, signed
from lagr_gui.typesetting.latex import LATEX, latex, latex_equal, latex_name
from lagr_gui.typesetting.typst import POINTED, TYPST, WINDOW, Typst, marked, typst, typst_name
from lagr_gui.typesetting.unicode import MINUS, UNICODE, depths, unicode

__all__ = [
    "LATEX",
    "MINUS",
    "POINTED",
    "TYPST",
    "UNICODE",
    "WINDOW",
    "Box",
    "Dialect",
    "Formula",
    "Typst",
    "depths",
    "formula",
    "latex",
    "latex_equal",
    "latex_name",
    "marked",
    "named",
    "signed",
    "typst",
    "typst_name",
    "unicode",
]
