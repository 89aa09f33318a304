"""What there is to say of a model, from wherever it comes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem

if TYPE_CHECKING:
    from lagr_gui.pipeline import Report


def faults(report: Report | None) -> tuple[Problem, ...]:
    """What is said in place of equations of a model that cannot have any; nothing of others."""
    return () if report is None or report.sound else report.problems


def told_of_file(path: str | Path, problems: Iterable[Problem]) -> list[Problem]:
    """Why a file cannot be opened; the place of each problem names the file too."""
    name = Path(path).name
    file = say("File “{name}”", name=name)

    def named(place: str) -> str:
        return (
            place
            if name in place
            else file
            if place == "File"
            else say("{file}, {place}", file=file, place=place)
        )

    return [replace(problem, place=named(problem.place)) for problem in problems]
