"""What may hold in a motion with dry friction, and what moves meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lagr_gui.simulation.chosen_rows import ChosenRows
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.contacts import Indices
from lagr_gui.simulation.system import Array, KernelSystem

if TYPE_CHECKING:  # few systems have friction bounded by reactions
    from lagr_gui.simulation.friction.loads import BoundLoads

Senses = tuple[float, ...]
"""σ of each friction: 1 or −1 where it slides.

Any other where it sticks: 0 where it holds what comes, σ b where others hold beside it.
"""
Ways = dict[int, Array]
"""The directions (2,) in which rough limits slide, by their places among these.

Surfaces in joints slide in directions (d,) of as many components as their slip has.
"""


@dataclass(frozen=True, slots=True)
class SlidingSystems:
    """What moves while frictions slide in some senses: its constraints, its system by its rows.

    Its `loads` are what presses where friction is bounded by reactions; None where none is.
    """

    constraints: Callable[[Senses], BoundConstraints]
    system: Callable[[Senses, ChosenRows | None], KernelSystem]
    loads: Callable[[Senses], BoundLoads] | None = None


@dataclass(slots=True, eq=False)
class RestingItems:
    """What may hold at an instant: numbers of limits that rest, of still frictions, rough limits.

    `still` are the places of the rough ones whose slip is 0, `ways` those of the others; `stuck`
    and `slipping` are the same of surfaces in joints, by their places among what is pressed.
    """

    limits: Indices
    frictions: Indices
    still: list[int]
    ways: Ways
    stuck: list[int] = field(default_factory=list[int])
    slipping: Ways = field(default_factory=dict[int, Array])
