"""Matrices, Jacobians and base parameters as text, LaTeX and data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lagr_gui.exchange.json_sheet import entry_json
from lagr_gui.exchange.shown import displays
from lagr_gui.expression import Expression, Symbol, symbols, write
from lagr_gui.expression.rows import terms_in
from lagr_gui.extensions.robotics.jacobian import Jacobian
from lagr_gui.extensions.robotics.matrices import Matrices
from lagr_gui.extensions.robotics.regressor import Regressor
from lagr_gui.foundation.message import phrase
from lagr_gui.foundation.showing import as_json
from lagr_gui.mechanics.sheets.sheet import Definition, Entry, Sheet
from lagr_gui.typesetting import Formula, latex, latex_equal
from lagr_gui.typesetting.formula import accent, bold, high, letter
from lagr_gui.typesetting.letters import definition_name, typesetter
from lagr_gui.typesetting.matrices import SKEW as SKEW_SYMMETRIC
from lagr_gui.typesetting.matrices import SYMMETRIC, Fits, Table, fits_line, laid_out, latex_matrix
from lagr_gui.typesetting.sheet_latex import latex_section
from lagr_gui.typesetting.sheet_text import SheetText
from lagr_gui.typesetting.sheet_unicode import SheetUnicode
from lagr_gui.typesetting.symbols import DEFINITIONS, assumed_title
from lagr_gui.typesetting.text_lines import WIDTH as TEXT_WIDTH
from lagr_gui.typesetting.text_lines import columns

MATRICES = {
    "M": "Mass matrix",
    "C": "Coriolis matrix",
    "N": "Rate of the mass matrix less twice the Coriolis matrix",
    "d": "Prescribed motion",
    "g": "Gravity vector",
    "Q": "Generalised forces",
    "W": "Jacobian of the conditions",
}
"""The matrices in order, with what they are."""

JACOBIANS = {"J_v": "Jacobian of the point", "J_w": "Jacobian of the angular velocity"}
BASE, REGRESSOR = "Base parameters", "Regressor"
PARAMETERS, WITHOUT = "Inertial parameters", "Without effect"

FEWER = "Under the conditions {n} of them are independent near the start, by numbers."
COLUMNS = ("d", "g", "Q")
_RAISED = {"J_v": "v", "J_w": "omega"}
_PAIRED = {"M": SYMMETRIC, "N": SKEW_SYMMETRIC}

SKEW = "M is symmetric. M' - 2 C is skew-symmetric: computed, its sum with its transpose is 0."
"""What is told of matrices for which this was found."""
RATE_LESS_CORIOLIS = "M' - 2 C"

_LEFT = (("M", "M q''"), ("C", "C q'"), ("d", "d"), ("g", "g"))
_LATEX = {
    "M": r"\boldsymbol M \ddot{\boldsymbol q}",
    "C": r"\boldsymbol C \dot{\boldsymbol q}",
    "d": r"\boldsymbol d",
    "g": r"\boldsymbol g",
    "Q": r"\boldsymbol Q",
    "W": r"\boldsymbol W^{\mathsf T} \boldsymbol\lambda",
}


def shown_equation(matrices: Matrices) -> str:
    """M q'' + C q' + d + g = Q + Wᵀ λ without what is zero."""
    right = [text for symbol, text in (("Q", "Q"), ("W", "Wᵀ λ")) if matrices.of(symbol)]
    left = [text for symbol, text in _LEFT if matrices.of(symbol)]
    return f"{' + '.join(left) or '0'} = {' + '.join(right) or '0'}"


def _latex_equation(matrices: Matrices) -> str:
    sides = [[_LATEX[s] for s in names if matrices.of(s)] for names in ("MCdg", "QW")]
    left, right = (" + ".join(side) or "0" for side in sides)
    return f"\\[\n{left} = {right}\n\\]"


Found = Matrices | Jacobian | Regressor
Look = type[SheetText]
"""How formulas, names and matrices are written as text."""


