"""What is wrong with the numbers in blocks of signals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lagr_gui.catalogue import SIGNALS
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Path, Problem
from lagr_gui.mechanics.checks.values import check_ranges
from lagr_gui.mechanics.numbers import known_value, known_values
from lagr_gui.model import Model
from lagr_gui.model.faults import place_of


def check_blocks(model: Model) -> list[Problem]:
    """Fields of the blocks of a model as it is drawn."""
    values = known_values(model)
    return [*check_ranges(model, values, {"signals": SIGNALS}), *_bounds(model, values)]


BOUNDS = ("lower", "upper"), ("off", "on")
"""Fields of blocks the first of which is at most the second."""


def _bounds(model: Model, values: Mapping[str, float]) -> Iterator[Problem]:
    """Bounds of blocks that are exchanged."""
    for index, signal in enumerate(model.signals):
        for low, high in BOUNDS:
            pair = getattr(signal, low, None), getattr(signal, high, None)
            numbers = [known_value(entry, values) for entry in pair if entry is not None]
            known = [number for number in numbers if number is not None]
            if len(known) == 2 and known[0] > known[1]:
                cause = say(
                    "“{low}” is {first:g}, above “{high}”, {second:g}.",
                    low=low,
                    first=known[0],
                    high=high,
                    second=known[1],
                )
                path: Path = ("signals", index, low)
                yield Problem(
                    place_of(path, model), cause, "Exchange them.", code="bounds", path=path
                )
