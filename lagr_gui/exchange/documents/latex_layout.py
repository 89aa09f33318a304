"""How LaTeX lays a document out: preamble, headings that stay with what follows, tables, curves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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
from lagr_gui.exchange.documents.diagram import BROAD, diagram, diagram_width
from lagr_gui.exchange.documents.sketch import DrawnMechanism, sketch_tikz
from lagr_gui.foundation.arrays import Array
from lagr_gui.typesetting.escape import escaped, known_letters
from lagr_gui.typesetting.formula import ROW_END, boxes
from lagr_gui.typesetting.sheet_latex import latex_block
from lagr_gui.typesetting.words import Text, latex_words

FONTS = r"""\IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{%
  \ProvideTextCommandDefault{\quotedblbase}{,\kern-.1em,}}
\usepackage[utf8]{inputenc}
"""
"""Letters are outlines everywhere: of Latin Modern where it is installed, else Computer Modern."""

PREAMBLE = (
    "\\documentclass[a4paper,10pt,fleqn]{article}\n"
    + FONTS
    + r"""\usepackage[margin=20mm,top=18mm,bottom=20mm]{geometry}
\usepackage{amsmath,array,booktabs,longtable,tabularx,tikz,pgfplots}
\usetikzlibrary{svg.path}
\pgfplotsset{compat=1.15}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\setlength{\emergencystretch}{2em}
\setlength{\parskip}{4pt plus 1pt}
\setlength{\mathindent}{1em}
\setlength{\jot}{2pt}
\setlength{\LTpre}{2pt}\setlength{\LTpost}{4pt}
\AtBeginDocument{\abovedisplayskip=3pt plus 1pt\belowdisplayskip=\abovedisplayskip
  \abovedisplayshortskip=2pt\belowdisplayshortskip=2pt\relax}
