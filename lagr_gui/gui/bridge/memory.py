"""What is remembered of a model while another one is shown in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QLineEdit


def _nothing(value: Any = None) -> None:
    pass


@dataclass(frozen=True, eq=False)
class Remembering:
    """One who remembers: tells what it knows, takes it back, and gives it up for good."""

    take: Callable[[], Any]
    give: Callable[[Any], None]
    forget: Callable[[], None]
    drop: Callable[[Any], None]


Remembered = Mapping[Remembering, Any]
"""What each of them knew of a model."""


class Memory:
    """All who remember something of the model that is open."""

    def __init__(self) -> None:
        self._all: list[Remembering] = []

    def add(
        self,
        take: Callable[[], Any],
        give: Callable[[Any], None],
        forget: Callable[[], None] = _nothing,
        drop: Callable[[Any], None] = _nothing,
    ) -> None:
        """Let somebody remember: `take` tells what is known, `give` brings it back.

        `forget` is called for another model, `drop` with what was taken when it never comes back.
        """
        self._all.append(Remembering(take, give, forget, drop))

    def add_text(self, field: QLineEdit) -> None:
        """The text of a field."""
        self.add(field.text, field.setText)

    def take(self) -> Remembered:
        """What is known now."""
        return {one: one.take() for one in self._all}

    def give(self, remembered: Remembered) -> None:
        """Bring it back; who came later knows nothing of that model."""
        for one, value in remembered.items():
            one.give(value)

    def forget(self) -> None:
        """Another model is open."""
        for one in self._all:
            one.forget()


def drop(remembered: Remembered) -> None:
    """Give up what is remembered of a model that does not come back."""
    for one, value in remembered.items():
        one.drop(value)
