"""Results kept by the content that they depend on: an edit recomputes only what it touches.

Layout, start values and the values of parameters never enter a derivation.  What is kept is
handed to every thread that asks: kernels never change, and what grows when it is asked (closed
forms, recursions) is only touched by functions that are `derived`.
"""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from lagr_gui import model as files
from lagr_gui.model import Model

T = TypeVar("T")
P = ParamSpec("P")
_KEPT, _RECENT = 24, 4
_cache: OrderedDict[tuple[str, str], Any] = OrderedDict()
_looking = threading.Lock()
_deriving = threading.RLock()


def of_recent(compute: Callable[[Model], T]) -> Callable[[Model], T]:
    """The same function, which knows its results for the last models it was asked about.

    A model never changes, so that the same object has the same result.
    """
    known: tuple[tuple[Model, T], ...] = ()

    @wraps(compute)
    def found(model: Model) -> T:
        nonlocal known
        for other, result in known:
            if other is model:
                return result
        result = compute(model)
        known = (model, result), *known[: _RECENT - 1]
        return result

    return found


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


@of_recent
def physics(model: Model) -> str:
    """The content that derivations depend on: no layout, start values or parameter values."""
    bare = tuple(entry.model_copy(update=_BARE) for entry in model.parameters)
    bodies = tuple(body.model_copy(update={"shape": files.Shape()}) for body in model.bodies)
    physics = model.model_copy(
        update={
            "layout": files.Layout(),
            "start": (),
            "motions": (),
            "simulation": files.Simulation(),
            "parameters": bare,
            "bodies": bodies,
            "special_cases": (),
            "name": "",
            "description": "",
        }
    )
    return files.write_text(physics)


@of_recent
def dynamics(model: Model) -> Model:
    """The content that a motion depends on: no drawing, no words, no ranges of sliders."""
    parameters = tuple(entry.model_copy(update=_UNSAID) for entry in model.parameters)
    unseen = {"name": "", "shape": files.Shape()}
    return model.model_copy(
        update={
            "layout": files.Layout(),
            "motions": (),
            "parameters": parameters,
            "base": model.base.model_copy(update={"name": ""}),
            "bodies": tuple(body.model_copy(update=unseen) for body in model.bodies),
            "name": "",
            "description": "",
        }
    )


_UNSAID = {"minimum": None, "maximum": None, "unit": "", "description": ""}
_BARE = {"value": None, **_UNSAID}


def forget() -> None:
    """Drop all results that are kept."""
    with _looking:
        _cache.clear()


def kept(what: str, key: str, compute: Callable[[], T]) -> T:
    """A result from the cache, or computed and kept.

    What is computed is `derived`; what is kept already is found without waiting.
    """
    entry = (what, key)
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


def _known(entry: tuple[str, str]) -> Any:
    """What is kept, now the last to be dropped; None where nothing is."""
    with _looking:
        if entry in _cache:
            _cache.move_to_end(entry)
        return _cache.get(entry)
