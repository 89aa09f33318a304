"""Values that show themselves: text for `print`, mathematics and pictures for notebooks.

How a value is written is known on a higher floor.  The Python face enters the writers here, by the
name of the type; they are loaded when the first value of it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

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
    for sort in type(value).__mro__:
        if path := WRITERS.get(sort.__name__, {}).get(way):
            return _writer(path)(value)
    return None


@cache
def _writer(path: str) -> Callable[[Any], str]:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
