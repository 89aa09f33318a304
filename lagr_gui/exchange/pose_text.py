"""Rotation matrices and positions of bodies as matrices and columns in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lagr_gui.exchange.pose_latex import UNIT, table
from lagr_gui.expression import write
from lagr_gui.mechanics.sheet import Sheet, poses

POSES = ("E", "x")
"""Results of which each body has one; of partial velocities it has one for each coordinate."""
WIDTH = 96
"""Characters of the widest line; entries of what is wider stand one below the other."""


def pose_lines(sheet: Sheet, symbol: str) -> Iterator[str]:
    """The lines of one of `POSES` of all bodies, those of unit matrices in one."""
    resting: list[str] = []
    equation = ""
    for body, entries in poses(sheet, symbol).items():
        name, rows = f"{symbol}({body})", table(symbol, entries, write)
        equation = entries[0].equation
        if symbol == "E":
            lines = _matrix(f"{name} = ", rows)
        else:
            lines = [f"{name} = ({', '.join(row for (row,) in rows)})"]
        if rows == UNIT:
            resting.append(name)
        elif max(map(len, lines)) <= WIDTH:
            yield from lines[:-1]
            yield f"{lines[-1]}    ({equation})"
        else:
            yield from (f"{e.name} = {write(e.tree)}    ({e.equation})" for e in entries)
    if resting:
        yield f"{' = '.join(resting)} = 1    ({equation})"


def _matrix(name: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """Three lines of equal length, columns below one another."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)) for row in rows]
    before = [name, *[" " * len(name)] * (len(rows) - 1)]
    return [f"{start}[{line}]" for start, line in zip(before, lines, strict=True)]
