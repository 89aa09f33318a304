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

from lagr_gui.model.recent import forget_recent

T = TypeVar("T")
P = ParamSpec("P")
_KEPT = 24
_cache: OrderedDict[tuple[str, Hashable], Any] = OrderedDict()
_asked: set[tuple[str, Hashable]] = set()
_looking = threading.Lock()
_deriving = threading.RLock()


_made = 0
"""Objects that were taken as old since all were last looked through."""

MOST_MADE = 1_000_000
"""After so many the garbage collector looks through all: dropped results are garbage, too."""


@contextmanager
def _unswept() -> Generator[None]:
    """No sweeps of the garbage collector meanwhile.

    It would walk again and again over the many values that are being made, none of which is
    garbage: half of the time of a long sheet.
    """
    sweeping = gc.isenabled()
    try:
        gc.disable()
        yield
    finally:
        if sweeping:
            take_as_old()
            gc.enable()


def take_as_old() -> None:
    """Spare what was made the sweep of what is young: most of it is kept, and so is not garbage.

    Whoever has let the garbage collector rest calls it before letting it go on: its own counts
    begin anew here, so that it would hardly ever look through all again.
    """
    global _made
    _made += gc.get_count()[0]
    if _made > MOST_MADE:
        _made = 0
        gc.collect()
    gc.freeze()  # all that there is, and …
    gc.unfreeze()  # … back into the oldest generation


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


def begin() -> None:
    """What may be interrupted begins now."""
    with _looking:
        _asked.clear()


def forget_interrupted() -> None:
    """Drop what may be half done since `begin`: what was asked for and is not `lasting`."""
    forget_recent()
    with _looking:
        for entry in _asked:
            _cache.pop(entry, None)


def kept(physics: str, what: Hashable, compute: Callable[[], T], lasting: bool = False) -> T:
    """A result from the cache, by the physics that it depends on; or computed and kept.

    What is computed is `derived`; what is kept already is found without waiting.  A `lasting`
    result stays good when a calculation with it is interrupted: it does not change, or each of
    its changes is done whole (`interruption.whole`).
    """
    entry = (physics, what)
    if not lasting:
        with _looking:
            _asked.add(entry)
    if (value := _known(entry)) is not None:
        return value
    with _deriving:
        if (value := _known(entry)) is not None:
            return value
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
