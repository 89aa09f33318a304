"""Heads and units of tables in the words of other programs: ``Zeit in s``, ``Second``, ``Grad``."""

from __future__ import annotations

import re

from lagr_gui.exchange.csv_table import split_head
from lagr_gui.expression.units import unit_of
from lagr_gui.given import number_in

_WORDS = {
    "s": ("second", "seconds", "sec", "sekunde", "sekunden"),
    "m": ("meter", "meters", "metre", "metres"),
    "deg": ("degree", "degrees", "Grad"),
    "rad": ("radian", "radians", "radiant"),
    "V": ("volt", "volts"),
    "A": ("ampere", "amperes", "amp", "amps"),
    "N": ("newton", "newtons"),
}
_UNITS = {word: unit for unit, words in _WORDS.items() for word in words}
_FORCES = frozenset({"lb", "lbf", "oz", "ozf"})
"""What inches are multiplied by; before all others “in” is no inch."""

_IN = re.compile(r"(.*\S)\s+(in\s+\S.*)")
_RUN = re.compile(r"(.*\S)\s+(Run\s*#?\s*\d+)")


def spoken_head(head: str) -> tuple[str, str]:
    """The name and the unit in the head of a column, as `split_head` and as others write them."""
    head = " ".join(head.split())
    if run := _RUN.fullmatch(head):
        name, unit = spoken_head(run[1])
        return f"{name} {run[2]}", unit
    name, unit = split_head(head)
    if not unit and (found := _IN.fullmatch(name)) and is_unit(named_unit(found[2])):
        name, unit = found.groups()
    return name, named_unit(unit)


def named_unit(text: str) -> str:
    """A unit by its sign where it is told in words; what is no word stays."""
    bare = text.removeprefix("in ").strip()
    bare = text if bare in _FORCES else bare
    return _UNITS.get(bare) or _UNITS.get(bare.lower(), bare)


def is_unit(text: str) -> bool:
    """Whether a text is the name of a unit and no number."""
    return number_in(text) is None and unit_of(text) is not None
