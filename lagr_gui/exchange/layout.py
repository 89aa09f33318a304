"""How documents are laid out: preamble, headings that stay with what follows, tables."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.exchange.escape import escaped

PREAMBLE = r"""\documentclass[a4paper,10pt,fleqn]{article}
\IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{%
  \ProvideTextCommandDefault{\quotedblbase}{,\kern-.1em,}}
\usepackage[utf8]{inputenc}
\usepackage[margin=20mm,top=18mm,bottom=20mm]{geometry}
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
"""Letters are outlines everywhere: of Latin Modern where it is installed, else Computer Modern."""

HYPHENS = {
    "de": r"\IfFileExists{ngerman.ldf}{\usepackage[ngerman,shorthands=off]{babel}}{}" + "\n",
}
"""Hyphens where the installation has those of the language."""

Rows = Sequence[Sequence[str]]
WHOLE = 24
"""A table of so many lines is never divided."""
_LINE = 70
"""At least so many letters of LaTeX stand in a line of the widest column."""


def begun(title: str, language: str) -> str:
    """All before the first paragraph."""
    return (
        f"{PREAMBLE}{HYPHENS.get(language, '')}\\begin{{document}}\n"
        f"\\begin{{center}}\\LARGE\\bfseries {escaped(title)}\\end{{center}}"
    )


def heading(title: str, note: str = "", lines: int = 5) -> str:
    """A heading, with what it means behind it; on a page with so many lines of what follows."""
    return f"\\heading[{lines}]{{{title}}}{{{note}}}\\par\\nobreak"


def headed(title: str, note: str, formulas: str) -> str:
    """Formulas under a heading, from which they are never parted."""
    first = formulas.partition("\\\\\n")[0]
    above = f"\\heading{{{title}}}{{{note}}}"
    if any(mark in first for mark in _HIGH):
        return f"{above}{{\\high\n{formulas}}}"
    return f"{above}\n{formulas}"


_HIGH = (r"\begin{pmatrix}", r"\frac", r"\sqrt")
"""What makes the first row of formulas higher than a line of text."""


def table(title: str, heads: Sequence[str], rows: Rows, widths: Sequence[float] = (0.45,)) -> str:
    """A table under its heading; a long one may go over pages.

    `widths` are those of the last columns, as parts of a line, 0 where it is that of the words.
    """
    if not rows:
        return ""
    lines = sum(1 + max(map(len, row)) // _LINE for row in rows)
    environment, room = ("longtable", 10) if lines > WHOLE else ("tabular", 5)
    found = ruled(environment, heads, rows, widths)
    return (
        f"{heading(title, lines=room)}\n{{\\small\\setlength{{\\tabcolsep}}{{4pt}}\n{found}\\par}}"
    )


def ruled(environment: str, heads: Sequence[str], rows: Rows, widths: Sequence[float]) -> str:
    """The lines of a table with rules above, below and under its heads.

    The last column of a ``tabularx`` takes what the others leave of the line.
    """
    lengths = [0.0] * (len(heads) - len(widths)) + list(widths)
    columns = "".join(
        rf">{{\raggedright\arraybackslash}}p{{{length:g}\linewidth}}" if length else "l"
        for length in lengths
    )
    if environment == "tabularx":
        columns = r"l" * (len(heads) - 1) + r">{\raggedright\arraybackslash}X"
    body = "\n".join(" & ".join(row) + r" \\" for row in rows)
    repeated, place = ("\\endhead\n", "[l]") if environment == "longtable" else ("", "[t]")
    place = r"{\linewidth}[t]" if environment == "tabularx" else place
    return (
        f"\\begin{{{environment}}}{place}{{@{{}}{columns}@{{}}}}\n\\toprule\n"
        f"{' & '.join(heads)} \\\\\n\\midrule\n{repeated}{body}\n"
        f"\\bottomrule\n\\end{{{environment}}}"
    )


def columns(title: str, heads: Sequence[str], rows: Rows) -> str:
    """A long table of short rows in two columns side by side."""
    if len(rows) < 6 or len(rows) > 2 * WHOLE:
        return table(title, heads, rows)
    half = (len(rows) + 1) // 2
    parts = [
        f"\\begin{{minipage}}[t]{{0.485\\linewidth}}\\vskip0pt\n"
        f"{ruled('tabularx', heads, part, ())}\n\\end{{minipage}}"
        for part in (rows[:half], rows[half:])
    ]
    found = "\\hfill\n".join(parts)
    return f"{heading(title)}\n{{\\small\\setlength{{\\tabcolsep}}{{4pt}}\n{found}\\par}}"
