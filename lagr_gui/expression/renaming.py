"""Renaming in the text of an expression, which otherwise stays as the user wrote it."""

from __future__ import annotations

import re
from collections.abc import Collection

from lagr_gui.expression.reader import measured
from lagr_gui.expression.scanner import plain_name
from lagr_gui.problem import LagrError

_WORD = re.compile(r"[^\W\d]\w*")
_ENDINGS = ("", "_dot", "_ddot")


def renamed(text: str, old: str, new: str) -> str:
    """The text with every symbol or function `old` called `new`, velocities (`q_dot`) too.

    Units stay: the m of ``3 m`` is no parameter.
    """
    names = {old + ending: new + ending for ending in _ENDINGS}
    units = _units(text)

    def other(match: re.Match[str]) -> str:
        word = match.group()
        return word if match.start() + 1 in units else names.get(plain_name(word), word)

    return _WORD.sub(other, text)


def _units(text: str) -> Collection[int]:
    """Columns of units; none in a text that does not read."""
    try:
        return measured(text).names.keys()
    except LagrError:
        return ()
