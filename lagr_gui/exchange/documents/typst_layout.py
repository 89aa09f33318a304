"""How Typst lays a document out: the same parts as LaTeX, in the same letters."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.exchange.documents.blocks import (
    Beside,
    Block,
    Blocks,
    ColumnTable,
    CurvePlot,
    Drawing,
    FormulaBlock,
    Heading,
    Paragraph,
    Rows,
    SystemName,
    Table,
)
from lagr_gui.exchange.documents.latex_layout import WHOLE, halves, lines_of
from lagr_gui.exchange.documents.sketch import DrawnMechanism
from lagr_gui.exchange.documents.typst_figures import curves, diagram, mechanism
from lagr_gui.typesetting.escape import quoted
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
#set table(stroke: none, inset: (x: 3pt, y: 3pt), align: left + top)
"""
_RULE, _THIN = "table.hline(stroke: 0.8pt)", "table.hline(stroke: 0.4pt)"
LINE = 170.0
"""Length of a line (mm)."""
SMALL = 9.0
"""Letters of notes and tables (pt)."""


def typst_page(title: str, blocks: Blocks, language: str) -> str:
    """A whole document in Typst, of which every copy has the same bytes."""
    parts = [
        f"#set document(title: [{quoted(title)}], date: none)",
        f'#set text(font: "New Computer Modern", size: 10pt, lang: "{language}", hyphenate: true)',
        _HEAD,
        f'#align(center, text(size: 17pt, weight: "bold")[{quoted(title)}])',
        *map(_written, blocks),
    ]
    return "\n\n".join(parts) + "\n"


def _written(block: Block) -> str:
    match block:
        case Paragraph(text, small):
            return _small(typst_words(text)) if small else typst_words(text)
        case Heading(title, note, _):
            return _heading(title, note)
        case FormulaBlock(title, note, rows):
            return f"{_heading(title, note)}\n#pad(left: 1em)[{typst_block(rows)}]"
        case Table():
            above = _heading(block.title)
            return f"{above}\n{_kept(_small(_table(block)), lines_of(block.rows) <= WHOLE)}"
        case ColumnTable():
            return _columns(block)
        case Beside(tables):
            cells = ", ".join(f"[{_table(table)}]" for table in tables)
            gaps = f"columns: {len(tables)}, column-gutter: 1fr"
            inner = _small(f"#grid({gaps}, {cells})")
            return f"#block(breakable: false, sticky: true)[{inner}]"  # with its note
        case Drawing(model):
            return f"#align(center)[{diagram(model)}]"
        case DrawnMechanism():
            return f"#align(center)[{mechanism(block)}]"
        case CurvePlot():
            return curves(block)
        case SystemName(name):
            line = "#line(length: 100%, stroke: 0.4pt)"
            return f'{line}#text(size: 14pt, weight: "bold")[{typst_words(name)}]'


def _small(markup: str) -> str:
    return f"#text(size: {SMALL:g}pt)[{markup}]"


def _heading(title: Text, note: Text = "") -> str:
    behind = f"#h(1em)#text(size: {SMALL:g}pt)[{typst_words(note)}]" if note else ""
    inner = f"#heading(level: 1)[{typst_words(title)}]{behind}"
    return f"#block(sticky: true, above: 1.3em, below: 0.6em)[{inner}]"


def _kept(markup: str, whole: bool) -> str:
    return f"#block(breakable: false)[{markup}]" if whole else markup


def _table(block: Table) -> str:
    """A table with rules above, below and under its heads."""
    plain = len(block.heads) - len(block.widths)
    lengths = [0.0] * plain + list(block.widths)
    return _ruled(
        [f"{LINE * length:g}mm" if length else "auto" for length in lengths],
        block.heads,
        block.rows,
    )


def _ruled(columns: Sequence[str], heads: Sequence[Text], rows: Rows) -> str:
    cells = [f"[{typst_words(cell)}]" for row in rows for cell in row]
    header = ", ".join(f"[{typst_words(head)}]" for head in heads)
    inner = f"{_RULE}, table.header({header}, {_THIN}), {', '.join(cells)}, {_RULE}"
    return f"#table(columns: ({', '.join(columns)},), {inner})"


def _columns(block: ColumnTable) -> str:
    sides = halves(block)
    if len(sides) == 1:
        return _written(Table(block.title, block.heads, block.rows))
    columns = ["1fr" if at == block.wide else "auto" for at in range(len(block.heads))]
    parts = ", ".join(f"[{_ruled(columns, block.heads, rows)}]" for rows in sides)
    grid = f"#grid(columns: (1fr, 1fr), column-gutter: 5mm, {parts})"
    return f"{_heading(block.title)}\n{_kept(_small(grid), True)}"
