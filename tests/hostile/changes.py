"""Damage of every sort done to sound files: the same in every run."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

VALUES: dict[str, Any] = {
    "null": None,
    "truth": True,
    "text of a number": "5",
    "underscore": "1_000",
    "other digits": "\uff11\uff12",
    "empty": "",
    "list": [],
    "object": {},
    "huge": 10**350,
    "negative": -1,
    "half": 0.5,
    "large": 1e308,
    "half a character": "\ud800",
    "long": "x" * 100_000,
    "code": "__import__('os').system('touch hacked')",
    "picture": 'x <img src="/dev/zero">',
    "control": "a\x1b[2J\x00b",
    "many": [0] * 100_000,
}
"""What may stand where something else belongs."""

PIECES = (b"\x00", b"\xff\xfe", b"{", b"]", b'"', b",", b"9" * 5000, b"[" * 3000, b"\\ud800", b"\r")


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """All paths in plain data, but the root."""
    entries = enumerate(value) if isinstance(value, list) else ()
    entries = value.items() if isinstance(value, dict) else entries
    for key, entry in entries:
        yield (*path, key)
        yield from places(entry, (*path, key))


def replaced(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """The data with another value at a path."""
    changed = copy.deepcopy(data)
    node = changed
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return changed


def other_values(data: Any, count: int, seed: int) -> dict[str, bytes]:
    """JSON texts in which one value is of another sort."""
    source = random.Random(seed)
    known = list(places(data))
    made: dict[str, bytes] = {}
    sorts = list(VALUES)
    while len(made) < count:
        sort, path = sorts[len(made) % len(sorts)], source.choice(known)
        name = f"{sort} at {'.'.join(map(str, path))}"
        made[name] = json.dumps(replaced(data, path, VALUES[sort])).encode()
    return made


def damaged(text: bytes, count: int, seed: int) -> dict[str, bytes]:
    """Texts that are cut, with bits that are flipped, and with pieces that do not belong there."""
    source = random.Random(seed)
    made: dict[str, bytes] = {}
    for number in range(count):
        at = source.randrange(len(text))
        sort = number % 4
        if sort == 0:
            made[f"cut at {at}"] = text[:at]
        elif sort == 1:
            made[f"flipped at {at}"] = text[:at] + bytes([text[at] ^ 0x81]) + text[at + 1 :]
        elif sort == 2:
            piece = source.choice(PIECES)
            made[f"{piece[:8]!r} at {at}"] = text[:at] + piece + text[at:]
        else:
            end = min(len(text), at + source.randrange(1, 40))
            made[f"{at} to {end} many times"] = text[:at] + text[at:end] * 300 + text[end:]
    return made
