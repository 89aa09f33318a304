"""Trees and sheets in the letters of books: LaTeX, Typst, MathML, plain text."""

from lagr_gui.typesetting.dialects import Printer, divisor_of, signed
from lagr_gui.typesetting.latex import LATEX, latex, latex_name
from lagr_gui.typesetting.mathml import MATHML, mathml, mathml_name
from lagr_gui.typesetting.mathml import whole as mathml_whole
from lagr_gui.typesetting.typst import marked, marked_with, typst, typst_name, typst_printer
from lagr_gui.typesetting.unicode import MINUS, UNICODE, depths, unicode

__all__ = [
    "LATEX",
    "MATHML",
    "MINUS",
    "UNICODE",
    "Printer",
    "depths",
    "divisor_of",
    "latex",
    "latex_name",
    "marked",
    "marked_with",
    "mathml",
    "mathml_name",
    "mathml_whole",
    "signed",
    "typst",
    "typst_name",
    "typst_printer",
    "unicode",
]
