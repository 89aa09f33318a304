"""g and Γ of kinetic energies that are given as expressions: circuits, T of the user."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lagr_gui.catalogue.kinds import Energies
from lagr_gui.expression import Expression, Number, Symbol, substitute, symbols
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.structured.laws import slope as slope_of
from lagr_gui.mechanics.structured.quantity import Quantity, Rank, number, scaled
from lagr_gui.mechanics.structured.quantity import total as sum_of
from lagr_gui.mechanics.structured.segments import Segments
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.mechanics.trees import scaled as product_of

Pair = tuple[int, int]
Triple = tuple[int, int, int]
HALF = Fraction(1, 2)


def given_metric(part: Part, segments: Segments) -> dict[Pair, Expression]:
    """g_μν, μ ≥ ν, of a T that is at most quadratic in the velocities."""
    law = part.kind.law
    assert isinstance(law, Energies)
    T = segments.enter(part.law(law.kinetic))
    speeds = {i: Symbol(name, 1) for i, name in enumerate(segments.names) if i}
    used = [i for i, speed in speeds.items() if speed in symbols(T)]
    rest: dict[Symbol, Expression] = dict.fromkeys(speeds.values(), NOUGHT)
    slopes = {i: slope_of(T, speeds[i]) for i in used}
    found = {(i, j): slope_of(slopes[i], speeds[j]) for i in used for j in used if i >= j}
    found |= {(i, 0): segments.tidy(substitute(slopes[i], rest)) for i in used}
    found[0, 0] = product_of(Number(Fraction(2)), segments.tidy(substitute(T, rest)))
    return {pair: tree for pair, tree in found.items() if tree != NOUGHT}


def symbols_of_metric(g: Mapping[Pair, Expression], segments: Segments) -> dict[Triple, Quantity]:
    """Γ_ρμν = ½ (∂_ν g_ρμ + ∂_μ g_νρ − ∂_ρ g_μν) (30), ρ from 1, μ ≥ ν."""
    book, size = segments.book, len(segments.names)
    slopes: dict[tuple[Pair, int], Quantity] = {}
    for pair, tree in g.items():
        for index in segments.moving(tree):
            slopes[pair, index] = book.scalar(slope_of(tree, segments.symbol(index)))
    touched = sorted({i for pair, index in slopes for i in (*pair, index)})
    none = number(0)

    def slope(mu: int, nu: int, index: int) -> Quantity:
        return slopes.get(((max(mu, nu), min(mu, nu)), index), none)

    found: dict[Triple, Quantity] = {}
    for rho in (i for i in touched if 0 < i < size):
        for mu in touched:
            for nu in (i for i in touched if i <= mu):
                parts = (slope(rho, mu, nu), slope(nu, rho, mu), -slope(mu, nu, rho))
                value = scaled(number(HALF), sum_of(parts, Rank.SCALAR))
                if not value.is_zero:
                    found[rho, mu, nu] = value
    return found
