"""A name of the equations at an instant: which strokes show it, in space."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import fmod, log10, tau
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.scenery.scene import Scene

if TYPE_CHECKING:
    from lagr_gui.gui.typesetting import Picture
    from lagr_gui.pipeline import Drawn

LONGEST = 0.25
"""The longest velocity, force … along a motion, as a part of the span of the motion."""
UNITS: Mapping[str, str] = {
    "velocity": "m/s",
    "acceleration": "m/s²",
    "force": "N",
    "turn": "rad/s",
    "swing": "rad/s²",
    "torque": "N m",
}
"""Of what is drawn to a scale of its own."""
STEPS = 40
"""Corners of an arc of a full turn."""


@dataclass(frozen=True, eq=False)
class Named:
    """What is pointed at: `label` as it is set, and `drawn` along the motion (None: nothing)."""

    label: Picture | None
    drawn: Drawn | None

    @cached_property
    def top(self) -> float:
        """The greatest length of its vectors along the motion."""
        if self.drawn is None or self.drawn.values.shape[1] != 3:
            return 0.0
        lengths = np.linalg.norm(self.drawn.values, axis=1)
        return float(np.max(lengths[np.isfinite(lengths)], initial=0.0))

    def scale(self, scene: Scene) -> float:
        """Metres in the picture for one unit of what has a scale of its own."""
        return LONGEST * scene.span / self.top if self.top > 0 else 0.0


@dataclass(frozen=True, eq=False)
class Instance:
    """Numbers of a name at an instant, and the vectors (3,) of one of its places."""

    values: Array
    place: tuple[Array, ...]


def instances(drawn: Drawn, mixed: Callable[[Array], Array]) -> list[Instance]:
    """One for each place that differs; `mixed` takes a table (n, …) to an instant."""
    values = mixed(drawn.values)
    by_values: dict[tuple[float, ...], Instance] = {}
    for place in drawn.places:
        vectors = tuple(mixed(table) for table in place)
        key = tuple(np.round(np.concatenate([np.zeros(1), *vectors]), 9).tolist())
        if np.isfinite(key).all() and np.isfinite(values).all():
            by_values.setdefault(key, Instance(values, vectors))
    return list(by_values.values())


def arc(point: Array, axis: Array, arm: Array, angle: float, radius: float) -> Array:
    """Points (n, 3) of the arc by an angle (rad) about an axis that ends at an arm."""
    across = arm - (arm @ axis) * axis
    across = across / max(float(np.linalg.norm(across)), 1e-300)
    further = np.cross(axis, across)
    turned = fmod(angle, tau)
    phi = np.linspace(-turned, 0.0, max(3, round(STEPS * abs(turned) / tau) + 1))[:, None]
    return point + radius * (np.cos(phi) * across + np.sin(phi) * further)


def round_number(top: float) -> float:
    """The greatest of 1, 2, 5 times a power of ten that is not above a number."""
    power = 10.0 ** np.floor(log10(top))
    return float(max(step * power for step in (1, 2, 5) if step * power <= top * (1 + 1e-12)))
