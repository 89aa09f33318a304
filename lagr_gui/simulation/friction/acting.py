"""Which of the rows in contact act: those that others hold already are left out of each step.

Of two feet on a floor in the plane the second holds nothing new along it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from lagr_gui.numerics.descriptor import independent, multipliers, rank, resolve
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.system import Acting, Array, MechanicalSystem
from lagr_gui.simulation.tuning import FRICTION


def acting(
    constraints: BoundConstraints,
    active: tuple[int, ...],
    slips: Collection[int],
    alongside: Mapping[int, Mapping[int, float]],
    motion: tuple[float, Array, Array],
) -> Acting | None:
    """Those of the `active` limits and slips that hold all; None where that is all that move.

    Forces of `slips` are known where only such are left out that nothing moves, or that count with
    others `alongside`.  At a `motion` t, q and q̇ (f,): where this is so at that place alone all
    act.
    """
    held, (t, q, qd) = constraints.holding(active), motion
    here = held.at(t, q, qd)
    always = len(here.rows) - len(active)
    order = np.concatenate([np.zeros(always), [2 if n in slips else 1 for n in active]])
    chosen = independent(here.rows, here.scale, order)
    numbers = tuple(active[row - always] for row in chosen if row >= always)
    moves = np.any(here.rows.even(here.scale)[0][always:], axis=1).tolist()
    idle = {number for number, any_way in zip(active, moves, strict=True) if not any_way}
    shared = {number for parts in alongside.values() for number in parts}
    left_out = set(active) - set(numbers)
    if left_out <= idle:
        return None
    known, _, free = resolve(here.rows, np.zeros(len(here.rows)), here.scale)
    way = free @ np.cos(np.arange(free.shape[1]))
    most = float(np.max(np.abs(way) / here.rows.extents, initial=0.0))
    if most:
        aside = held.at(t, q + FRICTION.moved_aside / most * way, qd)
        if not np.isfinite(aside.G).all() or rank(aside.rows, aside.scale) > known:
            return None
    paired = constraints.limits - 2 * len(constraints.rough)
    if not left_out <= idle | shared:
        return Acting(numbers, None)
    grips = {j: {n - paired: part for n, part in parts.items()} for j, parts in alongside.items()}
    return Acting(numbers, grips)


def forces_of(
    acting: Acting, free: MechanicalSystem, held: BoundConstraints, t: Array, states: Array
) -> Array | None:
    """λ (n, m) of least norm of all that is `held`, at n times and states (n, …).

    From the accelerations of the system that is otherwise `free`; None where it does not tell them.
    """
    found = free.in_contact(acting.numbers, t, states)
    if found is None or not found.sound.all():
        return None
    many = held.many(t, states)
    return multipliers(many.g, many.force, many.rows, found.qdd)
