"""Equations as LaTeX and as Typst: a block for each section, in lines that fit a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.sheets.balance import (
    OF_BALANCES,
    balances_of,
    by_group,
    equations_of_motion,
)
from lagr_gui.mechanics.sheets.sheet import VECTORS, Balance, Entry, Sheet, poses, vectors
from lagr_gui.mechanics.sheets.sheet import numbers as indices_of
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.formula import (
    ALIGNED,
    QUAD,
    ROW_END,
    Box,
    Formula,
    bold,
    joined,
    small_fractions,
    tight,
)
from lagr_gui.typesetting.latex import LATEX, NOTATION, WITH_MACROS, Latex
from lagr_gui.typesetting.letters import definition_name, entry_name, result_name
from lagr_gui.typesetting.lines import (
    EQUALS,
    INDENT,
    MOST_BEFORE,
    balance_rows,
    condition_box,
    filled,
)
from lagr_gui.typesetting.model_hash import headed
from lagr_gui.typesetting.numbers import (
    LAGR,
    NONE,
    RUNNING,
    EquationLabels,
    check_numbers,
    continued,
    counted,
    equation_label,
    has_labels,
    label_of,
    numbered,
    sources,
    told_events,
)
from lagr_gui.typesetting.poses import is_unit, pose_box, pose_rows, vector_line
from lagr_gui.typesetting.structured import structured_section
from lagr_gui.typesetting.symbols import sections
from lagr_gui.typesetting.typst import TYPST
from lagr_gui.typesetting.widths import PAPERS, PaperWidth

ARTICLE = PAPERS["article"]


def latex_equations(
    sheet: Sheet,
    symbols: Sequence[str] = (),
    digest: str = "",
    *,
    numbers: str = RUNNING,
    width: str = "article",
) -> str:
    """The sections of a sheet and the equations of motion; with `symbols` only these.

    Comments at its head say what it needs and define what time derivatives look like.  Equations
    have `numbers` (`NUMBERS`): running ones with labels, none, or those of the formulas they come
    from.  Lines fit a document class of this `width` (`PAPERS`).  The `digest` of the model stands
    in the first line.

    The equations of motion have the symbol ``motion``, what is assumed for them ``assumed``.
    Raises LagrError for other `numbers` or another `width`.
    """
    paper, labels = _paper(numbers, width), EquationLabels()
    blocks = [
        f"% {title}\n{latex_block(labels.once(rows), WITH_MACROS)}"
        for symbol, title in sections(sheet)
        if (not symbols or symbol in symbols) and (rows := section(sheet, symbol, numbers, paper))
    ]
    head = "\n".join([*_needs(numbers, sheet), *_events(sheet, "%"), *notation(blocks)])
    return headed("\n\n".join([head, *blocks]), "%", digest)


def typst_equations(sheet: Sheet, digest: str = "", *, numbers: str = RUNNING) -> str:
    """The sections of a sheet and the equations of motion, to be set by Typst as they are.

    Equations have `numbers` as those of `latex_equations`, running ones written out.  The `digest`
    of the model stands in the first line.  Raises LagrError for other `numbers`.
    """
    paper, running = _paper(numbers, "article"), count(1)
    blocks = [
        f"// {title}\n{typst_block(counted(block, running))}"
        for symbol, title in sections(sheet)
        if (block := section(sheet, symbol, numbers, paper))
    ]
    said = [f"// {line}" for line in sources(sheet)] if numbers == LAGR else []
    said += _events(sheet, "//")
    return headed("\n\n".join([*(["\n".join(said)] if said else []), *blocks]), "//", digest)


def _paper(numbers: str, width: str) -> PaperWidth:
    """The page with what numbers leave of its width."""
    check_numbers(numbers)
    cause = "Lines cannot be made for this width."
    check_known(width, PAPERS, f"Width “{width}”", cause, "width")
    return PAPERS[width] if numbers == NONE else PAPERS[width].beside_number()


def _needs(numbers: str, sheet: Sheet) -> Iterator[str]:
    """Comments on how the equations get into a document."""
    yield r"% In the preamble: \usepackage{amsmath}; \allowdisplaybreaks lets pages end in a block."
    if numbers == RUNNING:
        yield r"% Each equation has a \label, for \eqref."
    if numbers == LAGR:
        yield from (f"% {line}" for line in sources(sheet))


def _events(sheet: Sheet, mark: str) -> Iterator[str]:
    """Comments on events, each in one line however expressions are typed."""
    return (f"{mark} {' '.join(str(note).split())}" for note in told_events(sheet))


def notation(blocks: Sequence[str]) -> Iterator[str]:
    """What time derivatives look like, as far as there are some."""
    used = [
        meaning
        for name, meaning in NOTATION.items()
        if any(f"\\{name}{end}" in block for block in blocks for end in (" ", "\\", "{"))
    ]
    if used:
        yield "% Time derivatives, here or, before, in the preamble:"
        yield from (rf"\providecommand{meaning}" for meaning in used)


def latex_section(sheet: Sheet, symbol: str) -> str:
    """One ``align*`` block that can be copied anywhere, empty where there is nothing to say."""
    return latex_block(section(sheet, symbol, NONE, ARTICLE))


def latex_block(rows: Formula, dialect: Latex = LATEX) -> str:
    """Rows as a block: ``align*``, or ``align`` where they have running numbers.

    Very many rows are several blocks, since LaTeX keeps a whole block in its memory.
    """
    if not rows:
        return ""
    name = "align" if has_labels(rows) else "align*"
    return "\n".join(
        f"\\begin{{{name}}}\n{dialect.written(part)}\n\\end{{{name}}}" for part in _parts(rows)
    )


def _parts(rows: Formula) -> Iterator[Formula]:
    """Rows that stand in one block."""
    ends = [at for at, item in enumerate(rows) if item == ROW_END][_MOST_ROWS - 1 :: _MOST_ROWS]
    for start, end in pairwise([-1, *ends, len(rows)]):
        part = rows[start + 1 : end]
        yield part[1:] if part[:1] == ("\n",) else part


_MOST_ROWS = 200
"""So many rows of a block does LaTeX take without pains."""


def typst_block(rows: Formula) -> str:
    """Rows as a block of Typst; numbers of formulas stand behind them."""
    return f"$ {TYPST.written(rows)} $" if rows else ""


def section(sheet: Sheet, symbol: str, numbers: str, paper: PaperWidth) -> Formula:
    """The rows of a section with the numbers of its equations."""
    if sheet.structured:
        return structured_section(sheet, symbol, numbers, paper)
    lines = list(_lines(sheet, symbol, paper))
    if not lines:
        return ()
    left = _left(lines, paper)
    rows = (_rows(line, numbers, left, paper) for line in lines)
    return tight(small_fractions(joined((ROW_END, "\n"), list(rows))))


@dataclass(frozen=True)
class _Line:
    """left = sum, with its label and the formula that it comes from.

    A `left` of nothing belongs to `rows` that are broken already.
    """

    label: str
    left: Formula
    sum: Sequence[Formula] = ()
    rows: Sequence[Formula] = ()
    equation: str = ""


def _left(lines: Sequence[_Line], paper: PaperWidth) -> float:
    """The width of what stands before the sign of equality; 0 where lines do not stand below it.

    So it is where one of them leaves no room behind the widest name.
    """
    left = max(paper.width(line.left) for line in lines)
    return left if left <= paper.room * MOST_BEFORE else 0.0


def _rows(line: _Line, numbers: str, left: float, paper: PaperWidth) -> Formula:
    """The rows of a line; those that go on begin behind the sign of equality."""
    rows = list(line.rows)
    if not rows and left:
        broken = filled(line.sum, left + EQUALS, left + INDENT, paper)
        rows = [(*line.left, " ", ALIGNED, "= ", *broken[0])]
        rows += [(ALIGNED, QUAD, " ", *row) for row in broken[1:]]
    elif not rows:
        used = paper.width(line.left) + EQUALS
        first, *others = filled(line.sum, used, INDENT, paper)
        rows = [(ALIGNED, " ", *line.left, " = ", *first)]
        rows += [(ALIGNED, QUAD, " ", *row) for row in others]
    between = (*continued(numbers), ROW_END, "\n  ")
    return (*joined(between, rows), *numbered(numbers, line.label, line.equation))


def _lines(sheet: Sheet, symbol: str, paper: PaperWidth) -> Iterator[_Line]:
    match symbol:
        case _ if symbol in OF_BALANCES:
            yield from _balances(sheet, symbol, paper)
        case "definitions":
            for name in sheet.definitions:
                left = definition_name(name)
                yield _Line(label_of("where", name.name), left, (formula(name.tree),))
        case "assumed":
            for place, entry in enumerate(sheet.assumptions, start=1):
                row = (ALIGNED, " ", *formula(entry.tree), " > 0")
                yield _Line(label_of(symbol, str(place)), (), rows=[row])
        case "E" | "x":
            yield from _pose_lines(sheet, symbol, paper)
        case _ if symbol in VECTORS:
            yield from _partial_velocities(sheet, symbol, paper)
        case "G" if box := condition_box(sheet, paper):
            row = (ALIGNED, " ", *box)
            yield _Line("G", (), rows=[row], equation=sheet.of("G")[0].equation)
        case _:
            yield from map(_told, sheet.of(symbol))


def _balances(sheet: Sheet, symbol: str, paper: PaperWidth) -> Iterator[_Line]:
    """Equations below the headings of their groups."""
    found = equations_of_motion(sheet) if symbol == "motion" else balances_of(sheet, symbol)
    for group, balances in by_group(found):
        heading = (ALIGNED, " ", Box("words", text=group))
        yield from [_Line("", (), rows=[heading])] if group else []
        for balance in balances:
            yield _balance(balance, equation_label(symbol, balance), paper)


def _balance(balance: Balance, label: str, paper: PaperWidth) -> _Line:
    first, *others = balance_rows(balance, paper)
    rows = [(ALIGNED, " ", *first), *((ALIGNED, QUAD, " ", *row) for row in others)]
    return _Line(label, (), rows=rows, equation=balance.equation)


def _told(entry: Entry) -> _Line:
    label = label_of(entry.symbol, indices_of(entry.indices))
    terms = [formula(term.tree) for term in entry.terms]
    return _Line(label, entry_name(entry), terms, equation=entry.equation)


def _partial_velocities(sheet: Sheet, symbol: str, paper: PaperWidth) -> Iterator[_Line]:
    """Vectors; entries of what does not fit into a line."""
    for at, entries in vectors(sheet, symbol).items():
        name, whole = vector_line(sheet, symbol, at, paper.room)
        if paper.width((*name, " = ", *whole)) <= paper.room:
            label = label_of(symbol, indices_of(at))
            yield _Line(label, name, (whole,), equation=entries[0].equation)
        else:
            yield from map(_told, entries)


def _pose_lines(sheet: Sheet, symbol: str, paper: PaperWidth) -> Iterator[_Line]:
    """Matrices or columns of bodies; entries of what does not fit into a line."""
    resting: list[Formula] = []
    equation = ""
    for body, entries in poses(sheet, symbol).items():
        name, rows, equation = result_name(symbol, (body,)), pose_rows(entries), entries[0].equation
        whole = (pose_box(rows),)
        if is_unit(rows):
            resting.append(name)
        elif paper.width((*name, " = ", *whole)) <= paper.room:
            yield _Line(label_of(symbol, str(body)), name, (whole,), equation=equation)
        else:
            yield from map(_told, entries)
    if resting:
        each = 6
        groups = [resting[at : at + each] for at in range(0, len(resting), each)]
        for place, group in enumerate(groups, start=1):
            label = label_of(symbol, "rest", str(place) if len(groups) > 1 else "")
            yield _Line(label, joined((" = ",), group), ((bold("1"),),), equation=equation)
