"""A complete LaTeX document of a system: figures, data, kinematics, equations, curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from lagr_gui.algebra import latex_name
from lagr_gui.exchange import document_tables as tables
from lagr_gui.exchange.certificate import certificate_latex
from lagr_gui.exchange.document_figure import diagram, mechanism
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.latex import latex_section
from lagr_gui.exchange.quantities import unit
from lagr_gui.exchange.symbols import TITLES
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
\pgfplotsset{compat=1.15}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
"""
_CURVE_POINTS = 300
_LIST = "\\section*{{Remarks}}\n\\begin{{itemize}}\n{}\n\\end{{itemize}}"


def latex_document(
    model: Model,
    sheet: Sheet,
    units: Sequence[str],
    trajectory: Trajectory | None = None,
    certificate: Certificate | None = None,
    drifts: Sequence[tuple[str, float]] = (),
    motion: Motion | None = None,
    transmitted: Mapping[str, Array] = NOTHING,
) -> str:
    """The document, ready for pdflatex; with a trajectory also its curves.

    `drifts` name conserved quantities with their relative change along it; `units` are those
    of the coordinates (rad or m; empty: not known).  With a `motion` the mechanism is drawn as
    it is at the first instant.  `transmitted` are forces, moments and other quantities along
    the trajectory (n,), by their names with units.
    """
    title = escaped(model.name or "Mechanical system")
    parts = [
        _HEAD,
        f"\\title{{{title}}}\n\\author{{}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle",
        escaped(model.description),
        _figures(model, motion),
        tables.bodies(model),
        tables.joints(model),
        tables.elements(model),
        tables.coordinates(model, sheet, units, trajectory),
        tables.parameters(model),
        tables.functions(model),
        tables.special_case(model, sheet),
        *_sections(sheet),
        _remarks(sheet),
        _motion(model, trajectory, units, transmitted) if trajectory is not None else "",
        _drifts(drifts),
        certificate_latex(certificate) if certificate is not None else "",
        "\\end{document}",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _sections(sheet: Sheet) -> Iterable[str]:
    solved = "Dependent coordinates"
    for symbol, title in (*TITLES.items(), ("solved", solved), ("motion", "Equations of motion")):
        block = latex_section(sheet, symbol)
        if block:
            yield f"\\section*{{{title}}}\n{block}"


def _figures(model: Model, motion: Motion | None) -> str:
    """The diagram and, to scale, the mechanism."""
    found = diagram(model)
    parts = [found]
    if found:
        parts.append(
            "Bodies with their numbers; J and E are the joints and elements of the tables below, "
            "E under a J act on its coordinates, those under a body on that body; dashed joints "
            "are cut."
        )
    drawn = mechanism(model, motion) if motion is not None else ""
    if drawn:
        parts += [drawn, "The mechanism at the start: centres of mass (dots) and joints (circles)."]
    return "\n\n".join(part for part in parts if part)


def _motion(
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
    run = (
        f"Integrated by {escaped(trajectory.method)} in {trajectory.steps} steps, relative "
        f"tolerance {settings.rtol:g}, absolute {settings.atol:g}. "
        f"Relative drift of the energy balance: {trajectory.energy_error:.1e}."
    )
    parts = ["\\section*{Motion}", _plot(trajectory.t, named), run]
    if forces:
        parts += [_plot(trajectory.t, forces), tables.transmitted(trajectory.t, transmitted)]
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


def _remarks(sheet: Sheet) -> str:
    lines = [f"\\item {escaped(str(note))}" for note in sheet.notes]
    return _LIST.format("\n".join(lines)) if lines else ""


def _drifts(drifts: Sequence[tuple[str, float]]) -> str:
    rows = [(escaped(name), f"{drift:.1e}") for name, drift in drifts]
    return tables.table("Drift of the conserved quantities", ("Quantity", "Relative change"), rows)
