"""Bodies by what users call them."""

from __future__ import annotations

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.prepared.prepared import Prepared


def body_number(prepared: Prepared, body: int | str) -> int:
    """The number of a body given by number or name. Raises LagrError where there is none."""
    numbers = [entry.number for entry in prepared.model.bodies]
    if body in numbers:
        return int(body)
    for entry in prepared.model.bodies:
        if body in (entry.name, str(entry.number)):
            return entry.number
    names = [entry.name for entry in prepared.model.bodies if entry.name]
    raise refusal(
        say("Body “{name}”", name=body),
        "There is no such body.",
        did_you_mean(str(body), names),
        "unknown-name",
    )
