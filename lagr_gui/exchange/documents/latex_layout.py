"""How LaTeX lays a document out: preamble, headings that stay with what follows, tables, curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

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
from lagr_gui.exchange.documents.diagram import BROAD, diagram, diagram_width
from lagr_gui.exchange.documents.latex_files import FigureFiles, LatexDocument
from lagr_gui.exchange.documents.length import lines_of
from lagr_gui.exchange.documents.room import (
    BETWEEN,
    LINE,
    TOGETHER,
    TableLayout,
    table_layout,
    words_width,
)
from lagr_gui.exchange.documents.sketch import DrawnMechanism, sketch_tikz, width_on_paper
from lagr_gui.typesetting.escape import escaped, known_letters
from lagr_gui.typesetting.formula import ROW_END, boxes
from lagr_gui.typesetting.latex import NOTATION, WITH_MACROS
from lagr_gui.typesetting.numbers import EquationLabels
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
\usepackage{amsmath,array,booktabs,longtable,siunitx,tabularx,tikz,pgfplots}
\usetikzlibrary{svg.path}
\sisetup{exponent-product=\cdot,print-unity-mantissa=false}
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
% time derivatives
"""
    + "".join(rf"\newcommand{meaning}" + "\n" for meaning in NOTATION.values())
)

OF_LANGUAGES = {
    "de": r"""\IfFileExists{ngerman.ldf}{\usepackage[ngerman,shorthands=off]{babel}}{}
\sisetup{output-decimal-marker={,}}
""",
}
"""Hyphens where the installation has those of the language, and how its numbers are written."""


def latex_page(
    title: str, blocks: Blocks, language: str, stem: str = "document", mark: str = ""
) -> LatexDocument:
    """A whole document, ready for pdflatex; letters that it does not know become “?”.

    Names of files with its figures and curves begin with its `stem`; the hash of a model is its
    `mark`.
    """
    figures, labels = FigureFiles(stem), EquationLabels()
    begun = (
        f"{PREAMBLE}{OF_LANGUAGES.get(language, '')}\\begin{{document}}\n"
        f"\\begin{{center}}\\LARGE\\bfseries {escaped(title)}\\end{{center}}"
    )
    layout = _Layout(figures, labels)
    parts = [begun, *map(layout.written, blocks), "\\end{document}"]
    main = known_letters("\n\n".join(part for part in parts if part) + "\n")
    files = {name: known_letters(text) for name, text in figures.files.items()}
    return LatexDocument.of(main, files, mark)


class _Layout:
    """Writes blocks, figures and curves into files of their own, and each label once."""

    def __init__(self, figures: FigureFiles, labels: EquationLabels) -> None:
        self._figures, self._labels = figures, labels

    def _beside(self, block: FormulaBlock) -> str:
        """The figure beside formulas."""
        if block.figure is None:
            return ""
        return self._figures.figure("body", sketch_tikz(block.figure))

    def written(self, block: Block) -> str:
        """A block in the text of the document."""
        match block:
            case FormulaBlock(rows=rows):
                return _headed(replace(block, rows=self._labels.once(rows)), self._beside(block))
            case Together(blocks):
                return "\n\n\\nopagebreak\n".join(map(self.written, blocks))
            case Drawing(model):
                picture = self._figures.figure("diagram", diagram(model))
                if diagram_width(model) > BROAD:
                    picture = f"\\resizebox{{{BROAD}cm}}{{!}}{{{picture}}}"
                return f"\\begin{{center}}{picture}\\end{{center}}"
            case DrawnMechanism():
                picture = self._figures.figure("mechanism", sketch_tikz(block))
                return f"\\begin{{center}}{picture}\\end{{center}}"
            case CurvePlot():
                return _plot(block, *self._figures.curves(block))
            case _:
                return _plain(block)


def _plain(block: Block) -> str:
    """A block without files and labels."""
    match block:
        case Paragraph(text, small):
            words = _words(text)
            return f"{{\\small {words}\\par}}" if small else words
        case Heading(title, note, lines):
            return _heading(title, note, lines)
        case Table():
            return _table(block)
        case SystemName(name):
            return (
                "\\room{20\\baselineskip}\\bigskip\\hrule\\medskip"
                f"{{\\Large\\bfseries {escaped(name)}}}"
            )
        case _:
            raise TypeError(block)


def _words(text: Text) -> str:
    """Words with formulas, time derivatives as the preamble has them."""
    return latex_words(text, WITH_MACROS)


def _heading(title: Text, note: Text = "", lines: int = 5) -> str:
    return f"\\heading[{lines}]{{{_words(title)}}}{{{_words(note)}}}\\par\\nobreak"


