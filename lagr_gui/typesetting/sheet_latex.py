"""Equations as LaTeX and as Typst: a block for each section, with the numbers of the formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lagr_gui.mechanics.sheets.balance import balances_of, equations_of_motion
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet, Term, poses, vectors
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.formula import ALIGNED, QUAD, ROW_END, Box, Formula, bold, joined, tight
from lagr_gui.typesetting.latex import LATEX
from lagr_gui.typesetting.letters import definition_name, entry_name, result_name
from lagr_gui.typesetting.lines import WIDTH, balance_rows, sum_rows, width
from lagr_gui.typesetting.model_hash import headed
from lagr_gui.typesetting.poses import condition_box, is_unit, pose_box, pose_rows, vector_line
from lagr_gui.typesetting.structured import NARROW, structured_section
from lagr_gui.typesetting.symbols import sections
from lagr_gui.typesetting.typst import TYPST

_NEXT = (ROW_END, "\n  ", ALIGNED, QUAD, " ")


def latex_equations(sheet: Sheet, symbols: Sequence[str] = (), digest: str = "") -> str:
    """The sections of a sheet and the equations of motion; with `symbols` only these.

    The `digest` of the model stands in the first line.

    The equations of motion have the symbol ``motion``, what is assumed for them ``assumed``.
    """
    blocks = (
        f"% {title}\n{block}"
        for symbol, title in sections(sheet)
        if (not symbols or symbol in symbols) and (block := latex_section(sheet, symbol))
    )
    return headed("\n\n".join(blocks), "%", digest)


def typst_equations(sheet: Sheet, digest: str = "") -> str:
    """The sections of a sheet and the equations of motion, to be set by Typst as they are.

    The `digest` of the model stands in the first line.
    """
    blocks = (
        f"// {title}\n{typst_block(block)}"
        for symbol, title in sections(sheet)
        if (block := section(sheet, symbol))
    )
    return headed("\n\n".join(blocks), "//", digest)


def latex_section(sheet: Sheet, symbol: str) -> str:
    """One ``align*`` block, empty where there is nothing to say."""
    return latex_block(section(sheet, symbol))


def latex_block(rows: Formula) -> str:
    """Rows as an ``align*`` block."""
    return f"\\begin{{align*}}\n{LATEX.written(rows)}\n\\end{{align*}}" if rows else ""


def typst_block(rows: Formula) -> str:
    """Rows as a block of Typst; numbers of formulas stand behind them."""
    return f"$ {TYPST.written(rows)} $" if rows else ""


def section(sheet: Sheet, symbol: str) -> Formula:
    """The rows of a section with the numbers of its formulas."""
    if sheet.structured:
        return structured_section(sheet, symbol, row=NARROW)
    return tight(joined((ROW_END, "\n"), list(_lines(sheet, symbol))))


def _lines(sheet: Sheet, symbol: str) -> Iterator[Formula]:
    match symbol:
        case "motion" | "solved" | "states" | "velocity" | "speeds":
            motion = symbol == "motion"
            for balance in equations_of_motion(sheet) if motion else balances_of(sheet, symbol):
                number = tag(balance.equation) if balance.equation else ()
                yield (ALIGNED, " ", *joined(_NEXT, balance_rows(balance)), *number)
        case "definitions":
            for name in sheet.definitions:
                yield _entry(definition_name(name), (Term(name.tree, name.sources),))
        case "assumed":
            yield from ((ALIGNED, " ", *formula(lines.tree), " > 0") for lines in sheet.assumptions)
        case "E" | "x":
            yield from _pose_lines(sheet, symbol)
        case "v" | "w":
            yield from _partial_velocities(sheet, symbol)
        case "G" if box := condition_box(sheet, WIDTH):
            yield (ALIGNED, " ", *box, *tag(sheet.of("G")[0].equation))
        case _:
            yield from map(_told, sheet.of(symbol))


def _told(entry: Entry) -> Formula:
    return _entry(entry_name(entry), entry.terms, entry.equation)


def _entry(first: Formula, terms: Sequence[Term], number: str = "") -> Formula:
    """first = terms, broken into lines."""
    return _equal(first, joined(_NEXT, sum_rows(terms, width(first))), number)


def _equal(left: Formula, right: Formula, number: str = "") -> Formula:
    return (*left, " ", ALIGNED, "= ", *right, *(tag(number) if number else ()))


def tag(number: str) -> Formula:
    """The number of a formula."""
    return (Box("tag", text=number),)


def _partial_velocities(sheet: Sheet, symbol: str) -> Iterator[Formula]:
    """Vectors; entries of what does not fit into a line."""
    for at, entries in vectors(sheet, symbol).items():
        name, whole = vector_line(sheet, symbol, at, WIDTH)
        if width((*name, " = ", *whole)) <= WIDTH:
            yield _equal(name, whole, entries[0].equation)
        else:
            yield from map(_told, entries)


def _pose_lines(sheet: Sheet, symbol: str) -> Iterator[Formula]:
    """Matrices or columns of bodies; entries of what does not fit into a line."""
    resting: list[Formula] = []
    equation = ""
    for body, entries in poses(sheet, symbol).items():
        name, rows, equation = result_name(symbol, (body,)), pose_rows(entries), entries[0].equation
        whole = (pose_box(rows),)
        if is_unit(rows):
            resting.append(name)
        elif width((*name, " = ", *whole)) <= WIDTH:
            yield _equal(name, whole, equation)
        else:
            yield from map(_told, entries)
    if resting:
        yield _equal(joined((" = ",), resting), (bold("1"),), equation)
