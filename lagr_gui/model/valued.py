"""A model with other values of what families vary: parameters, start positions, velocities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lagr_gui.model.records import Model, StartValue


def with_values(model: Model, coordinates: Sequence[str], values: Mapping[str, float]) -> Model:
    """The model with other values of parameters, start positions and start velocities ``phi'``."""
    model = model.each(
        "parameters", lambda p: p.having(value=values[p.name]) if p.name in values else p
    )
    known = {start.coordinate: start for start in model.start}
    moved = [n for n in coordinates if n in values or f"{n}'" in values]
    for name in moved:
        old = known.get(name) or StartValue(coordinate=name)
        position, velocity = values.get(name, old.position), values.get(f"{name}'", old.velocity)
        known[name] = old.having(position=position, velocity=velocity)
    return model.having(start=tuple(known.values())) if moved else model
