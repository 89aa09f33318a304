"""What a given motion needs as comma separated values: one row per instant."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.exchange.csv_reactions import joint_columns
from lagr_gui.exchange.csv_table import table_csv
from lagr_gui.mechanics.driven import DrivenMotion
from lagr_gui.mechanics.reactions import Reaction


def inverse_csv(found: DrivenMotion, reactions: Mapping[str, Reaction] | None = None) -> str:
    """q, q̇, q̈ of all coordinates, force, power and work of those prescribed, reactions.

    Without `reactions` by joint those of `found` are written, in space axes.
    """
    heads, columns = ["t (s)"], [found.t]
    for dots, table in (("", found.q), ("'", found.qd), ("''", found.qdd)):
        heads += [name + dots for name in found.coordinates]
        columns += list(table.T)
    tables = (("force on", found.forces), ("power of", found.power), ("work of", found.work))
    for word, table in tables:
        heads += [f"{word} {name}" for name in found.prescribed]
        columns += list(table.T)
    forces = joint_columns(found.reactions if reactions is None else reactions)
    return table_csv([*heads, *forces], [*columns, *forces.values()])
