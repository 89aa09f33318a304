"""Where a motion passes velocities at which a condition on them binds nothing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.message import say
from lagr_gui.prepared import Prepared
from lagr_gui.problem import Problem, Severity
from lagr_gui.simulation import BoundConstraints, Trajectory
from lagr_gui.simulation.constraints import place_of

LOOKS = 64
"""States between two rows of a motion at which it is looked whether slopes vanish."""

VANISHING = 0.05
"""Slopes below this part of the usual ones are about to vanish: in the middle of 64 steps, between
rows on either side of a root, they are far below it."""


def vanished_slopes(prepared: Prepared, found: Trajectory) -> tuple[Problem, ...]:
    """Conditions whose ∂ψ/∂q̇ vanishes in between, as warnings with the first time."""
    binding = prepared.conditions
    if binding is None or not binding.bent.any() or len(found.t) < 2:
        return ()
    return tuple(_vanished(binding, found))


def _vanished(binding: BoundConstraints, found: Trajectory) -> Iterator[Problem]:
    rows = np.flatnonzero(binding.bent)
    slopes = _slopes(binding, found.t, np.hstack([found.q, found.qd]))
    turned = np.sum(slopes[:-1] * slopes[1:], axis=2) < 0
    for row in rows:
        usual = float(np.median(np.linalg.norm(slopes[:, row], axis=1)))
        for interval in np.flatnonzero(turned[:, row]):
            times = np.linspace(found.t[interval], found.t[interval + 1], LOOKS)
            inside = _slopes(binding, times, np.ascontiguousarray(found.dense(times).T))
            sizes = np.linalg.norm(inside[:, row], axis=1)
            if np.nanmin(sizes) < VANISHING * usual:
                t = float(times[int(np.nanargmin(sizes))])
                yield _passed(binding.sources[row], t)
                break


def _slopes(binding: BoundConstraints, t: Array, states: Array) -> Array:
    """G (n, m, f) in the scale of the metric."""
    along = binding.many(t, states)
    return along.G * along.scale[:, None]


def _passed(source: str, t: float) -> Problem:
    cause = say(
        "At about t = {t:.4g} s velocities pass where ∂ψ/∂q̇ vanishes: it binds nothing there, and "
        "how the motion goes on is not determined. The one without a kink is shown.",
        t=t,
    )
    remedy = "Rely on the motion up to there, or state the condition so that it tells the branch."
    return Problem(place_of(source), cause, remedy, Severity.WARNING, "singular-velocities")
