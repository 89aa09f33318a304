"""Reactions as columns of a table or as curves, with their units in the heads."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from lagr_gui.foundation.message import joined, say
from lagr_gui.mechanics.trajectories.reactions import Array, Reaction, Reactions

NOTHING = 1e-9
"""What is so small beside the largest of its sort is none; moments have arms of no nanometre."""


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


def reaction_curves(found: Reactions) -> dict[str, Array]:
    """What is transmitted along a motion, (n,) by short names with units, as in legends.

    What always vanishes is left out.  They are messages, which documents translate.
    """
    curves = [
        (joined((joint, f"{letter}{axis}"), " "), unit, table[:, index])
        for joint, reaction in found.joints.items()
        for letter, unit, table in (("F", "N", reaction.force), ("M", "N m", reaction.moment))
        for index, axis in enumerate("xyz")
    ]
    units = dict(zip(found.sources, found.units, strict=True))
    for name, values in found.drives.items():
        curves.append((joined((name,)), units[f"element:{name}"], values))
    curves += [(say("thrust of {name}", name=name), "N", v) for name, v in found.thrusts.items()]
    curves += [(joined(("i", name), " "), "A", values) for name, values in found.currents.items()]
    curves += [(joined(("u", name), " "), "V", values) for name, values in found.voltages.items()]
    for (name, word), (unit, values) in found.others.items():
        multiplier = joined(("λ", name), " ")
        curves.append((joined((multiplier, word)) if word else multiplier, unit, values))
    sizes = [(unit.removesuffix(" m"), _size(values)) for _, unit, values in curves]
    largest: dict[str, float] = {}
    for sort, size in sizes:
        largest[sort] = max(largest.get(sort, 0.0), size)
    return {
        _head(name, unit): values
        for (name, unit, values), (sort, size) in zip(curves, sizes, strict=True)
        if size > NOTHING * largest[sort]
    }


def _size(values: Array) -> float:
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max()) if len(finite) else 0.0


def _head(words: str, unit: str) -> str:
    return joined((words, f" ({unit})"), "") if unit else words
