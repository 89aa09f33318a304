"""Which identities of sines and cosines make one expression of another."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from lagr_gui.expression import Call, Expression, Number, Power, Sum, parts
from lagr_gui.expression.rows import product
from lagr_gui.extensions.teaching.lines import Identity

ONE, TWO = Number(Fraction(1)), Number(Fraction(2))


def identities(algebra: Any, before: Expression, after: Expression) -> Iterator[Identity]:
    """cos² α + sin² α = 1 of angles that are lost, cos α cos β + sin α sin β = cos(α − β) of those
    that are gained."""
    old, new = _angles(before), _angles(after)
    calls = [(name, angle) for angle in old for name in ("sin", "cos")]
    gone = {(name, angle) for name, angle in calls if not _holds(after, Call(name, (angle,)))}
    for angle in (angle for angle in old if ("sin", angle) in gone or ("cos", angle) in gone):
        yield Identity(Sum((_square("cos", angle), _square("sin", angle))), ONE)
    for gained in (angle for angle in new if angle not in old):
        for a, b in combinations(old, 2):
            apart = algebra.expression(a) - algebra.expression(b)
            wanted = algebra.expression(gained)
            if (apart - wanted).is_zero or (apart + wanted).is_zero:
                pairs = ((Call(name, (a,)), Call(name, (b,))) for name in ("cos", "sin"))
                yield Identity(Sum(tuple(map(product, pairs))), Call("cos", (gained,)))
                break


def _holds(tree: Expression, part: Expression) -> bool:
    return tree == part or any(_holds(inner, part) for inner in parts(tree))


def _square(name: str, angle: Expression) -> Expression:
    return Power(Call(name, (angle,)), TWO)


def _angles(tree: Expression) -> list[Expression]:
    """The arguments of sines and cosines, each once."""
    own = tree.arguments if isinstance(tree, Call) and tree.function in ("sin", "cos") else ()
    inner = (angle for part in parts(tree) for angle in _angles(part))
    return list(dict.fromkeys((*own, *inner)))
