"""What is wrong with the texts of fields, and with files that are opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Path as ModelPath
from lagr_gui.foundation.problem import Problem


class FieldProblems(QObject):
    """Texts in fields that the model could not take: one problem for each place, until it goes."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._problems: dict[ModelPath, Problem] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong, in the order in which it was typed."""
        return tuple(self._problems.values())

    def set(self, path: ModelPath, problem: Problem | None) -> None:
        """What is wrong with the text for a place; None when the field shows another one."""
        if self._problems.get(path) == problem:
            return
        self._problems.pop(path, None)
        if problem is not None:
            self._problems[path] = problem
        self.changed.emit()


def problems_of_file(path: str | Path, problems: Iterable[Problem]) -> list[Problem]:
    """Why a file cannot be opened; the place of each problem names the file too."""
    name = Path(path).name
    file = say("File “{name}”", name=name)

    def named(place: str) -> str:
        if name in place:
            return place
        return file if place == "File" else say("{file}, {place}", file=file, place=place)

    return [replace(problem, place=named(problem.place)) for problem in problems]
