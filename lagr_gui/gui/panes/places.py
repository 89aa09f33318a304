"""The panes of a window by name, each made when it is first seen or asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDockWidget, QVBoxLayout, QWidget

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes import PANES
from lagr_gui.gui.panes.asking import AskingPane
from lagr_gui.gui.widgets.accessible import give_names


class Place(QWidget):
    """Where a pane stands; it is made when it is first seen or asked for."""

    made = Signal(object)
    seen = Signal(bool)
    """Whether it can be seen from now on."""

    def __init__(self, make: Callable[[], QWidget]) -> None:
        super().__init__()
        self._make = make
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.filled: QWidget | None = None

    def pane(self) -> Any:
        """The pane, made if it is not there yet."""
        if self.filled is None:
            self.filled = self._make()
            self._layout.addWidget(self.filled)
            give_names(self.filled)
            self.filled.show()  # at once: a layout does so later, and the keyboard would follow
            self.made.emit(self.filled)
        return self.filled

    def showEvent(self, event: QShowEvent) -> None:
        """Somebody looks at it."""
        self.pane()
        super().showEvent(event)
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody does any more."""
        super().hideEvent(event)
        self.seen.emit(False)


class Panes(Mapping[str, QWidget]):
    """All `PANES` of a window: the pane of a name is there when it is taken."""

    def __init__(self, session: Session) -> None:
        self.places = {pane.name: Place(partial(pane.make, session)) for pane in PANES}

    def __getitem__(self, name: str) -> QWidget:
        return self.places[name].pane()

    def __contains__(self, name: object) -> bool:
        return name in self.places  # the one of `Mapping` would make the pane

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def when_made(self, name: str, do: Callable[[Any], object]) -> None:
        """Do something with a pane as soon as it is there."""
        place = self.places[name]
        if place.filled is None:
            place.made.connect(do)
        else:
            do(place.filled)

    def follow(self, docks: Mapping[str, QDockWidget]) -> None:
        """Panes that ask a worker process do so while they, or their docks, are seen."""
        for name in set(self) - set(docks):
            self.places[name].seen.connect(partial(self._seen, name))
        for name, dock in docks.items():
            dock.visibilityChanged.connect(partial(self._seen, name))

    def asking(self) -> list[AskingPane]:
        """The panes that ask a worker process and are there."""
        filled = (place.filled for place in self.places.values())
        return [pane for pane in filled if isinstance(pane, AskingPane)]

    def make_meanwhile(self, then: Callable[[], None]) -> None:
        """Make those that are seen with a drawing one by one, each after all that waits by then."""
        wanted = (self.places[pane.name] for pane in PANES if not pane.called)
        place = next((place for place in wanted if place.filled is None), None)
        if place is None:
            then()
        else:
            QTimer.singleShot(0, place, partial(self._make, place, then))

    def _make(self, place: Place, then: Callable[[], None]) -> None:
        place.pane()
        self.make_meanwhile(then)

    def _seen(self, name: str, seen: bool) -> None:
        pane = self[name] if seen else self.places[name].filled
        if isinstance(pane, AskingPane):
            pane.show_to(seen)
