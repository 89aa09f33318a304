"""Canonical trigonometric polynomials over exact coefficients."""

from lagr_gui.algebra.algebra import Algebra
from lagr_gui.algebra.bracket_signs import facing, forward
from lagr_gui.algebra.canonical import Canonical, too_long
from lagr_gui.algebra.count import Counted, operation_count
from lagr_gui.algebra.forms import (
    TERMS,
    attributed_terms,
    energy_terms,
    position_terms,
    separate_terms,
)
from lagr_gui.algebra.leading_factors import Attributed, factors_of, grouped, product_of, taken_out
from lagr_gui.algebra.naming import Root, RootNames, root_of
from lagr_gui.algebra.number_order import counted
from lagr_gui.algebra.signs import positive_first, upright
from lagr_gui.algebra.squares_of_sums import square_terms

__all__ = [
    "TERMS",
    "Algebra",
    "Attributed",
    "Canonical",
    "Counted",
    "Root",
    "RootNames",
    "attributed_terms",
    "counted",
    "energy_terms",
    "facing",
    "factors_of",
    "forward",
    "grouped",
    "operation_count",
    "position_terms",
    "positive_first",
    "product_of",
    "root_of",
    "separate_terms",
    "square_terms",
    "taken_out",
    "too_long",
    "upright",
]
