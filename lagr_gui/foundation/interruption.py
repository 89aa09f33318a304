"""A calculation may be interrupted at any moment, but not in the middle of what is done whole.

Who raises an exception in another thread takes `undisturbed` first.
"""

from __future__ import annotations

import builtins
import importlib
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

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


def load_whole() -> None:
    """Let this process load modules whole from here on, or not at all.

    A library that is interrupted while it is loaded stays in parts: it is at fault in whatever
    asks for it next.
    """
    load, load_undisturbed = builtins.__import__, whole(builtins.__import__)

    def loaded(
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        module = sys.modules.get(name) if level == 0 else None
        is_there = module is not None and vars(module).keys() >= {*(fromlist or ())}
        step = load if is_there else load_undisturbed
        return step(name, globals, locals, fromlist or (), level)

    builtins.__import__ = loaded
    importlib.import_module = whole(importlib.import_module)


def _pause() -> None:
    """Where an interruption comes that was due before: Python looks for it at each call."""
