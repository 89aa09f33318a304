"""Linear equations in closed form as text, LaTeX and data."""

from __future__ import annotations

from typing import Any

from lagr_gui.algebra import latex
from lagr_gui.exchange.json_sheet import entry_json
from lagr_gui.exchange.symbols import numbers
from lagr_gui.expression import write
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.mechanics.sheet import Entry

MATRICES = {
    "M": "Mass",
    "D": "Damping",
    "G": "Gyroscopic",
    "K": "Stiffness",
    "N": "Circulatory",
    "B": "Inputs",
}
"""The matrices in order, with what they mean."""


def text_linear(linear: SymbolicLinearization) -> str:
    """All entries different from zero, and the conditions of equilibrium."""
    lines = [linear.title or "Model without a name", f"At {_place(linear)}"]
    lines.append("M δq'' + (D + G) δq' + (K + N) δq = B u")
    for symbol, meaning in MATRICES.items():
        entries = linear.of(symbol)
        if entries:
            of = f" of {', '.join(linear.inputs)}" if symbol == "B" else ""
            lines += ["", f"{meaning}{of}"]
        lines += [f"  {symbol}{numbers(at)} = {write(e.tree)}" for at, e in entries.items()]
    conditions = linear.of("r")
    if conditions:
        lines += ["", "The place is an equilibrium where these vanish"]
    for (index,), entry in conditions.items():
        lines.append(f"  {linear.coordinates[index - 1]}: {write(entry.tree)} = 0")
    return "\n".join([*lines, *_words(linear)])


def latex_linear(linear: SymbolicLinearization) -> str:
    """Every matrix that is not zero as a ``pmatrix``, and the conditions of equilibrium."""
    blocks = [f"% {linear.title}, at {_place(linear)}"]
    size = len(linear.coordinates)
    for symbol, meaning in MATRICES.items():
        entries = linear.of(symbol)
        if entries:
            columns = len(linear.inputs) if symbol == "B" else size
            rows = [
                " & ".join(_cell(entries.get((i, j))) for j in range(1, columns + 1))
                for i in range(1, size + 1)
            ]
            body = " \\\\\n  ".join(rows)
            blocks.append(
                f"% {meaning}\n\\[\n\\mathbf{{{symbol}}} = "
                f"\\begin{{pmatrix}}\n  {body}\n\\end{{pmatrix}}\n\\]"
            )
    blocks += [f"\\[\n{latex(entry.tree)} = 0\n\\]" for entry in linear.of("r").values()]
    return "\n\n".join(blocks)


def linear_json(linear: SymbolicLinearization) -> dict[str, Any]:
    """The place, the matrices as texts (row by row) and every entry with its sources."""
    size = len(linear.coordinates)
    matrices: dict[str, Any] = {}
    for symbol in MATRICES:
        entries = linear.of(symbol)
        columns = len(linear.inputs) if symbol == "B" else size
        matrices[symbol] = [
            [write(entries[i, j].tree) if (i, j) in entries else "0" for j in range(1, columns + 1)]
            for i in range(1, size + 1)
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
        "entries": [entry_json(entry) for entry in linear.entries],
        "deviation": linear.deviation,
        "notes": linear.notes,
    }


def _cell(entry: Entry | None) -> str:
    return latex(entry.tree) if entry else "0"


def _place(linear: SymbolicLinearization) -> str:
    """Positions, and the velocities that are not zero."""
    shown = [
        f"{write(symbol)} = {write(tree)}"
        for symbol, tree in linear.at
        if symbol.order == 0 or write(tree) != "0"
    ]
    return ", ".join(shown) or "rest"


def _words(linear: SymbolicLinearization) -> list[str]:
    lines = [""] if linear.notes or linear.deviation is not None else []
    if linear.deviation is not None:
        lines.append(f"Largest relative difference from the numbers: {linear.deviation:.1e}")
    return [*lines, *linear.notes]
