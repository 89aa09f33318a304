"""Back from the matrix of turned axes to their angles about x, y, z, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import asin, atan2, degrees

from lagr_gui.expression import Call, Expression, read, symbols, write
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.tree import parts
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model.record import Matrix, Scalar, Vector
from lagr_gui.model.solids.bodies import turn_of

NEAR = 1e-12
"""Entries that differ by less are the same."""
MOST = 3
"""Different angles whose sines stand in a matrix."""


def angles_of(matrix: Matrix) -> Vector | None:
    """The angles (rad) by which `turn_of` makes a matrix; None where none are found.

    Of formulas those are found that stand under sines in it.
    """
    try:
        trees = [[read(entry) for entry in row] for row in matrix]
        if any(symbols(tree) for row in trees for tree in row):
            return _symbolic(matrix, trees)
        return _numeric([[float(value(tree, {})) for tree in row] for row in trees])
    except LagrError:
        return None


def _numeric(rows: list[list[float]]) -> Vector | None:
    across = asin(min(max(-rows[2][0], -1.0), 1.0))
    about_x, about_z = atan2(rows[2][1], rows[2][2]), atan2(rows[1][0], rows[0][0])
    if abs(rows[2][0]) > 1 - NEAR:  # x and z turn about one line
        about_x, about_z = atan2(-rows[1][2], rows[1][1]), 0.0
    angles = _shown(about_x), _shown(across), _shown(about_z)
    entries = (entry for row in rows for entry in row)
    again = (float(value(read(entry), {})) for row in turn_of(angles) for entry in row)
    pairs = zip(entries, again, strict=True)
    return angles if all(abs(a - b) < NEAR for a, b in pairs) else None


def _shown(angle: float) -> Scalar:
    """An angle in whole degrees where it is so many."""
    turned = degrees(angle)
    whole = round(turned)
    return angle if abs(turned - whole) > 1e-10 else f"{whole} deg" if whole else 0


def _symbolic(matrix: Matrix, trees: list[list[Expression]]) -> Vector | None:
    under = dict.fromkeys(angle for row in trees for tree in row for angle in _under_sines(tree))
    if len(under) > MOST:
        return None
    choices: list[Scalar] = [0, *(write(angle) for angle in under)]
    triples = ((a, b, c) for a, b, c in product(choices, repeat=3))
    return next((angles for angles in triples if turn_of(angles) == matrix), None)


def _under_sines(tree: Expression) -> Iterator[Expression]:
    if isinstance(tree, Call) and tree.function == "sin":
        yield tree.arguments[0]
    for part in parts(tree):
        yield from _under_sines(part)
