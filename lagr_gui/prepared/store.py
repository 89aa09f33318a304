"""Results kept by the content that they depend on: an edit recomputes only what it touches.

Layout, start values and the values of parameters never enter a derivation.  What is kept is
handed to every thread that asks: kernels never change, and what grows when it is asked (closed
forms, recursions) is only touched by functions that are `derived`.
"""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from lagr_gui.prepared.recent import forget_recent

T = TypeVar("T")
P = ParamSpec("P")
_KEPT = 24
_cache: OrderedDict[tuple[str, Hashable], Any] = OrderedDict()
_looking = threading.Lock()
_deriving = threading.RLock()


@contextmanager
def _unswept() -> Generator[None]:
    """No sweeps of the garbage collector meanwhile.

    It would walk again and again over the many values that are being made, none of which is
    garbage: half of the time of a long sheet.
    """
    sweeping = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if sweeping:
            gc.enable()


def derived(compute: Callable[P, T]) -> Callable[P, T]:
    """The same function, which runs on one thread at a time, with all others that are `derived`."""

    @wraps(compute)
    def alone(*arguments: P.args, **named: P.kwargs) -> T:
        with _deriving, _unswept():
            return compute(*arguments, **named)

    return alone


def forget() -> None:
    """Drop all results that are kept."""
    forget_recent()
    with _looking:
        _cache.clear()


def kept(physics: str, what: Hashable, compute: Callable[[], T]) -> T:
    """A result from the cache, by the physics that it depends on; or computed and kept.

    What is computed is `derived`; what is kept already is found without waiting.
    """
    entry = (physics, what)
    if (known := _known(entry)) is not None:
        return known
    with _deriving:
        if (known := _known(entry)) is not None:
            return known
        with _unswept():
            result = compute()
        with _looking:
            _cache[entry] = result
            while len(_cache) > _KEPT:
                _cache.popitem(last=False)
        return result


def _known(entry: tuple[str, Hashable]) -> Any:
    """What is kept, now the last to be dropped; None where nothing is."""
    with _looking:
        if entry in _cache:
            _cache.move_to_end(entry)
        return _cache.get(entry)
