"""Widgets that leave methods to those that are made of them."""

from __future__ import annotations

from abc import ABCMeta
from typing import Any

from PySide6.QtWidgets import QWidget


class AbstractWidget(ABCMeta, type(QWidget)):  # type: ignore[misc]
    """The metaclass of such widgets; Qt itself would make one that lacks abstract methods."""

    def __call__(cls, *given: Any, **named: Any) -> Any:
        """Make a widget. Raises TypeError where a method is missing."""
        if missing := cls.__abstractmethods__:
            raise TypeError(f"{cls.__name__} lacks {', '.join(sorted(missing))}")
        return super().__call__(*given, **named)
