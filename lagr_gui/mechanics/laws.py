"""Laws of elements as trees: their derivatives by measures and fields."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lagr_gui.expression import Expression, Symbol

if TYPE_CHECKING:
    from lagr_gui.algebra import Algebra


def new_algebra() -> Algebra:
    """An algebra for single trees, loaded when the first one is differentiated."""
    from lagr_gui.algebra import Algebra

    return Algebra()


@lru_cache(maxsize=512)
def slope_of(tree: Expression, symbol: Symbol) -> Expression:
    """∂tree/∂symbol, exactly."""
    return new_algebra().expression(tree).derivative(symbol).tree()


@lru_cache(maxsize=512)
def slope_over(tree: Expression, symbol: Symbol, divisor: Symbol) -> Expression:
    """(∂tree/∂symbol) / divisor, exactly."""
    algebra = new_algebra()
    return (algebra.expression(tree).derivative(symbol) / algebra.symbol(divisor)).tree()
