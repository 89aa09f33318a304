"""Texts in fields that the model could not take: what is wrong with each, until it is gone."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from lagr_gui.foundation.problem import Path, Problem


class Unread(QObject):
    """One problem for each place whose field shows such a text."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: dict[Path, Problem] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong, in the order in which it was typed."""
        return tuple(self._found.values())

    def tell(self, path: Path, problem: Problem | None) -> None:
        """What is wrong with the text for a place; None when the field shows another one."""
        if self._found.get(path) == problem:
            return
        self._found.pop(path, None)
        if problem is not None:
            self._found[path] = problem
        self.changed.emit()
