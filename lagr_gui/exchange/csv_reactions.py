"""Reactions as columns of a table, with their units in the heads."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.mechanics.reactions import Array, Reaction, Reactions


def joint_columns(joints: Mapping[str, Reaction]) -> dict[str, Array]:
    """Forces and moments (n, 3) of joints, each component (n,) by its head."""
    return {
        f"{word} in {joint}, {axis} ({unit})": table[:, index]
        for joint, reaction in joints.items()
        for word, unit, table in (
            ("force", "N", reaction.force),
            ("moment", "N m", reaction.moment),
        )
        for index, axis in enumerate("xyz")
    }


def reaction_columns(found: Reactions) -> dict[str, Array]:
    """All that holds a system together along a motion, (n,) by its head, each once.

    Multipliers that are reactions of cut joints, drives, thrusts or voltages are not repeated.
    """
    units = dict(zip(found.sources, found.units, strict=True))
    columns = joint_columns(found.joints)
    for name, force in found.drives.items():
        columns[_head(f"force of {name}", units[f"element:{name}"])] = force
    columns |= {f"thrust of {name} (N)": force for name, force in found.thrusts.items()}
    columns |= {f"current in {name} (A)": current for name, current in found.currents.items()}
    columns |= {f"voltage at {name} (V)": voltage for name, voltage in found.voltages.items()}
    for (name, word), (unit, values) in found.others.items():
        columns[_head(f"lambda of {name}" + f", {word}" * bool(word), unit)] = values
    return columns


def _head(words: str, unit: str) -> str:
    return f"{words} ({unit})" if unit else words
