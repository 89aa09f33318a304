"""Accelerations from g q̈ = r by a factorisation g = Lᵀ D L written out in line.

Coordinates are eliminated from the tips of the tree to its root, which keeps the zeros of
branches; a vanishing pivot belongs to a coordinate without inertia.  Rows hold what is not zero
alone, so that many loops are written out in a time that grows with their number.  One division
for each pivot is all: processors take as long for it as for five to ten products.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lagr_gui.kernel import Node, Program

Row = Mapping[int, Node]
"""The entries of a row that are not zero, in the order of their places."""


def row_of(values: Sequence[Node]) -> Row:
    """What of some values is not zero."""
    return {place: value for place, value in enumerate(values) if value.value != 0}


def product(program: Program, row: Row, values: Sequence[Node]) -> Node:
    """The scalar product of a row with values."""
    return program.add([entry * values[at] for at, entry in row.items() if values[at].value != 0])


def factorise(
    program: Program, g: Sequence[Sequence[Node]], order: Sequence[int]
) -> tuple[list[Row], list[Node]]:
    """L (unit lower, in the given order) and the pivots D; rows and columns of g by index."""
    n = len(order)
    H = [dict(row_of([g[order[i]][order[j]] for j in range(i + 1)])) for i in range(n)]
    L: list[Row] = [{}] * n
    for k in range(n - 1, -1, -1):
        row = H[k]
        pivot = row.pop(k, program.zero)
        H[k] = {k: pivot}
        left = sorted(row, reverse=True)
        L[k] = {i: row[i] * (1 / pivot) for i in reversed(left)}
        for i in left:
            for j in left:
                if j <= i:
                    H[i][j] = H[i].get(j, program.zero) - L[k][i] * row[j]
    return L, [H[k][k] for k in range(n)]


def solve(L: Sequence[Row], D: Sequence[Node], right: Sequence[Node]) -> list[Node]:
    """x of Lᵀ D L x = r."""
    x = list(right)
    for k in range(len(x) - 1, -1, -1):
        if x[k].value != 0:
            for i, factor in L[k].items():
                x[i] = x[i] - factor * x[k]
    for k, pivot in enumerate(D):
        if x[k].value != 0:
            x[k] = x[k] * (1 / pivot)
    for k, row in enumerate(L):
        for i, factor in row.items():
            if x[i].value != 0:
                x[k] = x[k] - factor * x[i]
    return x
