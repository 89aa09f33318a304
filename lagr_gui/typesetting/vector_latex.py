"""The structured form in LaTeX: names with hats, dots, crosses, matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lagr_gui.expression import Expression
from lagr_gui.mechanics.sheets.sheet import COORDINATE, Definition, Sheet
from lagr_gui.typesetting import LATEX, latex, latex_name
from lagr_gui.typesetting.symbols import latex_symbol
from lagr_gui.typesetting.vectors import VectorPrinter

LETTERS = {
    "mhat": r"\hat{m}",
    "shat": r"\hat{\boldsymbol{s}}",
    "Bhat": r"\hat{\boldsymbol{B}}",
    "Jhat": r"\hat{\boldsymbol{J}}",
    "mw": r"\hat{m}^{G}",
    "sw": r"\hat{\boldsymbol{s}}^{G}",
    "mbeam": "m^{B}",
    "sbeam": r"\boldsymbol{s}^{B}",
    "Bbeam": r"\boldsymbol{B}^{B}",
    "Nbeam": r"\boldsymbol{N}^{B}",
    "kbeam": r"\boldsymbol{k}^{B}",
    "gbeam": "g^{B}",
    "hbeam": r"\boldsymbol{h}^{B}",
    "Theta": r"\boldsymbol{\Theta}",
    "gamma": r"\boldsymbol{\gamma}",
    "omega": r"\boldsymbol{\omega}",
    "alpha": r"\boldsymbol{\alpha}",
    "beta": r"\beta",
    "alphaB": r"\boldsymbol{\alpha}^{B}",
    "aB": r"\boldsymbol{a}^{B}",
    "arm": r"\boldsymbol{\varrho}",
    "ell": r"\ell",
    "kappa": r"\kappa",
    "rho": r"\rho",
    "rate": r"\dot{\ell}",
    "elldot": r"\dot{\ell}",
    "tilt": r"\tau",
    "tiltrate": r"\dot{\tau}",
}
"""Stems that are no single letter."""


def typesetter(sheet: Sheet) -> Callable[[Expression], str]:
    """What sets the trees of a sheet."""
    if not sheet.structured:
        return latex
    names = {definition.name: latex_definition(definition) for definition in sheet.definitions}
    names |= {entry.reference: latex_symbol(entry.symbol, entry.indices) for entry in sheet.entries}
    return VectorLatex({**names, "unit": r"\boldsymbol{1}"}).formula


def latex_definition(definition: Definition) -> str:
    """A name as it is set: vectors and tensors in bold type."""
    stem, indices = definition.stem, definition.indices
    letter = LETTERS.get(stem)
    if definition.meaning == COORDINATE:
        return latex_name(stem)
    if letter is None and len(stem) > 1:
        letter = rf"\mathrm{{{stem}}}"
    elif letter is None:
        letter = stem if definition.rank == "scalar" else rf"\boldsymbol{{{stem}}}"
    comma = "," if any(len(index) > 1 for index in indices) else ""
    return f"{letter}_{{{comma.join(indices)}}}" if indices else letter


class VectorLatex(VectorPrinter):
    """LaTeX for mathematics mode."""

    dot, times = r"\cdot", r"\times"
    transposed, turn = r"^{\mathsf{T}}", r"\boldsymbol{R}"

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__(names, LATEX)

    def word(self, text: str) -> str:
        """The name of a function."""
        return rf"\operatorname{{{text}}}"

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        """A matrix that fits into a line."""
        body = r" \\ ".join(" & ".join(row) for row in rows)
        return rf"\left(\begin{{smallmatrix}} {body} \end{{smallmatrix}}\right)"
