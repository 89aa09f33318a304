"""Results kept by the content that they depend on: an edit recomputes only what it touches.

Layout, start values and the values of parameters never enter a derivation.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from lagr_gui import model as files
from lagr_gui.model import Model

T = TypeVar("T")
_KEPT, _RECENT = 24, 4
_cache: OrderedDict[tuple[str, str], Any] = OrderedDict()


def of_recent(compute: Callable[[Model], T]) -> Callable[[Model], T]:
    """The same function, which knows its results for the last models it was asked about.

    A model never changes, so that the same object has the same result.
    """
    known: list[tuple[Model, T]] = []

    @wraps(compute)
    def found(model: Model) -> T:
        for other, result in known:
            if other is model:
                return result
        result = compute(model)
        known[:] = [(model, result), *known[: _RECENT - 1]]
        return result

    return found


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
    _cache.clear()


def kept(what: str, key: str, compute: Callable[[], T]) -> T:
    """A result from the cache, or computed and kept."""
    entry = (what, key)
    if entry not in _cache:
        _cache[entry] = compute()
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)
    _cache.move_to_end(entry)
    return _cache[entry]
