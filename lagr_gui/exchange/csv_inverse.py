"""What a given motion needs as comma separated values: one row per instant."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.exchange.csv_reactions import joint_columns
from lagr_gui.exchange.csv_table import table_csv
from lagr_gui.mechanics.driven import DrivenMotion
from lagr_gui.mechanics.reactions import Reaction


def inverse_csv(driven: DrivenMotion, joints: Mapping[str, Reaction] | None = None) -> str:
    """q, q̇, q̈ of all coordinates, force, power and work of those prescribed, reactions.

    Without the reactions of `joints` those of the motion are written, in space axes.
    """
    heads, columns = ["t (s)"], [driven.t]
    for dots, table in (("", driven.q), ("'", driven.qd), ("''", driven.qdd)):
        heads += [name + dots for name in driven.coordinates]
        columns += list(table.T)
    tables = (("force on", driven.forces), ("power of", driven.power), ("work of", driven.work))
    for word, table in tables:
        heads += [f"{word} {name}" for name in driven.prescribed]
        columns += list(table.T)
    forces = joint_columns(driven.reactions if joints is None else joints)
    return table_csv([*heads, *forces], [*columns, *forces.values()])
