"""Matrices of results in brackets, with their zeros; long entries stand below by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from lagr_gui.expression import Expression, Number, Symbol, symbols_in
from lagr_gui.expression.rows import negative
from lagr_gui.mechanics.sheets.sheet import Entry
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.formula import Formula
from lagr_gui.typesetting.latex import LATEX, latex
from lagr_gui.typesetting.widths import PAPERS

Table = Sequence[Sequence[Expression]]
"""The entries of a matrix row by row."""
Fits = Callable[[Table], bool]
SYMMETRIC, SKEW = 1, -1
"""Entries below the diagonal are those above it, or their negatives."""

PAPER = PAPERS["article"]
NAMED = 4.5
"""What a matrix needs beside its columns for its name and its brackets (em)."""
BRIEF = 4.0
"""Longer entries (em) have names in a matrix that is too wide."""
NOUGHT: Expression = Number(Fraction(0))


def fits_line(rows: Table) -> bool:
    """Whether a matrix may stand on one line of formulas."""
    widths = [[PAPER.width(formula(tree)) for tree in row] for row in rows]
    columns = sum(max(column) + 1 for column in zip(*widths, strict=True))
    return columns <= PAPER.room - NAMED


def latex_matrix(name: Formula, rows: Table) -> str:
    """A matrix that is displayed, as a ``pmatrix``."""
    body = " \\\\\n  ".join(" & ".join(map(latex, row)) for row in rows)
    whole = f"\\begin{{pmatrix}}\n  {body}\n\\end{{pmatrix}}"
    return f"\\[\n{LATEX.written(name)} = {whole}\n\\]"


def table_of(entries: Iterable[Entry], shape: tuple[int, int]) -> Table:
    """A matrix row by row, a column where there is one index; empty where nothing differs from 0.

    One with a column of the time, index 0, is empty too.
    """
    known = {_pair(entry): entry.tree for entry in entries}
    if not known or any(0 in pair for pair in known):
        return ()
    height, across = shape
    return [[known.get((i, j), NOUGHT) for j in range(1, across + 1)] for i in range(1, height + 1)]


def laid_out(
    entries: Sequence[Entry], shape: tuple[int, int], paired: int = 0, fits: Fits = fits_line
) -> tuple[Table, Sequence[Entry]]:
    """A matrix with its zeros, and entries that stand below it: there it has their names.

    Of one that is `paired`, `SYMMETRIC` or `SKEW`, these are the entries above the diagonal.  The
    matrix is empty where not even names fit, or as `table_of` says.
    """
    rows = table_of(entries, shape)
    if not rows or fits(rows):
        return rows, () if rows else entries
    by_place = {_pair(entry): entry for entry in entries}
    short = [
        [_short(by_place, (i, j), paired) for j in range(1, shape[1] + 1)]
        for i in range(1, shape[0] + 1)
    ]
    names = {symbol.name for symbol in symbols_in(tree for row in short for tree in row)}
    listed = [entry for entry in entries if entry.reference in names]
    return (short, listed) if fits(short) else ((), entries)


def _short(
    entries: Mapping[tuple[int, int], Entry], at: tuple[int, int], paired: int
) -> Expression:
    """An entry, or its name where it is long; below the diagonal that of the one above."""
    i, j = at
    below = paired != 0 and i > j
    if at not in entries:
        return NOUGHT
    named = entries.get((j, i), entries[at]) if below else entries[at]
    if PAPER.width(formula(named.tree)) <= BRIEF:
        return entries[at].tree
    name = Symbol(named.reference)
    return negative(name) if below and paired == SKEW and named is not entries[at] else name


def _pair(entry: Entry) -> tuple[int, int]:
    return entry.indices[0], entry.indices[1] if len(entry.indices) > 1 else 1
