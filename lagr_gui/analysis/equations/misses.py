"""What definitions and equations miss in numbers, of their largest terms."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from lagr_gui.expression import Expression, Symbol
from lagr_gui.expression.tree import Product, Sum
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.minimal.numbers import StateNumbers, turned_apart
from lagr_gui.mechanics.sheets.balance import NUMBERED, balances_of, multiplier
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Sheet, Term

SMALL = 1e-2
"""Terms that are a smaller part of the forces in a system may be rounding of these."""


def gap_of(numbers: StateNumbers, definition: Definition) -> float:
    """By how much a definition misses what it defines; what is new gets its number."""
    tree, name = definition.tree, Symbol(definition.name)
    values = numbers.on_branches(tree)
    if definition.call is not None:
        aim, angle = numbers.of(definition.call), not definition.call.orders
    elif name in numbers.symbols:
        aim, angle = numbers.symbols[name], True
    else:
        numbers.symbols[name] = values[0]
        return 0.0
    if angle:
        return turned_apart(values, aim) / max(1.0, abs(aim))
    return min(abs(value - aim) for value in values) / max(1.0, abs(aim))


def left_of(numbers: StateNumbers, balance: Balance, least: float) -> float:
    """What is left of an equation, of its largest term or of what is the `least` for a system.

    Terms in brackets count one by one: they may cancel there as well as beside each other.
    """
    sides = [term.tree for term in balance.left], [term.tree for term in balance.right]
    one, other = (math.fsum(map(numbers.of, trees)) for trees in sides)
    size = max((_largest(numbers, tree) for trees in sides for tree in trees), default=0.0)
    return abs(one - other) / (max(size, least) or 1.0)


def _largest(numbers: StateNumbers, tree: Expression) -> float:
    """The largest term that a tree has if it is multiplied out."""
    if isinstance(tree, Sum):
        return max(_largest(numbers, term) for term in tree.terms)
    if isinstance(tree, Product):
        return math.prod(_largest(numbers, factor) for factor in tree.factors)
    return abs(numbers.of(tree))


def least_force(at: Evaluation) -> float:
    """Forces that are smaller may be rounding, of what acts elsewhere and of what energy could do.

    Where nothing acts along a coordinate all terms of its equation are 0 but for the rounding of
    q̈ and λ, which is a part of their largest entries.
    """
    far = at.extents * np.ones(len(at.q))
    works = far * np.abs([at.Q, at.h, at.G.T @ at.multipliers])
    return SMALL * max(at.T, abs(at.U), float(works.max())) / float(far.max())


def gaps_of_motion(numbers: StateNumbers, sheet: Sheet, at: Evaluation) -> Iterator[float]:
    """What is left of the equations of motion, and of those of speeds."""
    least = least_force(at)
    told = {entry.coordinate: entry.right for entry in sheet.balances if entry.equation == "21"}
    for balance in sheet.balances:
        if balance.coordinate in told and balance.equation == "C2":
            held = replace(balance, left=told[balance.coordinate])
            yield left_of(numbers, held, 0.0)
        elif balance.equation not in (NUMBERED, "21"):
            yield left_of(numbers, balance, least)


def gaps_of_multipliers(
    numbers: StateNumbers, sheet: Sheet, rows: Sequence[int], at: Evaluation
) -> Iterator[float]:
    """What lines of multipliers miss of those of the recursion, of their largest terms."""
    least = least_force(at)
    for s, row in enumerate(rows, start=1):
        numbers.symbols[multiplier(s)] = float(at.multipliers[row])
    for entry in sheet.of("lambda"):
        told = Term(multiplier(entry.indices[0]), ())
        yield left_of(numbers, Balance("", 0, (told,), entry.terms), least)
    for line in balances_of(sheet, "multipliers"):
        yield left_of(numbers, line, least)
