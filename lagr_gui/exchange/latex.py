"""Equations as LaTeX: ``align*`` blocks by section, with the numbers of the formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lagr_gui.algebra import latex
from lagr_gui.exchange.symbols import SOLVED, TITLES, latex_symbol
from lagr_gui.mechanics.balance import equations_of_motion
from lagr_gui.mechanics.sheet import Sheet, Term

WIDTH = 62
"""About so many characters fit into a line."""


def latex_equations(sheet: Sheet, symbols: Sequence[str] = ()) -> str:
    """The sections of a sheet and the equations of motion; with `symbols` only these.

    The equations of motion have the symbol ``motion``.
    """
    sections = (*TITLES.items(), ("solved", SOLVED), ("motion", "Equations of motion"))
    wanted = symbols or [symbol for symbol, _ in sections]
    blocks = [
        f"% {title}\n{block}"
        for symbol, title in sections
        if symbol in wanted and (block := latex_section(sheet, symbol))
    ]
    return "\n\n".join(blocks)


def latex_section(sheet: Sheet, symbol: str) -> str:
    """One ``align*`` block."""
    if symbol in ("motion", "solved"):
        lines = [
            _equation(balance.left, balance.equation, right=_side(balance.right))
            for balance in (equations_of_motion(sheet) if symbol == "motion" else sheet.solved)
        ]
    else:
        lines = [
            _equation(entry.terms, entry.equation, first=latex_symbol(symbol, entry.indices))
            for entry in sheet.of(symbol)
        ]
    body = " \\\\\n".join(lines)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}" if lines else ""


def _side(terms: Sequence[Term]) -> str:
    return _joined([latex(term.tree) for term in terms]) or "0"


def _equation(terms: Sequence[Term], number: str, first: str = "", right: str = "") -> str:
    """first = terms, or terms = right, broken into lines between terms."""
    rows = _rows([latex(term.tree) for term in terms], width(first))
    text = (f"{first} &= " if first else "& ") + " \\\\\n  &\\quad ".join(rows)
    if not first:
        breaks = width(rows[-1]) + width(right) > WIDTH
        text += (" \\\\\n  &\\quad = " if breaks else " = ") + right
    return f"{text} \\tag{{{number}}}"


def _joined(terms: list[str]) -> str:
    text = ""
    for term in terms:
        text += term if not text else f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    return text


def _rows(terms: list[str], used: int) -> list[str]:
    rows: list[str] = []
    row: list[str] = []
    for term in terms or ["0"]:
        if row and used + width(_joined([*row, term])) > WIDTH:
            rows.append(_joined(row))
            row, used = [], 0
        row.append(term)
    rows.append(_joined(row))
    return [rows[0], *(text if text.startswith("-") else f"+ {text}" for text in rows[1:])]


_INVISIBLE = re.compile(r"\\(left|right|mathrm|frac|d?dot|,|quad)|[{}_^ ]")
_WORD = re.compile(r"\\[a-zA-Z]+")


def width(text: str) -> int:
    """About how many characters a formula is wide."""
    return len(_WORD.sub("xx", _INVISIBLE.sub("", text)))
