"""Laws of elements as trees: their derivatives by measures and fields."""

from __future__ import annotations

from functools import lru_cache

from lagr_gui.algebra import Algebra
from lagr_gui.expression import Expression, Symbol


@lru_cache(maxsize=512)
def slope_of(tree: Expression, symbol: Symbol) -> Expression:
    """∂tree/∂symbol, exactly."""
    return Algebra().expression(tree).derivative(symbol).tree()


@lru_cache(maxsize=512)
def slope_over(tree: Expression, symbol: Symbol, divisor: Symbol) -> Expression:
    """(∂tree/∂symbol) / divisor, exactly."""
    algebra = Algebra()
    return (algebra.expression(tree).derivative(symbol) / algebra.symbol(divisor)).tree()
