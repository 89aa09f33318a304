"""Linear equations in closed form as text, LaTeX and data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lagr_gui.exchange.json_sheet import entry_json
from lagr_gui.expression import write
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.mechanics.sheets.sheet import Entry, numbers
from lagr_gui.typesetting import Formula, formula, latex, latex_equal
from lagr_gui.typesetting.formula import bold, indexed, letter
from lagr_gui.typesetting.letters import entry_name
from lagr_gui.typesetting.matrices import (
    SKEW,
    SYMMETRIC,
    Fits,
    Table,
    fits_line,
    laid_out,
    latex_matrix,
)
from lagr_gui.typesetting.text_lines import WIDTH, bracketed

MATRICES = {
    "M": "Mass",
    "D": "Damping",
    "G": "Gyroscopic",
    "K": "Stiffness",
    "N": "Circulatory",
    "B": "Inputs",
    "J": "Conditions",
    "J_q": "Conditions on velocities",
}
"""The matrices in order, with what they mean."""

BALANCED = "The place is an equilibrium where these vanish"
MEETS = {
    "phi": "Positions meet the conditions where these vanish",
    "psi": "Velocities meet the conditions where these vanish",
}
"""What must vanish at the place."""

AT, REST = "At {place}", "rest"
AGREES = "Largest relative difference from the numbers: {d}"
ONE, MANY = "condition", "conditions"
PHRASES = (AT, REST, AGREES, ONE, MANY)
"""What is said around the matrices; a face may say it in another language."""

Words = Callable[[str], str]


def text_linear(linear: SymbolicLinearization) -> str:
    """All entries different from zero, and the conditions of equilibrium."""
    lines = [linear.title or "Model without a name", *linear_heads(linear)]
    for symbol, meaning in MATRICES.items():
        entries = linear.of(symbol)
        if entries:
            of = f" of {', '.join(linear.inputs)}" if symbol == "B" else ""
            lines += ["", f"{meaning}{of}"]
            lines += [f"  {line}" for line in _text_rows(linear, symbol)]
    conditions = linear.of("r")
    if conditions:
        lines += ["", BALANCED]
    for (index,), entry in conditions.items():
        lines.append(f"  {linear.coordinates[index - 1]}: {write(entry.tree)} = 0")
    for symbol, meets in MEETS.items():
        entries = linear.of(symbol)
        if entries:
            lines += ["", meets]
        lines += [f"  {s}: {write(entry.tree)} = 0" for (s,), entry in entries.items()]
    words = linear_words(linear)
    return "\n".join([*lines, *([""] if words else []), *words])


PAIRED = {"M": SYMMETRIC, "D": SYMMETRIC, "G": SKEW, "K": SYMMETRIC, "N": SKEW}
"""Matrices whose entries below the diagonal are those above it, or their negatives."""


def placed(
    linear: SymbolicLinearization, symbol: str, fits: Fits = fits_line
) -> tuple[Table, Sequence[Entry]]:
    """A matrix with its zeros, and long entries that stand below it."""
    entries = [*linear.of(symbol).values()]
    return laid_out(entries, _shape(linear, symbol), PAIRED.get(symbol, 0), fits)


def _text_rows(linear: SymbolicLinearization, symbol: str) -> list[str]:
    def lines_of(rows: Table) -> list[str]:
        return bracketed(f"{symbol} = ", [[write(tree) for tree in row] for row in rows])

    def fits(rows: Table) -> bool:
        return max(map(len, lines_of(rows))) <= WIDTH

    rows, entries = placed(linear, symbol, fits)
    below = [f"{symbol}{numbers(entry.indices)} = {write(entry.tree)}" for entry in entries]
    return [*(lines_of(rows) if rows else ()), *below]


def linear_heads(linear: SymbolicLinearization, words: Words = str) -> list[str]:
    """Where, and what the matrices belong to."""
    bound = bool(linear.on_positions)
    equation = "M δq'' + (D + G) δq' + (K + N) δq = B u" + " + Jᵀ δλ" * bound
    return [words(AT).format(place=_place(linear, words)), equation, *_levels(linear, words)]


def _levels(linear: SymbolicLinearization, words: Words) -> list[str]:
    """The linear conditions: on positions and on velocities, with the rows that they are."""
    forms = ((True, "J δq = 0"), (False, "J δq' + J_q δq = 0"))
    lines: list[str] = []
    for on_positions, form in forms:
        rows = [str(s) for s, flag in enumerate(linear.on_positions, 1) if flag == on_positions]
        if rows:
            word = words(ONE if len(rows) == 1 else MANY)
            lines.append(f"{form}   ({word} {', '.join(rows)})")
    return lines


def _shape(linear: SymbolicLinearization, symbol: str) -> tuple[int, int]:
    """Rows and columns of a matrix."""
    size = len(linear.coordinates)
    rows = len(linear.on_positions) if symbol in ("J", "J_q") else size
    return rows, len(linear.inputs) if symbol == "B" else size


def latex_linear(linear: SymbolicLinearization) -> str:
    """Every matrix that is not zero as a ``pmatrix``, and the conditions of equilibrium."""
    blocks = [f"% {linear.title}, at {_place(linear)}"]
    for symbol, meaning in MATRICES.items():
        entries = linear.of(symbol)
        if entries:
            table, below = placed(linear, symbol)
            blocks.append(f"% {meaning}")
            if table:
                blocks[-1] += f"\n{latex_matrix(matrix_name(symbol), table)}"
            for entry in below:
                blocks[-1] += f"\n\\[\n{latex_equal(entry_name(entry), formula(entry.tree))}\n\\]"
    for symbol in ("r", *MEETS):
        entries = linear.of(symbol).values()
        blocks += [f"\\[\n{latex(entry.tree)} = 0\n\\]" for entry in entries]
    return "\n\n".join(blocks)


def matrix_name(symbol: str) -> Formula:
    """The name of a matrix."""
    head, *index = symbol.split("_")
    return (indexed(bold(letter(head)), *index),)


def linear_json(linear: SymbolicLinearization) -> dict[str, Any]:
    """The place, the matrices as texts (row by row) and every entry with its sources."""
    matrices: dict[str, Any] = {}
    for symbol in MATRICES:
        entries = linear.of(symbol)
        height, width = _shape(linear, symbol)
        matrices[symbol] = [
            [write(entries[i, j].tree) if (i, j) in entries else "0" for j in range(1, width + 1)]
            for i in range(1, height + 1)
        ]
    return {
        "title": linear.title,
        "coordinates": linear.coordinates,
        "at": {write(symbol): write(tree) for symbol, tree in linear.at},
        "inputs": linear.inputs,
        **matrices,
        "conditions": {
            linear.coordinates[index - 1]: write(entry.tree)
            for (index,), entry in linear.of("r").items()
        },
        "meets": {
            name: {str(s): write(entry.tree) for (s,), entry in linear.of(name).items()}
            for name in MEETS
        },
        "entries": [entry_json(entry) for entry in linear.entries],
        "deviation": linear.deviation,
        "notes": linear.notes,
    }


def _place(linear: SymbolicLinearization, words: Words = str) -> str:
    """Positions, those that stay general by their names, and velocities that are not zero."""
    shown = [
        write(symbol) if symbol == tree else f"{write(symbol)} = {write(tree)}"
        for symbol, tree in linear.at
        if symbol.order == 0 or write(tree) != "0"
    ]
    return ", ".join(shown) or words(REST)


def linear_words(linear: SymbolicLinearization, words: Words = str) -> list[str]:
    """How well the matrices agree with numbers, and what is to be said of the inputs."""
    lines: list[str] = []
    if linear.deviation is not None:
        lines.append(words(AGREES).format(d=f"{linear.deviation:.1e}"))
    return [*lines, *linear.notes]
