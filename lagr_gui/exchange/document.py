"""A complete LaTeX document of a system: figures, data, kinematics, equations, curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from lagr_gui.algebra import latex_name
from lagr_gui.exchange import document_tables as tables
from lagr_gui.exchange.certificate import certificate_latex
from lagr_gui.exchange.document_diagram import diagram
from lagr_gui.exchange.document_figure import mechanism
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.latex import latex_section
from lagr_gui.exchange.quantities import unit
from lagr_gui.exchange.symbols import sections
from lagr_gui.exchange.words import Words
from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.motion import Motion
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.model import Model
from lagr_gui.simulation import Trajectory

Array = NDArray[np.float64]
NOTHING: Mapping[str, Array] = {}

_HEAD = r"""\documentclass[a4paper,11pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[margin=22mm]{geometry}
\usepackage{amsmath,array,booktabs,longtable,tikz,pgfplots}
\usetikzlibrary{svg.path}
\pgfplotsset{compat=1.15}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
"""
_HYPHENS = {
    "de": r"\IfFileExists{ngerman.ldf}{\usepackage[ngerman,shorthands=off]{babel}}{}" + "\n",
}
"""Hyphens where the installation has those of the language."""
_CURVE_POINTS = 300


def latex_document(
    model: Model,
    sheet: Sheet,
    units: Sequence[str],
    trajectory: Trajectory | None = None,
    certificate: Certificate | None = None,
    drifts: Sequence[tuple[str, float]] = (),
    motion: Motion | None = None,
    transmitted: Mapping[str, Array] = NOTHING,
    language: str = "en",
) -> str:
    """The document, ready for pdflatex; with a trajectory also its curves.

    `drifts` name conserved quantities with their relative change along it; `units` are those
    of the coordinates (rad or m; empty: not known).  With a `motion` the mechanism is drawn as
    it is at the first instant.  `transmitted` are forces, moments and other quantities along
    the trajectory (n,), by their names with units.  `language` is ``en`` or ``de``.

    Raises LagrError for another language.
    """
    w = Words(language)
    title = escaped(model.name or w("Mechanical system"))
    parts = [
        _HEAD + _HYPHENS.get(language, ""),
        f"\\title{{{title}}}\n\\author{{}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle",
        escaped(model.description),
        _figures(w, model, motion),
        tables.bodies(w, model),
        tables.joints(w, model),
        tables.elements(w, model),
        tables.coordinates(w, model, sheet, units, trajectory),
        tables.parameters(w, model),
        tables.functions(w, model),
        tables.special_case(w, model, sheet),
        *_sections(w, sheet),
        _remarks(w, sheet),
        _motion(w, model, trajectory, units, transmitted) if trajectory is not None else "",
        _drifts(w, drifts),
        certificate_latex(certificate, w) if certificate is not None else "",
        "\\end{document}",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _sections(w: Words, sheet: Sheet) -> Iterable[str]:
    for symbol, title in sections(sheet):
        title = "Dependent coordinates" if symbol == "solved" else title
        block = latex_section(sheet, symbol)
        if block:
            yield f"\\section*{{{escaped(w(title))}}}\n{block}"


def _figures(w: Words, model: Model, motion: Motion | None) -> str:
    """The diagram and, to scale, the mechanism."""
    found = diagram(model)
    parts = [found]
    if found:
        parts.append(
            w(
                "Bodies with their numbers; J and E are the joints, with their coordinates, and "
                "the elements of the tables below; dashed joints are cut."
            )
        )
    drawn = mechanism(model, motion) if motion is not None else ""
    if drawn:
        told = w("The mechanism at the start: centres of mass (dots) and joints (circles).")
        parts += [drawn, told]
    return "\n\n".join(part for part in parts if part)


def _motion(
    w: Words,
    model: Model,
    trajectory: Trajectory,
    units: Sequence[str],
    transmitted: Mapping[str, Array],
) -> str:
    """Curves of the coordinates, and of what is transmitted."""
    named = {
        f"${latex_name(name)}${_in(units[at] if at < len(units) else '')}": trajectory.q[:, at]
        for at, name in enumerate(trajectory.coordinates)
    }
    forces = {escaped(name): values for name, values in transmitted.items()}
    settings = model.simulation
    run = w(
        "Integrated by {method} in {steps} steps, relative tolerance {rtol:g}, absolute {atol:g}. "
        "Relative drift of the energy balance: {drift:.1e}.",
        method=escaped(trajectory.method),
        steps=trajectory.steps,
        rtol=settings.rtol,
        atol=settings.atol,
        drift=trajectory.energy_error,
    )
    parts = [f"\\section*{{{w('Motion')}}}", _plot(trajectory.t, named), run]
    if forces:
        parts += [_plot(trajectory.t, forces), tables.transmitted(w, trajectory.t, transmitted)]
    return "\n\n".join(parts)


def _in(name: str) -> str:
    return f"\\ ({unit(name)})" if name else ""


def _plot(t: Array, curves: Mapping[str, Array]) -> str:
    step = max(1, len(t) // _CURVE_POINTS)
    plots = []
    for name, values in curves.items():
        points = np.column_stack([t, values])[::step]
        listed = " ".join(f"({at:.6g},{y:.6g})" for at, y in points)
        plots.append(f"\\addplot+[no marks,thick] coordinates {{{listed}}};")
        plots.append(f"\\addlegendentry{{{name}}}")
    body = "\n".join(plots)
    options = (
        "width=0.8\\linewidth,height=70mm,xlabel={$t$ (s)},grid=major,legend pos=outer north east,"
        "legend style={font=\\footnotesize},cycle list name=color list"
    )
    return (
        f"\\begin{{tikzpicture}}\\begin{{axis}}[{options}]\n{body}\n\\end{{axis}}"
        f"\\end{{tikzpicture}}"
    )


def _remarks(w: Words, sheet: Sheet) -> str:
    if not sheet.notes:
        return ""
    lines = "\n".join(f"\\item {escaped(w.problem(note))}" for note in sheet.notes)
    return f"\\section*{{{w('Remarks')}}}\n\\begin{{itemize}}\n{lines}\n\\end{{itemize}}"


def _drifts(w: Words, drifts: Sequence[tuple[str, float]]) -> str:
    rows = [(escaped(w.spoken(name)), f"{drift:.1e}") for name, drift in drifts]
    heads = w("Quantity"), w("Relative change")
    return tables.table(w("Drift of the conserved quantities"), heads, rows)