def _headed(block: FormulaBlock, figure: str) -> str:
    rows = block.rows
    lines = max(lines_of(rows), _FIGURE if figure else 0)
    kept = lines <= TOGETHER
    room = f"[{ceil(lines) + 2}]" if kept and lines > _ROOM else ""
    end = next((at for at, box in enumerate(rows) if box == ROW_END), len(rows))
    heading = f"\\heading{room}{{{_words(block.title)}}}{{{_words(block.note)}}}"
    above = heading if block.title else ""
    if block.figure is not None:
        wide = f"{width_on_paper(block.figure):.2f}cm"
        formulas = latex_block(rows, WITH_MACROS)
        return (
            f"{above}\\par\\nopagebreak\\noindent"
            f"\\begin{{minipage}}{{\\dimexpr\\linewidth-{wide}}}\n{formulas}\\end{{minipage}}%\n"
            f"\\begin{{minipage}}{{{wide}}}\\raggedleft{figure}\\end{{minipage}}\\par"
        )
    if any(box.kind in _HIGH for box in boxes(rows[:end])):
        return f"{above}{{\\high\n{latex_block(rows, WITH_MACROS)}}}"
    return f"{above}\n{latex_block(rows, WITH_MACROS)}"


_ROOM = 5
"""So many lines of what follows a heading stand on its page in any case."""
_FIGURE = 10
"""About how many lines high a figure beside formulas is."""
_HIGH = ("table", "fraction", "root")
"""What makes the first row of formulas higher than a line of text."""


def _table(block: Table) -> str:
    """A table in parts side by side, or one that goes over pages."""
    layout = table_layout(block)
    rows = max(map(len, layout.parts))
    if layout.whole or len(layout.parts) > 1:
        columns, width = _columns(layout), LINE - BETWEEN * (len(layout.parts) - 1)
        size = f"{{{width / len(layout.parts) / LINE:.3f}\\linewidth}}[t]"
        parts = [_ruled("tabularx", size, columns, block.heads, part) for part in layout.parts]
        table = "\\hfill\n".join(parts)
    else:
        columns = _columns(layout, long=True)
        table = _ruled("longtable", "[l]", columns, block.heads, block.rows)
    note = f"\n\n\\nopagebreak {{\\small {_words(block.note)}\\par}}" if block.note else ""
    above = _heading(block.title, lines=min(rows, 20) + _ROOM) if block.title else ""
    above += "\\vskip-5pt\n" if above and "longtable" not in table else "\n"
    return f"{above}{{\\small\\setlength{{\\tabcolsep}}{{4pt}}\n{table}\\par}}{note}"


def _columns(layout: TableLayout, long: bool = False) -> str:
    """Columns as wide as their words, and such that share what these leave."""
    wide = [width for width in layout.widths if width]
    columns = ""
    for width in layout.widths:
        if not width:
            columns += "l"
        elif long:
            columns += rf">{{\raggedright\arraybackslash}}p{{{0.9 * width / LINE:.3f}\linewidth}}"
        else:
            part = width * len(wide) / sum(wide)
            size = f"\\hsize={part:.3f}\\hsize" if len(wide) > 1 else ""
            columns += rf">{{{size}\raggedright\arraybackslash}}X"
    return columns


def _ruled(environment: str, size: str, columns: str, heads: Sequence[Text], rows: Rows) -> str:
    """The lines of a table with rules above, below and under its heads."""
    body = "\n".join(" & ".join(map(_words, row)) + r" \\" for row in rows)
    repeated = "\\endhead\n" if environment == "longtable" else ""
    return (
        f"\\begin{{{environment}}}{size}{{@{{}}{columns}@{{}}}}\n\\toprule\n"
        f"{' & '.join(map(_words, heads))} \\\\\n\\midrule\n{repeated}{body}\n"
        f"\\bottomrule\n\\end{{{environment}}}"
    )


def _span(block: CurvePlot) -> str:
    """The ends of the axis of values where all of these are equal: pgfplots finds none."""
    least = min(float(values.min()) for _, values in block.curves)
    greatest = max(float(values.max()) for _, values in block.curves)
    around = 0.5 * abs(least) or 1.0
    if greatest - least > 1e-5 * around:
        return ""
    return f"ymin={least - around:.6g},ymax={greatest + around:.6g},"


_LEGEND, _STROKE = 0.8, 12.0
"""The size of letters in legends by that in tables, and the room before a name there (mm)."""


def _plot(block: CurvePlot, file: str, columns: Sequence[str]) -> str:
    """Curves as columns of a data file."""
    plots = []
    for (name, _), column in zip(block.curves, columns, strict=True):
        plots.append(f"\\addplot+[no marks,thick] table[x=t,y={column}] {{{file}}};")
        plots.append(f"\\addlegendentry{{{_words(name)}}}")
    body = "\n".join(plots)
    commas = "/pgf/number format/use comma," if block.commas else ""
    commas += "/pgf/number format/1000 sep={},"
    widest = max(words_width(name) for name, _ in block.curves)
    beside = max(1, min(4, int(LINE / (_LEGEND * widest + _STROKE))))
    options = (
        f"{commas}{_span(block)}table/col sep=comma,width=\\linewidth,height={block.height:g}mm,"
        "xlabel={$t$ (\\unit{\\second})},grid=major,"
        f"enlarge x limits=false,legend columns={beside},legend cell align=left,"
        "cycle list name=color list,"
        "legend style={font=\\scriptsize,draw=white,at={(0,1.02)},anchor=south west}"
    )
    return (
        f"\\begin{{tikzpicture}}\\begin{{axis}}[{options}]\n{body}\n\\end{{axis}}"
        f"\\end{{tikzpicture}}"
    )
