"""Parts of a value that are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class PreparedPart(Generic[T]):
    """As `functools.cached_property`, without its lock.

    Parts ask for one another and for what is derived on one thread at a time: with a lock of its
    own each could wait for the other.  Two threads that ask at once may both compute a part; both
    get the same one.
    """

    def __init__(self, fget: Callable[[Any], T]) -> None:
        self.fget, self.__doc__ = fget, fget.__doc__

    def __get__(self, owner: Any, _: type) -> T:
        if owner is None:
            return self  # type: ignore[return-value]
        return owner.__dict__.setdefault(self.fget.__name__, self.fget(owner))
