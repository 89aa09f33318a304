"""The signals of a motion: a field to search in or to type an expression, and their tree."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.bridge.sensors import Sensors
from lagr_gui.gui.panes.curves.branches import Leaf, SignalBranch, branches
from lagr_gui.gui.panes.curves.choice import CurveChoice
from lagr_gui.gui.panes.curves.menu import AXES
from lagr_gui.gui.panes.curves.signals import SENSOR
from lagr_gui.gui.panes.curves.tree import CurveTree
from lagr_gui.gui.panes.simulation.tables import COLUMN, Tables
from lagr_gui.gui.widgets.laying import below
from lagr_gui.gui.widgets.line import TextLine
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.widgets.slim import SlimComboBox, SlimLabel
from lagr_gui.gui.words import in_words, tr

if TYPE_CHECKING:
    from lagr_gui.pipeline import Measurable

_BEGUN = re.compile(r"[^\W\d][\w.]*'*$")
"""The name or sensor that is being typed at the end of a text."""


class SignalsPanel(QWidget):
    """What is checked is drawn.  What is typed is looked for; Enter makes a curve of it.

    While a longer expression is typed, what is checked in the tree goes into it.
    """

    chosen = Signal(str, bool)
    """A curve was chosen, or no longer: its key."""
    axes_chosen = Signal(str)
    left = Signal()
    """Escape in an empty field."""

    def __init__(
        self,
        sensors: Sensors,
        tables: Tables,
        choice: CurveChoice,
        offered: Callable[[], CurveChoice],
    ) -> None:
        """`offered` is the same `choice`, after what there is to be chosen is named anew."""
        super().__init__()
        self._sensors, self._tables, self._choice = sensors, tables, choice
        self._offered = offered
        self._measured: tuple[str, Measurable] = "", {}
        self.line = _SearchLine()
        self.line.setObjectName("sensor")
        self.line.setPlaceholderText(tr("Search or type an expression…"))
        set_note(self.line, tr("A curve of its own, as abs(force(B)) or tip = position(Bob).x"))
        self.line.returnPressed.connect(self._enter)
        self.line.textEdited.connect(self._look)
        self.line.given_up.connect(self._give_up)
        self.fault = PlainLabel(wordWrap=True, role="error")
        self.fault.hide()
        self.tree = CurveTree()
        self.tree.setObjectName("signals_tree")
        self.tree.toggled.connect(self.toggle)
        self.tree.removed.connect(self._remove)
        self.tree.left.connect(self.line.setFocus)
        self.line.down.connect(self.tree.begin)
        self.axes = SlimComboBox(
            ((name, tr(words)) for name, words in AXES.items()), self.axes_chosen.emit, "axes"
        )
        set_note(self.axes, tr("Axes of reactions"))
        title = SlimLabel(tr("Signals"), shy=True, role="group")
        parts = title, self.line, self.fault, (self.tree, 1), self.axes
        below(*parts, within=self, margins=(0, 0, 6, 0), spacing=4)
        sensors.session.opened.connect(self._clear)
        sensors.session.model_changed.connect(self.refresh)
        sensors.changed.connect(self.refresh)
        tables.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Offer what there is now, where it is seen."""
        if self.isVisible():
            self.tree.show_branches(self.branches(), self.shows)
            choice = self._offered()
            self.axes.setVisible(any(s.group in ("force", "moment") for s in choice.chosen))
            self.axes.choose(choice.axes)

    def branches(self) -> list[SignalBranch]:
        """All that can be drawn now."""
        choice, report = self._offered(), self._sensors.session.report
        coordinates = report.coordinates if report else ()
        moving = all(s.index < len(coordinates) for s in choice.coordinates)
        groups = choice.groups if moving else {}
        of_model = branches(groups, self._measurable(), self._sensors.listed, coordinates)
        return [*of_model, *self._tables.branches()]

    def shows(self, leaf: Leaf) -> bool:
        """Whether a curve is drawn."""
        if leaf.key.startswith(f"{COLUMN}:"):
            return leaf.known and self._tables.shows(leaf)
        there = self._sensors.of(leaf.text) if leaf.key.startswith(f"{SENSOR}:") else leaf
        return there is not None and self._choice.shows_key(leaf.key)

    def begin(self) -> None:
        """Let the user type."""
        self.line.setFocus()
        self.line.selectAll()

    def showEvent(self, event: QShowEvent) -> None:
        """Be up to date when it is seen."""
        super().showEvent(event)
        self.refresh()

    def _measurable(self) -> Measurable:
        """What sensors can measure, found anew only where the drawing is another one."""
        model = self._sensors.session.flat
        try:
            content = pipeline.physics(model)
            if content != self._measured[0]:
                self._measured = content, pipeline.measurable(model)
        except LagrError:  # an unsound model; why stands under Problems
            self._measured = "", {}
        return self._measured[1]

    # --- what a user does ------------------------------------------------------------------

    def toggle(self, leaf: Leaf, on: bool) -> None:
        """Draw a curve, or do not; or put it where an expression is being typed."""
        typed = self.line.text().strip()
        if on and typed and not _BEGUN.fullmatch(typed) and _BEGUN.search(typed) is not None:
            self._complete(leaf.text)
        elif leaf.key.startswith(f"{COLUMN}:"):
            self._tables.show(leaf, on)
        elif not leaf.key.startswith(f"{SENSOR}:"):
            self.chosen.emit(leaf.key, on)
        elif on and self._sensors.of(leaf.text) is None:
            self._add(leaf.text)
        elif on or leaf.words == self._sensors_typed(leaf):
            self.chosen.emit(leaf.key, on)
        else:  # that of an item is a curve only because it was checked
            self._sensors.remove(leaf.text)
        self.refresh()

    def _sensors_typed(self, leaf: Leaf) -> str:
        """How the expression of a leaf was typed."""
        sensor = self._sensors.of(leaf.text)
        return sensor.typed if sensor is not None else ""

    def _remove(self, leaf: Leaf) -> None:
        if leaf.key.startswith(f"{SENSOR}:"):
            self._sensors.remove(leaf.text)

    def _enter(self) -> None:
        text = self.line.text().strip()
        same = next((leaf for leaf in self.tree.found if text in (leaf.text, leaf.words)), None)
        if same is not None and same.known:
            self._clear()
            self.toggle(same, True)
        elif text and self._add(text):
            self._clear()
        elif _BEGUN.fullmatch(text) and self.tree.found:
            self._tell("")
            self.tree.begin()

    def _add(self, text: str) -> bool:
        try:
            sensor = self._sensors.add(text)
        except LagrError as error:
            self._tell("\n".join(str(in_words(problem)) for problem in error.problems))
            return False
        self.chosen.emit(f"{SENSOR}:{sensor.title}", True)
        return True

    def _complete(self, text: str) -> None:
        """Put a name or sensor where one is being typed."""
        typed = self.line.text()
        match = _BEGUN.search(typed)
        self.line.setText(typed[: match.start() if match else len(typed)] + text)
        self.line.setFocus()
        self._look(self.line.text())

    def _look(self, text: str) -> None:
        """Show in the tree what fits the last name that is typed."""
        self._tell("")
        match = _BEGUN.search(text.rstrip())
        whole = not any(sign in text for sign in "+-*/^=")
        self.tree.find(text if whole else match[0] if match else "")
        self.refresh()

    def _give_up(self) -> None:
        if self.line.text():
            self._clear()
        else:
            self.left.emit()

    def _clear(self) -> None:
        self.line.settle("")
        self._look("")

    def _tell(self, fault: str) -> None:
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))
        mark(self.line, "fault", bool(fault))


class _SearchLine(TextLine):
    """A line from which the arrow down leads into what was found."""

    down = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go down into the tree."""
        if event.key() == Qt.Key.Key_Down:
            self.down.emit()
        else:
            super().keyPressEvent(event)
