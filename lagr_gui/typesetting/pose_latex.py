"""Rotation matrices and positions of bodies as matrices and columns in LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from lagr_gui.expression import Expression
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet, poses
from lagr_gui.typesetting import latex
from lagr_gui.typesetting.symbols import latex_symbol

UNIT = (("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1"))


def pose_lines(
    sheet: Sheet, symbol: str, fits: Callable[[str], bool], told: Callable[[Entry], str]
) -> Iterator[str]:
    """The lines of ``E`` or ``x``; `told` writes an entry of what does not fit into a line."""
    resting: list[str] = []
    equation = ""
    for body, entries in poses(sheet, symbol).items():
        rows = table(symbol, entries, latex)
        equation = entries[0].equation
        name = latex_symbol(symbol, (body,))
        if rows == UNIT:
            resting.append(name)
        elif fits(f"{name} = {(whole := matrix(rows))}"):
            yield f"{name} &= {whole} \\tag{{{equation}}}"
        else:
            yield from map(told, entries)
    if resting:
        yield f"{' = '.join(resting)} &= \\boldsymbol{{1}} \\tag{{{equation}}}"


def table(
    symbol: str, entries: Iterable[Entry], typeset: Callable[[Expression], str]
) -> tuple[tuple[str, ...], ...]:
    """The rows of the matrix ``E`` or the column ``x`` of one body."""
    trees = {entry.indices[1:]: typeset(entry.tree) for entry in entries}
    columns = [(1,), (2,), (3,)] if symbol == "E" else [()]
    return tuple(tuple(trees.get((i, *j), "0") for j in columns) for i in (1, 2, 3))


def matrix(rows: Sequence[Sequence[str]]) -> str:
    """Formulas in round brackets."""
    apart = r" \\[2pt] " if any(r"\frac" in entry for row in rows for entry in row) else r" \\ "
    inner = apart.join(" & ".join(row) for row in rows)
    return f"\\begin{{pmatrix}} {inner} \\end{{pmatrix}}"
