"""Canonical trigonometric polynomials over exact coefficients, and how they are shown."""

from lagr_gui.algebra.algebra import Algebra
from lagr_gui.algebra.canonical import Canonical, too_long
from lagr_gui.algebra.count import Counted, operation_count
from lagr_gui.algebra.counting import counted
from lagr_gui.algebra.facing import facing, forward
from lagr_gui.algebra.forms import attributed_terms, energy_terms, position_terms, separate_terms
from lagr_gui.algebra.latex import LATEX, latex, latex_name
from lagr_gui.algebra.mathml import MATHML, mathml, mathml_name
from lagr_gui.algebra.mathml import whole as mathml_whole
from lagr_gui.algebra.naming import Root, RootNames, root_of
from lagr_gui.algebra.printing import Printer, divisor_of, signed
from lagr_gui.algebra.signs import positive_first, upright
from lagr_gui.algebra.taking import Attributed, factors_of, grouped, product_of, taken_out
from lagr_gui.algebra.typst import marked, marked_with, typst, typst_name, typst_printer
from lagr_gui.algebra.unicode import MINUS, UNICODE, depths, unicode

__all__ = [
    "LATEX",
    "MATHML",
    "MINUS",
    "UNICODE",
    "Algebra",
    "Attributed",
    "Canonical",
    "Counted",
    "Printer",
    "Root",
    "RootNames",
    "attributed_terms",
    "counted",
    "depths",
    "divisor_of",
    "energy_terms",
    "facing",
    "factors_of",
    "forward",
    "grouped",
    "latex",
    "latex_name",
    "marked",
    "marked_with",
    "mathml",
    "mathml_name",
    "mathml_whole",
    "operation_count",
    "position_terms",
    "positive_first",
    "product_of",
    "root_of",
    "separate_terms",
    "signed",
    "taken_out",
    "too_long",
    "typst",
    "typst_name",
    "typst_printer",
    "unicode",
    "upright",
]
