"""Slots in which pins are led: their curves as far as a motion reaches, and the pins in them.

Of a pin that stands they reach through the hollow in which it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from math import cos, isfinite, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.contacts import Track
from lagr_gui.catalogue.geometry import Slot
from lagr_gui.drawing.lengths import number, vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.measures import SLOT_X
from lagr_gui.mechanics.touching.contacts import TRACK_THETA
from lagr_gui.model import Element, Model
from lagr_gui.scenery.planes import SPARE, seen_from

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

ALONG = 121
"""Points of a curve."""
PIN = 0.012
"""The radius of a pin, as a part of the span."""
AROUND = 25
"""Points of its circle."""


@dataclass(frozen=True, eq=False)
class SlotCurve:
    """A line of `points` (n, 3) in the axes of a body."""

    body: int
    points: Array


def slot_curves(
    model: Model, motion: Motion, values: Mapping[str, float], span: float
) -> tuple[tuple[str, SlotCurve], ...]:
    """Curves and pins, with the item keys of their elements."""
    curves_of_items: list[tuple[str, SlotCurve]] = []
    for element in model.elements:
        geometry = ELEMENTS[element.kind].geometry if element.kind in ELEMENTS else None
        if isinstance(geometry, Slot) and element.enabled:
            curves = _curves(geometry, element, motion, values, span)
            curves_of_items += [(f"element:{element.name}", curve) for curve in curves]
    return tuple(curves_of_items)


def _curves(
    slot: Slot, element: Element, motion: Motion, values: Mapping[str, float], span: float
) -> Iterator[SlotCurve]:
    body, ground = getattr(element, slot.body), getattr(element, slot.ground)
    fields = (slot.point, slot.origin, slot.normal, slot.along)
    pin, origin, normal, along = (vector(getattr(element, name), values) for name in fields)
    if pin is None or origin is None or normal is None or along is None:
        return
    if not (np.any(normal) and np.any(along)) or not {body, ground} <= set(motion.x):
        return
    e, n = along / np.linalg.norm(along), normal / np.linalg.norm(normal)
    across = np.cross(n, e)
    way = (seen_from(motion, body, ground, pin) - origin) @ e
    spare = 3 * SPARE * span
    height = partial(_height, element, slot, values)
    size = number(getattr(element, slot.radius), values) if isinstance(slot, Track) else None
    if isinstance(slot, Track) and slot.polar:
        turns = np.linspace(-pi, pi, 2 * ALONG)
        drawn = [(r * cos(a), r * sin(a)) for a in turns if (r := height(a)) is not None]
    else:
        reach = float(np.nanmin(way) - spare), float(np.nanmax(way) + spare)
        xs = np.linspace(*(_hollow(height, *reach) if len(motion.t) == 1 else reach), ALONG)
        drawn = [(x, y) for x in xs if (y := height(x)) is not None]
    if len(drawn) > 1:
        side = -1.0 if isinstance(slot, Track) and slot.polar else 1.0
        places = _beside(np.array(drawn), side * (size or 0.0))
        yield SlotCurve(ground, origin + places @ np.stack([e, across]))
    axes = motion.R[body][0].T @ motion.R[ground][0] @ np.stack([e, across], axis=1)
    angles = np.linspace(0, 2 * pi, AROUND)
    circle = (size or PIN * span) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    yield SlotCurve(body, pin + circle @ axes.T)


def _beside(places: Array, away: float) -> Array:
    """What a roller touches whose centre goes through places (n, 2): to the right, `away`."""
    if not away:
        return places
    ways = np.gradient(places, axis=0)
    right = np.stack([ways[:, 1], -ways[:, 0]], axis=1)
    return places + away * right / np.linalg.norm(right, axis=1, keepdims=True)


def _hollow(
    height: Callable[[float], float | None], low: float, high: float
) -> tuple[float, float]:
    """From where to where a curve is drawn about a pin that stands between two x.

    From the lower one it goes on to the mirror image of the other about the origin, as long as it
    is no higher than there.
    """
    y_low, y_high = height(low), height(high)
    if y_low is None or y_high is None:
        return low, high
    lower, higher = (low, high) if y_low <= y_high else (high, low)
    top = max(y_low, y_high)
    way = np.linspace(lower, -higher, ALONG).tolist()
    *_, last = takewhile(lambda x: (y := height(x)) is not None and y <= top, way)
    return min(low, last), max(high, last)


def _height(element: Element, slot: Slot, values: Mapping[str, float], x: float) -> float | None:
    """y of the curve at an x; None where it has none."""
    name = TRACK_THETA if isinstance(slot, Track) and slot.polar else SLOT_X
    y = number(getattr(element, slot.curve), {**values, name: float(x)})
    return y if y is not None and isfinite(y) else None
