"""Numbers that are set by a slider or typed: weights, margins, noise."""

from __future__ import annotations

from collections.abc import Callable
from math import log10

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSlider, QWidget

from lagr_gui.expression.arguments import number_in
from lagr_gui.gui.widgets.line import TextLine
from lagr_gui.gui.widgets.plain import PlainLabel, set_note

STEPS = 600

RESULT = 122
"""Pixels for what stands behind a number."""


class NumberSlider(QWidget):
    """A name, a slider over decades (or evenly from `low` to `high`), the number itself.

    What follows from it may stand behind it.
    """

    def __init__(
        self,
        name: str,
        words: str,
        value: float,
        changed: Callable[[], object],
        low: float = 1e-3,
        high: float = 1e4,
        even: bool = False,
        unit: str = "",
    ) -> None:
        super().__init__()
        self._low, self._high, self._even, self._changed = low, high, even, changed
        self.value = value
        self.label = PlainLabel(words)
        self.label.setFixedWidth(38)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.setMinimumWidth(60)
        self.slider.setAccessibleName(words)
        self.slider.valueChanged.connect(self._slid)
        self.line = TextLine()
        self.line.setObjectName(f"control_{name}")
        self.line.setAccessibleName(words)
        self.line.setFixedWidth(58)
        self.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.line.editingFinished.connect(self._typed)
        self.line.given_up.connect(self._show)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        for column, part in enumerate((self.label, self.slider, self.line)):
            grid.addWidget(part, 0, column)
        if unit:
            grid.addWidget(PlainLabel(unit, role="muted"), 0, 3)
        self.result = PlainLabel(role="muted")
        grid.addWidget(self.result, 0, 4)
        self.tell("")
        grid.setColumnStretch(1, 1)
        self._show()

    def put(self, value: float) -> None:
        """Show a value without telling that it changed."""
        self.value = value
        self._show()

    def tell(self, result: str) -> None:
        """Say what follows from it, or nothing."""
        self.result.setText(result)
        self.result.setFixedWidth(RESULT)
        self.result.setVisible(bool(result))

    def _show(self) -> None:
        self.line.settle(f"{self.value:.4g}")
        self.slider.blockSignals(True)
        self.slider.setValue(round(STEPS * self._part(self.value)))
        self.slider.blockSignals(False)

    def _part(self, value: float) -> float:
        if self._even:
            part = (value - self._low) / (self._high - self._low)
        elif value <= 0:
            part = 0.0
        else:
            part = log10(value / self._low) / log10(self._high / self._low)
        return min(max(part, 0.0), 1.0)

    def _slid(self, step: int) -> None:
        part = step / STEPS
        if self._even:
            value = self._low + part * (self._high - self._low)
        else:
            value = self._low * (self._high / self._low) ** part
        self.value = float(f"{value:.3g}")
        self.line.settle(f"{self.value:.4g}")
        self._changed()

    def _typed(self) -> None:
        number = number_in(self.line.text().replace(",", "."))
        if number is None:
            self._show()
        elif number != self.value:
            self.put(number)
            self._changed()

    def note(self, text: str) -> None:
        """What helps, beside the pointer."""
        set_note(self, text)
