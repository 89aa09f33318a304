"""Rates that occur in one sum only: q̇₁ + u̇ of a coordinate in the direction of a given motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lagr_gui.algebra import factors_of, product_of
from lagr_gui.expression import Expression, Number, Sum, Symbol
from lagr_gui.mechanics.sheet import Entry

Rates = Mapping[int, Expression]
"""What is written for the velocity of a coordinate, by its index."""

Ratio = tuple[Number, dict[Expression, int]]
"""A number and powers, in the order in which they are written."""


def rates_of(names: Sequence[str]) -> Rates:
    """The velocity of each coordinate."""
    return {index: Symbol(name, 1) for index, name in enumerate(names, start=1)}


def joined_rates(
    metric: Sequence[Entry], names: Sequence[str]
) -> tuple[Sequence[Entry], Rates] | None:
    """The metric without time where its row is a multiple r of another, which then has q̇ + r.

    Where g₀σ = r g_νσ for all σ, T depends on the sum q̇^ν + r only; None where it does not.
    """
    rates = rates_of(names)
    rows: dict[int, dict[int, Expression]] = {index: {} for index in (0, *rates)}
    for entry in metric:
        mu, nu = entry.indices
        rows[mu][nu] = rows[nu][mu] = entry.tree
    given = rows.pop(0)
    for other, own in rows.items():
        if given and own.keys() == given.keys():
            ratio, *others = (_ratio(given[index], own[index]) for index in own)
            if all(same == ratio for same in others):
                joined = Sum((rates[other], product_of(*ratio)))
                moving = [entry for entry in metric if 0 not in entry.indices]
                return moving, {**rates, other: joined}
    return None


def _ratio(above: Expression, below: Expression) -> Ratio:
    """A product divided by another one."""
    (number, powers), (divisor, others) = factors_of(above), factors_of(below)
    left = {base: powers.get(base, 0) - others.get(base, 0) for base in powers | others}
    ratio = Number(number.value / divisor.value, number.decimal or divisor.decimal)
    return ratio, {base: e for base, e in left.items() if e}
