"""Whether equations say the same: up to a factor, and as a system up to a regular matrix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import Symbol, symbols
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate

SYMBOLIC = 4
"""Systems of so many equations are compared in symbols, larger ones at random states."""
STATES = 20
"""At how many."""
LOSS = 1e-8
"""What numbers may lose there, relative to the terms of an equation."""

Matrix = Sequence[Sequence[Canonical]]


def is_multiple(one: Canonical, other: Canonical, unknowns: Sequence[Sequence[Symbol]]) -> bool:
    """Whether `one` = k `other` with a factor k that does not vanish and holds no unknown.

    `unknowns` are accelerations, then multipliers, then velocities: k is the ratio of the
    coefficients of the first that occurs.  Where none does it is a product of parameters.
    """
    if (one - other).is_zero or (one + other).is_zero:
        return not one.is_zero
    for several in unknowns:
        for symbol in several:
            b = other.derivative(symbol)
            if b.is_zero:
                continue
            a = one.derivative(symbol)
            if a.is_zero or any(not a.derivative(s).is_zero for s in several):
                return False
            return (one * b - other * a).is_zero
    if one.is_zero or other.is_zero:
        return False
    first, second = map(_without_factors, (one, other))
    return (first - second).is_zero or (first + second).is_zero


def _without_factors(value: Canonical) -> Canonical:
    """A value without the number and the powers of symbols that all its terms have."""
    algebra = value.algebra
    assert isinstance(algebra, Algebra)
    return value * algebra.inverse(algebra.monomial_content(value))


def are_equivalent(
    some: Sequence[Canonical], others: Sequence[Canonical], accelerations: Sequence[Symbol]
) -> bool:
    """Whether one system X q̈ + x = 0 is a regular matrix times the other, M q̈ + m = 0.

    Then X adj(M) m = det(M) x, and X is regular as M is.
    """
    X, M = (_slopes(rows, accelerations) for rows in (some, others))
    if any(not entry.derivative(q).is_zero for row in X for entry in row for q in accelerations):
        return False
    if len(accelerations) > SYMBOLIC:
        return _are_equivalent_in_numbers(some, others, X, M)
    det = determinant(M)
    if det.is_zero or determinant(X).is_zero:
        return False
    adjoint = [[cofactor(M, c, r) for c in range(len(M))] for r in range(len(M))]
    for x, row in zip(some, X, strict=True):
        left = x * det
        for r, inner in enumerate(adjoint):
            for c, entry in enumerate(inner):
                left = left - row[r] * entry * others[c]
        if not left.is_zero:
            return False
    return True


def _slopes(rows: Iterable[Canonical], by: Sequence[Symbol]) -> Matrix:
    return [[row.derivative(symbol) for symbol in by] for row in rows]


def determinant(M: Matrix) -> Canonical:
    """det M, by its first row."""
    if len(M) == 1:
        return M[0][0]
    return _sum(M[0][c] * cofactor(M, 0, c) for c in range(len(M)))


def cofactor(M: Matrix, row: int, column: int) -> Canonical:
    """The signed determinant of the others' rows and columns."""
    rest = [[*own[:column], *own[column + 1 :]] for r, own in enumerate(M) if r != row]
    if not rest:
        return M[0][0].algebra.one
    return determinant(rest) * (-1) ** (row + column)


def _sum(values: Iterator[Canonical]) -> Canonical:
    first, *others = values
    return sum(others, first)


def _are_equivalent_in_numbers(
    some: Sequence[Canonical], others: Sequence[Canonical], X: Matrix, M: Matrix
) -> bool:
    trees = [_trees(values) for values in (some, others, *X, *M)]
    known = sorted({s for row in trees for tree in row for s in symbols(tree)}, key=repr)
    chance = Random(0)
    for _ in range(STATES):
        state = {symbol: chance.uniform(0.2, 1.8) for symbol in known}
        rows = [[evaluate(t, FloatCarrier(), state.__getitem__) for t in row] for row in trees]
        n = len(some)
        x, m = np.array(rows[0]), np.array(rows[1])
        left, right = np.array(rows[2 : 2 + n]), np.array(rows[2 + n :])
        if max(np.linalg.cond(left), np.linalg.cond(right)) > 1 / LOSS:
            return False
        K = left @ np.linalg.inv(right)
        if np.max(np.abs(K @ m - x)) > LOSS * np.max(np.abs(K) @ np.abs(m) + np.abs(x)):
            return False
    return True


def _trees(values: Iterable[Canonical]) -> list[Any]:
    return [value.algebra.shown(value, "terms") for value in values]
