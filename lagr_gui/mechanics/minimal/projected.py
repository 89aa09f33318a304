"""Equations without multipliers in all coordinates: Tᵀ (g q̈ + Γ q̇ q̇ − Q) = 0.

Nothing is put in, and the conditions stand beside.  That is so for conditions that are not linear
in the velocities, too, whose G is ∂ψ/∂q̇ (Appell, Chetaev).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lagr_gui.expression import Expression
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.mechanics.minimal.systems import ONE, product
from lagr_gui.mechanics.minimal.tangent import Tangent
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.mechanics.sheets.sheet import Balance, Minimal, Sheet, Term

CONDITIONS = ("phi", "G", "gamma_bar", "gamma_bar2")
"""Results that tell of conditions on the motion."""


def projected_sheet(sheet: Sheet, tangent: Tangent) -> Sheet:
    """A sheet with multipliers with the equations Tᵀ (g q̈ + Γ q̇ q̇ − Q) = 0 in their place."""
    free = [entry for entry in sheet.entries if entry.symbol not in CONDITIONS]
    rows = equations_of_motion(replace(sheet, entries=tuple(free), side="right"))
    balances = tuple(_along_speed(sheet, rows, tangent, u) for u in tangent.speeds)
    functions = tuple(name for name in sheet.coordinates if name not in tangent.independent)
    certificate = SelfCheck(math.nan, "recursion")
    minimal = Minimal(
        tangent.independent,
        functions,
        tangent.speeds,
        certificate,
        tangent.systems,
        all_coordinates=True,
        named=tangent.named,
    )
    definitions = (*tangent.definitions, *sheet.definitions)
    return replace(sheet, balances=balances, definitions=definitions, minimal=minimal)


def _along_speed(sheet: Sheet, rows: Sequence[Balance], tangent: Tangent, u: str) -> Balance:
    left: list[Term] = []
    right: list[Term] = []
    for row in rows:
        factor = tangent.entries.get((row.coordinate, u))
        if factor is not None:
            left += _times(factor, row.left, apart=False)
            right += _times(factor, row.right, apart=not sheet.structured)
    index = sheet.coordinates.index(u) + 1 if u in sheet.coordinates else 0
    return Balance(u, index, tuple(left), tuple(right))


def _times(factor: Expression, terms: Sequence[Term], *, apart: bool) -> Iterator[Term]:
    """A factor times the terms of a side: each, or all in brackets."""
    if not terms:
        return
    if factor == ONE:
        yield from terms
    elif apart or len(terms) == 1:
        yield from (Term(product(factor, term.tree), term.sources) for term in terms)
    else:
        sources = dict.fromkeys(key for term in terms for key in term.sources)
        yield Term(product(factor, whole(tuple(terms))), tuple(sources))
