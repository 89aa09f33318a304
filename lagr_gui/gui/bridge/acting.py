"""All forces on the bodies along the motion that is shown, while somebody wants to see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.bridge.questions import GridQuestion
from lagr_gui.gui.bridge.running import Running
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.pipeline import ActingForces


class AskedActing(QObject):
    """Asks the worker for each simulation that is shown; motions that are none have no forces."""

    changed = Signal()

    def __init__(self, jobs: Jobs, running: Running, parent: QObject) -> None:
        super().__init__(parent)
        self._running = running
        self._wanting: set[object] = set()
        self.inquiry: Inquiry[ActingForces] = Inquiry(jobs, "forces", self)
        self.inquiry.changed.connect(self.changed)
        running.changed.connect(self._ask)
        running.begun.connect(self._ask)

    def want(self, who: object, wanted: bool) -> None:
        """Have forces computed for somebody, or no longer."""
        (self._wanting.add if wanted else self._wanting.discard)(who)
        self._ask()

    @property
    def possible(self) -> bool:
        """Whether what is shown is a simulation."""
        return self._running.trajectory is not None and self._running.shown is not None

    @property
    def found(self) -> ActingForces | None:
        """The forces along the simulation that is shown, once they are there."""
        asked, now = self.inquiry.answered, self._running.trajectory
        mine = isinstance(asked, GridQuestion) and now is not None and asked.trajectory is now
        return self.inquiry.found if mine else None

    @property
    def model(self) -> Model | None:
        """The model whose motion is shown."""
        return self._running.shown.origin.model if self._running.shown else None

    def _ask(self) -> None:
        trajectory, origin = self._running.trajectory, self._running.origin
        if not self._wanting or trajectory is None or origin is None:
            self.inquiry.want(None)
        elif self.found is None:
            self.inquiry.want(GridQuestion(origin.model, origin.special, trajectory))
        self.changed.emit()
