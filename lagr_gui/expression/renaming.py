"""Renaming in the text of an expression, which otherwise stays as the user wrote it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from lagr_gui.expression.reader import measured
from lagr_gui.expression.scanner import plain_name
from lagr_gui.foundation.problem import LagrError

_WORD = re.compile(r"[^\W\d]\w*")
_ENDINGS = ("", "_dot", "_ddot")


def renamed(text: str, old: str, new: str) -> str:
    """The text with every symbol or function `old` called `new`, velocities (`q_dot`) too.

    Units stay: the m of ``3 m`` is no parameter.
    """
    return replaced(text, with_endings({old: new}))


def replaced(text: str, instead: Mapping[str, str]) -> str:
    """The text with other texts in the place of symbols and functions, all at once.

    Units stay, and velocities (`q_dot`), which are symbols of their own.
    """
    units = _units(text)

    def other(match: re.Match[str]) -> str:
        word = match.group()
        return word if match.start() + 1 in units else instead.get(plain_name(word), word)

    return _WORD.sub(other, text)


def with_endings(names: Mapping[str, str]) -> dict[str, str]:
    """New names by old ones, velocities and accelerations (`q_dot`, `q_ddot`) too."""
    return {old + end: new + end for old, new in names.items() for end in _ENDINGS}


def _units(text: str) -> Collection[int]:
    """Columns of units; none in a text that does not read."""
    try:
        return measured(text).names.keys()
    except LagrError:
        return ()
