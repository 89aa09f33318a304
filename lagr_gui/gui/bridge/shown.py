"""Motions with the model that they were computed from: poses and shapes stay together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lagr_gui import pipeline
from lagr_gui.gui.allowed_units import allowed_units
from lagr_gui.gui.bridge.jobs import Arguments
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion
    from lagr_gui.pipeline import Report


@dataclass(frozen=True, eq=False)
class MotionOrigin:
    """The model and special case (empty: the general one) that a motion was computed from.

    `report` is what was found of the drawing, as long as that is known; files that it names lie
    in `folder`.
    """

    model: Model
    special: str
    report: Report | None = None
    folder: str = ""

    @property
    def units(self) -> tuple[str, ...]:
        """The units of the coordinates, as long as they are known."""
        return self.report.units if self.report else ()

    @property
    def still(self) -> bool:
        """Whether nothing in it can move."""
        return self.report is not None and not self.report.freedoms

    @property
    def controlled(self) -> bool:
        """Whether units act in the motion: programs, which run where the user lets them."""
        return any(entry.enabled for entry in self.model.simulation.controllers)

    @property
    def arguments(self) -> Arguments:
        """What a job is told that simulates it; of units those that may run now."""
        asked: Arguments = {"model": self.model, "special": self.special}
        if self.controlled:
            asked |= {"allow_fmu": frozenset(allowed_units()), "folder": self.folder}
        return asked

    def suits(self, model: Model, special: str) -> bool:
        """Whether another model moves in the same way: at most its drawing and words differ."""
        if self.model is model:
            return special == self.special
        if special != self.special or model.start != self.model.start:
            return False
        return pipeline.dynamics(self.model) == pipeline.dynamics(model)


@dataclass(frozen=True, eq=False)
class ShownMotion:
    """A motion of the bodies, and of which model it is."""

    motion: Motion
    origin: MotionOrigin
