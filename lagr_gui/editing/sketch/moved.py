"""A mechanism that is moved: its start values become the position that it was brought to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import inf

from lagr_gui.editing.edits.tables import ordered, without_start
from lagr_gui.editing.sketch.plane import tidy
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model, StartValue

SAME = 1e-9
"""Positions that differ less (rad, m) are the same."""


def moved_from(
    model: Model, positions: Mapping[str, float], values: Mapping[str, float]
) -> dict[str, float]:
    """Of positions those that a model with values of parameters does not have at its start."""
    texts = {entry.coordinate: entry.position for entry in model.start}
    starts: dict[str, float] = {}
    for name, position in positions.items():
        try:
            present = value(texts.get(name, 0), values)
        except (LagrError, ArithmeticError, ValueError):
            present = inf
        if abs(present - position) > SAME:
            starts[name] = position
    return starts


def stand_at(
    model: Model, positions: Mapping[str, float], following: Collection[str] = ()
) -> Model:
    """The model with other positions at the start; velocities stay, and so does what is equal.

    Coordinates of `following` follow from the others, and have no start values any more.
    """
    model = without_start(model, following)
    starts = {start.coordinate: start for start in model.start}
    for name, position in positions.items():
        present = starts.get(name, StartValue(coordinate=name))
        starts[name] = present.having(position=tidy(position))
    return model.having(start=ordered(model, starts))
