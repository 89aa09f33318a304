"""Diagram and sketch in the middle of the window, one of them or both, or another view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from lagr_gui.gui import settings
from lagr_gui.gui.bridge.keys import keys_of
from lagr_gui.gui.canvas import Canvas
from lagr_gui.gui.canvas.looking import CanvasLook, look_again, look_at
from lagr_gui.gui.panes import CENTRAL
from lagr_gui.gui.sketch.pointer.tools import tool_for
from lagr_gui.gui.sketch.view import Sketch
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.tabs import FittingTabs
from lagr_gui.gui.words import tr
from lagr_gui.scenery.camera import Camera

DRAWN = {"diagram": "Diagram", "sketch": "Sketch", "both": "Side by side"}
VIEWS = DRAWN | {pane.name: pane.title for pane in CENTRAL}
"""What can be seen of the model, by name."""


class Workplace(QWidget):
    """The views of the model, with the tabs by which one chooses between them.

    `others` are the places of further views, whose panes are made when they are first looked at.
    """

    armed_changed = Signal(str)
    """The row of the palette that is held in a view that is seen; empty for none."""

    def __init__(
        self,
        canvas: Canvas,
        sketch: Sketch,
        others: Mapping[str, Any],
        bars: Sequence[QWidget],
        status: QWidget,
    ) -> None:
        super().__init__()
        self.canvas, self.sketch, self.others = canvas, sketch, others
        for name, place in others.items():
            place.setObjectName(name)
        self.tabs = FittingTabs()
        self.tabs.setObjectName("views")
        for name, title in VIEWS.items():
            self.tabs.add(name, tr(title))
        self.parts = QSplitter(Qt.Orientation.Horizontal)
        self.parts.setChildrenCollapsible(False)
        self.parts.setHandleWidth(1)
        for part in (canvas, sketch):
            self.parts.addWidget(part)
        row = beside((self.tabs, 1), margins=(8, 0, 8, 0))
        views = ((view, 1) for view in (self.parts, *others.values()))
        below(row, *bars, *views, status, within=self, margins=NONE, spacing=0)
        self.setFocusProxy(canvas)
        self._left = self._drawn()
        for part in (canvas, sketch):
            part.armed_changed.connect(self._let_go)
        self.tabs.currentChanged.connect(self._show)
        self.show_view(settings.text("view", "diagram"))
        self._show()
        canvas.session.opened.connect(self._begin)
        canvas.session.views.add(self._looks, self._look_again)

    @property
    def view(self) -> str:
        """The name of what is seen."""
        return self.tabs.tabData(self.tabs.currentIndex())

    def show_view(self, name: str) -> None:
        """Show a view by its name; an unknown one is the diagram."""
        names = list(VIEWS)
        self.tabs.setCurrentIndex(names.index(name) if name in names else 0)

    @property
    def drawing(self) -> Any:
        """The view that zooming and selecting everything are for."""
        if self.view in self.others:
            return self.others[self.view].pane().view
        if self.view == "both":
            return self.sketch if self.sketch.hasFocus() else self.canvas
        return self.sketch if self.view == "sketch" else self.canvas

    def arm(self, row: str) -> None:
        """Hold a row of the palette where it is seen; other views hold none.

        Beside the diagram the sketch says nothing of what has no place in it.
        """
        alone = self.view == "sketch"
        self.sketch.arm(row if alone or (self.view == "both" and tool_for(row)) else "")
        self.canvas.arm(row if self.view in ("diagram", "both") else "")
        if alone:
            self.sketch.setFocus()
        elif self.view in self.others and row:
            self.canvas.session.message.emit(tr("Choose the diagram or the sketch to draw."))
        self._show_armed()

    def _let_go(self, row: str) -> None:
        """What is let go in one view is so in the other one too."""
        for part in (self.canvas, self.sketch):
            if not row and part.armed:
                part.arm("")
        self._show_armed()

    def _show_armed(self) -> None:
        """Tell which row of the palette is held in a view that is seen."""
        seen = (part.armed for part in (self.canvas, self.sketch) if not part.isHidden())
        self.armed_changed.emit(next(filter(None, seen), ""))

    def fit(self) -> None:
        """Show the whole of the model in both views."""
        self.canvas.fit()
        self.sketch.fit()

    def _drawn(self) -> tuple[Any, frozenset[str]]:
        """Which document is drawn, and what can lie out of sight of it."""
        session = self.canvas.session
        return session.document, frozenset(keys_of(session.model))

    def _show_drawn(self) -> None:
        """Show the whole diagram where something came meanwhile that would not be seen."""
        (before, keys_before), (document, keys) = self._left, self._drawn()
        new = before is document and keys - keys_before
        if new and not self.canvas.seen().contains(self.canvas.contents()):
            self.canvas.fit()

    def _begin(self) -> None:
        """What another document has when it is opened was not drawn while the diagram was away."""
        self._left = self._drawn()

    def _looks(self) -> tuple[str, CanvasLook, SketchLook]:
        """What is seen of the model, and how."""
        return self.view, look_at(self.canvas), sketch_look(self.sketch)

    def _look_again(self, looks: tuple[str, CanvasLook, SketchLook]) -> None:
        self.show_view(looks[0])
        look_again(self.canvas, looks[1])
        look_at_sketch(self.sketch, looks[2])

    def _show(self) -> None:
        name = self.view
        hidden = self.canvas.isHidden()
        both_new = name == "both" and not (self.canvas.isVisible() and self.sketch.isVisible())
        self.canvas.clearFocus()  # hidden with it, it would pass it on as Tab does: to an item
        for other, place in self.others.items():
            place.setVisible(name == other)
        self.parts.setVisible(name in DRAWN)
        self.canvas.setVisible(name in ("diagram", "both"))
        self.sketch.setVisible(name in ("sketch", "both"))
        self.parts.refresh()  # what is seen has its room at once
        if both_new:
            half = max(self.parts.width() // 2, 1)
            self.parts.setSizes([half, half])
            self.fit()
        elif hidden and not self.canvas.isHidden():
            QTimer.singleShot(0, self, self._show_drawn)
        if self.canvas.isHidden() and not hidden:
            self._left = self._drawn()
        if self.canvas.isHidden():
            self.canvas.arm("")  # nothing is held out of sight
        if self.sketch.isHidden() and self.sketch.armed:
            self.sketch.arm("")
        settings.remember("view", name)
        self.setFocusProxy(self.drawing)
        self.drawing.setFocus()


# --- From where the sketch is seen, and how large ----------------------------------------------


@dataclass(frozen=True, eq=False)
class SketchLook:
    """A camera, or None where all is to be seen; the angles in space, the plane."""

    camera: Camera | None
    angles: tuple[float, float] | None
    plane: str


def sketch_look(sketch: Sketch) -> SketchLook:
    """How one looks at the mechanism now."""
    by_hand, lens = sketch.isVisible() and not sketch.fitted, sketch.lens
    return SketchLook(sketch.camera if by_hand else None, lens.angles, lens.box.currentData())


def look_at_sketch(sketch: Sketch, look: SketchLook) -> None:
    """Look at it like that again, as far as it is seen."""
    sketch.lens.look_at(look.plane, sketch.session.model)
    sketch.lens.angles = look.angles
    if look.camera is not None and sketch.isVisible():
        sketch.camera, sketch.fitted = look.camera, False
        sketch.update()
    else:
        sketch.fit()
