"""Decimal commas in what people type; expressions themselves have decimal points."""

from __future__ import annotations

import re

from lagr_gui.expression.scanner import fail
from lagr_gui.foundation.message import say

_GROUPS = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)+(?![\w.,]*[.,]\d)")


def with_points(text: str) -> str:
    """A text with points in the place of decimal commas: ``0,3 m`` is ``0.3 m``.

    Commas in brackets separate arguments and stay.  Raises LagrError where a comma could also
    part thousands: ``1,500``.
    """
    return _GROUPS.sub(lambda match: _number(match, text), text)


def _number(match: re.Match[str], text: str) -> str:
    number, column = match.group(), match.start() + 1
    if "," not in number or text[: match.start()].count("(") > text[: match.start()].count(")"):
        return number
    whole, _, part = number.partition(",")
    if "." in number or "," in part:
        plain = re.sub(r"[.,]", "", number)
        cause = say("“{number}” has more than one sign between its digits.", number=number)
        fail(column, cause, say("Write {plain}, or one decimal point.", plain=plain))
    if len(part) == 3 and not whole.startswith("0") and len(whole) <= 3:
        cause = say("“{number}” could have a decimal comma or part thousands.", number=number)
        remedy = say("Write {whole}.{part} or {whole}{part}.", whole=whole, part=part)
        fail(column, cause, remedy)
    return f"{whole}.{part}"
