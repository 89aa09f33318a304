"""A question about a family that was asked, and what is known of it while it is not shown."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lagr_gui.extensions.families.pane.kinds import Words
from lagr_gui.extensions.families.pane.readings import Found
from lagr_gui.gui.bridge.jobs import LeftJob
from lagr_gui.model import Model
from lagr_gui.problem import Problem


@dataclass(frozen=True, eq=False)
class AskedFamily:
    """What is asked, and the file into which the runs of a sweep go."""

    model: Model
    special: str
    kind: str
    door: str
    words: Words
    path: Path | None


@dataclass(frozen=True, eq=False)
class LeftSweep:
    """What is known of the questions about a model while another one is shown.

    `job` is one that goes on meanwhile, in a file of `folder`.
    """

    found: Found | None
    asked: tuple[AskedFamily | None, AskedFamily | None]
    problems: tuple[Problem, ...]
    kind: str
    units: Mapping[str, str]
    folder: Path | None
    job: LeftJob | None

    def close(self) -> None:
        """The model does not come back: end the job, drop runs that nobody saved."""
        if self.job is not None:
            self.job.close()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
