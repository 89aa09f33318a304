"""A model that is not shown at present, with everything that comes back with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lagr_gui.editing import Document
from lagr_gui.gui.bridge.derivation import Derived
from lagr_gui.gui.bridge.jobs import BackgroundJob, Jobs
from lagr_gui.gui.bridge.memory import Remembered, give
from lagr_gui.gui.bridge.open_subsystem import Way
from lagr_gui.gui.bridge.running import MotionState


@dataclass(frozen=True, eq=False)
class BackgroundModel:
    """A document, what was open and selected in it, its results, and how it was looked at.

    `jobs` are those that go on by themselves meanwhile, `answers` what was asked.
    """

    document: Document
    way: Way
    selection: frozenset[str]
    derived: Derived
    motion: MotionState
    answers: tuple[Remembered, ...]
    jobs: Mapping[Jobs, BackgroundJob | None]
    views: tuple[Remembered, ...]

    def close(self) -> None:
        """It does not come back: end its jobs."""
        for job in self.jobs.values():
            if job is not None:
                job.close()
        for view in self.views:
            view.drop()

    def resume(self) -> None:
        """Hear of its jobs again, and know what was answered."""
        give(self.answers)
        for jobs, job in self.jobs.items():
            if job is not None:
                jobs.come_back(job)
