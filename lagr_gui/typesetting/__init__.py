"""Trees and sheets in the letters of books: LaTeX, Typst, MathML, plain text."""

from lagr_gui.typesetting.dialects import Dialect, formula, named
from lagr_gui.typesetting.formula import Box, Formula, signed
from lagr_gui.typesetting.latex import LATEX, latex, latex_equal, latex_name
from lagr_gui.typesetting.mathml import MATHML, mathml, mathml_name
from lagr_gui.typesetting.mathml import whole as mathml_whole
from lagr_gui.typesetting.typst import POINTED, TYPST, WINDOW, Typst, marked, typst, typst_name
from lagr_gui.typesetting.unicode import MINUS, UNICODE, depths, unicode

__all__ = [
    "LATEX",
    "MATHML",
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
    "mathml",
    "mathml_name",
    "mathml_whole",
    "named",
    "signed",
    "typst",
    "typst_name",
    "unicode",
]