def text_matrices(matrices: Matrices, look: Look = SheetText) -> str:
    """All entries different from zero; of `SheetText` they read back as expressions."""
    page = look(matrices.sheet)
    equation = page.words(shown_equation(matrices))
    head = [_title(matrices.sheet), f"{equation}    (C: {matrices.coriolis})"]
    told = ["", page.words(SKEW)] if matrices.skew else []
    return "\n".join([*head, *_text(matrices, page), *told])


def text_jacobian(jacobian: Jacobian, look: Look = SheetText) -> str:
    """All entries different from zero; in the structured form vectors, one for a coordinate."""
    page = look(jacobian.sheet)
    head = [_title(jacobian.sheet), _point(jacobian, page.formula)]
    return "\n".join([*head, *_text(jacobian, page)])


def text_regressor(regressor: Regressor, look: Look = SheetText) -> str:
    """Base parameters in inertial parameters and in those of the model, then the regressor."""
    page = look(regressor.sheet)
    lines = [_title(regressor.sheet), f"{len(regressor.base)} of {len(regressor.parameters)}"]
    if (count := fewer(regressor)) is not None:
        lines.append(FEWER.format(n=count))
    lines += ["", BASE]
    for number, parameter in enumerate(regressor.base, start=1):
        beta = page.name(f"beta{number}")
        lines += [f"  {line}" for line in page.equal(beta, page.formula(parameter.grouped))]
        if parameter.tree != parameter.grouped:
            lines += [f"  {line}" for line in page.equal(" ", page.formula(parameter.tree))]
    lines += ["", PARAMETERS]
    lines += [f"  {line}" for line in point_lines(regressor, page.formula)]
    names = {symbol.name for p in regressor.base for symbol in symbols(p.grouped)}
    told = [p for p in regressor.parameters if p.name in names]
    lines += [f"  {page.name(p.name)} = {page.formula(p.tree)}" for p in told]
    if regressor.without:
        lines += ["", f"{WITHOUT}: {', '.join(map(page.name, regressor.without))}"]
    return "\n".join([*lines, *_text(regressor, page)])


def fewer(regressor: Regressor) -> int | None:
    """How many base parameters conditions tell apart, where that are not all of them."""
    count = regressor.independent
    return count if count is not None and count < len(regressor.base) else None


def point_lines(regressor: Regressor, say: Callable[[Expression], str] = write) -> list[str]:
    """About which point the parameters of each body are."""
    return [
        f"body {body}: about ({', '.join(map(say, point))})"
        for body, point in regressor.points.items()
    ]


def _title(sheet: Sheet) -> str:
    case = f", special case {sheet.special}" if sheet.special else ""
    return f"{sheet.title or 'Model without a name'} ({sheet.form} form{case})"


def _point(jacobian: Jacobian, say: Callable[[Expression], str] = write) -> str:
    point = ", ".join(map(say, jacobian.point))
    return f"Body {jacobian.body}, point ({point}), axes: {jacobian.axes}"


def _text(answer: Found, page: SheetText) -> list[str]:
    lines: list[str] = []
    sheet = answer.sheet
    if sheet.definitions:
        lines += ["", DEFINITIONS]
    for definition in sheet.definitions:
        name, text = page.defined(definition), page.formula(definition.tree)
        lines += [f"  {line}" for line in page.equal(name, text, definition.meaning)]
    shapes = shapes_of(answer)
    for symbol, title in titles_of(answer).items():
        if sheet.of(symbol):
            rows = _text_rows(page, symbol, shapes[symbol])
            lines += ["", title, *(f"  {line}" for line in rows)]
    if sheet.assumptions:
        lines += [
            "",
            assumed_title(sheet),
            *(f"  {page.formula(entry.tree)} > 0" for entry in sheet.assumptions),
        ]
    return lines


