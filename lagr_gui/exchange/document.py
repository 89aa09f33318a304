"""A complete LaTeX document of a system: figure, data, kinematics, equations, curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from lagr_gui.algebra import latex, latex_name
from lagr_gui.exchange.certificate import certificate_latex
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.latex import latex_section
from lagr_gui.exchange.symbols import TITLES
from lagr_gui.expression import read
from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.model import Model, Scalar
from lagr_gui.problem import LagrError
from lagr_gui.simulation import Trajectory

_HEAD = r"""\documentclass[a4paper,11pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[margin=22mm]{geometry}
\usepackage{amsmath,booktabs,longtable,tikz,pgfplots}
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
) -> str:
    """The document, ready for pdflatex; with a trajectory also its curves.

    `drifts` name conserved quantities with their relative change along it; `units` are those
    of the coordinates (rad or m; empty: not known).
    """
    title = escaped(model.name or "Mechanical system")
    parts = [
        _HEAD,
        f"\\title{{{title}}}\n\\author{{}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle",
        escaped(model.description),
        _figure(model),
        _structure(model),
        _coordinates(sheet, units),
        _parameters(model),
        _functions(model),
        _case(model, sheet),
        *_sections(sheet),
        _remarks(sheet),
        _curves(trajectory, units) if trajectory is not None else "",
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


def _figure(model: Model) -> str:
    """The block diagram: bodies where they lie on the canvas, joints and elements between."""
    places = {place.item: place for place in model.layout.places}
    bodies = [(0, model.base.name), *((body.number, body.name) for body in model.bodies)]
    if len(bodies) < 2 or any(f"body:{number}" not in places for number, _ in bodies):
        return ""
    shown = [places[f"body:{number}"] for number, _ in bodies]
    width = max(place.x for place in shown) - min(place.x for place in shown)
    scale = min(1.0 / 55, 15.0 / width) if width else 1.0 / 55
    lines = [r"\begin{center}\begin{tikzpicture}[body/.style={draw,rounded corners,inner sep=5pt}]"]
    for (number, name), place in zip(bodies, shown, strict=True):
        at = f"({place.x * scale:.3f},{-place.y * scale:.3f})"
        label = f"{number}~{escaped(name)}" if name else str(number)
        lines.append(f"\\node[body] (b{number}) at {at} {{{label}}};")
    lines += [_edge(j.parent, j.child, j.name, "") for j in model.joints]
    for element in model.elements:
        a, b = getattr(element, "body_a", None), getattr(element, "body_b", None)
        if a is not None and b is not None and a != b:
            lines.append(_edge(a, b, element.name, "dashed,bend left=35"))
    lines.append(r"\end{tikzpicture}\end{center}")
    return "\n".join(lines)


def _edge(a: int, b: int, name: str, style: str) -> str:
    node = f"node[midway,sloped,above,font=\\footnotesize] {{{escaped(name)}}}"
    return f"\\draw (b{a}) to[{style}] {node} (b{b});"


def _structure(model: Model) -> str:
    rows = [
        (str(body.number), escaped(body.name), _math(body.mass), _inertia(body.inertia))
        for body in model.bodies
    ]
    joints = [
        (escaped(j.name), escaped(j.kind), f"{j.parent} -- {j.child}", _names(j.coordinates))
        for j in model.joints
    ]
    elements = [(escaped(e.name), escaped(e.kind.replace("_", " "))) for e in model.elements]
    return "\n\n".join(
        (
            _table("Bodies", ("Body", "Name", "Mass (kg)", r"Inertia (kg\,m$^2$)"), rows),
            _table("Joints", ("Joint", "Kind", "Bodies", "Coordinates"), joints),
            _table("Elements", ("Element", "Kind"), elements),
        )
    )


def _inertia(inertia: Any) -> str:
    entries = [(pair, getattr(inertia, pair)) for pair in ("xx", "yy", "zz", "xy", "xz", "yz")]
    letter = "J" if inertia.form == "binet" else r"\theta"
    shown = [f"${letter}_{{{pair}}} = {_bare(v)}$" for pair, v in entries if v not in (0, "0")]
    return ", ".join(shown) or "--"


def _coordinates(sheet: Sheet, units: Sequence[str]) -> str:
    rows = [
        (f"$q^{{{i}}}$", f"${latex_name(name)}$", units[i - 1] if i <= len(units) else "")
        for i, name in enumerate(sheet.coordinates, start=1)
    ]
    return _table("Coordinates", ("Index", "Coordinate", "Unit"), rows)


def _parameters(model: Model) -> str:
    rows = [
        (
            f"${latex_name(entry.name)}$",
            _math(entry.value) if entry.value is not None else "--",
            escaped(entry.unit),
            escaped(entry.description),
        )
        for entry in model.parameters
    ]
    return _table("Parameters", ("Symbol", "Value", "Unit", "Meaning"), rows)


def _functions(model: Model) -> str:
    rows = []
    for function in model.functions:
        arguments = ", ".join(latex_name(name) for name in function.arguments)
        value = _math(function.expression) if function.expression is not None else "unspecified"
        rows.append((f"${latex_name(function.name)}({arguments})$", value))
    return _table("Functions", ("Function", "Value"), rows)


def _case(model: Model, sheet: Sheet) -> str:
    if not sheet.special:
        return ""
    case = next(case for case in model.special_cases if case.name == sheet.special)
    rows = [(f"${latex_name(r.name)}$", _math(r.value)) for r in case.replacements]
    return _table(f"Special case {escaped(case.name)}", ("Name", "Replaced by"), rows)


def _curves(trajectory: Trajectory, units: Sequence[str]) -> str:
    step = max(1, len(trajectory.t) // _CURVE_POINTS)
    plots = []
    for index, name in enumerate(trajectory.coordinates):
        points = np.column_stack([trajectory.t, trajectory.q[:, index]])[::step]
        table = " ".join(f"({t:.6g},{q:.6g})" for t, q in points)
        unit = f"\\ ({units[index]})" if index < len(units) and units[index] else ""
        plots.append(f"\\addplot+[no marks,thick] coordinates {{{table}}};")
        plots.append(f"\\addlegendentry{{${latex_name(name)}$\\,{unit}}}")
    body = "\n".join(plots)
    options = (
        "width=0.8\\linewidth,height=70mm,xlabel={$t$ (s)},grid=major,legend pos=outer north east"
    )
    drift = f"{trajectory.energy_error:.1e}"
    return (
        "\\section*{Motion}\n"
        f"\\begin{{tikzpicture}}\\begin{{axis}}[{options}]\n{body}\n\\end{{axis}}"
        f"\\end{{tikzpicture}}\n\nRelative drift of the energy balance: {drift}."
    )


def _remarks(sheet: Sheet) -> str:
    lines = [f"\\item {escaped(str(note))}" for note in sheet.notes]
    return _LIST.format("\n".join(lines)) if lines else ""


def _drifts(drifts: Sequence[tuple[str, float]]) -> str:
    rows = [(escaped(name), f"{drift:.1e}") for name, drift in drifts]
    return _table("Drift of the conserved quantities", ("Quantity", "Relative change"), rows)


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    columns = "l" * (len(heads) - 1) + r"p{0.45\linewidth}"
    body = "\n".join(" & ".join(row) + r" \\" for row in rows)
    return (
        f"\\subsection*{{{title}}}\n\\begin{{longtable}}{{{columns}}}\n\\toprule\n"
        f"{' & '.join(heads)} \\\\\n\\midrule\n{body}\n\\bottomrule\n\\end{{longtable}}"
    )


def _names(names: Sequence[str]) -> str:
    return "$" + ",\\ ".join(latex_name(name) for name in names) + "$" if names else "--"


def _math(value: Scalar) -> str:
    return f"${_bare(value)}$"


def _bare(value: Scalar) -> str:
    if not isinstance(value, str):
        return f"{value:.10g}"
    try:
        return latex(read(value))
    except LagrError:
        return f"\\text{{{escaped(value)}}}"
