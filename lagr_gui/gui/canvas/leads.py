"""Drawing branches of circuits: from terminal to terminal, or over empty paper."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.drawing.geometry import Point, snapped
from lagr_gui.editing import edits
from lagr_gui.gui.canvas.connecting import Pulled, add_edge, kinds_menu, pulled_line
from lagr_gui.gui.canvas.items import Item
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.canvas.terminals import TerminalItem
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

End = str | Point
"""The name of a terminal, or a place where a new one will be."""


class Lead(Pulled[End]):
    """A branch that is being pulled; its ends on empty paper become new terminals."""

    @property
    def kind(self) -> str:
        """The kind of branch that the canvas holds; empty for none."""
        sort, _, kind = self.canvas.armed.partition(":")
        is_branch = sort == "element" and ELEMENTS[kind].role is not None
        return kind if is_branch else ""

    def reaches(self, item: Item | None, at: QPoint) -> bool:
        """Whether another terminal is at a point of the viewport."""
        end = self._end(item, at)
        return isinstance(end, str) and end != self._from

    def begin(self, item: Item | None, at: QPoint) -> None:
        """Pull from a terminal, or from a place on the paper."""
        self._from = self._end(item, at)
        self._line = pulled_line()

    def stretch(self, at: QPoint) -> None:
        """Follow the pointer."""
        assert self._from is not None
        if self._draw(self._place(self._from), at):
            target = self._terminal_at(at)
            self.session.highlight({target.key} if target else ())

    def connect_to(self, item: Item | None, at: QPoint) -> None:
        """Arrive at a terminal, or on empty paper."""
        start, kind = self._from, self.kind
        end = self._end(item, at)
        self.end()
        if start is None or start == end:
            return
        if kind:
            self._join(kind, start, end)
        else:
            where = self.canvas.viewport().mapToGlobal(at)
            choose_branch(self.canvas, where, lambda kind: self._join(kind, start, end))

    def _join(self, kind: str, start: End, end: End) -> None:
        def change(model: Model) -> Model:
            ends: list[str] = []
            for place in (start, end):
                if not isinstance(place, str):
                    model = edits.add_terminal(model, place)
                    place = model.terminals[-1].name
                ends.append(place)
            return edits.join(model, kind, *ends)

        add_edge(self.session, "Add branch", change)

    def _end(self, item: Item | None, at: QPoint) -> End:
        target = item if isinstance(item, TerminalItem) else self._terminal_at(at)
        if target is not None:
            return target.name
        place = self.canvas.mapToScene(at)
        return snapped((place.x(), place.y()))

    def _place(self, end: End) -> Point | None:
        return self.canvas.content.place(f"terminal:{end}") if isinstance(end, str) else end

    def _terminal_at(self, at: QPoint) -> TerminalItem | None:
        items = self.canvas.items(at)
        return next((item for item in items if isinstance(item, TerminalItem)), None)


def choose_branch(canvas: Paper, at: QPoint, chosen: Callable[[str], None]) -> QMenu:
    """Show the branches of circuits, and say which one was chosen."""
    branches = {name: kind for name, kind in ELEMENTS.items() if kind.role is not None}
    return kinds_menu(canvas, at, {tr("Circuits"): branches}, chosen)
