"""Rows of matrices, Jacobians and base parameters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from lagr_gui.algebra import latex
from lagr_gui.exchange.robotics import BASE, FEWER, fewer, matrix_of, shapes_of, titles_of
from lagr_gui.expression import Expression, write
from lagr_gui.gui.panes.equations.breaking import broken, with_names
from lagr_gui.gui.panes.equations.rows import MadeRows, Rows, assumed_rows, result_row, typst_symbol
from lagr_gui.gui.panes.equations.sections import Maker
from lagr_gui.gui.panes.equations.structured_rows import StructuredRows
from lagr_gui.gui.typesetting import Piece, Row
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.pipeline import Jacobian, Matrices, Regressor

GAPS = "column-gap: #1em, row-gap: #0.6em"
"""Room between the entries of a matrix."""

_NAMES = {"J_v": "bold(J)^v", "J_w": "bold(J)^omega"}


def matrices_rows(found: Matrices | Jacobian | Regressor) -> Rows:
    """All of them, matrices as such where they fit into a line."""
    makers: list[Maker] = base_rows(found) if isinstance(found, Regressor) else []
    sheet, shapes = found.sheet, shapes_of(found)
    lines = StructuredRows(sheet, typst_symbol)
    for symbol, title in titles_of(found).items():
        entries = sheet.of(symbol)
        if not entries:
            continue
        makers.append(partial(Row, title=tr(title)))
        table = matrix_of(sheet, symbol, shapes[symbol])
        if table:
            makers.append(partial(_matrix, sheet, symbol, table))
        elif sheet.structured:
            makers += lines.results((symbol,))
        else:
            makers += [partial(result_row, entry) for entry in entries]
    return MadeRows([*makers, *lines.definitions(), *assumed_rows(sheet)])


def base_rows(found: Regressor) -> list[Maker]:
    """Base parameters in inertial parameters, and in those of the model."""
    title = tr("{base}: {n} of {all}").format(
        base=tr(BASE), n=len(found.base), all=len(found.parameters)
    )
    rows: list[Maker] = [partial(Row, title=title)]
    if (count := fewer(found)) is not None:
        rows.append(partial(Row, title=tr(FEWER).format(n=count)))
    for number, parameter in enumerate(found.base, start=1):
        rows.append(partial(_base, number, parameter.grouped, parameter.tree, parameter.body))
    for body, point in found.points.items():
        at = ", ".join(write(tree) for tree in point)
        told = tr("Parameters of body {n} about its point ({at})").format(n=body, at=at)
        rows.append(partial(Row, title=told))
    return rows


def _base(number: int, grouped: Expression, tree: Expression, body: int) -> Row:
    pieces = [Piece(text, 0) for text in broken(grouped)]
    origin = rf"\beta_{{{number}}} = {latex(grouped)}"
    if tree != grouped:
        pieces += [Piece("="), *(Piece(text, 0) for text in broken(tree))]
        origin += f" = {latex(tree)}"
    return Row(f"beta_({number})", tuple(pieces), "", ((f"body:{body}",),), origin=origin)


def _matrix(sheet: Sheet, symbol: str, table: Sequence[Sequence[Expression]]) -> Row:
    entries = sheet.of(symbol)
    body = "; ".join(", ".join(map(with_names, row)) for row in table)
    keys = dict.fromkeys(key for e in entries for term in e.terms for key in term.sources)
    rows = r" \\ ".join(" & ".join(map(latex, row)) for row in table)
    name = rf"\boldsymbol{{{symbol[0]}}}" + {"J_v": "^v", "J_w": r"^\omega"}.get(symbol, "")
    return Row(
        _NAMES.get(symbol, f"bold({symbol})"),
        (Piece(f"mat({GAPS}, {body})", 0),),
        entries[0].equation,
        (tuple(keys),),
        origin=rf"{name} = \begin{{pmatrix}} {rows} \end{{pmatrix}}",
    )
