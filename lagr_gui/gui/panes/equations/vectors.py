"""The structured form in Typst: names with hats, dots, crosses, matrices."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from lagr_gui.expression import Expression
from lagr_gui.mechanics.sheets.sheet import COORDINATE, numbers
from lagr_gui.typesetting import marked, marked_with, typst, typst_name, typst_printer
from lagr_gui.typesetting.vectors import VectorPrinter

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Definition, Sheet

LETTERS = {
    "mhat": "hat(m)",
    "shat": "hat(bold(s))",
    "Bhat": "hat(bold(B))",
    "Jhat": "hat(bold(J))",
    "mw": "hat(m)^G",
    "sw": "hat(bold(s))^G",
    "mbeam": "m^B",
    "sbeam": "bold(s)^B",
    "Bbeam": "bold(B)^B",
    "Nbeam": "bold(N)^B",
    "kbeam": "bold(k)^B",
    "gbeam": "g^B",
    "hbeam": "bold(h)^B",
    "Theta": "bold(Theta)",
    "gamma": "bold(gamma)",
    "omega": "bold(omega)",
    "alpha": "bold(alpha)",
    "alphaB": "bold(alpha)^B",
    "aB": "bold(a)^B",
    "arm": "bold(rho.alt)",
    "ell": "ell",
    "kappa": "kappa",
    "rate": "dot(ell)",
    "elldot": "dot(ell)",
    "rho": "rho",
    "tilt": "tau",
    "tiltrate": "dot(tau)",
}
"""Stems that are no single letter."""


def typesetter(sheet: Sheet) -> Callable[[Expression], str]:
    """What sets the trees of a sheet."""
    if not sheet.structured:
        return typst
    names = {entry.name: marked_definition(entry) for entry in sheet.definitions}
    for entry in sheet.entries:
        names[entry.reference] = f"{entry.symbol}_({numbers(entry.indices)})"
    coordinates = frozenset(name for name, _ in sheet.pictures if name not in names)
    return VectorTypst({**names, "unit": "bold(1)"}, coordinates).formula


def marked_definition(definition: Definition) -> str:
    """A name as it is set, which can be pointed at."""
    return marked(definition.name, typst_definition(definition))


def typst_definition(definition: Definition) -> str:
    """A name as it is set: vectors and tensors in bold type."""
    stem, indices = definition.stem, definition.indices
    letter = LETTERS.get(stem)
    if definition.meaning == COORDINATE:
        return typst_name(stem)
    if letter is None and len(stem) > 1:
        letter = f'upright("{stem}")'
    elif letter is None:
        letter = stem if definition.rank == "scalar" else f"bold({stem})"
    comma = "," if any(len(index) > 1 for index in indices) else ""
    low = comma.join(index if index.isdigit() else f'"{index}"' for index in indices)
    return f"{letter}_({low if comma else low.replace(',', '')})" if indices else letter


def typst_pose(symbol: str, body: int) -> str:
    """The rotation matrix or the position of a body as it is set."""
    return f"bold({symbol})^(({body}))"


class VectorTypst(VectorPrinter):
    """Typst mathematics, without the dollar signs."""

    dot, times = "dot.op", "times"
    transposed, turn = "^upright(T)", "bold(R)"

    def __init__(self, names: Mapping[str, str], pictured: Collection[str] = ()) -> None:
        """Names of the model that are `pictured` are marked too."""
        super().__init__(names, typst_printer(pictured))

    def raised_by(self, base: str, sign: str) -> str:
        """A name with a sign behind and above it."""
        return marked_with(base, sign)

    def word(self, text: str) -> str:
        """The name of a function."""
        return f'upright("{text}")'

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        """A matrix."""
        return f"mat({'; '.join(', '.join(row) for row in rows)})"
