"""A function that is called with many parts of a work."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

Part = tuple[int, ...]
"""The numbers of what is done in one call."""


@dataclass(frozen=True, slots=True)
class Duty:
    """A function by its place (``module:name``), and its first argument, which every call has."""

    function: str
    shared: Any

    def __call__(self, part: Part) -> Any:
        """What it gives for a part."""
        module, _, name = self.function.partition(":")
        return getattr(import_module(module), name)(self.shared, part)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def parts_of(numbers: Sequence[int], length: int) -> list[Part]:
    """Numbers in parts of some length, in their order."""
    return [tuple(numbers[at : at + length]) for at in range(0, len(numbers), length)]
