"""The structured form as LaTeX: short lines, several to a row, definitions first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lagr_gui.exchange.symbols import latex_symbol
from lagr_gui.exchange.vector_latex import latex_definition, typesetter
from lagr_gui.expression import Expression
from lagr_gui.mechanics.sheet import Sheet

ROW = 68
"""About so many letters fit into a row."""

_MATRIX = re.compile(r"\\begin\{smallmatrix\}(.*?)\\end\{smallmatrix\}", re.DOTALL)
_BRACKETS = re.compile(
    r"\\left\(\\begin\{smallmatrix\}(.*?)\\end\{smallmatrix\}\\right\)", re.DOTALL
)
_SMALL = 0.7

NUMBER = re.compile(r"\\frac\{(\d+)\}\{(\d+)\}")
"""A fraction of two numbers, which is set small."""

MOTION = (
    r"g_{\rho\nu} \, \ddot{q}^{\nu} + \Gamma_{\rho\mu\nu} \, \dot{q}^{\mu} \dot{q}^{\nu}"
    r" = Q_{\rho} + \lambda_{s} \, G_{s\rho}, \qquad \rho = 1, \dots, f, \quad"
    r" \mu, \nu = 0, \dots, f, \quad q^{0} = t"
)
"""The equations of motion of all systems (29), without conditions λ = 0."""


def structured_section(
    sheet: Sheet,
    symbol: str,
    width: Callable[[str], float],
    divided: Callable[[str], list[str]],
    *,
    numbered: bool = True,
) -> str:
    """One ``align*`` block of a structured sheet.

    `width` measures formulas in letters, `divided` makes parts that fit into a row each.
    """
    typeset = typesetter(sheet)
    if symbol == "motion":
        number = r" \tag{29}" if numbered else ""
        return f"\\begin{{align*}}\n& {MOTION}{number}\n\\end{{align*}}"
    if symbol == "definitions":
        lines = [_line(latex_definition(d), d.trees, typeset) for d in sheet.definitions]
        return _block(_with_entries(lines, width, divided), "", width)
    entries = sheet.of(symbol)
    if not entries:
        return ""
    lines = [
        _line(latex_symbol(symbol, e.indices), [term.tree for term in e.terms], typeset)
        for e in entries
    ]
    return _block(lines, entries[0].equation if numbered else "", width)


Line = tuple[str, list[str]]
"""What stands before the sign of equality, and the terms behind it with their signs."""


def _line(name: str, trees: Sequence[Expression], typeset: Callable[[Expression], str]) -> Line:
    pieces = [typeset(tree) for tree in trees]
    signed = [
        f"- {piece[1:].lstrip()}" if piece.startswith("-") else f"+ {piece}" for piece in pieces[1:]
    ]
    return f"{name} = ", [pieces[0], *signed]


def _with_entries(
    lines: Sequence[Line], width: Callable[[str], float], divided: Callable[[str], list[str]]
) -> list[Line]:
    """The lines with entries of matrices that fit into no row in lines of their own before them."""
    found: list[Line] = []
    number = 0

    def apart(match: re.Match[str]) -> str:
        nonlocal number
        rows = [row.split(" & ") for row in match[1].strip().split(r" \\ ")]
        if _SMALL * sum(max(map(width, column)) for column in zip(*rows, strict=True)) <= ROW / 2:
            return match[0]
        number += 1
        for i, row in enumerate(rows, start=1):
            for j, entry in enumerate(row, start=1):
                if entry != "0":
                    found.append((f"M^{{({number})}}_{{{i}{j}}} = ", divided(entry)))
        return rf"\boldsymbol{{M}}^{{({number})}}"

    for name, pieces in lines:
        told = [_BRACKETS.sub(apart, piece) for piece in pieces]
        found.append((name, told))
    return found


def _block(lines: Sequence[Line], number: str, width: Callable[[str], float]) -> str:
    """Rows of several lines, as many as fit; a line that does not fit is broken at its signs."""
    tag = f" \\tag{{{number}}}" if number else ""
    rows: list[str] = []
    row = ""
    for name, pieces in lines:
        whole = name + " ".join(pieces)
        joined = f"{row}, \\qquad {whole}" if row else whole
        if _measured(joined, width) <= ROW:
            row = joined
            continue
        broken = _broken(name, pieces, width)
        rows += [*([row] if row else []), *broken[:-1]]
        row = broken[-1]
        if len(broken) > 1:
            rows, row = [*rows, row], ""
    body = f"{tag} \\\\\n& ".join(filter(None, [*rows, row]))
    body = NUMBER.sub(r"\\tfrac{\1}{\2}", body)
    return f"\\begin{{align*}}\n& {body}{tag}\n\\end{{align*}}" if body else ""


def _broken(name: str, pieces: Sequence[str], width: Callable[[str], float]) -> list[str]:
    rows = [name + pieces[0]]
    for piece in pieces[1:]:
        joined = f"{rows[-1]} {piece}"
        if _measured(joined, width) > ROW:
            rows.append(f"\\quad {piece}")
        else:
            rows[-1] = joined
    return rows


def _measured(text: str, width: Callable[[str], float]) -> float:
    """The width of a row; a matrix is as wide as its widest row."""
    small = 0.0

    def taken(match: re.Match[str]) -> str:
        nonlocal small
        small += _SMALL * max(width(row) for row in match[1].split(r"\\"))
        return ""

    return width(_MATRIX.sub(taken, text)) + small
