"""A and B of a plant as symbols, where they are short."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lagr_gui.analysis.small_motions.closed_form import closed_beside
from lagr_gui.exchange.sympy_bridge import from_sympy, to_sympy
from lagr_gui.expression import Expression
from lagr_gui.extensions.control.plant import Plant
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.prepared import Prepared

MOST = 4
"""Coordinates up to which A and B are written out."""

LONGEST = 40
"""Operations of the longest entry that is read at a glance."""


@dataclass(frozen=True)
class PlantSymbols:
    """A (n, n) and B (n, m) as expressions, a row for each state; C and D are short numbers."""

    A: tuple[tuple[Expression, ...], ...]
    B: tuple[tuple[Expression, ...], ...]


def plant_symbols(prepared: Prepared, plant: Plant) -> PlantSymbols | None:
    """−M⁻¹(K + N), −M⁻¹(D + G) and M⁻¹B of the closed form; None where that is long.

    Only what has the same value as the numbers is given.
    """
    linear, inner = plant.linear, Prepared(plant.opened.model)
    if len(linear.coordinates) > MOST or linear.own or linear.is_nonholonomic:
        return None
    try:
        closed = closed_beside(inner, replace(linear, qdd=np.zeros_like(linear.qdd)))
    except LagrError:
        return None
    if closed is None or closed.on_positions or closed.coordinates != linear.independent:
        return None
    try:
        return _solved(closed, plant, inner)
    except (LagrError, ValueError, TypeError, ZeroDivisionError):
        return None


def _solved(closed: SymbolicLinearization, plant: Plant, inner: Prepared) -> PlantSymbols | None:
    import sympy  # takes a second

    f, m = len(closed.coordinates), len(plant.inputs)

    def matrix(symbol: str, width: int) -> Any:
        entries = closed.of(symbol)
        rows = [
            [to_sympy(entries[i, j].tree) if (i, j) in entries else 0 for j in range(1, width + 1)]
            for i in range(1, f + 1)
        ]
        return sympy.Matrix(f, width, [entry for row in rows for entry in row])

    inverse = matrix("M", f).inv()
    parts = [-(matrix("K", f) + matrix("N", f)), -(matrix("D", f) + matrix("G", f)), matrix("B", m)]
    lower = [(inverse * part).applyfunc(sympy.factor) for part in parts]
    if any(sympy.count_ops(entry) > LONGEST for part in lower for entry in part):
        return None
    upper = sympy.zeros(f, f).row_join(sympy.eye(f))
    A, B = upper.col_join(lower[0].row_join(lower[1])), sympy.zeros(f, m).col_join(lower[2])
    numbers = {to_sympy(name): value for name, value in inner.values.items()}
    for symbols, exact in ((A, plant.system.A), (B, plant.system.B)):
        known = np.array(symbols.subs(numbers).evalf().tolist(), float)
        if not np.allclose(known, exact, rtol=1e-9, atol=1e-9 * np.max(np.abs(exact), initial=0.0)):
            return None
    return PlantSymbols(_trees(A), _trees(B))


def _trees(matrix: Any) -> tuple[tuple[Expression, ...], ...]:
    return tuple(tuple(from_sympy(entry) for entry in row) for row in matrix.tolist())
