"""Renaming in the text of an expression, which otherwise stays as the user wrote it."""

from __future__ import annotations

import re

from lagr_gui.expression.scanner import plain_name

_WORD = re.compile(r"[^\W\d]\w*")
_ENDINGS = ("", "_dot", "_ddot")


def renamed(text: str, old: str, new: str) -> str:
    """The text with every symbol or function `old` called `new`, velocities (`q_dot`) too."""
    names = {old + ending: new + ending for ending in _ENDINGS}
    return _WORD.sub(lambda match: names.get(plain_name(match.group()), match.group()), text)
