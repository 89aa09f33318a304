"""Canonical trigonometric polynomials over exact coefficients, and the forms they are shown in."""

from lagr_gui.algebra.algebra import Algebra
from lagr_gui.algebra.canonical import Canonical
from lagr_gui.algebra.count import operation_count
from lagr_gui.algebra.forms import split_terms

__all__ = ["Algebra", "Canonical", "operation_count", "split_terms"]
