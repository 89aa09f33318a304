"""A calculation may be interrupted at any moment, but not in the middle of what is done whole.

Who raises an exception in another thread takes `undisturbed` first.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

undisturbed = threading.RLock()
"""Held while several steps belong together, as where LLVM's objects change hands: an exception
between two owners has an object freed twice."""


def whole(step: Callable[P, T]) -> Callable[P, T]:
    """The same function, which is interrupted before its first step or after its last one."""

    @wraps(step)
    def done(*arguments: P.args, **named: P.kwargs) -> T:
        with undisturbed:
            _pause()
            return step(*arguments, **named)

    return done


@whole
def begun(thread: threading.Thread) -> None:
    """Start a thread: until it runs Python takes it for the one that starts it."""
    thread.start()


def _pause() -> None:
    """Where an interruption comes that was due before: Python looks for it at each call."""
