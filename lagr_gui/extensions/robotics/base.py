"""Base parameters: what of the inertial parameters motions and forces can tell.

Columns of the regressor that depend on each other are found at random states in a finite field,
without any tolerance.  In coordinates that fit the joints (`transfers`) the combinations
without effect have rational coefficients, which are the same whatever the dimensions; written
in the parameters themselves they are formulas.  From the tips inwards each of them drops a
parameter:

    p = parameters,   Y n_d = 0,   n_d = e_d + Σ c_di e_i,   β_i = p_i − Σ_d c_di p_d
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from flint import fmpz_mod_ctx, fmpz_mod_mat, nmod_mat

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import Expression
from lagr_gui.extensions.robotics.draw import Draw, Field, Unlucky
from lagr_gui.extensions.robotics.inertial import STEMS, columns_of
from lagr_gui.extensions.robotics.outward import Numbers, Outward, StateRates
from lagr_gui.extensions.robotics.transfers import TEN, Transfers
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.closed import nonzero
from lagr_gui.mechanics.vectors import Triple

DRAWS = 64
"""Fields that are tried until all roots have numbers."""

SPARE = 3
"""States beyond those that are needed."""

ORDER = ("M", "MZ", "MY", "MX", "YY", "XX", "ZZ", "YZ", "XZ", "XY")
"""In which order parameters of a body are dropped."""

Combination = dict[int, Canonical]
"""Coefficients by the place of a parameter."""


class ExactNumbers:
    """Canonical expressions as numbers."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra, self.zero, self.one = algebra, algebra.zero, algebra.one

    def value(self, tree: Expression) -> Canonical:
        """A tree."""
        return self.algebra.expression(tree)

    def vector(self, trees: Triple[Expression]) -> Triple[Canonical]:
        """Three trees."""
        return self.value(trees[0]), self.value(trees[1]), self.value(trees[2])

    def circle(self, angle: Expression) -> tuple[Canonical, Canonical]:
        """Cosine and sine of an angle."""
        value = self.value(angle)
        return self.algebra.call("cos", (value,)), self.algebra.call("sin", (value,))


@dataclass(frozen=True)
class Grouping:
    """The parameters that stay, each with those that are added to it.

    `groups` are coefficients by place of a parameter, by the place of the one that stays, whose
    own is 1.
    """

    groups: dict[int, Combination]


def grouping(outward: Outward, transfers: Transfers, algebra: Algebra) -> Grouping:
    """The base parameters. Raises LagrError where their formulas are not found."""
    numbers = ExactNumbers(algebra)
    columns = transfers.columns(numbers)
    null = [_combined(columns, row, algebra) for row in constant_null_space(outward, transfers)]
    null += [nonzero(dict(enumerate(column))) for column in transfers.across_cuts(numbers)]
    dropped = _eliminated(null, _places(transfers))
    groups: dict[int, Combination] = {
        k: {k: algebra.one} for k in range(transfers.size) if k not in dropped
    }
    for place, row in dropped.items():
        for k, value in row.items():
            if k != place:
                groups[k][place] = -value
    return Grouping(groups)


def _places(transfers: Transfers) -> list[int]:
    """Parameters in the order in which they are dropped: from the tips inwards."""
    outer = [number for number in reversed(list(transfers.joints)) if number in transfers.at]
    return [transfers.at[body] + STEMS.index(stem) for body in outer for stem in ORDER]


def _combined(
    columns: Sequence[Sequence[Canonical]], row: dict[int, Fraction], algebra: Algebra
) -> Combination:
    """A combination of distributions in the parameters."""
    combination: Combination = {}
    for column, factor in row.items():
        for k, value in enumerate(columns[column]):
            if not value.is_zero:
                combination[k] = combination.get(k, algebra.zero) + value * factor
    return nonzero(combination)


def _eliminated(rows: list[Combination], places: Sequence[int]) -> dict[int, Combination]:
    """Rows in which each has the coefficient 1 at a place where all others have none."""
    done: dict[int, Combination] = {}
    for place in places:
        having = [row for row in rows if place in row]
        if not having:
            continue
        pivot = min(having, key=lambda row: (row[place].constant is None, len(row)))
        rows = [row for row in rows if row is not pivot]
        factor = pivot[place] ** -1
        scaled = {k: value * factor for k, value in pivot.items()}
        rows = [reduced for row in rows if (reduced := _without(row, place, scaled))]
        done = {k: _without(row, place, scaled) for k, row in done.items()}
        done[place] = scaled
    return done


def _without(row: Combination, place: int, pivot: Combination) -> Combination:
    if place not in row:
        return row
    factor, others = row[place], dict(row)
    for k, value in pivot.items():
        left = others[k] - factor * value if k in others else -(factor * value)
        others[k] = left
    return {k: value for k, value in others.items() if k != place and not value.is_zero}


