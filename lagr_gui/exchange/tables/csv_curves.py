"""Curves as comma separated values: one row per time or frequency, units in the head."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.exchange.tables.csv_reactions import reaction_columns
from lagr_gui.exchange.tables.csv_table import table_csv
from lagr_gui.expression.units import with_unit
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.trajectories.reactions import Reactions
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.linear.response import FrequencyResponse


def trajectory_csv(
    trajectory: Trajectory, units: Sequence[str], reactions: Reactions | None = None
) -> str:
    """t, coordinates, velocities, accelerations, energies, in full precision.

    Behind them stand the outputs that were asked for, and reactions if there are any; a column that
    is there already is not written twice.

    `units` are those of the coordinates (rad or m; empty: not known).
    """
    columns = trajectory_columns(trajectory, units, reactions)
    return table_csv([*columns], [*columns.values()])


def trajectory_columns(
    trajectory: Trajectory, units: Sequence[str], reactions: Reactions | None = None
) -> dict[str, Array]:
    """The columns of that table by their heads."""
    heads = ["t (s)"]
    for dots, rate in (("", ""), ("'", "/s"), ("''", "/s^2")):
        for index, name in enumerate(trajectory.coordinates):
            unit = units[index] if index < len(units) else ""
            heads.append(with_unit(f"{name}{dots}", f"{unit}{rate}" if unit else ""))
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
    states = dict(zip(trajectory.states, trajectory.z.T, strict=True))
    told = trajectory.output_units
    outputs = {with_unit(text, told.get(text, "")): y for text, y in trajectory.outputs.items()}
    others = {head: y for head, y in {**states, **outputs, **forces}.items() if head not in heads}
    columns = [trajectory.t, *moved, *energies, *others.values()]
    return dict(zip([*heads, *others], columns, strict=True))


def response_csv(response: FrequencyResponse) -> str:
    """ω, amplitude and phase of each output, mean energies, mean power of damping."""
    heads = ["omega (rad/s)"]
    columns = [response.omega]
    for number, name in enumerate(response.outputs):
        heads += [f"|{name}|", f"phase of {name} (rad)"]
        columns += [response.amplitude[:, number], response.phase[:, number]]
    heads += ["mean T (J)", "mean U (J)", "dissipated (W)"]
    return table_csv(heads, [*columns, response.T, response.U, response.dissipated])
