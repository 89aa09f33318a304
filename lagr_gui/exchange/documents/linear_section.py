"""The linear equations of small motions as a section of a document: formulas, then numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.exchange import rounding
from lagr_gui.exchange.documents.blocks import Block, FormulaBlock, Paragraph, Table
from lagr_gui.exchange.documents.linear_equations import (
    AGREES,
    BALANCED,
    MATRICES,
    matrix_name,
    placed,
)
from lagr_gui.exchange.documents.quantities import NONE, bare, scientific
from lagr_gui.exchange.documents.quantities import formula as number
from lagr_gui.exchange.documents.rows import Line, packed
from lagr_gui.expression import write
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.languages import Words
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.linear.modes import Mode, find_modes
from lagr_gui.typesetting import Formula, formula
from lagr_gui.typesetting.formula import (
    ROW_END,
    SPACE,
    Box,
    accent,
    bold,
    joined,
    letter,
    matrix,
    small_fractions,
)
from lagr_gui.typesetting.letters import entry_name, named
from lagr_gui.typesetting.widths import REPORT, width
from lagr_gui.typesetting.words import Text, filled, listed, math, text_of

DIGITS = 6
"""Of numbers of matrices that somebody reads."""
_DELTA = letter("delta")


@dataclass(frozen=True, eq=False)
class LinearEquations:
    """Linear equations as numbers, and their `closed` form where it is short enough to be read."""

    numbers: Linearization
    closed: SymbolicLinearization | None = None


def linear_blocks(w: Words, found: LinearEquations, units: Sequence[str] = ()) -> Iterator[Block]:
    """The section: the equation, its matrices as formulas, then as numbers with eigenvalues.

    `units` are those of the coordinates.  Matrices of numbers that no page is wide enough for are
    left out.
    """
    linear, closed = found.numbers, found.closed
    tables = {name: table for name, table in rounding.matrices(linear).items() if table.any()}
    independent = linear.independent if closed is None else closed.coordinates
    rows = packed([[_equation(tables, independent)]])
    if closed is not None:
        rows = (*rows, ROW_END, "\n", *packed([*_closed(closed)]))
    place = filled(w, "about {place}", place=listed(_place(linear, units)))
    yield FormulaBlock(w("Linear equations of small motions"), place, rows)
    if closed is not None and (vanishing := [*_vanishing(closed)]):
        yield FormulaBlock(w.spoken(BALANCED), "", packed(vanishing))
    if closed is not None and closed.deviation is not None:
        # the words are those of the window
        yield Paragraph(filled(w, AGREES, d=scientific(closed.deviation)), small=True)
    numeric = [[line] for name, table in tables.items() if (line := _fitting(name, table))]
    if numeric:
        note: Text = w("in SI units")
        if independent != linear.independent:
            note = text_of(note, ", ", math(_vector(linear.independent)))
        yield FormulaBlock(w("Matrices as numbers"), note, packed(numeric))
    if not linear.obstacle and len(linear.A):
        yield _modes(w, linear)


def _equation(present: Collection[str], coordinates: Sequence[str]) -> Formula:
    """M δq̈ + (D + G) δq̇ + (K + N) δq = 0 of the matrices that differ from 0, and what q is."""
    terms: list[Formula] = []
    for order, group in ((2, "M"), (1, "DG"), (0, "KN")):
        own = [(bold(letter(name)),) for name in group if name in present]
        if own:
            inner = joined((" + ",), own)
            head = inner if len(own) == 1 else (Box("plain", (inner,)),)
            base = bold(letter("q"))
            moved = accent("dot", base, order) if order else base
            terms.append((*head, SPACE, _DELTA, Box("beside"), moved))
    return (
        *joined((" + ",), terms),
        " = ",
        bold("0"),
        ", ",
        Box("qquad"),
        " ",
        *_vector(coordinates),
    )


def _vector(coordinates: Sequence[str]) -> Formula:
    """q = (q₁, q₂)ᵀ."""
    inner = joined((",", Box("gap")), [named(name) for name in coordinates])
    return (bold(letter("q")), " = ", Box("transposed", ((Box("plain", (inner,)),),)))


def _place(linear: Linearization, units: Sequence[str]) -> Iterator[Text]:
    """Each coordinate with its value."""
    of = dict(zip(linear.coordinates, units, strict=False))
    values = rounding.positions(linear.q, linear.coordinates, of)
    for name, value in zip(linear.coordinates, values.tolist(), strict=True):
        shown = number(float(f"{value:.{DIGITS}g}"), of.get(name, ""))
        yield (math((*named(name), " = ", *shown.parts[0])),)


def _closed(closed: SymbolicLinearization) -> Iterator[Line]:
    """Matrices in brackets, and entries that are long below them."""
    for symbol in MATRICES:
        if not closed.of(symbol):
            continue
        table, below = placed(closed, symbol)
        if table:
            box = matrix([[formula(tree) for tree in row] for row in table], "table")
            yield [(*matrix_name(symbol), " = ", *small_fractions((box,)))]
        for entry in below:
            yield [(*entry_name(entry), " = ", *formula(entry.tree))]


def _vanishing(closed: SymbolicLinearization) -> Iterator[Line]:
    """What is 0 in equilibrium."""
    for entry in closed.of("r").values():
        if write(entry.tree) != "0":
            yield [(*formula(entry.tree), " = ", "0")]


def _fitting(name: str, table: Array) -> Formula:
    """A matrix of numbers, smaller where it is wide; empty where it is too wide."""
    rows = [[_number(value) for value in row] for row in table.tolist()]
    box, head = matrix(rows, "table"), (*matrix_name(name), " = ")
    line = (*head, box)
    if width(line) <= REPORT.room:
        return line
    small = (*head, Box("small", ((box,),)))
    return small if width(line) * 0.8 <= REPORT.room else ()


def _number(value: float) -> Formula:
    return bare(float(f"{value:.{DIGITS}g}"))


def _modes(w: Words, linear: Linearization) -> Table:
    """The eigenvalues λ of q = Re(v exp λt), slow ones first."""
    heads = (w("Mode"), w("Eigenvalue (1/s)"), w("Frequency (rad/s)"), w("Damping ratio"))
    rows = [
        (str(place), (_eigenvalue(mode),), *_oscillating(mode))
        for place, mode in enumerate(find_modes(linear).modes, start=1)
    ]
    return Table("", heads, rows)


def _eigenvalue(mode: Mode) -> Box:
    real, imaginary = mode.eigenvalue.real, mode.damped_frequency
    size = abs(mode.eigenvalue)
    real = 0.0 if abs(real) <= rounding.PART * size else real
    parts: list[Formula] = [_number(real)] if real or not imaginary else []
    if imaginary:
        parts.append((Box("plus minus"), " ", *_number(imaginary), " ", SPACE, letter("i")))
    return math(joined((" ",), parts))


def _oscillating(mode: Mode) -> tuple[Text, Text]:
    if not mode.frequency:
        return NONE, NONE
    ratio = mode.damping_ratio or 0.0
    ratio = 0.0 if abs(ratio) <= rounding.PART else ratio
    return (math(_number(mode.frequency)),), (math(_number(float(np.round(ratio, DIGITS)))),)
