"""What the window asks its worker process about control."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lagr_gui import pipeline
from lagr_gui.extensions.control.closing import ClosedMotion
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.plant import Plant
from lagr_gui.extensions.control.symbols import PlantSymbols, plant_symbols
from lagr_gui.foundation.arrays import Array
from lagr_gui.pipeline import Motion, Prepared

Report = Callable[[Any], None]

SWING = 0.3
"""The largest displacement (rad or m) of a direction that is played."""
PERIODS, STEPS, SECONDS = 6, 60, 2.0
"""How often it goes to and fro, in how many instants each, and how long that lasts."""


def control_plant(
    report: Report,
    prepared: Prepared,
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    at: Any,
) -> tuple[Plant, PlantSymbols | None]:
    """The plant about a place, and its matrices as symbols where they are short."""
    found = pipeline.plant(prepared, inputs, outputs, at=at)
    return found, plant_symbols(prepared, found)


def control_motion(
    report: Report, prepared: Prepared, design: Design, until: float
) -> ClosedMotion:
    """The motion of the start values under a controller."""
    return pipeline.closed_motion(prepared, design, until=until)


def control_direction(report: Report, prepared: Prepared, plant: Plant, way: Array) -> Motion:
    """A direction (n,) of states as a motion to and fro about the place; rates where none moves."""
    linear = plant.linear
    count = len(linear.independent)
    moved = way[:count]
    if not np.any(moved):
        rates = dict(zip(linear.quick, way[count:], strict=False))
        moved = np.array([rates.get(name, 0.0) for name in linear.independent])
    swing = linear.basis @ moved
    swing = swing * (SWING / (float(np.max(np.abs(swing), initial=0.0)) or 1.0))
    phases = np.linspace(0, 2 * np.pi * PERIODS, STEPS * PERIODS + 1)
    q = linear.q + np.outer(np.sin(phases), swing)
    return pipeline.poses(prepared, phases / (2 * np.pi) * SECONDS, q, np.zeros_like(q))
