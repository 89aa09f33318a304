"""Subsystems of the document: the one that is open, and those whose files hold something else.

A way leads inwards by the names of subsystems, from the model of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal, SignalInstance

from lagr_gui.editing import Document, edits
from lagr_gui.foundation.problem import Problem
from lagr_gui.gui.bridge.library import source_folders
from lagr_gui.model import Model, Subsystem
from lagr_gui.subsystems import changed_sources, told_of_sources

Way = tuple[str, ...]


def inside(model: Model, way: Way) -> Model:
    """The model at the end of a way."""
    for name in way:
        model = next(entry.model for entry in model.subsystems if entry.name == name)
    return model


def still_there(model: Model, way: Way) -> Way:
    """As much of a way as a model still has."""
    for length, name in enumerate(way):
        models = [entry.model for entry in model.subsystems if entry.name == name]
        if not models:
            return way[:length]
        model = models[0]
    return way


def within(way: Way, edit: Callable[[Model], Model]) -> Callable[[Model], Model]:
    """An edit of the model at the end of a way as one of the whole."""
    if not way:
        return edit
    name, inner = way[0], within(way[1:], edit)

    def changed(entry: Subsystem) -> Subsystem:
        return entry.having(model=inner(entry.model)) if entry.name == name else entry

    return lambda model: model.each("subsystems", changed)


class OutdatedParts(QObject):
    """Looks at the files at signals: a drawing is shown or saved, a part is kept.

    `shown` gives the document, and the way to the subsystem in it that is open.  What was found
    holds for the subsystems as they are then: it goes when they are brought up to date, and comes
    back where that is undone.
    """

    changed = Signal()

    def __init__(
        self,
        parent: QObject,
        shown: Callable[[], tuple[Document, Way]],
        signals: Iterable[SignalInstance],
    ) -> None:
        super().__init__(parent)
        self._shown = shown
        self._found: tuple[tuple[str, Problem], ...] = ()
        for signal in signals:
            signal.connect(self.look)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What there is to say of the subsystems of the drawing."""
        document, way = self._shown()
        if way:
            return ()
        marks = {entry.mark for entry in document.model.subsystems}
        return tuple(problem for mark, problem in self._found if mark in marks)

    def look(self) -> None:
        """Read the files again."""
        document, _ = self._shown()
        model, path = document.model, document.path
        marks = [entry.mark for entry in model.subsystems]
        problems = told_of_sources(model, source_folders(path)) if any(marks) else ()
        outdated = tuple((marks[int(problem.path[1])], problem) for problem in problems)
        if outdated != self._found:
            self._found = outdated
            self.changed.emit()

    def up_to_date(self, model: Model) -> Model:
        """The model with its subsystems as their files hold them."""
        document, _ = self._shown()
        folders = source_folders(document.path)
        return edits.replace_subsystems(model, changed_sources(model, folders))
