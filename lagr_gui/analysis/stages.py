"""Motions in which controllers drive parameters, as stages within which these stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.joining import with_limits
from lagr_gui.simulation.trajectory import DrivenValues

COMPARED = 8
"""Stages of a motion that are compared with an independent formalism."""


def stages(
    prepared: Prepared, found: Trajectory, whole: bool = False
) -> Iterator[tuple[Prepared, Trajectory]]:
    """The stages of a motion, each with the system that moved there; the motion itself without any.

    Their instants, one stage after the other, are those of the motion.  A `whole` stage begins with
    the last instant of the one before, where its values begin to hold: q and q̇ are the same there
    unless an event sets them, all else is still that of the stage before.
    """
    driven = found.driven
    if driven is None or not len(driven.values):
        yield prepared, found
        return
    rows = driven.rows(found.t)
    for row in np.unique(rows):
        places = np.flatnonzero(rows == row)
        begins = whole and places[0] > 0
        if begins:
            places = np.concatenate([places[:1] - 1, places])
        member = moved_with(prepared, driven, driven.values[row])
        part = replace(found.rows(places), driven=None)
        if found.happened:
            limits = member.conditions.limit_sources if member.conditions else ()
            part = with_limits(part, limits) if limits != part.limits else part
            part = _as_it_begins(part) if begins else part
        yield member, part


def _as_it_begins(part: Trajectory) -> Trajectory:
    """A stage that begins with what an event has set."""
    for one in part.happened:
        if one.t == part.t[0]:
            q, qd, z = (p.copy() for p in part.layout.parts(part.y))
            q[0], qd[0], z[0] = part.layout.parts(one.after)
            part = replace(part, q=q, qd=qd, **({"z": z} if part.states else {}))
    return part


def moved_with(prepared: Prepared, driven: DrivenValues, values: Array) -> Prepared:
    """The system that moved while driven parameters had these values (m,)."""
    if driven.names == prepared.senses:
        return prepared.sliding(tuple(values.tolist()))
    return prepared.with_values(dict(zip(driven.names, values.tolist(), strict=True)))


def compared(count: int) -> list[int]:
    """Which of so many stages are compared with an independent formalism."""
    return sorted({*np.linspace(0, count - 1, min(count, COMPARED)).round().astype(int).tolist()})
