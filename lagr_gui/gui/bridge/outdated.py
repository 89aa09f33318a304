"""Subsystems whose files hold something else now than the drawing: who uses them is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from lagr_gui.editing import edits
from lagr_gui.gui.bridge.library import source_folders
from lagr_gui.model import Model
from lagr_gui.problem import Problem
from lagr_gui.subsystems import changed_sources, told_of_sources

if TYPE_CHECKING:
    from lagr_gui.gui.bridge.open_drawing import OpenDrawing


class OutdatedParts(QObject):
    """Looks at the files whenever a drawing is shown or saved, or a part is kept.

    What was found holds for the subsystems as they are then: it goes when they are brought up to
    date, and comes back where that is undone.
    """

    changed = Signal()

    def __init__(self, drawing: OpenDrawing) -> None:
        super().__init__(drawing)
        self._drawing = drawing
        self._found: tuple[tuple[str, Problem], ...] = ()
        for signal in (drawing.opened, drawing.document_changed, drawing.library_changed):
            signal.connect(self.look)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What there is to say of the subsystems of the drawing."""
        if self._drawing.way:
            return ()
        marks = {entry.mark for entry in self._drawing.document.model.subsystems}
        return tuple(problem for mark, problem in self._found if mark in marks)

    def look(self) -> None:
        """Read the files again."""
        model, path = self._drawing.document.model, self._drawing.document.path
        known = [entry.mark for entry in model.subsystems]
        told = told_of_sources(model, source_folders(path)) if any(known) else ()
        found = tuple((known[int(problem.path[1])], problem) for problem in told)
        if found != self._found:
            self._found = found
            self.changed.emit()

    def up_to_date(self, model: Model) -> Model:
        """The model with its subsystems as their files hold them."""
        folders = source_folders(self._drawing.document.path)
        return edits.replace_subsystems(model, changed_sources(model, folders))
