"""A trajectory as comma separated values: one row per time, units in the head."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np

from lagr_gui.simulation import Trajectory


def trajectory_csv(trajectory: Trajectory, units: Sequence[str]) -> str:
    """t, then coordinates, velocities, accelerations, then energies, in full precision.

    `units` are those of the coordinates (rad or m; empty: not known).
    """
    heads = ["t (s)"]
    for dots, rate in (("", ""), ("'", "/s"), ("''", "/s^2")):
        for index, name in enumerate(trajectory.coordinates):
            unit = units[index] if index < len(units) else ""
            heads.append(f"{name}{dots} ({unit}{rate})" if unit else f"{name}{dots}")
    heads += [f"{name} (J)" for name in ("T", "U", "dissipated", "supplied", "balance")]
    energies = (
        trajectory.T,
        trajectory.U,
        trajectory.dissipated,
        trajectory.supplied,
        trajectory.energy,
    )
    table = np.column_stack([trajectory.t, trajectory.q, trajectory.qd, trajectory.qdd, *energies])
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([[repr(value) for value in row] for row in table.tolist()])
    return stream.getvalue()
