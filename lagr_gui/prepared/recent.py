"""What was found for the last values, without looking whether they are equal."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")
_RECENT = 4


class _Recent(Generic[K, T]):
    """Results for the last values; what is asked on another thread meanwhile stays right."""

    def __init__(self) -> None:
        self.known: tuple[tuple[K, T], ...] = ()


_memories: list[_Recent] = []


def of_recent(compute: Callable[[K], T]) -> Callable[[K], T]:
    """The same function, which knows its results for the last values it was asked about.

    It is for values that never change, so that the same object has the same result.
    """
    memory = _Recent[K, T]()
    _memories.append(memory)

    @wraps(compute)
    def found(given: K) -> T:
        for other, result in memory.known:
            if other is given:
                return result
        result = compute(given)
        memory.known = (given, result), *memory.known[: _RECENT - 1]
        return result

    return found


def forget_recent() -> None:
    """Drop all of these results."""
    for memory in _memories:
        memory.known = ()
