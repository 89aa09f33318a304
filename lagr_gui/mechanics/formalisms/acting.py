"""What forces and moments do to bodies cut free, and to coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lagr_gui.mechanics.vectors import Triple, times

Vector = Triple[Any]
Place = tuple[int, Vector]
"""A body, and a point of it in space."""


@dataclass(frozen=True)
class Acts:
    """Forces at points of bodies and moments on bodies, in space axes; forces on coordinates."""

    forces: tuple[tuple[int, Vector, Vector], ...] = ()
    moments: tuple[tuple[int, Vector], ...] = ()
    on_coordinates: Mapping[int, Any] = field(default_factory=dict[int, Any])


@dataclass(frozen=True)
class ActingMeasure:
    """A measure, and what a force along it does."""

    value: Any
    act: Callable[[Any], Acts]


def apart(a: Place, b: Place, force: Vector) -> Acts:
    """A force on one point, and its opposite on the other."""
    return Acts(forces=((*a, force), (*b, times(force, -1))))
