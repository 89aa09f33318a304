"""Counts the operations of printed expressions and equations, as a reader meets them.

It has no call of its own; `textbook.py` imports it.  What counts:

- every infix + - * / ^ is one operation, every call of a function is one;
- signs at the beginning of an expression, of a bracket or of an argument are free, and so are
  brackets, numbers, names and dots of velocities;
- an equation counts both sides, and one more where the right side is not 0.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

_TOKEN = re.compile(
    r"(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[^\W\d]\w*'*(?:\[[\d,]+\])?(?P<call>\s*\()?)"
    r"|(?P<operator>[-+*/^])|(?P<open>[(,])|(?P<close>\))|\s+"
)
_NAME = re.compile(r"[^\W\d]\w*")


def operations(text: str) -> int:
    """How many operations an expression or an equation has. Raises ValueError if it is neither."""
    sides = [side.strip() for side in text.split("=")]
    if len(sides) > 2 or not all(sides):
        raise ValueError(f"this is neither an expression nor an equation: {text}")
    balance = len(sides) == 2 and sides[1] != "0"
    return sum(map(_expression, sides)) + balance


def _expression(text: str) -> int:
    count, at, operand = 0, 0, False
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise ValueError(f"“{text[at]}” does not belong in an expression: {text}")
        at = token.end()
        if token["operator"]:
            count, operand = count + operand, False
        elif token["name"]:
            count, operand = count + bool(token["call"]), not token["call"]
        elif token["open"]:
            operand = False
        elif token["number"] or token["close"]:
            operand = True
    return count


def used(texts: Collection[str], definitions: Mapping[str, str]) -> dict[str, str]:
    """The definitions that texts need, directly or by one another, in their order."""
    found: set[str] = set()
    waiting = list(texts)
    while waiting:
        new = {name for name in _NAME.findall(waiting.pop()) if name in definitions} - found
        found |= new
        waiting += [definitions[name] for name in new]
    return {name: text for name, text in definitions.items() if name in found}


def total(texts: Collection[str], definitions: Mapping[str, str]) -> int:
    """The operations of texts together, with those of each definition that they need once."""
    needed = used(texts, definitions)
    return sum(map(operations, (*texts, *needed.values())))
