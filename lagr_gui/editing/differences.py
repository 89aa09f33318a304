"""In what two drawings differ, item by item and field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lagr_gui.model import Model
from lagr_gui.model.text import layout, plain

MOST = 1000
"""Differences that are listed."""
LONGEST = 300
"""Letters of a value."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that differs: where, its value in one drawing and in the other; empty: not there."""

    place: str
    here: str
    there: str


def differences(here: Model, there: Model) -> list[Difference]:
    """The first thousand differences; none where both drawings are the same."""
    return differences_of(plain(here), plain(there))


def differences_of(here: Any, there: Any) -> list[Difference]:
    """The same of plain data (`model.text.plain`)."""
    found: list[Difference] = []
    for difference in _compare("", here, there):
        found.append(difference)
        if len(found) == MOST:
            break
    return found


def _compare(place: str, here: Any, there: Any) -> Iterator[Difference]:
    if here == there:
        return
    left, right = _named(here), _named(there)
    alike = isinstance(here, Mapping) == isinstance(there, Mapping)
    if left is None or right is None or not alike:
        yield Difference(place, _text(here), _text(there))
        return
    for name in dict.fromkeys((*left, *right)):
        inner = f"{place} › {name}" if place else name
        yield from _compare(inner, left.get(name), right.get(name))


def _named(value: Any) -> Mapping[str, Any] | None:
    """The parts of a value by name: of items in a list, by what they are called."""
    if isinstance(value, Mapping):
        return value
    if not value and not isinstance(value, str | int | float):
        return {}
    if isinstance(value, list | tuple) and all(isinstance(entry, Mapping) for entry in value):
        names = [_name(entry) for entry in value]
        if len(set(names)) == len(names):
            return dict(zip(names, value, strict=True))
    return None


def _name(entry: Mapping[str, Any]) -> str:
    keys = ("number", "name", "item", "coordinate", "parameter", "expression")
    return next((str(entry[key]) for key in keys if entry.get(key) not in (None, "")), "")


def _text(value: Any) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else layout(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
