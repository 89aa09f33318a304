"""Motions that remain to a system, for the animation."""

from __future__ import annotations

import numpy as np

from lagr_gui.analysis.runs import poses
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import counted, say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.positions.freedom import Freedom

SWING, STEPS, PERIODS = 0.4, 60, 6
"""How far a remaining motion is shown, of how far coordinates go; pictures of a period, periods."""


@on_one_thread
def freedom_motion(prepared: Prepared, found: Freedom, number: int, period: float = 2.0) -> Motion:
    """One of the motions that remain, to and fro about the start, for the animation.

    `number` counts the columns of `found.motions` from 0.  Positions meet the conditions all
    the way; where the motion cannot go on it stays at its end.  Raises LagrError for a number
    that does not exist.
    """
    count = found.motions.shape[1]
    if not 0 <= number < count:
        cause = counted(count, "There is {count} motion.", "There are {count} motions.")
        raise refusal(say("Motion {number}", number=number + 1), cause, "Choose one.", "motion")
    way = found.motions[:, number]
    way = way * (SWING / float(np.max(np.abs(way / prepared.extents))))
    phases = np.linspace(0, 2 * np.pi * PERIODS, STEPS * PERIODS + 1)
    sides = [_way(prepared, found.q, sign * way) for sign in (1, -1)]
    parts = np.sin(phases)
    reach = len(sides[0]) - 1
    q = np.array(
        [sides[0 if part >= 0 else 1][round(abs(part) * reach)] for part in parts.tolist()]
    )
    return poses(prepared, phases / (2 * np.pi) * period, q, np.zeros_like(q))


def _way(prepared: Prepared, q: Array, step: Array) -> list[Array]:
    """Positions from q along a velocity, each step continued from the one before."""
    binding, far = prepared.conditions, prepared.extents
    places = [q]
    for _ in range(STEPS):
        near = places[-1] + step / STEPS
        if binding is not None and binding.sources:
            near = binding.project_positions(prepared.model.simulation.start, near)
        if not np.isfinite(near).all():
            return places + [places[-1]] * (STEPS + 1 - len(places))
        if len(places) > 1:
            ahead = near - places[-1]
            size = max(float(np.linalg.norm(ahead / far)), 1e-12)
            step = ahead * (float(np.linalg.norm(step / far)) / size)
        places.append(near)
    return places
