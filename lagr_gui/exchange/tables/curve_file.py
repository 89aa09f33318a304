"""Measured curves from files: two columns of a table as points of a function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

from lagr_gui.exchange.tables.motion_file import read_columns, read_csv
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.registry import check_known

SHAPE = "Write two columns with heads, such as x (mm) and F (N)."
TABLES = (".csv", ".npz", ".h5", ".hdf5")
"""Endings of files that hold columns."""


@dataclass(frozen=True)
class MeasuredCurve:
    """Points (x, y) with rising x, and their units as the heads of the columns tell them."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    units: tuple[str, str]


def read_curve(path: Path, x: str = "", y: str = "") -> MeasuredCurve:
    """Two columns of a file (.csv, .npz, .h5) by their heads, by default the first two.

    Raises LagrError with the row where a number is missing or x does not rise.
    """
    place, (columns, units) = _place(path), _columns(path)
    heads = [*columns]
    chosen = [x or heads[0], y or next(head for head in heads if head != (x or heads[0]))]
    for name in chosen:
        check_known(name, heads, place, say("There is no column “{name}”.", name=name))
    xs, ys = (columns[name] for name in chosen)
    _check(place, xs, ys)
    return MeasuredCurve((*xs,), (*ys,), (units.get(chosen[0], ""), units.get(chosen[1], "")))


def curve_heads(path: Path) -> dict[str, str]:
    """The heads of the columns of a file, two or more, with their units as the heads tell them.

    Raises LagrError for a file that is no table.
    """
    heads, units = _columns(path)
    return {head: units.get(head, "") for head in heads}


def _place(path: Path) -> str:
    return say("Table “{name}”", name=str(path))


def _columns(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The columns as they were written, and their units."""
    place = _place(path)
    if path.suffix.lower() not in TABLES:
        sorts = ", ".join(TABLES)
        raise refusal(place, say("Known are: {names}.", names=sorts), SHAPE, "table")
    try:
        if path.suffix.lower() == ".csv":
            table = read_csv(path)
            columns, units = {**table.columns}, table.units
        else:
            columns, units = read_columns(path), {}
    except LagrError as error:
        raise LagrError(
            replace(
                problem, place=place, remedy=SHAPE if "phi" in problem.remedy else problem.remedy
            )
            for problem in error.problems
        ) from error
    if len(columns) < 2:
        raise refusal(place, "It has one column only.", SHAPE, "table")
    return columns, units


def _check(place: str, xs: Sequence[Any], ys: Sequence[Any]) -> None:
    """Raise LagrError where two columns are no points of a function."""
    if len(xs) != len(ys):
        cause = say("It has {x} values of x and {y} of y.", x=len(xs), y=len(ys))
        raise refusal(place, cause, "Give as many of both.", "table")
    if len(xs) < 2:
        raise refusal(
            place, "A table needs two points or more.", "Give it more points.", code="table"
        )
    for number, pair in enumerate(zip(xs, ys, strict=True), start=2):
        if not all(isinstance(entry, (int, float)) and isfinite(entry) for entry in pair):
            cause = say("Row {number} holds what is no number.", number=number)
            raise refusal(place, cause, "Correct it, or remove the row.", "table")
    for number, (a, b) in enumerate(pairwise(xs), start=3):
        if not a < b:
            cause = say("Row {number} has x = {b:g} after x = {a:g}.", number=number, a=a, b=b)
            remedy = "Sort the rows, and leave one for each x: each larger than the one before."
            raise refusal(place, cause, remedy, "table")