def _text_rows(page: SheetText, symbol: str, shape: tuple[int, int]) -> list[str]:
    """A matrix in brackets, and the entries that are too long to stand in it."""
    name = page.words(RATE_LESS_CORIOLIS) if symbol == "N" else page.name(symbol)

    def lines_of(rows: Table) -> list[str]:
        return page.matrix(f"{name} = ", [[*map(page.formula, row)] for row in rows])

    def fits(rows: Table) -> bool:
        return max(map(columns, lines_of(rows))) <= TEXT_WIDTH

    rows, entries = placed(page.sheet, symbol, shape, fits)
    lines = lines_of(rows) if rows else []
    for entry in entries:
        lines += page.equal(page.formula(Symbol(entry.reference)), page.formula(entry.tree))
    return lines


def latex_matrices(matrices: Matrices) -> str:
    """The equation, definitions, and every matrix that is not zero."""
    told = [f"% {SKEW}"] if matrices.skew else []
    return "\n\n".join([_latex_equation(matrices), *_latex_sheet(matrices), *told])


def latex_jacobian(jacobian: Jacobian) -> str:
    """Both Jacobians as matrices."""
    return "\n\n".join([f"% {_point(jacobian)}", *_latex_sheet(jacobian)])


def latex_regressor(regressor: Regressor) -> str:
    """Base parameters and the regressor."""
    blocks = [
        f"% {title}\n{block}"
        for title, trees in (
            (BASE, [parameter.grouped for parameter in regressor.base]),
            (
                f"{BASE} in the parameters of the model",
                [parameter.tree for parameter in regressor.base],
            ),
        )
        if (block := _betas(regressor, trees))
    ]
    return "\n\n".join([*blocks, *_latex_sheet(regressor)])


def notebook_latex(answer: Found) -> str:
    """Whichever of them it is, as notebooks set it."""
    return displays(written(answer, "latex"))


def _betas(regressor: Regressor, trees: Sequence[Expression]) -> str:
    """β_k = … in broken lines."""
    lines = tuple(
        Definition(f"beta{k}", "scalar", terms_in(tree), phrase(BASE), "beta", (str(k),))
        for k, tree in enumerate(trees, start=1)
    )
    return latex_section(
        replace(regressor.sheet, form="shortest", definitions=lines), "definitions"
    )


def titles_of(answer: Found) -> dict[str, str]:
    """The symbols of its entries, with what they are."""
    match answer:
        case Matrices():
            return MATRICES
        case Jacobian():
            return JACOBIANS
        case Regressor():
            return {"Y": REGRESSOR}


def _latex_sheet(answer: Found) -> list[str]:
    """Definitions and matrices; entry by entry where a matrix is wider than a line."""
    titles, shapes = titles_of(answer), shapes_of(answer)
    blocks: list[str] = []
    assumed = assumed_title(answer.sheet)
    for symbol, title in {"definitions": DEFINITIONS, **titles, "assumed": assumed}.items():
        sheet, table = answer.sheet, ()
        if symbol in titles:
            table, entries = placed(sheet, symbol, shapes[symbol])
            sheet = sheet if not table else replace(sheet, entries=tuple(entries))
        own = [latex_matrix(matrix_name(symbol), table)] if table else []
        if block := "\n".join(filter(None, [*own, latex_section(sheet, symbol)])):
            blocks.append(f"% {title}\n{block}")
    return blocks


def matrix_name(symbol: str) -> Formula:
    """The name of a matrix."""
    if symbol == "N":
        return (accent("dot", bold(letter("M"))), " - 2 ", bold(letter("C")))
    bold_letter = bold(letter(symbol[0]))
    return (high(bold_letter, letter(_RAISED[symbol])) if symbol in _RAISED else bold_letter,)


def placed(
    sheet: Sheet, symbol: str, shape: tuple[int, int], fits: Fits = fits_line
) -> tuple[Table, Sequence[Entry]]:
    """A matrix, and the entries that stand below it; the structured form has entries alone."""
    entries = sheet.of(symbol)
    if sheet.structured:
        return (), entries
    return laid_out(entries, shape, _PAIRED.get(symbol, 0), fits)


