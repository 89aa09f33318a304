"""Accelerations from g q̈ = r by a factorisation g = Lᵀ D L written out in line.

Coordinates are eliminated from the tips of the tree to its root, which keeps the zeros of
branches; a vanishing pivot belongs to a coordinate without inertia.
"""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.kernel import Node, Program


def factorise(
    program: Program, g: Sequence[Sequence[Node]], order: Sequence[int]
) -> tuple[list[list[Node]], list[Node]]:
    """L (unit lower, in the given order) and the pivots D; rows and columns of g by index."""
    n = len(order)
    H = [[g[order[i]][order[j]] for j in range(n)] for i in range(n)]
    L = [[program.zero] * n for _ in range(n)]
    for k in range(n - 1, -1, -1):
        for i in range(k - 1, -1, -1):
            if H[k][i].value == 0:
                continue
            factor = H[k][i] / H[k][k]
            for j in range(i, -1, -1):
                H[i][j] = H[i][j] - factor * H[k][j]
            L[k][i] = factor
    return L, [H[k][k] for k in range(n)]


def solve(L: Sequence[Sequence[Node]], D: Sequence[Node], right: Sequence[Node]) -> list[Node]:
    """x of Lᵀ D L x = r."""
    n = len(right)
    x = list(right)
    for k in range(n - 1, -1, -1):
        for i in range(k):
            x[i] = x[i] - L[k][i] * x[k]
    x = [entry / pivot for entry, pivot in zip(x, D, strict=True)]
    for k in range(n):
        for i in range(k):
            x[k] = x[k] - L[k][i] * x[i]
    return x