def constant_null_space(outward: Outward, transfers: Transfers) -> list[dict[int, Fraction]]:
    """Combinations of distributions without effect, the same for two random geometries."""
    spaces: list[list[dict[int, Fraction | None]]] = []
    for number in range(DRAWS):
        field = Field(number, wide=number > 1)
        try:
            spaces.append(null_space(outward, transfers, field))
        except Unlucky:
            continue
        if len(spaces) == 2:
            break
    if len(spaces) < 2 or spaces[0] != spaces[1]:
        raise _unknown()
    rows = [{k: v for k, v in row.items() if v is not None} for row in spaces[0]]
    if rows != spaces[0]:
        raise _unknown()
    return rows


def null_space(
    outward: Outward, transfers: Transfers, field: Field
) -> list[dict[int, Fraction | None]]:
    """Reduced rows of combinations of distributions without effect in one field.

    None stands where a number is no small fraction. Raises Unlucky where a root has no number,
    LagrError where there are more combinations, with other coefficients.
    """
    count, size = len(outward.reading.coordinates), transfers.size
    states = -(-size // max(count, 1)) + SPARE
    draws = [Draw(field, k, outward.names) for k in range(states)]
    columns = [[_plain(value, field) for value in column] for column in transfers.columns(draws[0])]
    rows = [row for draw in draws for row in _rows(outward, transfers, draw)]
    parts = [part for row in rows for part in zip(*map(field.parts, row), strict=True)]
    fitted = _matrix(parts, size, field) * _matrix(columns, size, field).transpose()
    reduced, rank = fitted.rref()
    if field.wide and _rank(rows, size, field) < rank:
        raise _unknown()
    table = reduced.tolist()[:rank]
    pivots = [next(k for k, e in enumerate(row) if e != 0) for row in table]
    free = [k for k in range(size) if k not in set(pivots)]
    return [
        {k: Fraction(1)}
        | {
            pivot: rational(int(-row[k]), field.p)
            for pivot, row in zip(pivots, table, strict=True)
            if row[k] != 0
        }
        for k in free
    ]


def _plain(value: Any, field: Field) -> int:
    """A number that is one of the p. Raises Unlucky where it is none."""
    first, *rest = field.parts(value)
    if any(rest):
        raise Unlucky
    return first


def _matrix(rows: Sequence[Sequence[int]], width: int, field: Field) -> Any:
    entries = [entry for row in rows for entry in row]
    if field.wide:
        return nmod_mat(len(rows), width, entries, field.p)
    return fmpz_mod_mat(len(rows), width, entries, fmpz_mod_ctx(field.p))


def _rank(rows: Sequence[Sequence[Any]], size: int, field: Field) -> int:
    """The rank over a wide field: every number is a matrix of two by two."""
    blocks = [[field.block(value) for value in row] for row in rows]
    lines = [[e for block in row for e in block[i]] for row in blocks for i in (0, 1)]
    return _matrix(lines, 2 * size, field).rank() // 2


def _rows(outward: Outward, transfers: Transfers, draw: Draw) -> list[list[Any]]:
    """The regressor at one state: a row for each coordinate."""
    names = outward.names
    first = [draw.one, *(draw.named(f"{name}'") for name in names[1:])]
    second = [draw.zero, *(draw.named(f"{name}''") for name in names[1:])]
    return regressor(outward, transfers, draw, StateRates(first, second))


def regressor(
    outward: Outward, transfers: Transfers, numbers: Numbers, rates: StateRates
) -> list[list[Any]]:
    """Y with a row for each coordinate and ten columns for each body."""
    frames = outward.frames(numbers, rates)
    Y = [[numbers.zero] * transfers.size for _ in outward.names[1:]]
    for body in outward.reading.bodies:
        point, start = transfers.places[body.number].point, transfers.at[body.number]
        moving = outward.moving(numbers, frames, body.number, point, body.gravity)
        for rho, entries in columns_of(moving).items():
            Y[rho - 1][start : start + TEN] = entries
    return Y


def rational(value: int, p: int) -> Fraction | None:
    """The fraction with small numbers that a number of the field stands for; None for none."""
    bound = isqrt(isqrt(p))
    a, b, x, y = p, value % p, 0, 1
    while b > bound:
        q = a // b
        a, b, x, y = b, a - q * b, y, x - q * y
    return None if not y or abs(y) > bound else Fraction(b, y)


def _unknown() -> LagrError:
    return refusal(
        say("Base parameters"),
        "Their formulas depend on the dimensions in a way that is not known here.",
        "Give skew axes as parameters, or evaluate the regressor numerically.",
        code="base-parameters",
    )
