"""What is asked of the worker process about the control of a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.expression.arguments import named_values
from lagr_gui.gui.bridge.jobs import Arguments
from lagr_gui.gui.bridge.questions import WorkerQuestion
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.state import State

if TYPE_CHECKING:
    from lagr_gui.extensions.control.design import Design
    from lagr_gui.extensions.control.plant import Plant
    from lagr_gui.foundation.arrays import Array


@dataclass(frozen=True)
class PlantQuestion(WorkerQuestion):
    """The plant about a place: a word, a state, or a position as it is typed, ``theta = pi``."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    at: str | State
    typed: str = ""

    @property
    def arguments(self) -> Arguments:
        """The arguments of the job. Raises LagrError for a position that does not read."""
        own = dict(vars(self))
        if typed := own.pop("typed"):
            own["at"] = {"q": named_values(typed, tr("Place"))}
        return own


@dataclass(frozen=True)
class ClosedQuestion(WorkerQuestion):
    """The motion of the start values with a controller, for some seconds."""

    design: Design
    until: float

    def is_like(self, other: ClosedQuestion) -> bool:
        """Whether the answer is the same."""
        return self.model == other.model and alike(self.design, other.design)


@dataclass(frozen=True, eq=False)
class DirectionQuestion(WorkerQuestion):
    """A direction of states (n,) as a motion that can be played."""

    plant: Plant
    way: Array


def alike(first: Design, second: Design) -> bool:
    """Whether two designs give the same closed loop."""
    if first is second:
        return True
    pairs = [(first.closed.A, second.closed.A), (first.closed.C, second.closed.C)]
    pairs += [(first.plant.place, second.plant.place)]
    return first.plant.states == second.plant.states and all(
        a.shape == b.shape and bool(np.array_equal(a, b)) for a, b in pairs
    )
