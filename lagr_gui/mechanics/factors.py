"""Symmetric factors and inverses of matrices of values, on any carrier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lagr_gui.foundation.problem import LagrError, SingularMetric, refusal

Matrix = Sequence[Sequence[Any]]


def factorised(g: Matrix, zero: Any, first: int = 0) -> tuple[list[list[Any]], list[Any]]:
    """L (unit lower) and D of g = Lᵀ D L, eliminated from the last row up to row `first`.

    Rows before `first` stay one block of D, of which only its diagonal is given.
    Raises LagrError where a pivot is zero: a coordinate has no inertia.
    """
    n = len(g)
    H = [list(row) for row in g]
    L = [[zero] * n for _ in range(n)]
    for k in range(n - 1, first - 1, -1):
        if H[k][k].is_zero:
            raise singular()
        for i in range(k):
            if not H[k][i].is_zero:
                L[k][i] = H[k][i] / H[k][k]
        for i in range(k):
            for j in range(i + 1):
                if not (L[k][i].is_zero or H[k][j].is_zero):
                    H[i][j] = H[i][j] - L[k][i] * H[k][j]
                    H[j][i] = H[i][j]
    return L, [H[k][k] for k in range(n)]


def inverse(a: Matrix, zero: Any, one: Any) -> list[list[Any]]:
    """The inverse of a square matrix. Raises LagrError where it has none."""
    n = len(a)
    rows = [[*row, *(one if i == j else zero for j in range(n))] for i, row in enumerate(a)]
    order: list[int] = []
    for column in range(n):
        candidates = [i for i in range(n) if i not in order and not rows[i][column].is_zero]
        if not candidates:
            raise dependent()
        pivot = min(candidates, key=lambda i: _weight(rows[i][column]))
        order.append(pivot)
        factor = rows[pivot][column]
        rows[pivot] = [entry if entry.is_zero else entry / factor for entry in rows[pivot]]
        for i in range(n):
            share = rows[i][column]
            if i != pivot and not share.is_zero:
                pairs = zip(rows[i], rows[pivot], strict=True)
                rows[i] = [x if y.is_zero else x - share * y for x, y in pairs]
    return [rows[pivot][n:] for pivot in order]


def _weight(value: Any) -> int:
    """How unwelcome a pivot is: short ones without denominator first."""
    return value.length + (1000 if value.D is not None else 0)


def singular() -> SingularMetric:
    """What is raised where the metric has no inverse."""
    return SingularMetric.refusal(
        place="Metric",
        cause="A coordinate moves no mass, so g has no inverse.",
        remedy="Give the bodies that it moves a mass or an inertia.",
        code="singular-metric",
    )


def dependent() -> LagrError:
    """What is raised where quasi-velocities do not determine the velocities."""
    return refusal(
        place="Quasi-velocities",
        cause="They depend on each other and do not determine all velocities.",
        remedy="Choose as many independent ones as there are coordinates.",
        code="quasi-velocities",
    )
