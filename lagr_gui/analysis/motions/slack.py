"""Ropes round drums that would push: what they do from there on is no motion of ropes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lagr_gui.analysis.stages import stages
from lagr_gui.analysis.trajectories.reactions import multipliers_along
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Trajectory

PUSHES = 1e-9
"""A rope pushes where its force is more than this part of the largest one."""


def slack_ropes(prepared: Prepared, trajectory: Trajectory) -> Iterator[Problem]:
    """One remark for each rope round a drum that would push, with the first time."""
    ropes = [part for part in prepared.reading.loaded if part.kind.tie is not None]
    if not ropes:
        return
    conditions = prepared.conditions
    assert conditions is not None
    every = list(stages(prepared, trajectory))
    t = np.concatenate([part.t for _, part in every])
    multipliers = np.concatenate([multipliers_along(*stage) for stage in every])
    for rope in ropes:
        pushes = multipliers[:, conditions.sources.index(rope.key)]
        first = np.flatnonzero(pushes > PUSHES * np.max(np.abs(pushes), initial=0.0))[:1]
        for at in first:
            cause = say(
                "At t = {t:.6g} s this rope would push: it becomes slack there, and what follows "
                "is not its motion.",
                t=float(t[at]),
            )
            remedy = "Let something pull at both of its ends, or end the motion before."
            place = say("Element “{name}”", name=rope.record.name)
            yield Problem(place, cause, remedy, Severity.WARNING, "slack-rope")
