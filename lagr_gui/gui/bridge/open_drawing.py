"""The drawing that is open, and what of it is selected and lit up."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from lagr_gui import pipeline
from lagr_gui.editing import Document
from lagr_gui.gui.bridge.keys import drawn_key
from lagr_gui.gui.bridge.within import Way, inside
from lagr_gui.model import Model


class OpenDrawing(QObject):
    """The model that is shown, of the document or of a subsystem in it, with its selection."""

    selection_changed = Signal()
    highlight_changed = Signal()
    reveal_requested = Signal(str, tuple)
    """Show an item (key) and, in the inspector, the field at a path."""

    library_changed = Signal()
    """There are other subsystems that the user keeps."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = Document()
        self.way: Way = ()
        """The names of the subsystems that lead from the document to the model."""
        self.selection = self.highlighted = frozenset[str]()

    @property
    def model(self) -> Model:
        """The model as it is now."""
        return inside(self.document.model, self.way)

    @property
    def flat(self) -> Model:
        """The model without instances of subsystems: motions and equations are of this one."""
        return pipeline.prepare(self.model).expansion.model

    def select(self, keys: Iterable[str], add: bool = False) -> None:
        """Select items by key; with `add` besides those that are selected."""
        chosen = self.drawn(keys) | (self.selection if add else frozenset())
        if chosen != self.selection:
            self.selection = chosen
            self.selection_changed.emit()

    def highlight(self, keys: Iterable[str]) -> None:
        """Light up items that belong together."""
        if (chosen := self.drawn(keys)) != self.highlighted:
            self.highlighted = chosen
            self.highlight_changed.emit()

    def drawn(self, keys: Iterable[str]) -> frozenset[str]:
        """The items of the drawing that keys mean: for what is in an instance, the instance."""
        if not self.model.instances:
            return frozenset(keys)
        return frozenset(drawn_key(self.model, self.flat, key) for key in keys)

    def reveal(self, key: str, path: tuple[str | int, ...] = ()) -> None:
        """Select an item and bring it, and one of its fields, into view."""
        self.select({key} if key else ())
        self.reveal_requested.emit(key, path)
