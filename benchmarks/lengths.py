"""How long the equations of the samples are, expanded and structured.

    python benchmarks/lengths.py [name …]

Writes the table of docs/lengths.md; with names it only prints their rows.  What the program shows
is counted, with all definitions: rotation matrices, centres of mass, energies, g, Γ, Q and
conditions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.algebra import operation_count
from lagr_gui.expression import Expression, Product, Sum, parts, write
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.sheet import Sheet

PAGE = Path(__file__).parents[1] / "docs" / "lengths.md"
HEAD = """# How long equations are

Everything that the program shows of the samples, with all definitions: rotation matrices, centres
of mass, energies, conserved quantities, g, Γ, Q and conditions. *Expanded* is the form `shortest`,
*structured* that of [structured.md](structured.md). Terms are counted as they are written,
a (b + c) as two; operations are +, −, ·, /, powers and functions; letters are those of the text
without blanks. `benchmarks/lengths.py` makes the table.

| sample | coordinates | terms, expanded | operations | letters | terms, structured \
| operations | letters | names |
|---|---|---|---|---|---|---|---|---|
"""
"""All of the page but the rows."""


def written(tree: Expression) -> int:
    """Terms as they are written, at any depth."""
    match tree:
        case Sum(terms):
            return sum(map(written, terms))
        case Product(factors):
            return 1 + sum(written(factor) - 1 for factor in factors)
        case _:
            return 1 + sum(written(part) - 1 for part in parts(tree))


def lengths(sheet: Sheet) -> tuple[int, int, int]:
    """Terms, operations and letters of results and definitions."""
    trees = [*(entry.tree for entry in sheet.entries), *(own.tree for own in sheet.definitions)]
    letters = sum(len(write(tree).replace(" ", "")) for tree in trees)
    return sum(map(written, trees)), sum(map(operation_count, trees)), letters


def rows(names: list[str]) -> Iterator[str]:
    """A row of the table for each sample."""
    for path in sample_models():
        if names and path.stem not in names:
            continue
        model = pipeline.load(path)
        expanded, structured = (
            pipeline.equations(model, form) for form in ("shortest", "structured")
        )
        cells = (
            model.name,
            len(expanded.coordinates),
            *lengths(expanded),
            *lengths(structured),
            len(structured.definitions),
        )
        yield "| " + " | ".join(map(str, cells)) + " |"


def main(names: list[str]) -> None:
    """Write the page, or print the rows that are asked for."""
    if names:
        print("\n".join(rows(names)))
    else:
        PAGE.write_text(HEAD + "\n".join(rows([])) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