% begins a page where less than #1 is left of this one
\newcommand{\room}[1]{\par\begingroup\dimen0=\pagegoal\advance\dimen0-\pagetotal
  \ifdim\dimen0<#1\relax\ifdim\dimen0>0pt\vfil\break\fi\fi\endgroup}
\newcommand{\heading}[3][5]{\room{#1\baselineskip}\addvspace{7pt plus 2pt}%
  {\large\bfseries #2}\quad{\small #3}}
% what begins with something high stands further below its heading
\newcommand{\high}{\abovedisplayskip=7pt plus 1pt\abovedisplayshortskip=6pt\relax}
"""
)

HYPHENS = {
    "de": r"\IfFileExists{ngerman.ldf}{\usepackage[ngerman,shorthands=off]{babel}}{}" + "\n",
}
"""Hyphens where the installation has those of the language."""

WHOLE = 24
"""A table of so many lines is never divided."""
_LINE = 70
"""At least so many letters of LaTeX stand in a line of the widest column."""


CURVE_POINTS = 300
"""At most about twice so many points of a curve are written."""


def latex_page(title: str, blocks: Blocks, language: str) -> str:
    """A whole document, ready for pdflatex; letters that it does not know become “?”."""
    begun = (
        f"{PREAMBLE}{HYPHENS.get(language, '')}\\begin{{document}}\n"
        f"\\begin{{center}}\\LARGE\\bfseries {escaped(title)}\\end{{center}}"
    )
    parts = [begun, *map(_written, blocks), "\\end{document}"]
    return known_letters("\n\n".join(part for part in parts if part) + "\n")


def _written(block: Block) -> str:
    match block:
        case Paragraph(text, small):
            words = latex_words(text)
            return f"{{\\small {words}\\par}}" if small else words
        case Heading(title, note, lines):
            return _heading(title, note, lines)
        case FormulaBlock():
            return _headed(block)
        case Table():
            return _table(block)
        case ColumnTable():
            return _columns(block)
        case Beside(tables):
            parts = [_ruled("tabular", table.heads, table.rows, table.widths) for table in tables]
            return "{\\small\n" + "\\hfill\n".join(parts) + "\\par}"
        case Drawing(model):
            wide = diagram_width(model) > BROAD
            picture = diagram(model)
            if wide:
                picture = f"\\resizebox{{{BROAD}cm}}{{!}}{{%\n{picture}}}"
            return f"\\begin{{center}}{picture}\\end{{center}}"
        case DrawnMechanism():
            return f"\\begin{{center}}{sketch_tikz(block)}\\end{{center}}"
        case CurvePlot():
            return _plot(block)
        case SystemName(name):
            return (
                "\\room{20\\baselineskip}\\bigskip\\hrule\\medskip"
                f"{{\\Large\\bfseries {escaped(name)}}}"
            )


def _heading(title: Text, note: Text = "", lines: int = 5) -> str:
    return f"\\heading[{lines}]{{{latex_words(title)}}}{{{latex_words(note)}}}\\par\\nobreak"


def _headed(block: FormulaBlock) -> str:
    rows = block.rows
    end = next((at for at, box in enumerate(rows) if box == ROW_END), len(rows))
    above = f"\\heading{{{latex_words(block.title)}}}{{{latex_words(block.note)}}}"
    if any(box.kind in _HIGH for box in boxes(rows[:end])):
        return f"{above}{{\\high\n{latex_block(rows)}}}"
    return f"{above}\n{latex_block(rows)}"


_HIGH = ("table", "fraction", "root")
"""What makes the first row of formulas higher than a line of text."""


def lines_of(rows: Rows) -> int:
    """About how many lines a table has."""
    return sum(1 + max(len(latex_words(cell)) for cell in row) // _LINE for row in rows)


def _table(block: Table) -> str:
    environment, room = ("longtable", 10) if lines_of(block.rows) > WHOLE else ("tabular", 5)
    table = _ruled(environment, block.heads, block.rows, block.widths)
    above = _heading(block.title, lines=room)
    return f"{above}\n{{\\small\\setlength{{\\tabcolsep}}{{4pt}}\n{table}\\par}}"


def _ruled(
    environment: str, heads: Sequence[Text], rows: Rows, widths: Sequence[float], wide: int = 0
) -> str:
    """The lines of a table with rules above, below and under its heads.

    The column `wide` of a ``tabularx`` takes what the others leave of the line.
    """
    lengths = [0.0] * (len(heads) - len(widths)) + list(widths)
    columns = "".join(
        rf">{{\raggedright\arraybackslash}}p{{{length:g}\linewidth}}" if length else "l"
        for length in lengths
    )
    if environment == "tabularx":
        flowing = r">{\raggedright\arraybackslash}X"
        columns = "".join(flowing if at == wide else "l" for at in range(len(heads)))
    body = "\n".join(" & ".join(map(latex_words, row)) + r" \\" for row in rows)
    repeated, place = ("\\endhead\n", "[l]") if environment == "longtable" else ("", "[t]")
    place = r"{\linewidth}[t]" if environment == "tabularx" else place
    return (
        f"\\begin{{{environment}}}{place}{{@{{}}{columns}@{{}}}}\n\\toprule\n"
        f"{' & '.join(map(latex_words, heads))} \\\\\n\\midrule\n{repeated}{body}\n"
        f"\\bottomrule\n\\end{{{environment}}}"
    )


def halves(block: ColumnTable) -> tuple[Rows, ...]:
    """The rows of each of two columns, or all of them where one is enough or two are too long."""
    rows = block.rows
    if len(rows) < 6 or len(rows) > 2 * WHOLE:
        return (rows,)
    half = (len(rows) + 1) // 2
    return rows[:half], rows[half:]


def _columns(block: ColumnTable) -> str:
    columns = halves(block)
    if len(columns) == 1:
        return _table(Table(block.title, block.heads, block.rows))
    parts = [
        f"\\begin{{minipage}}[t]{{0.485\\linewidth}}\\vskip0pt\n"
        f"{_ruled('tabularx', block.heads, part, (), block.wide)}\n\\end{{minipage}}"
        for part in columns
    ]
    body = "\\hfill\n".join(parts)
    return f"{_heading(block.title)}\n{{\\small\\setlength{{\\tabcolsep}}{{4pt}}\n{body}\\par}}"


def thinned(t: Array, values: Array) -> Array:
    """Points (n, 2) of a curve, no more than are seen."""
    return np.column_stack([t, values])[:: max(1, len(t) // CURVE_POINTS)]


def _plot(block: CurvePlot) -> str:
    plots = []
    for name, values in block.curves:
        points = thinned(block.t, values)
        listed = " ".join(f"({at:.6g},{y:.6g})" for at, y in points)
        plots.append(f"\\addplot+[no marks,thick] coordinates {{{listed}}};")
        plots.append(f"\\addlegendentry{{{latex_words(name)}}}")
    body = "\n".join(plots)
    options = (
        f"width=\\linewidth,height={block.height:g}mm,xlabel={{$t$ (s)}},grid=major,"
        "enlarge x limits=false,legend columns=4,legend cell align=left,cycle list name=color list,"
        "legend style={font=\\scriptsize,draw=white,at={(0,1.02)},anchor=south west}"
    )
    return (
        f"\\begin{{tikzpicture}}\\begin{{axis}}[{options}]\n{body}\n\\end{{axis}}"
        f"\\end{{tikzpicture}}"
    )
