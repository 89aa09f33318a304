"""What was found for the last values, without looking whether they are equal."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")
_RECENT = 4


class Recent(Generic[K, T]):
    """A function that knows its results for the last values it was asked about.

    What is asked on another thread meanwhile stays right.
    """

    def __init__(self, compute: Callable[[K], T]) -> None:
        self._compute = compute
        self.known: tuple[tuple[K, T], ...] = ()
        """Values with their results, the last one first."""
        update_wrapper(self, compute)

    def __call__(self, given: K) -> T:
        """The result for a value."""
        for other, result in self.known:
            if other is given:
                return result
        result = self._compute(given)
        self.known = (given, result), *self.known[: _RECENT - 1]
        return result


_memories: list[Recent[Any, Any]] = []


def of_recent(compute: Callable[[K], T]) -> Recent[K, T]:
    """The same function, which knows its results for the last values it was asked about.

    It is for values that never change, so that the same object has the same result.
    """
    memory = Recent(compute)
    _memories.append(memory)
    return memory


def forget_recent() -> None:
    """Drop all of these results."""
    for memory in _memories:
        memory.known = ()
