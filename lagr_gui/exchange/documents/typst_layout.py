"""How Typst lays a document out: the same parts as LaTeX, in the same letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, pairwise

from lagr_gui.exchange.documents.blocks import (
    Block,
    Blocks,
    CurvePlot,
    Drawing,
    FormulaBlock,
    Heading,
    Paragraph,
    Rows,
    SystemName,
    Table,
    Together,
)
from lagr_gui.exchange.documents.length import lines_of
from lagr_gui.exchange.documents.room import BETWEEN, GAP, TOGETHER, table_layout
from lagr_gui.exchange.documents.sketch import DrawnMechanism
from lagr_gui.exchange.documents.typst_figures import curves, diagram, mechanism
from lagr_gui.exchange.documents.typst_paper import end_of
from lagr_gui.typesetting.escape import quoted
from lagr_gui.typesetting.formula import ROW_END, Box, Formula
from lagr_gui.typesetting.numbers import counted
from lagr_gui.typesetting.sheet_latex import typst_block
from lagr_gui.typesetting.words import Text, typst_words

_HEAD = """
#set page(paper: "a4", margin: (x: 20mm, top: 18mm, bottom: 20mm), numbering: "1", fill: white)
#set par(justify: true, leading: 0.55em, spacing: 0.8em)
#show math.equation.where(block: true): set block(breakable: true, spacing: 0.7em)
#show math.equation.where(block: true): set align(left)
#show math.equation.where(block: true): set par(leading: 0.6em)
#show heading: it => text(size: 12pt, weight: "bold", it.body)
#show table: set par(justify: false)
#show table: set text(hyphenate: false)
#show table: it => { show math.equation: set text(bottom-edge: "bounds"); it }
#set table(stroke: none, inset: (x: 3.6pt, y: 3pt), align: left + top)
"""
_RULE, _THIN = "table.hline(stroke: 0.8pt)", "table.hline(stroke: 0.4pt)"
SMALL = 9.0
"""Letters of notes and tables (pt)."""


_LONELY = 340.0
"""A last page that ends before (pt) is nearly empty."""
_TRIED = (0.9, 0.8, 0.7)
"""Parts of the height of curves with which a document may do without a nearly empty last page."""


def fitted_page(title: str, blocks: Sequence[Block], language: str) -> str:
    """A document in Typst whose curves are lower where that spares a nearly empty last page."""
    markup = typst_page(title, blocks, language)
    last, end = end_of(markup)
    if last == 1 or end > _LONELY:
        return markup
    for part in _TRIED:
        other = typst_page(title, [_scaled(block, part) for block in blocks], language)
        if end_of(other)[0] < last:
            return other
    return markup


def _scaled(block: Block, part: float) -> Block:
    """A block whose curves have another height."""
    match block:
        case CurvePlot():
            return replace(block, height=part * block.height)
        case Together(blocks):
            return Together([_scaled(each, part) for each in blocks])
        case _:
            return block


def typst_page(title: str, blocks: Blocks, language: str) -> str:
    """A whole document in Typst, of which every copy has the same bytes."""
    running = count(1)
    parts = [
        f"#set document(title: [{quoted(title)}], date: none)",
        f'#set text(font: "New Computer Modern", size: 10pt, lang: "{language}", hyphenate: true)',
        _HEAD,
        f'#align(center, text(size: 17pt, weight: "bold")[{quoted(title)}])',
        *(_written(block, running) for block in blocks),
    ]
    return "\n\n".join(parts) + "\n"


def _written(block: Block, running: Iterator[int]) -> str:
    """A block whose equations have the next `running` numbers, where they have some."""
    match block:
        case Paragraph(text, small):
            return _small(typst_words(text)) if small else typst_words(text)
        case Heading(title, note, _):
            return _heading(title, note)
        case FormulaBlock(title, note, rows, figure):
            whole = figure is not None or lines_of(rows) <= TOGETHER
            formulas = f"#pad(left: 1em)[{_formulas(counted(rows, running), whole)}]"
            if figure is not None:
                formulas = f"#grid(columns: (1fr, auto), [{formulas}], [{mechanism(figure)}])"
            return f"{_heading(title, note) if title else ''}\n{_kept(formulas, whole)}"
        case Table():
            return _table(block)
        case Together(blocks):
            inner = "\n\n".join(_written(each, running) for each in blocks)
            return f"#block(breakable: false, above: 1.3em)[{inner}]"
        case Drawing(model):
            return f"#align(center)[{diagram(model)}]"
        case DrawnMechanism():
            return f"#align(center)[{mechanism(block)}]"
        case CurvePlot():
            return curves(block)
        case SystemName(name):
            line = "#line(length: 100%, stroke: 0.4pt)"
            return f'{line}#text(size: 14pt, weight: "bold")[{typst_words(name)}]'


def _formulas(rows: Formula, whole: bool) -> str:
    """Rows of formulas; each equation with a number is a block, so that it stands at the margin.

    Where they may go over pages, the first ones and the last ones stay together.
    """
    blocks: list[str] = []
    begun: list[str | Box] = []
    for item in rows:
        if isinstance(item, Box) and item.kind == "tag":
            numbering = f'numbering: _ => "({item.text})", number-align: end + bottom'
            block = typst_block(tuple(begun))
            blocks.append(f"#[#set math.equation({numbering})\n{block}]")
            begun = []
        elif begun or item not in _BETWEEN_ROWS:
            begun.append(item)
    if begun and (blocks or whole):
        blocks.append(typst_block(tuple(begun)))
    elif begun:
        blocks += _in_parts(begun)
    return "\n".join(blocks)


def _in_parts(rows: Sequence[str | Box]) -> Iterator[str]:
    """The first rows, those between, and the last ones."""
    ends = [at for at, item in enumerate(rows) if item in _ROW_ENDS]
    inner = (_LONELY_ROWS - 1, -_LONELY_ROWS) if len(ends) >= 2 * _LONELY_ROWS else ()
    cuts = [0, *(ends[at] for at in inner), len(rows)]
    for at, (start, end) in enumerate(pairwise(cuts)):
        part = rows[start:end]
        while part and part[0] in _BETWEEN_ROWS:
            part = part[1:]
        yield _kept(typst_block(tuple(part)), bool(inner) and at != 1)


_ROW_ENDS = (ROW_END, Box("row end", text="[3pt]"))
_BETWEEN_ROWS = (*_ROW_ENDS, "\n")
_LONELY_ROWS = 3
"""So many rows of formulas are never parted from those that go before or follow."""


def _small(markup: str) -> str:
    return f"#text(size: {SMALL:g}pt)[{markup}]"


def _heading(title: Text, note: Text = "") -> str:
    behind = f"#h(1em)#text(size: {SMALL:g}pt)[{typst_words(note)}]" if note else ""
    inner = f"#heading(level: 1)[{typst_words(title)}]{behind}"
    return f"#block(sticky: true, above: 1.3em, below: 0.6em)[{inner}]"


def _kept(markup: str, whole: bool) -> str:
    return f"#block(breakable: false)[{markup}]" if whole else markup


def _table(block: Table) -> str:
    """A table with rules above, below and under its heads, in parts side by side."""
    layout = table_layout(block)
    columns = [f"{width + GAP:g}fr" if width else "auto" for width in layout.widths]
    parts = [_ruled(columns, block.heads, rows) for rows in layout.parts]
    table = parts[0]
    if len(parts) > 1:
        cells = ", ".join(f"[{part}]" for part in parts)
        sizes = f"columns: (1fr,) * {len(parts)}, column-gutter: {BETWEEN:g}mm"
        table = f"#grid({sizes}, {cells})"
    below = f"\n\n{_small(typst_words(block.note))}" if block.note else ""
    above = f"{_heading(block.title)}\n" if block.title else ""
    return f"{above}{_kept(_small(table) + below, layout.whole)}"


def _ruled(columns: Sequence[str], heads: Sequence[Text], rows: Rows) -> str:
    cells = [f"[{typst_words(cell)}]" for row in rows for cell in row]
    header = ", ".join(f"[{typst_words(head)}]" for head in heads)
    inner = f"{_RULE}, table.header({header}, {_THIN}), {', '.join(cells)}, {_RULE}"
    return f"#table(columns: ({', '.join(columns)},), {inner})"
