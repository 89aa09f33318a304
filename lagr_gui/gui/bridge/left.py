"""A model that is not shown at present, with everything that comes back with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lagr_gui.editing import Document
from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.jobs import Jobs, LeftJob
from lagr_gui.gui.bridge.memory import Remembered, drop
from lagr_gui.gui.bridge.running import LeftMotion
from lagr_gui.gui.bridge.within import Way
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.pipeline import Certificate


@dataclass(frozen=True, eq=False)
class LeftEquations:
    """What was chosen of the equations, and what was known of them.

    That is: sheet, problems, certificate, what was asked for and what the sheet is of.
    """

    chosen: Mapping[str, Any]
    known: tuple[
        Sheet | None,
        tuple[Problem, ...],
        Certificate | None,
        tuple[str, ...] | None,
        str,
    ]


@dataclass(frozen=True, eq=False)
class LeftModel:
    """A document, what was open and selected in it, its results, and how it was looked at.

    `jobs` are those that go on by themselves meanwhile, `answers` what was asked.
    """

    document: Document
    way: Way
    selection: frozenset[str]
    compared: tuple[Model | None, str]
    equations: LeftEquations
    motion: LeftMotion
    answers: Mapping[Jobs, Remembered]
    jobs: Mapping[Jobs, LeftJob | None]
    views: Remembered

    def close(self) -> None:
        """It does not come back: end its jobs."""
        for job in self.jobs.values():
            if job is not None:
                job.close()
        drop(self.views)

    def resume(self) -> None:
        """Hear of its jobs again, and know what was answered."""
        for jobs, answers in self.answers.items():
            jobs.answers.give(answers)
            if (job := self.jobs[jobs]) is not None:
                jobs.come_back(job)
