"""The sections of a document: as many results in a row as fit, without numbers of formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.mechanics.sheets.equal_results import said_once
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet, Term, poses
from lagr_gui.typesetting import latex
from lagr_gui.typesetting.pose_latex import UNIT, matrix, table
from lagr_gui.typesetting.sheet_latex import WIDTH, balance_rows, divided, sum_rows, width
from lagr_gui.typesetting.spacing import tight
from lagr_gui.typesetting.structured_latex import NUMBER, structured_section
from lagr_gui.typesetting.symbols import latex_symbol, symbol_with_sign
from lagr_gui.typesetting.vector_latex import latex_definition

_SMALLER = 0.8
"""The size of what is set small, to that of other formulas."""
_TOGETHER = 8
"""So many names of one result stand in a row."""

Line = Sequence[str]
"""A result in rows."""


def packed_section(sheet: Sheet, symbol: str) -> str:
    """One block of formulas in mathematics mode, empty where there is nothing to say."""
    if sheet.structured:
        return structured_section(sheet, symbol, width, divided, numbered=False)
    if symbol == "motion":
        return _block([balance_rows(found) for found in equations_of_motion(sheet)], apart=True)
    if symbol in ("solved", "states"):
        own = sheet.solved if symbol == "solved" else sheet.states
        lines = [_result(latex(whole(found.left)), found.right) for found in own]
        return _block(lines, apart=True)
    return _block(list(_lines(sheet, symbol)))


def _lines(sheet: Sheet, symbol: str) -> Iterator[Line]:
    if symbol == "definitions":
        for own in sheet.definitions:
            yield _result(latex_definition(own), (Term(own.tree, own.sources),))
    elif symbol == "assumed":
        yield from ([f"{latex(entry.tree)} > 0"] for entry in sheet.assumptions)
    elif symbol in ("E", "x"):
        yield from _poses(sheet, symbol)
    else:
        yield from _results(sheet.of(symbol))


def _results(entries: Sequence[Entry]) -> Iterator[Line]:
    """Results; those that are the same stand before it together, opposite ones with their sign."""
    for first, also in said_once(entries):
        names = [latex_symbol(first.symbol, first.indices)]
        names += [symbol_with_sign(entry, opposite) for entry, opposite in also]
        for last in range(_TOGETHER, len(names), _TOGETHER):
            names[last] = f"\\\\\n& \\quad {names[last]}"
        yield _result(" = ".join(names), first.terms)


def _entry(entry: Entry) -> Line:
    return _result(latex_symbol(entry.symbol, entry.indices), entry.terms)


def _result(name: str, terms: Sequence[Term]) -> Line:
    rows = sum_rows(terms, width(name) + width("="))
    return [f"{name} = {rows[0]}", *rows[1:]]


def _poses(sheet: Sheet, symbol: str) -> Iterator[Line]:
    """Matrices or columns; bodies that share one stand before it together."""
    shared: dict[tuple[tuple[str, ...], ...], list[int]] = {}
    for body, entries in poses(sheet, symbol).items():
        shared.setdefault(table(symbol, entries, latex), []).append(body)
    for rows, bodies in shared.items():
        name = " = ".join(latex_symbol(symbol, (body,)) for body in bodies)
        whole = r"\boldsymbol{1}" if rows == UNIT else matrix(rows)
        room = width(f"{name} = {whole}")
        if room <= WIDTH:
            yield [f"{name} = {whole}"]
            continue
        if room * _SMALLER <= WIDTH:
            yield [f"{name} = \\mbox{{\\footnotesize ${whole}$}}"]
            continue
        for body in bodies:
            yield from map(_entry, poses(sheet, symbol)[body])


def _block(lines: Sequence[Line], *, apart: bool = False) -> str:
    """Results one behind the other while they fit; with `apart` each begins a row."""
    groups: list[Line] = []
    for line in lines:
        single = len(line) == 1 and groups and len(groups[-1]) == 1 and not apart
        joined = f"{groups[-1][0]}, \\qquad {line[0]}" if single else ""
        if joined and width(joined) <= WIDTH:
            groups[-1] = [joined]
        else:
            groups.append([line[0], *(f"\\quad {row}" for row in line[1:])])
    between = r" \\[3pt]" if apart else r" \\"
    rows = [" \\\\\n".join(f"& {_begun(row)}" for row in group) for group in groups]
    body = f"{between}\n".join(rows)
    body = NUMBER.sub(r"\\tfrac{\1}{\2}", tight(body))
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}" if body else ""


def _begun(row: str) -> str:
    """A row whose first sign belongs to what follows it."""
    return f"{{-}}{row[1:].lstrip()}" if row.startswith("-") else row
