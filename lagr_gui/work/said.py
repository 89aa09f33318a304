"""What is said to the worker process and by it; loads nothing that computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lagr_gui.foundation.problem import Problem

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion
    from lagr_gui.pipeline import Grip, Reached, Reactions
    from lagr_gui.simulation import Trajectory


@dataclass(frozen=True, eq=False)
class LiveRun:
    """A motion with all that is shown of it at once, and why it ends early."""

    trajectory: Trajectory
    motion: Motion
    problems: tuple[Problem, ...]
    reactions: Reactions | None = None


@dataclass(frozen=True)
class HandHold:
    """A hand at a place `to` (space axes) that holds a point of a body, or is about to.

    `grip` is how it holds it, once that is known.
    """

    body: int | str
    point: tuple[float, float, float]
    to: tuple[float, float, float]
    quickness: float
    grip: Grip | None = None


@dataclass(frozen=True, eq=False)
class PushedBit:
    """A bit of a motion under a hand: its states, where it then is, where the bodies are there.

    `problems` say why there is no grip on what the hand would hold; `seconds` are those that it
    took to compute.
    """

    trajectory: Trajectory
    at: Reached
    motion: Motion
    grip: Grip | None
    problems: tuple[Problem, ...]
    seconds: float
