"""The structured form of a model as a sheet."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.checks.laws import assumed_laws
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.sheets.special_case import spelling_of
from lagr_gui.mechanics.structured import (
    Name,
    Structured,
    entering,
    single_lines,
    structured_sheet,
)
from lagr_gui.model import Base
from lagr_gui.prepared import Prepared, derived


def structured_of(prepared: Prepared) -> Structured:
    """The structured form in the special case. Raises LagrError for an unsound model."""
    model, special, reading = prepared.general.model, prepared.special, prepared.general.reading
    typed = reading.typed.also(spelling_of(model, special))
    return Structured(replace(reading, typed=typed), entering(model, special))


def lines_of(prepared: Prepared, names: Sequence[str]) -> Sheet:
    """The structured sheet of some g and Γ alone: ``g2,1``, ``Gamma3,2,1``.

    Raises LagrError for an unsound model and for what is no such name.
    """
    chosen = [line_name(name) for name in names]
    return single_lines(structure_of(prepared), prepared.special, chosen)


def structure_of(prepared: Prepared) -> Structured:
    """The structured form, of which what is computed is kept."""
    key = ("structure", prepared.general.cases, prepared.special)
    return prepared.general.kept(key, lambda: structured_of(prepared))


_NAME = re.compile(r"(g|Gamma|Γ)[ _]?(\d+(?:[,_ ]+\d+)*)")
"""Indices of one digit each may stand together."""


def line_name(text: str) -> Name:
    """The g or Γ that is meant by a name; Γ312 is Γ321. Raises LagrError for what is none."""
    match = _NAME.fullmatch(text.strip())
    symbol, digits = ("", "") if match is None else match.groups()
    parts = re.split(r"[,_ ]+", digits)
    indices = tuple(map(int, parts if len(parts) > 1 else digits))
    if len(indices) != (2 if symbol == "g" else 3):
        raise refusal(
            say("Line “{name}”", name=text),
            "It is no name of a g or Γ.",
            "Write g2,1 or Gamma3,2,1: indices of coordinates, 0 is time.",
            "line",
        )
    pair = sorted(indices[-2:], reverse=True)  # symmetric in the last two
    return "g" if symbol == "g" else "Gamma", (*indices[:-2], *pair)


def sheet_of(prepared: Prepared, lines: Sequence[str] = ()) -> Sheet:
    """The structured sheet, also with these `lines` of those that are left out of it.

    Raises LagrError for an unsound model and for what is no name of a line.
    """
    prepared = prepared.named
    general, names = prepared.general, frozenset(map(line_name, lines))
    moving = prepared.model.base != Base(name=prepared.model.base.name)

    def made() -> Sheet:
        start = time.perf_counter()
        sheet = structured_sheet(structure_of(prepared), prepared.special, moving, names)
        notes = (*assumed_laws(prepared.model), *sheet.notes)
        return replace(sheet, notes=notes, seconds=time.perf_counter() - start)

    key = ("structured", general.cases, prepared.special, names)
    return general.kept(key, made, lasting=True)


@derived
def with_lines(
    prepared: Prepared, lines: Sequence[str], side: str = "right", after: str = ""
) -> Sheet:
    """The structured sheet as `equations` gives it, with `lines` of those that it leaves out.

    It holds before any event, or `after` some.  Raises LagrError for an unsound model and for what
    is no name of a line.
    """
    if prepared.model.events:
        from lagr_gui.prepared.held import after_events  # few models have events

        prepared = after_events(prepared, after)
    return replace(sheet_of(prepared, lines), title=prepared.model.name, side=side, after=after)
