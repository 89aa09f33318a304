"""Items that events open and switch: each has a gate, which is 1 where it is there, 0 where not."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.catalogue.kinds import Dissipation, Energies, Load, Potential
from lagr_gui.mechanics.reading import Part
from lagr_gui.model import Model
from lagr_gui.subsystems.events import held_after

GATE = "whether an item is there"
"""What is said of gates."""


def gates_of(model: Model) -> dict[str, str]:
    """The name of a gate for each item that events open or switch, by its key."""
    keys = held_after(model, model.events)
    return {key: f"there_{number}" for number, key in enumerate(keys, start=1)}


def is_there(model: Model, key: str) -> bool:
    """Whether an item is there at first."""
    sort, _, name = key.partition(":")
    return sort == "joint" or model.element(name).enabled


def gated(part: Part, gate: str) -> Part:
    """An element whose force has a gate as a factor; one without a force is as it was."""
    if not gate:
        return part
    match part.kind.law:
        case Potential(energy):
            law = Potential(f"{gate}*({energy})")
        case Dissipation(power):
            law = Dissipation(f"{gate}*({power})")
        case Energies() as given:
            law = replace(
                given,
                potential=f"{gate}*({given.potential})",
                dissipation=f"{gate}*({given.dissipation})",
            )
        case Load() as load:
            entries = getattr(part.record, load.vector)
            each = isinstance(entries, tuple | list)
            written = tuple(f"{gate}*({e})" for e in entries) if each else f"{gate}*({entries})"
            return replace(part, record=part.record.having(**{load.vector: written}))
        case _:
            return part
    return replace(part, kind=replace(part.kind, law=law))
