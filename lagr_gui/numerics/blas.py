"""The matrices here are small: several threads of BLAS would wait for each other, not compute.

A linkage of twenty loops takes twice the processor time when BLAS shares each of its matrices of
60 × 40 among eight threads.  On one thread the numbers also do not depend on how many there are.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


def on_one_thread(compute: Callable[P, T]) -> Callable[P, T]:
    """The same function, while which BLAS works on the thread that calls it."""

    @wraps(compute)
    def alone(*arguments: P.args, **named: P.kwargs) -> T:
        with _held:
            return compute(*arguments, **named)

    return alone


class _Held:
    """Holds BLAS to one thread from the first that enters until the last that leaves."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._libraries: list[Any] = []
        self._known = 0
        self._usual: list[int] = []

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                libraries = self._present()
                self._usual = [library.num_threads for library in libraries]
                _set(libraries, [1] * len(libraries))
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                _set(self._libraries, self._usual)

    def _present(self) -> list[Any]:
        """The libraries that are loaded, looked for when modules may have brought others.

        SciPy brings its own; it may be half imported now, by another thread.
        """
        count = len(sys.modules)
        if count != self._known:
            controller = (
                import_module("threadpoolctl").ThreadpoolController().select(user_api="blas")
            )
            self._libraries, self._known = controller.lib_controllers, count
        return self._libraries


def _set(libraries: Sequence[Any], threads: Sequence[int]) -> None:
    """Give each library its number of threads, whichever thread did so before."""
    for library, count in zip(libraries, threads, strict=True):
        if hasattr(library, "clear_controlling_thread"):
            library.clear_controlling_thread(force=True)
        library.set_num_threads(count)


_held = _Held()
