"""The parameters pane: name, value and a slider for each; more in the inspector."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QSlider, QWidget

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.expression.units import in_si, raised
from lagr_gui.foundation.message import say
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.inspector.texts import CountedText, counted, scalar_text, scalar_value
from lagr_gui.gui.panes.inspector.verdict import number_of, short
from lagr_gui.gui.widgets.accessible import give_names
from lagr_gui.gui.widgets.buttons import tool_button
from lagr_gui.gui.widgets.latest import Latest
from lagr_gui.gui.widgets.laying import below, beside
from lagr_gui.gui.widgets.line import TextLine
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.words import tr
from lagr_gui.model import Model, Parameter

STEPS = 1000
UNIT = 34, 64
"""Pixels that a unit has at least, and those that are its own however narrow the pane is."""


class ParametersPane(QWidget):
    """Rows that are kept while the list of names stays the same."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        title = PlainLabel(tr("Parameters"), role="title")
        add = tool_button("+", tip=tr("Add parameter"), run=self._add)
        head = beside((title, 1), add)
        self._area = QScrollArea(widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows: dict[str, ParameterRow] = {}
        self._drawing = ""
        below(head, (self._area, 1), within=self, margins=(12, 10, 6, 4), spacing=6)
        session.model_changed.connect(self.refresh)
        session.selection_changed.connect(self._mark)
        self.refresh()

    def refresh(self) -> None:
        """Show the parameters as they are now."""
        model = self.session.model
        if [entry.name for entry in model.parameters] != list(self.rows):
            self._build_and_stay(model)
        for entry in model.parameters:
            self.rows[entry.name].show_parameter(model, entry)
        self._offer_units(model)

    def _offer_units(self, model: Model) -> None:
        """Offer the units that follow from use; while a slider moves they stay."""
        lacking = [entry.name for entry in model.parameters if not entry.unit]
        if any(row.slider.isSliderDown() for row in self.rows.values()):
            return
        sound = self.session.report is not None and self.session.report.structured
        units = pipeline.units_from_use(model) if lacking and sound else {}
        for name, row in self.rows.items():
            row.offer_unit(units.get(name, ""))

    def _build_and_stay(self, model: Model) -> None:
        """Stay where one was, or go to what an edit adds; another drawing is shown from its top."""
        known, before = {*self.rows}, self._drawing
        bar = self._area.verticalScrollBar()
        scrolled = bar.value()
        self._build(model)
        self._drawing = self.session.document.snapshot.origin.drawing
        if self._drawing == before:
            if (page := self._area.widget()) is not None:
                page.adjustSize()
            bar.setValue(scrolled)
            if new := [name for name in self.rows if name not in known]:
                self._area.ensureWidgetVisible(self.rows[new[-1]], 0, 4)

    def _build(self, model: Model) -> None:
        page = QWidget()
        column = below(within=page, margins=(0, 0, 8, 4), spacing=7)
        self.rows = {}
        for entry in model.parameters:
            row = ParameterRow(self.session, entry.name)
            self.rows[entry.name] = row
            column.addWidget(row)
        column.addStretch(1)
        give_names(page)
        self._area.setWidget(page)

    def _mark(self) -> None:
        for name, row in self.rows.items():
            row.mark(f"parameter:{name}" in self.session.selection)

    def _add(self) -> None:
        names = set(self.rows)
        if self.session.edit("Add parameter", edits.add_parameter):
            new = {entry.name for entry in self.session.model.parameters} - names
            self.session.reveal(f"parameter:{new.pop()}")


class ParameterRow(QWidget):
    """One parameter; a click on its name shows it in the inspector."""

    def __init__(self, session: Session, name: str) -> None:
        super().__init__()
        self.session, self.name = session, name
        self._low, self._high, self._kept, self._guessed = 0.0, 1.0, "", ""
        self._limits: tuple[float | None, float | None] | None = None
        self._counted = CountedText(0.0)
        self.label = _Name(name)
        self.label.clicked.connect(lambda: session.reveal(f"parameter:{name}"))
        self.edit = TextLine()
        self.edit.setObjectName(f"parameter_{name}")
        self.edit.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.edit.setMaximumWidth(84)
        self.edit.setMinimumWidth(72)  # beside a long unit
        self.edit.editingFinished.connect(self._typed)
        self.edit.given_up.connect(self._restore)
        self.unit = PlainLabel(role="muted")
        self.guess = tool_button("", run=self._take_unit, name=f"unit_{name}")
        self.guess.setVisible(False)
        self.slider = _Slider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.valueChanged.connect(self._slid)
        self.slider.sliderPressed.connect(session.live.hold)
        self.slider.sliderReleased.connect(self._let_go)
        self._latest = Latest(self._put_number, self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.addWidget(self.label, 0, 0)
        grid.addWidget(self.edit, 0, 1)
        grid.addWidget(self.unit, 0, 2)
        grid.addWidget(self.guess, 0, 2)
        grid.addWidget(self.slider, 1, 0, 1, 3)
        grid.setColumnStretch(0, 1)

    def show_parameter(self, model: Model, entry: Parameter) -> None:
        """Take value, unit and range."""
        number = number_of(model, entry.value) if entry.value is not None else None
        text = self._kept = "" if entry.value is None else scalar_text(entry.value)
        if not (self.edit.hasFocus() and self.edit.isModified()):
            self.edit.settle(text)
        self.edit.setPlaceholderText(tr("no value"))
        self.unit.setText(raised(entry.unit))
        self.unit.setMinimumWidth(min(max(self.unit.sizeHint().width(), UNIT[0]), UNIT[1]))
        shown = text
        if isinstance(entry.value, str) and number is not None:
            shown = f"{text} = {short(number)}"
        unit = raised(in_si(entry.unit))
        set_note(self, f"{entry.name} = {shown} {unit}\n{entry.description}".strip())
        slides = counted(entry.value)
        self.slider.setEnabled(slides is not None)
        self._counted = slides or self._counted
        if number is not None:
            self._show_number(entry, number)

    def offer_unit(self, unit: str) -> None:
        """Offer a unit that follows from the use, or (empty) none."""
        self._guessed = unit
        self.guess.setText(f"{unit} ?")
        self.guess.setVisible(bool(unit))
        words = tr("The unit {unit} follows from the use of {name}: click to take it.")
        set_note(self.guess, words.format(unit=unit, name=self.name))

    def _take_unit(self) -> None:
        units = {self.name: self._guessed}
        self.session.edit("Take units from use", lambda model: edits.take_units(model, units))

    def mark(self, selected: bool) -> None:
        """Show that it is selected."""
        self.label.setStyleSheet("font-weight: bold" if selected else "")

    def _show_number(self, entry: Parameter, number: float) -> None:
        limits = (entry.minimum, entry.maximum)
        if limits != self._limits or not self._low <= number <= self._high:
            self._limits = limits
            self._low, self._high = slider_range(entry, number)
        part = (number - self._low) / (self._high - self._low)
        if self.slider.isSliderDown():
            return  # it is where the pointer is, ahead of the model
        self.slider.blockSignals(True)
        self.slider.setValue(round(part * STEPS))
        self.slider.blockSignals(False)

    def _slid(self, step: int) -> None:
        value = self._low + (self._high - self._low) * step / STEPS
        if self.slider.isSliderDown():
            self._latest.give(value)
        else:
            self._put_number(value)

    def _put_number(self, value: float) -> None:
        self._put(self._counted.another(float(f"{value / self._counted.size:.4g}")), merge=True)

    def _let_go(self) -> None:
        self._latest.flush()
        self.session.live.release()

    def _typed(self) -> None:
        text = self.edit.text().strip()
        if not self.edit.isModified():
            return
        self.edit.setModified(False)
        if not self._put(text or None):
            self._restore()

    def _restore(self) -> None:
        self.edit.settle(self._kept)

    def _put(self, value: object, merge: bool = False) -> bool:
        def change(model: Model) -> Model:
            new = scalar_value(value) if isinstance(value, str) else value
            return edits.set_parameter(model, self.name, new)

        return self.session.edit(say("Change {name}", name=self.name), change, merge)


def slider_range(entry: Parameter, value: float) -> tuple[float, float]:
    """From where to where the slider goes; wide enough for the value."""
    reach = 2 * abs(value) or 1.0
    low = entry.minimum if entry.minimum is not None else min(0.0, 2 * value)
    high = entry.maximum if entry.maximum is not None else max(reach, low + reach)
    low, high = min(low, value), max(high, value)
    return (low, high) if high > low else (low - 1, high + 1)


class _Slider(QSlider):
    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the parameters, it does not change them on the way."""
        event.ignore()


class _Name(PlainLabel):
    clicked = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses the parameter."""
        self.clicked.emit()
