"""Values that show themselves: text for `print`, mathematics and pictures for notebooks.

How a value is written is known on a higher floor.  The Python face enters the writers here, by the
name of the type; they are loaded when the first value of it is shown.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from lagr_gui.extension import extensions, named

WAYS = ("text", "latex", "html")
"""What a writer makes: plain text, mathematics between dollar signs, a piece of a page."""

WRITERS: dict[str, Mapping[str, str]] = {}
"""By the name of a type: its writers, ``module:function``, by their way."""


class Shown:
    """A value with a text for `print`, and LaTeX or HTML for notebooks."""

    __slots__ = ()

    def __str__(self) -> str:
        return _written(self, "text") or repr(self)

    def _repr_latex_(self) -> str | None:
        return _written(self, "latex")

    def _repr_html_(self) -> str | None:
        return _written(self, "html")


def _written(value: Shown, way: str) -> str | None:
    added = [extension.shows for extension in extensions()]
    for sort in type(value).__mro__:
        for writers in (*added, WRITERS):
            if path := writers.get(sort.__name__, {}).get(way):
                return named(path)(value)
    return None


def attributes(value: Any, names: str) -> dict[str, Any]:
    """Some of what a value knows, by its names: ``attributes(state, "t q qd")``."""
    return {name: getattr(value, name) for name in names.split()}


def as_json(value: Any) -> str:
    """A value as JSON: full precision, plain nested lists; what is not finite becomes null."""
    return json.dumps(plain(value), ensure_ascii=False, indent=1)


def plain(value: Any) -> Any:
    """Arrays as lists, keys as text, nan and infinity as None."""
    if hasattr(value, "tolist"):  # an array, or a number of NumPy
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if hasattr(value, "as_json"):
        return plain(value.as_json())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
