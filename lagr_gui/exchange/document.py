"""A complete LaTeX document of a system: figures, data, kinematics, equations, curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from lagr_gui.algebra import latex_name
from lagr_gui.arrays import Array
from lagr_gui.exchange import document_tables as tables
from lagr_gui.exchange.certificate import certificate_latex
from lagr_gui.exchange.document_diagram import diagram
from lagr_gui.exchange.document_elements import elements
from lagr_gui.exchange.document_figure import mechanism
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.gyrations import gyration_rule
from lagr_gui.exchange.layout import begun, headed, heading, table
from lagr_gui.exchange.packing import packed_section
from lagr_gui.exchange.quantities import unit
from lagr_gui.exchange.symbols import sections
from lagr_gui.exchange.vector_latex import latex_definition
from lagr_gui.exchange.words import Words
from lagr_gui.expression import TIME, symbols
from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.motion import Motion
from lagr_gui.mechanics.parts import NAMED_PART
from lagr_gui.mechanics.sheet import Balance, Sheet
from lagr_gui.message import Message
from lagr_gui.model import Model
from lagr_gui.simulation import Trajectory
from lagr_gui.subsystems import flat

NOTHING: Mapping[str, Array] = {}

_CURVE_POINTS = 300

_AT_REST, _AT_REST_SET = "q'' = 0", r"$\ddot{q} = 0$"

_PRIVATE = 1
"""Control characters, which stand in no text."""


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
    *,
    readable: Sheet | None = None,
) -> str:
    """The document, ready for pdflatex; with a trajectory also its curves.

    `drifts` name conserved quantities with their relative change along it; `units` are those
    of the coordinates (rad or m; empty: not known).  With a `motion` the mechanism is drawn as
    it is at the first instant.  `transmitted` are forces, moments and other quantities along
    the trajectory (n,), by their names with units.  `language` is ``en`` or ``de``.
    A `readable` sheet takes the place of one that is too long to be read (`is_long`), and the
    document says so.

    Raises LagrError for another language.
    """
    w, model = Words(language), flat(model)
    shortened = readable is not None and readable is not sheet
    sheet = readable or sheet
    parts = [
        begun(model.name or w("Mechanical system"), language),
        escaped(model.description),
        _figures(w, model, motion),
        tables.bodies(w, model),
        tables.joints(w, model),
        elements(w, model),
        tables.coordinates(w, model, sheet, units, trajectory),
        tables.parameters(w, model),
        tables.functions(w, model),
        tables.special_case(w, model, sheet),
        about_form(w, sheet, shortened),
        *equation_sections(w, sheet),
        remarks(w, sheet),
        _motion(w, model, trajectory, units, transmitted) if trajectory is not None else "",
        _drifts(w, drifts),
        certificate_latex(certificate, w) if certificate is not None else "",
        "\\end{document}",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


_COUNTED = r"$\mu, \nu = 0, \dots, f$, $q^{0} = t$"
_MEANINGS = {
    "g": rf"$T = \frac{{1}}{{2}} g_{{\mu\nu}} \dot{{q}}^{{\mu}} \dot{{q}}^{{\nu}}$, {_COUNTED}",
    "Gamma": r"$\Gamma_{\rho\mu\nu} = \frac{1}{2} (\partial_{\mu} g_{\rho\nu}"
    r" + \partial_{\nu} g_{\rho\mu} - \partial_{\rho} g_{\mu\nu})$",
    "phi": r"$\Phi_{s} = 0$",
    "G": r"$G_{s\rho} = \partial \dot{\Phi}_{s} / \partial \dot{q}^{\rho}$",
    "gamma_bar": r"$G_{s\rho} \dot{q}^{\rho} + \bar{\gamma}_{s} = 0$",
    "gamma_bar2": r"$G_{s\rho} \ddot{q}^{\rho} + \bar{\bar{\gamma}}_{s} = 0$",
    "motion": r"$g_{\rho\nu} \ddot{q}^{\nu} + \Gamma_{\rho\mu\nu} \dot{q}^{\mu} \dot{q}^{\nu}"
    r" = Q_{\rho} + \lambda_{s} G_{s\rho}$",
}
"""What results are, by formulas."""


PAGE = 45
"""Lines on a page."""
_TALL = {r"\begin{pmatrix}": 3.0, r"\frac": 2.2, r"\Bigl": 1.7, r"\Bigr": 1.7, r"\left": 1.3}
"""What makes a row of formulas so many lines high."""
_CROWDED = 8
"""At most so many terms of long results stand in a row."""


def is_long(sheet: Sheet) -> bool:
    """Whether expanded results take more than a page for each coordinate."""
    if sheet.structured:
        return False
    most = PAGE * len(sheet.coordinates)
    if sum(len(entry.terms) for entry in sheet.entries) > _CROWDED * most:
        return True
    blocks = (packed_section(sheet, symbol) for symbol, _ in sections(sheet))
    return sum(map(_lines, blocks)) > most


def _lines(block: str) -> float:
    """About how many lines high a block is, with its heading."""
    rows = block.splitlines()[1:-1]
    high = (max((_TALL[mark] for mark in _TALL if mark in row), default=1.0) for row in rows)
    return sum(high) + 2 if rows else 0.0


def about_form(w: Words, sheet: Sheet, shortened: bool = False) -> str:
    """Why results stand in vectors, and what the letters of their names mean."""
    if not sheet.structured:
        return ""
    text = w("Results stand in vectors and composite bodies; index 0 is time.")
    if shortened:
        text += " " + w("Written out they would be longer than a page for each coordinate.")
    return f"{heading(w('Structured form'))}\n{text}"


def equation_sections(w: Words, sheet: Sheet) -> Iterable[str]:
    """All results and the equations of motion, each kind under its heading."""
    for symbol, said in sections(sheet):
        block = packed_section(sheet, symbol)
        if not block:
            continue
        title, _, note = w("Dependent coordinates" if symbol == "solved" else said).partition(": ")
        note = _meaning(w, sheet, symbol) or escaped(note)
        yield headed(escaped(title), note, block)


def _meaning(w: Words, sheet: Sheet, symbol: str) -> str:
    """What stands behind a heading."""
    if symbol == "E":
        return w("rows: the axes of the body in space axes")
    if symbol == "definitions":
        return _legend(w, sheet)
    if symbol == "solved" and any(_branches(balance) for balance in sheet.solved):
        return w("σ = ±1 chooses one of two positions").replace("σ = ±1", r"$\sigma = \pm 1$")
    if symbol in ("solved", "assumed") or sheet.formalism != "lagrange":
        return ""
    if symbol == "motion" and (sheet.structured or not sheet.of("g")):
        return ""
    found = _MEANINGS.get(symbol, "")
    if symbol == "motion" and not sheet.of("G"):
        found = found.replace(r" + \lambda_{s} G_{s\rho}", "")
    if symbol == "Gamma" and sheet.structured and gyration_rule(sheet) is not None:
        told = w("for every turn μ on the way out to ν, ν included; all others are zero")
        return f"{found}; {escaped(told)}"
    if symbol in ("g", "Gamma"):
        found += "; " + w("what is not listed is zero or follows from symmetry")
    return found


def _branches(balance: Balance) -> bool:
    """Whether a coordinate has one of two values."""
    found = (symbols(term.tree) for term in balance.right)
    return any(symbol.name.startswith("sigma_") for own in found for symbol in own)


def _figures(w: Words, model: Model, motion: Motion | None) -> str:
    """The diagram and, to scale, the mechanism."""
    parts = [found := diagram(model)]
    told = []
    if found:
        told.append(
            w(
                "Bodies with their numbers; J and E are the joints, with their coordinates, and "
                "the elements of the tables below; dashed joints are cut."
            )
        )
    if motion is not None and (drawn := mechanism(model, motion)):
        parts.append(drawn)
        told.append(w("Below: the mechanism at the start, with centres of mass and joints."))
    parts.append(f"{{\\small {' '.join(told)}\\par}}")
    return "\n\n".join(part for part in parts if part) if told else ""


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
    parts = [heading(w("Motion"), lines=25), _plot(trajectory.t, named), run]
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


def remarks(w: Words, sheet: Sheet) -> str:
    """What is to be said of given forces."""
    if not sheet.notes:
        return ""
    lines = "\\\\\n".join(f"-- {escaped(w.problem(note))}" for note in sheet.notes)
    return f"{heading(w('Remarks'), lines=3)}\n{lines}"


def _drifts(w: Words, drifts: Sequence[tuple[str, float]]) -> str:
    rows = [(escaped(w.spoken(name)), f"{drift:.1e}") for name, drift in drifts]
    heads = w("Quantity"), w("Relative change")
    return table(w("Drift of the conserved quantities"), heads, rows)


def _legend(w: Words, sheet: Sheet) -> str:
    """What names stand for: each of them, or of the structured form the first of each letter.

    Names that mean the same stand side by side.
    """
    alike = sheet.structured
    firsts = {
        entry.stem if alike or entry.stem == NAMED_PART else entry.name: entry
        for entry in sheet.definitions[::-1]
    }
    told: dict[str, list[str]] = {}
    for entry in sheet.definitions:
        if entry in firsts.values():
            meaning = _typeset(w, entry.meaning, sheet.coordinates)
            told.setdefault(meaning, []).append(f"${latex_definition(entry)}$")
    alike = alike or sum(entry.stem == NAMED_PART for entry in sheet.definitions) > 1
    ending = "; " + w("other indices likewise") if alike else ""
    return "; ".join(f"{', '.join(names)} {words}" for words, names in told.items()) + ending


def _typeset(w: Words, meaning: str, coordinates: Sequence[str]) -> str:
    """A meaning in words; the coordinates that it names stand as in formulas."""
    marked: dict[str, str] = {}

    def mark(value: object) -> object:
        names = value.split(", ") if isinstance(value, str) else []
        if not names or not all(name in (*coordinates, TIME) for name in names):
            return value
        sign = chr(_PRIVATE + len(marked))
        marked[sign] = ", ".join(f"${latex_name(name)}$" for name in names)
        return sign

    if isinstance(meaning, Message):
        values = {name: mark(value) for name, value in meaning.values.items()}
        meaning = meaning.with_values(**values)
    parts = (escaped(part) for part in w.spoken(meaning).split(_AT_REST))
    text = _AT_REST_SET.join(parts)
    for sign, formula in marked.items():
        text = text.replace(sign, formula)
    return text
