"""What differs in a number alone, in the order of the numbers: m1, m2, m3."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from lagr_gui.expression import Expression, Number, Power, Product, Sum, Symbol

T = TypeVar("T")

_NUMBERED = re.compile(r"(.*?)_?(\d+)")


def counted(items: Sequence[T], name: Callable[[T], str]) -> list[T]:
    """Items in their order, but what is named i4 before i5: each takes a place of its own stem."""
    by_stem: dict[str, list[tuple[int, int]]] = {}
    for place, item in enumerate(items):
        stem, number = _parted(name(item))
        if stem:
            by_stem.setdefault(stem, []).append((number, place))
    result = list(items)
    for places in by_stem.values():
        if len(places) > 1:
            for (_, place), (_, other) in zip(places, sorted(places), strict=True):
                result[place] = items[other]
    return result


@lru_cache(maxsize=4000)
def _parted(name: str) -> tuple[str, int]:
    """The stem of a name and its number; no stem where there is no number."""
    match = _NUMBERED.fullmatch(name)
    return (match[1], int(match[2])) if match else ("", 0)


def first_name(tree: Expression) -> str:
    """The name with which a term begins behind its number; empty where that is no name."""
    while True:
        match tree:
            case Symbol(name, order):
                return "" if order else name
            case Product((Number(), second, *_)):
                tree = second
            case Product((first, *_)) | Sum((first, *_)) | Power(first, _):
                tree = first
            case _:
                return ""
