"""From a sheet to rows of pieces that can be broken into lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lagr_gui.algebra import latex, typst
from lagr_gui.exchange.symbols import latex_symbol, numbers
from lagr_gui.expression import Expression, Product, Sum
from lagr_gui.gui.typesetting import Piece, Row
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.balance import equations_of_motion
from lagr_gui.mechanics.sheet import Entry, Sheet, Term

LONG = 140
"""Formulas of more characters are broken within their brackets."""

GROUPS = {
    "kinematics": ("E", "x"),
    "energies": ("T", "U", "D"),
    "equations": ("g", "Gamma", "Q"),
}


def rows_of(sheet: Sheet, group: str) -> list[Row]:
    """The rows of a tab."""
    if group == "motion":
        return _motion(sheet)
    if group == "kinematics":
        return _kinematics(sheet)
    return [_entry(entry) for symbol in GROUPS[group] for entry in sheet.of(symbol)]


def _kinematics(sheet: Sheet) -> list[Row]:
    rows: list[Row] = []
    entries = [*sheet.of("E"), *sheet.of("x")]
    for number in sorted({entry.indices[0] for entry in entries}):
        rows.append(Row(title=tr("Body {n}").format(n=number)))
        rows += [_entry(entry) for entry in entries if entry.indices[0] == number]
    return rows


def _entry(entry: Entry) -> Row:
    head = typst_symbol(entry.symbol, entry.indices)
    return Row(
        head,
        tuple(_pieces(entry.terms)),
        entry.equation,
        tuple(term.sources for term in entry.terms),
        latex=f"{latex_symbol(entry.symbol, entry.indices)} = {latex(entry.tree)}",
    )


def _motion(sheet: Sheet) -> list[Row]:
    rows: list[Row] = []
    for balance in equations_of_motion(sheet):
        terms = (*balance.left, *balance.right)
        left, right = list(_pieces(balance.left)), list(_pieces(balance.right))
        shifted = [Piece(p.formula, p.term + len(balance.left)) for p in right if p.term >= 0]
        pieces = (*left, Piece("="), *(shifted or [Piece("0")]))
        sources = tuple(term.sources for term in terms)
        rows.append(Row("", tuple(pieces), "29", sources))
    return rows


def _pieces(terms: Sequence[Term]) -> Iterable[Piece]:
    for index, term in enumerate(terms):
        parts = broken(term.tree)
        sign, first = ("-", parts[0][1:]) if parts[0].startswith("-") else ("+", parts[0])
        if index or sign == "-":
            yield Piece(f"{sign} {first}", index)
        else:
            yield Piece(first, index)
        for part in parts[1:]:
            yield Piece(part, index)


def broken(tree: Expression) -> list[str]:
    """The formula, in pieces where it is long."""
    whole = typst(tree)
    if len(whole) <= LONG:
        return [whole]
    if isinstance(tree, Sum):
        return _summands(tree)
    if isinstance(tree, Product):
        sums = [factor for factor in tree.factors if isinstance(factor, Sum)]
        if sums:
            return _around(tree, max(sums, key=lambda part: len(part.terms)))
    return [whole]


def _summands(tree: Sum) -> list[str]:
    parts: list[str] = []
    for place, term in enumerate(tree.terms):
        inner = broken(term)
        if place and not inner[0].startswith("-"):
            inner[0] = f"+ {inner[0]}"
        elif place:
            inner[0] = f"- {inner[0][1:]}"
        parts += inner
    return parts


def _around(tree: Product, bracket: Sum) -> list[str]:
    """Factors before the bracket, its summands, factors behind."""
    at = tree.factors.index(bracket)
    inner = _summands(bracket)
    inner[0] = f'"(" {inner[0]}'
    inner[-1] = f'{inner[-1]} ")"'
    before, behind = tree.factors[:at], tree.factors[at + 1 :]
    if before:
        front = typst(before[0] if len(before) == 1 else Product(before))
        if front == "-1":
            front = "-"
        inner[0] = f"{front} thin {inner[0]}"
    if behind:
        back = typst(behind[0] if len(behind) == 1 else Product(behind))
        inner[-1] = f"{inner[-1]} thin {back}"
    return inner


def typst_symbol(symbol: str, indices: Sequence[int]) -> str:
    """The symbol of a result as Typst mathematics."""
    letter = symbol
    if symbol in ("E", "x"):
        return f"{letter}^(({indices[0]}))_({numbers(indices[1:])})"
    return f"{letter}_({numbers(indices)})" if indices else letter
