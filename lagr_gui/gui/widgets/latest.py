"""Values that come faster than they can be followed: the newest one counts."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

T = TypeVar("T")
REST_MS = 12
"""Milliseconds that are left to the rest of the window, at least."""
SHARE = 2.0
"""How much longer than a value took the rest of the window has its turn."""


class Latest(QObject, Generic[T]):
    """Takes the first value at once and of all that come meanwhile only the last."""

    def __init__(self, take: Callable[[T], object], parent: QObject) -> None:
        super().__init__(parent)
        self._take = take
        self._kept: list[T] = []
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.flush)

    def give(self, value: T) -> None:
        """A new value."""
        self._kept = [value]
        if not self._timer.isActive():
            self.flush()

    def flush(self) -> None:
        """Take what waits now."""
        kept, self._kept = self._kept, []
        for value in kept:
            begun = perf_counter()
            self._take(value)
            spent = 1000 * (perf_counter() - begun)
            self._timer.start(max(REST_MS, round(SHARE * spent)))
