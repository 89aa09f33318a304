"""A motion at any times between its start and its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.foundation.problem import refusal
from lagr_gui.numerics import solve_many
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import BoundConstraints, Trajectory
from lagr_gui.simulation.system import Array

Contacts = Sequence[tuple[float, tuple[int, ...]]]
"""The numbers of the limits in contact, from each time on at which they change."""


def _touched(binding: BoundConstraints, contacts: Contacts, t: Array, states: Array) -> Array:
    """q̈ (n, f) along a motion with these contacts."""
    qdd = np.zeros((len(states), binding.layout.f))
    which = np.searchsorted([begun for begun, _ in contacts], t, side="right") - 1
    for number in np.unique(which):
        at = np.flatnonzero(which == number)
        held = binding.holding(contacts[number][1]).many(t[at], states[at])
        qdd[at], _ = solve_many(held.g, held.force, held.rows, held.gamma)
    return qdd


def touches(found: Trajectory) -> bool:
    """Whether a motion strikes a stop or a wall, or leans on one."""
    return bool(found.impacts) or any(active for _, active in found.contacts)


def sampled(prepared: Prepared, found: Trajectory, t: Array) -> Trajectory:
    """A motion at other times t (n,) between its start and its end; works are not told there."""
    states = found.states_at(t)
    q, qd, z = found.layout.parts(states)
    system = prepared.system((found.t[0], found.q[0], found.qd[0]))
    record = system.record(t, states)
    qdd = record.qdd
    if prepared.conditions is not None and touches(found):
        qdd = _touched(prepared.conditions, found.contacts, t, states)
    unknown = np.full(len(t), np.nan)
    return replace(
        found,
        t=t,
        q=q,
        qd=qd,
        qdd=qdd,
        T=record.T,
        U=record.U,
        dissipated=unknown,
        supplied=unknown,
        z=z,
        zd=record.zd,
        outputs={},
    )


def without_works(seen: Outputs) -> None:
    """Raise LagrError where outputs speak of works, which are known at output times alone."""
    if seen.need_works:
        cause = "Works are known at the output times of a motion alone."
        raise refusal("Outputs", cause, "Leave dissipated, supplied and balance out.", "output")
