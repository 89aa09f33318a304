"""Motions in which controllers drive parameters, as stages within which these stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Trajectory

COMPARED = 8
"""Stages of a motion that are compared with an independent formalism."""


def stages(
    prepared: Prepared, found: Trajectory, whole: bool = False
) -> Iterator[tuple[Prepared, Trajectory]]:
    """The stages of a motion, each with the system that moved there; the motion itself without any.

    Their instants, one stage after the other, are those of the motion.  A `whole` stage begins with
    the last instant of the one before, where its values begin to hold: q and q̇ are the same there,
    all else is still that of the stage before.
    """
    driven = found.driven
    if driven is None or not len(driven.values):
        yield prepared, found
        return
    rows = driven.rows(found.t)
    for row in np.unique(rows):
        places = np.flatnonzero(rows == row)
        if whole and places[0] > 0:
            places = np.concatenate([places[:1] - 1, places])
        values = dict(zip(driven.names, driven.values[row].tolist(), strict=True))
        yield prepared.with_values(values), replace(found.rows(places), driven=None)


def compared(count: int) -> list[int]:
    """Which of so many stages are compared with an independent formalism."""
    return sorted({*np.linspace(0, count - 1, min(count, COMPARED)).round().astype(int).tolist()})
