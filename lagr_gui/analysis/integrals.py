"""Antiderivatives: term by term on canonical values, or else by SymPy."""

from __future__ import annotations

from lagr_gui.algebra import Canonical
from lagr_gui.algebra.integral import antiderivative
from lagr_gui.exchange.sympy_bridge import antiderivative_by_sympy
from lagr_gui.expression import Symbol
from lagr_gui.problem import LagrError


def integral(value: Canonical, symbol: Symbol) -> Canonical | None:
    """A value whose derivative by the symbol is the given one; None where none is found."""
    found = antiderivative(value, symbol)
    if found is not None or value.jumps(symbol):
        return found
    tree = antiderivative_by_sympy(value.tree(), symbol)
    if tree is None:
        return None
    try:
        candidate = value.algebra.expression(tree)
    except LagrError:
        return None
    return candidate if candidate.derivative(symbol) == value else None
