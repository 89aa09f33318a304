"""A mechanism that is moved: its start values become the position that it was brought to."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.editing.sketch.plane import tidy
from lagr_gui.model import Model, StartValue


def stand_at(model: Model, positions: Mapping[str, float]) -> Model:
    """The model with other positions at the start; velocities stay, and so does what is equal."""
    known = {start.coordinate: start for start in model.start}
    for name, position in positions.items():
        present = known.get(name, StartValue(coordinate=name))
        known[name] = present.having(position=tidy(position))
    order = [name for name in model.coordinates if name in known]
    rest = [start for name, start in known.items() if name not in order]
    return model.having(start=(*(known[name] for name in order), *rest))
