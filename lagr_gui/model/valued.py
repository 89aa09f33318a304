"""A model with other values of what families vary: parameters, start positions, velocities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from lagr_gui.expression.units import in_si
from lagr_gui.model.records import Model, StartValue


def varied_units(model: Model, coordinates: Sequence[str], units: Sequence[str]) -> dict[str, str]:
    """What families vary, each with its unit: the parameters of a flat model, and start values.

    `units` are those of its coordinates; empty where none is known.
    """
    starts = dict(zip(coordinates, units, strict=False))
    rates = {f"{name}'": f"{unit}/s" if unit else "" for name, unit in starts.items()}
    return {p.name: in_si(p.unit) for p in model.parameters} | starts | rates


def held_first(model: Model, coordinates: Sequence[str], names: Collection[str]) -> Model:
    """The model whose start values of these names are held where not all of them can be."""
    starts = {start.coordinate: start for start in model.start}
    first = [starts.pop(n, StartValue(coordinate=n)) for n in coordinates if n in names]
    first += [starts.pop(n) for n in coordinates if f"{n}'" in names and n in starts]
    return model.having(start=(*first, *starts.values())) if first else model


def with_values(model: Model, coordinates: Sequence[str], values: Mapping[str, float]) -> Model:
    """The model with other values of parameters, start positions and start velocities ``phi'``."""
    model = model.each(
        "parameters", lambda p: p.having(value=values[p.name]) if p.name in values else p
    )
    starts = {start.coordinate: start for start in model.start}
    moved = [n for n in coordinates if n in values or f"{n}'" in values]
    for name in moved:
        old = starts.get(name) or StartValue(coordinate=name)
        position, velocity = values.get(name, old.position), values.get(f"{name}'", old.velocity)
        starts[name] = old.having(position=position, velocity=velocity)
    return model.having(start=tuple(starts.values())) if moved else model
