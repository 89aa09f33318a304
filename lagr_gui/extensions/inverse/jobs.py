"""What the window asks its worker process about given motions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from lagr_gui import pipeline
from lagr_gui.extensions.inverse.motion import DrivenMotion
from lagr_gui.pipeline import Motion, Prepared

POINTS = 1001
"""Instants of a given motion, as many as a simulation has."""


def inverse(
    report: Callable[[Any], None],
    prepared: Prepared,
    table: Mapping[str, Any] | None,
    noise: float,
    axes: str,
) -> tuple[DrivenMotion, Motion]:
    """What a motion needs, with reactions in these axes; and where the bodies are along it."""
    simulated = prepared.model.simulation.start, prepared.model.simulation.until
    span = (table["t"][0], table["t"][-1]) if table and table.get("t") else simulated
    times = np.linspace(*span, POINTS)
    driven = pipeline.inverse(prepared, table, times.tolist(), noise)
    reactions = pipeline.reactions_in(prepared, driven, axes)
    moved = pipeline.poses(prepared, driven.t, driven.q, driven.qd)
    return replace(driven, reactions=reactions), moved
