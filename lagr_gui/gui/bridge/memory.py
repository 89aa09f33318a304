"""What is remembered of a model while another one is shown in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtWidgets import QLineEdit

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class Remembered:
    """What somebody knew of a model: how it comes back, or is given up for good."""

    give: Callable[[], None]
    drop: Callable[[], None]


class Memory:
    """All who remember something of the model that is open."""

    def __init__(self) -> None:
        self._takes: list[Callable[[], Remembered]] = []
        self._forgets: list[Callable[[], None]] = []

    def add(
        self,
        take: Callable[[], Value],
        give: Callable[[Value], None],
        forget: Callable[[], None] = lambda: None,
        drop: Callable[[Value], None] = lambda _: None,
    ) -> None:
        """Let somebody remember: `take` tells what is known, `give` brings it back.

        `forget` is called for another model, `drop` with what was taken when it never comes back.
        """

        def remembered() -> Remembered:
            value = take()
            return Remembered(lambda: give(value), lambda: drop(value))

        self._takes.append(remembered)
        self._forgets.append(forget)

    def add_text(self, field: QLineEdit) -> None:
        """The text of a field."""
        self.add(field.text, field.setText)

    def take(self) -> tuple[Remembered, ...]:
        """What is known now."""
        return tuple(take() for take in self._takes)

    def forget(self) -> None:
        """Another model is open."""
        for forget in self._forgets:
            forget()


def give(known: Iterable[Remembered]) -> None:
    """Bring back what is remembered; who came later knows nothing of that model."""
    for each in known:
        each.give()
