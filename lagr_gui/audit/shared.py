"""Whether what sticks can hold together, where it is open how much each of it exerts.

There are forces of constraint that balance all else, limits push, friction stays within its bounds:
that is a linear programme, with circles seen from outside as polygons.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.balance import Balancing, ForceBalance
from lagr_gui.audit.bindings import ONE_WAY, friction_of
from lagr_gui.audit.forces import sense_of
from lagr_gui.audit.jets import Array
from lagr_gui.audit.residual import Breach, Residuals, residuals
from lagr_gui.foundation.message import say

SIDES = 32
"""Sides of the polygon around a circle of friction."""

STATES = 4
"""States at which it is looked whether what sticks can hold."""

PART = 0.99
"""With this part of its bounds what lets go would not have held."""

RESTING = 1e-6
"""What slips with less than this part of usual velocities does not move."""

ROUNDED = 1e-6
"""Balances that miss less of their terms are met: so far linear programmes are."""


def overstrained(
    balancing: Balancing,
    balance: ForceBalance,
    found: Residuals,
    active: NDArray[np.bool_] | None,
) -> Iterator[Breach]:
    """By how much (n,) of its terms what sticks cannot hold the system, of some states.

    Only where it is not `unique` what each exerts.
    """
    acting = balance.acting(active)
    rubs = np.array([b.bound is not None for b in balancing.bindings], bool)
    for slide in balance.slides:
        rubs[[slide.slip, slide.slip + 1]] = True
    open_ones = np.flatnonzero(~found.unique & found.clear & acting[:, rubs].any(axis=1))
    if not len(open_ones) or balance.pressed.any():
        return
    lacking = np.zeros(len(acting))
    for state in open_ones[np.linspace(0, len(open_ones) - 1, STATES).round().astype(int)]:
        lacking[state] = _lacking(balancing, balance, found, acting, int(state))
    source = balancing.bindings[int(np.flatnonzero(rubs & acting[open_ones[0]])[0])].key
    quantity = say("What friction would have to exert together beyond its bounds")
    yield Breach(quantity, source, np.maximum(lacking - ROUNDED, 0.0))


def still_holds(balancing: Balancing, active: NDArray[np.bool_]) -> str:
    """The key of what would still hold at one state with a part of its bounds; empty if none does.

    `active` (1, c) are those that held until then; all else that does not move could hold, too.
    """
    balance = balancing.balance()
    acting = _resting(balancing, balance, balance.acting(active))
    active = acting[:, acting.shape[1] - active.shape[1] :]
    found = residuals(balance, active)
    if balance.pressed.any() or not found.clear.all():
        return ""
    if _lacking(balancing, balance, found, acting, 0, PART) > ROUNDED:
        return ""
    first = len(balance.sources) - len(balance.limits)
    held = [row for row in np.flatnonzero(acting[0]) if row >= first]
    return next((balance.sources[row] for row in held if balancing.bindings[row].order == 1), "")


def _resting(
    balancing: Balancing, balance: ForceBalance, acting: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """What holds (1, m), with all other friction that does not move."""
    acting = acting.copy()
    slips, usual = np.abs(balance.slips[0][:, 0]), balance.usual[:, 0] * balance.time
    still = slips <= RESTING * usual
    for row, binding in enumerate(balancing.bindings):
        if binding.bound is not None and still[row]:
            element = balancing.model.element(binding.key.partition(":")[2])
            acting[0, row] |= not np.any(sense_of(element, balancing.values))
    for limit, slip, _ in balance.slides:
        if acting[0, limit] and still[slip] and still[slip + 1]:
            acting[0, slip : slip + 2] = True
    return acting


def _lacking(
    balancing: Balancing,
    balance: ForceBalance,
    found: Residuals,
    acting: NDArray[np.bool_],
    state: int,
    part: float = 1.0,
) -> float:
    """What is left of the balance at a state at best, in the weights of its terms.

    Friction holds with a `part` of its bounds.
    """
    from scipy.optimize import linprog  # few systems are held more than once

    rows = np.flatnonzero(acting[state])
    weights = found.weights[state]
    exerted = balance.exerted(acting)[rows, state] * weights
    rest = (balance.inertial - balance.applied)[state] * weights
    sizes = np.linalg.norm(exerted, axis=1)
    sizes = np.where(sizes > 0, sizes, 1.0)
    columns = (exerted / sizes[:, None]).T
    most = float(np.max(np.abs(rest), initial=0.0)) or 1.0
    f, m = columns.shape
    A: list[Array] = [np.hstack([s * columns, -np.ones((f, 1))]) for s in (1.0, -1.0)]
    b: list[Array] = [rest / most, -rest / most]
    bounds: list[tuple[float | None, float | None]] = [(None, None)] * m
    stops = {slide.limit for slide in balance.slides}
    for place, row in enumerate(rows.tolist()):
        binding = balancing.bindings[row]
        if binding.bound is not None:
            bound = part * float(np.broadcast_to(binding.bound, len(acting))[state])
            bound = bound * sizes[place] / most
            element = balancing.model.element(binding.key.partition(":")[2])
            least = 0.0 if element.kind in ONE_WAY else -bound
            bounds[place] = (least, bound if np.isfinite(bound) else None)
        elif row in stops or (balance.sources[row] in balance.limits and binding.order == 2):
            bounds[place] = (None, 0.0)
    for slide in balance.slides:
        if acting[state, slide.slip]:
            A.append(_polygon(balancing, balance, slide, rows, sizes, m, part))
            b.append(np.zeros(SIDES))
    solution: Any = linprog(
        np.append(np.zeros(m), 1.0),
        np.vstack(A),
        np.concatenate(b),
        bounds=[*bounds, (0.0, None)],
    )
    return float(solution.fun) if solution.status == 0 else 0.0


def _polygon(
    balancing: Balancing,
    balance: ForceBalance,
    slide: Any,
    rows: NDArray[np.int_],
    sizes: Array,
    m: int,
    part: float,
) -> Array:
    """λ_T · d ≤ μ₀ (−λ_N) for directions d: the rows (k, m + 1) of a rough limit that sticks."""
    element = balancing.model.element(balance.sources[slide.limit].partition(":")[2])
    static = part * friction_of(element, balancing.values)[1]
    at = {int(row): place for place, row in enumerate(rows)}
    angles = 2 * np.pi * np.arange(SIDES) / SIDES
    table = np.zeros((SIDES, m + 1))
    for row, along in ((slide.slip, np.cos(angles)), (slide.slip + 1, np.sin(angles))):
        table[:, at[row]] = along / sizes[at[row]]
    if slide.limit in at:
        table[:, at[slide.limit]] = static / sizes[at[slide.limit]]
    return table
