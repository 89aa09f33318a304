"""What is told of any motion beside its numbers: that friction is eased, that it runs away."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np

from lagr_gui.catalogue import KINDS
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.mechanics.checks.laws import eased_frictions
from lagr_gui.model.quantities import units_of_coordinates
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.posing import pose_motion
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.growth import Growth, growth

SIZES = {
    "m": say("the size of the mechanism at the start"),
    "rad": say("a whole turn"),
    "": say("its size at the start"),
}
"""What a coordinate is compared with, by its unit."""


def remarks(prepared: Prepared, found: Trajectory) -> tuple[Problem, ...]:
    """That friction is eased, and that the motion runs away."""
    return (*eased_frictions(prepared.model), *runaway(prepared, found))


def runaway(prepared: Prepared, found: Trajectory) -> tuple[Problem, ...]:
    """The coordinate of a motion that grows most of those that grow without bound, as a warning."""
    grown = dict(_growths(prepared, found))
    if not grown:
        return ()
    column, (size, most) = max(grown.items(), key=lambda entry: _ratio(found, *entry))
    cause = say(
        "{coordinate} grows without bound: at t = {t:.4g} s it is {factor} times {size}, and "
        "it grows by a factor of e every {span:.2g} s.",
        coordinate=found.coordinates[column],
        t=most.t,
        factor=f"{most.factor:.0e}".replace("e+0", "e"),
        size=size,
        span=most.span,
    )
    remedy = "Look at the signs of feedback, springs and dampers: one of them drives the motion."
    return (Problem("Motion", cause, remedy, Severity.WARNING, "runs-away"),)


def _growths(
    prepared: Prepared, trajectory: Trajectory
) -> Iterator[tuple[int, tuple[Message | str, Growth]]]:
    """The columns that run away, with what they are compared with."""
    for column, name in enumerate(trajectory.coordinates):
        y = trajectory.q[:, column]
        if growth(trajectory.t, y, _own(y)) is None:
            continue  # units and the size of the mechanism are looked for only where they matter
        unit = units_of_coordinates(prepared.model, KINDS).get(name, "")
        unit = unit if unit in SIZES else ""
        least = {"m": _extent, "rad": lambda *_: 2 * pi}.get(unit, lambda *_: 0.0)
        size = max(_own(y), least(prepared, trajectory))
        if (grown := growth(trajectory.t, y, size)) is not None:
            yield column, (SIZES[unit] if size > _own(y) else SIZES[""], grown)


def _own(y: np.ndarray) -> float:
    """The first size of a course; of one that begins at zero that in the first tenth."""
    return float(abs(y[0]) or np.abs(y[: 1 + len(y) // 10]).max())


def _extent(prepared: Prepared, trajectory: Trajectory) -> float:
    """How far bodies, joints and ends of lines are apart at the start (m)."""
    motion = pose_motion(prepared, trajectory.t[:1], trajectory.q[:1], trajectory.qd[:1])
    tables = (motion.x, motion.joints, motion.lines, motion.beams)
    points = [places.reshape(-1, 3) for table in tables for places in table.values()]
    return float(np.ptp(np.concatenate(points), axis=0).max())


def _ratio(trajectory: Trajectory, column: int, entry: tuple[Message | str, Growth]) -> float:
    return float(np.abs(trajectory.q[:, column]).max()) / entry[1].size
