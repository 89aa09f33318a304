"""A row of words side by side, of which one is chosen, or each of which does something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton

from lagr_gui.gui.widgets.laying import NONE, beside
from lagr_gui.gui.widgets.wrapping import WrappingRow


class SegmentedChoice(QFrame):
    """Choices that are all seen at once; arrow keys lead from one to the next.

    Where nothing is `kept` each is a button of its own.  What has no room in the row goes on below
    where the row `wraps`.
    """

    def __init__(
        self, run: Callable[[Any], object], name: str, kept: bool = True, wraps: bool = False
    ) -> None:
        """`run` gets the value that a user chooses."""
        super().__init__()
        self.setObjectName(name)
        self.setProperty("role", "segments")
        self._run, self._kept = run, kept
        self._group = QButtonGroup(self, exclusive=kept)
        self._group.buttonClicked.connect(lambda button: run(self._values[button]))
        self._values: dict[Any, Any] = {}
        self._row = WrappingRow(self) if wraps else beside(within=self, margins=NONE, spacing=0)

    def offer(self, choices: Iterable[tuple[Any, str]]) -> None:
        """Offer these: values with their words."""
        wanted = [*choices]
        if wanted == [(value, button.text()) for button, value in self._values.items()]:
            return
        for button in self._values:
            self._group.removeButton(button)
            button.deleteLater()
        self._values = {}
        for value, words in wanted:
            button = QPushButton(words)
            button.setCheckable(self._kept)
            button.setProperty("role", "segment")
            button.setObjectName(f"{self.objectName()}_{value}")
            self._group.addButton(button)
            self._row.addWidget(button)
            self._values[button] = value

    def minimumSizeHint(self) -> QSize:
        """It never widens what it stands in: who has no room for it shows something else."""
        return QSize(0, super().minimumSizeHint().height())

    @property
    def offered(self) -> list[Any]:
        """The values that are offered."""
        return [*self._values.values()]

    @property
    def chosen(self) -> Any:
        """The value that is chosen; None where none is."""
        return next((v for button, v in self._values.items() if button.isChecked()), None)

    def choose(self, value: Any) -> None:
        """Show this value as chosen."""
        self.button(value).setChecked(True)

    def button(self, value: Any) -> QPushButton:
        """The button of a value."""
        return next(button for button, own in self._values.items() if own == value)
