"""A trajectory as comma separated values: one row per time, units in the head."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.exchange.csv_reactions import reaction_columns
from lagr_gui.exchange.csv_table import table_csv
from lagr_gui.mechanics.reactions import Reactions
from lagr_gui.simulation import Trajectory


def trajectory_csv(
    trajectory: Trajectory, units: Sequence[str], reactions: Reactions | None = None
) -> str:
    """t, coordinates, velocities, accelerations, energies, in full precision.

    Behind them stand the outputs that were asked for, and reactions if there are any.

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
        trajectory.balance,
    )
    tables = (trajectory.q, trajectory.qd, trajectory.qdd)
    moved = [column for table in tables for column in table.T]
    forces = reaction_columns(reactions) if reactions else {}
    others = {**trajectory.outputs, **forces}
    columns = [trajectory.t, *moved, *energies, *others.values()]
    return table_csv([*heads, *others], columns)
