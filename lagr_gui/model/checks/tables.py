"""What is wrong with functions by points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lagr_gui.expression.units import unit_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Path, Problem
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.model.faults import place_of
from lagr_gui.model.records import Model
from lagr_gui.model.tables import LookupTable


def check_tables(model: Model) -> Iterator[Problem]:
    """Functions by points, and the integrals of these."""
    with_tables = {entry.name for entry in model.functions if entry.table is not None}
    for index, function in enumerate(model.functions):
        path: Path = ("functions", index)
        if function.table is not None:
            for where, cause, remedy in _faults(function.table):
                yield _problem(model, (*path, "table", *where), cause, remedy, "table")
        if (function.table or function.integral) and len(function.arguments) != 1:
            cause = "A function by points has one argument."
            yield _problem(model, (*path, "arguments"), cause, "Name one.", "arguments")
        if function.integral and function.table is not None:
            cause = "It has a table and is to be an integral."
            yield _problem(model, (*path, "integral"), cause, "Choose one of them.", "table")
        elif function.integral and function.integral not in with_tables:
            cause = say("There is no function “{name}” with a table.", name=function.integral)
            remedy = did_you_mean(function.integral, with_tables)
            yield _problem(model, (*path, "integral"), cause, remedy, "table")


def _faults(table: LookupTable) -> Iterator[tuple[Path, str, str]]:
    """What is wrong with a table: the field, the cause, the remedy."""
    for name in ("x_unit", "y_unit"):
        text = getattr(table, name)
        if text and unit_of(text) is None:
            yield (name,), say("“{text}” is no unit.", text=text), "Write one such as mm or N/m."
    if len(table.points) < 2:
        yield ("points",), "A table needs two points or more.", "Give it more points."
    for number, ((a, _), (b, _)) in enumerate(pairwise(table.points), start=2):
        if not a < b:
            cause = say("Point {number} has x = {b:g} after x = {a:g}.", number=number, a=a, b=b)
            remedy = "Sort the points: each x larger than the one before."
            yield ("points", number - 1), cause, remedy
            return
    if table.outside == "periodic" and len(table.points) > 1:
        first, last = table.points[0][1], table.points[-1][1]
        if first != last:
            words = "It is periodic, but begins with {a:g} and ends with {b:g}."
            cause = say(words, a=first, b=last)
            yield ("points",), cause, "Let the last value be the first one, or end it otherwise."


def _problem(model: Model, path: Path, cause: str, remedy: str, code: str) -> Problem:
    return Problem(place_of(path, model), cause, remedy, code=code, path=path)