def shapes_of(answer: Found) -> dict[str, tuple[int, int]]:
    """Rows and columns of the matrices."""
    size = len(answer.sheet.coordinates)
    match answer:
        case Matrices():
            shapes = {symbol: (size, 1 if symbol in COLUMNS else size) for symbol in MATRICES}
            return shapes | {"W": (answer.conditions, size)}
        case Jacobian():
            return dict.fromkeys(JACOBIANS, (3, size))
        case Regressor():
            return {"Y": (size, len(answer.base))}


def matrices_json(answer: Matrices) -> dict[str, Any]:
    """The matrices as texts, row by row, and every entry with its sources."""
    matrices = {name: _texts(getattr(answer, name)) for name in ("M", "C", "W")}
    columns = {name: _texts([getattr(answer, name)])[0] for name in COLUMNS}
    head = {"coriolis": answer.coriolis, "equation": shown_equation(answer)}
    return _data(answer.sheet) | head | {"skew_symmetric": answer.skew} | matrices | columns


def jacobian_json(jacobian: Jacobian) -> dict[str, Any]:
    """Both Jacobians as texts, row by row; in the structured form only their entries."""
    rows = (
        {}
        if jacobian.sheet.structured
        else {
            "translation": _texts(jacobian.translation),
            "rotation": _texts(jacobian.rotation),
        }
    )
    point = [write(tree) for tree in jacobian.point]
    return (
        _data(jacobian.sheet)
        | {"body": jacobian.body, "point": point, "axes": jacobian.axes}
        | rows
    )


def regressor_json(regressor: Regressor) -> dict[str, Any]:
    """All parameters, the base parameters and the entries of the regressor."""
    return _data(regressor.sheet) | {
        "points": {str(n): [write(tree) for tree in at] for n, at in regressor.points.items()},
        "parameters": [
            {"name": p.name, "body": p.body, "expression": write(p.tree)}
            for p in regressor.parameters
        ],
        "base": [
            {
                "name": p.name,
                "body": p.body,
                "grouped": write(p.grouped),
                "expression": write(p.tree),
                "latex": latex(p.grouped),
            }
            for p in regressor.base
        ],
        "without": list(regressor.without),
        "independent": regressor.independent,
    }


def _texts(rows: Sequence[Sequence[Expression]]) -> list[list[str]]:
    return [[write(tree) for tree in row] for row in rows]


def _data(sheet: Sheet) -> dict[str, Any]:
    typeset = typesetter(sheet)
    return {
        "title": sheet.title,
        "coordinates": list(sheet.coordinates),
        "form": sheet.form,
        "special": sheet.special,
        "assumptions": [f"{write(entry.tree)} > 0" for entry in sheet.assumptions],
        "definitions": [
            {
                "name": definition.name,
                "expression": write(definition.tree),
                "meaning": definition.meaning,
                "latex": latex_equal(definition_name(definition), typeset(definition.tree)),
            }
            for definition in sheet.definitions
        ],
        "entries": [entry_json(entry, typeset) for entry in sheet.entries],
    }


_TEXTS: Mapping[type, Callable[[Any, Look], str]] = {
    Matrices: text_matrices,
    Jacobian: text_jacobian,
    Regressor: text_regressor,
}
_LOOKS: Mapping[str, Look] = {"text": SheetText, "unicode": SheetUnicode}
_WRITERS: Mapping[type, Mapping[str, Callable[[Any], Any]]] = {
    Matrices: {"latex": latex_matrices, "json": matrices_json},
    Jacobian: {"latex": latex_jacobian, "json": jacobian_json},
    Regressor: {"latex": latex_regressor, "json": regressor_json},
}
WAYS = (*_LOOKS, "latex", "json")


def written(answer: Found, way: str) -> str:
    """Whichever of them it is as one of `WAYS`."""
    if way in _LOOKS:
        return _TEXTS[type(answer)](answer, _LOOKS[way])
    document = _WRITERS[type(answer)][way](answer)
    return as_json(document) if way == "json" else document
