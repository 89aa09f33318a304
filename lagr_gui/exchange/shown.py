"""How values show themselves in Python: what `print` writes, and what notebooks set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any, Protocol

import numpy as np

from lagr_gui.exchange import rounding
from lagr_gui.exchange.documents.linear_equations import latex_linear
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.exchange.svg_curves import curves_svg
from lagr_gui.expression import Expression, write
from lagr_gui.expression.units import with_unit
from lagr_gui.foundation.problem import Problem
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.mechanics.sheets.balance import whole
from lagr_gui.mechanics.sheets.sheet import AT_MOST, Balance, Definition, Entry, Sheet
from lagr_gui.model import Model
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.typesetting import LATEX, latex, latex_equal, latex_name
from lagr_gui.typesetting.formula import scientific
from lagr_gui.typesetting.letters import balance_formula, entry_name
from lagr_gui.typesetting.sheet_latex import latex_section
from lagr_gui.typesetting.symbols import sections
from lagr_gui.typesetting.vectors import VectorPrinter

FIRST = ("definitions", "motion", "friction", "contacts", "solved", "assumed")
"""The sections of an expanded sheet that a notebook shows: the equations with what they need."""


class Structure(Protocol):
    """What `check` tells."""

    @property
    def problems(self) -> tuple[Problem, ...]: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def coordinates(self) -> tuple[str, ...]: ...
    @property
    def units(self) -> tuple[str, ...]: ...
    @property
    def loops(self) -> tuple[tuple[str, ...], ...]: ...


class HasModel(Protocol):
    """A system with its model."""

    @property
    def model(self) -> Model: ...


# --- expressions and equations --------------------------------------------------------------


def tree_text(tree: Expression) -> str:
    """An expression as it is typed."""
    return write(tree)


def tree_latex(tree: Expression) -> str:
    """An expression as a formula."""
    return f"${latex(tree)}$"


def entry_text(entry: Entry) -> str:
    """g11 = m*l^2"""
    return f"{entry.name} = {write(entry.tree)}"


def entry_latex(entry: Entry) -> str:
    """The same as a formula."""
    return f"${latex_equal(entry_name(entry), VectorPrinter({}).formula(entry.tree))}$"


def definition_text(own: Definition) -> str:
    """A name, what it stands for, and its meaning."""
    return f"{own.name} = {write(own.tree)}    ({own.meaning})"


def balance_text(balance: Balance) -> str:
    """left = right"""
    sign = "<=" if balance.relation == AT_MOST else "="
    return f" {sign} ".join(write(whole(side)) for side in (balance.left, balance.right))


def balance_latex(balance: Balance) -> str:
    """The same as a formula."""
    return f"${LATEX.written(balance_formula(balance))}$"


def sheet_latex(sheet: Sheet) -> str:
    """The equations of motion with what they need; of the structured form all results."""
    wanted = [symbol for symbol, _ in sections(sheet) if sheet.structured or symbol in FIRST]
    return "\n\n".join(filter(None, (_display(latex_section(sheet, name)) for name in wanted)))


_BLOCK = re.compile(r"\\begin\{(align|gather)\*\}.*?\\end\{\1\*\}|\\\[.*?\\\]", re.DOTALL)
"""A displayed formula of a document."""


def _display(block: str) -> str:
    """A displayed formula as notebooks set it: they number nothing."""
    body = re.sub(r" \\tag\{[^}]*\}|^\\\[|\\\]$", "", block).strip()
    for sort in ("align", "gather"):
        body = body.replace(f"{{{sort}*}}", f"{{{sort}ed}}")
    return f"$$\n{body}\n$$" if body else ""


def symbolic_latex(linear: SymbolicLinearization) -> str:
    """The linear equations in closed form."""
    return displays(latex_linear(linear))


def displays(text: str) -> str:
    """The blocks of a document as notebooks set them, without what stands between them."""
    return "\n\n".join(_display(block[0]) for block in _BLOCK.finditer(text))


# --- structure ------------------------------------------------------------------------------


def model_text(model: Model) -> str:
    """Bodies, joints, elements and parameters, a line each."""
    lines = [model.name or "Model without a name"]
    lines += [f"  {model.title(body.number)}: mass {body.mass}" for body in model.bodies]
    lines += [
        f"  joint “{j.name}”: {j.kind} of {j.parent} and {j.child}"
        + (f", {', '.join(j.coordinates)}" if j.coordinates else "")
        for j in model.joints
    ]
    lines += [f"  element “{e.name}”: {e.kind}" for e in model.elements]
    values = (f"{p.name} = {p.value}" for p in model.parameters if p.value is not None)
    return "\n".join([*lines, f"  parameters: {', '.join(values) or 'none'}"])


def model_html(model: Model) -> str:
    """The drawing; its text where nothing is drawn."""
    return diagram_svg(model) or _plain(model_text(model))


def model_of_html(system: HasModel) -> str:
    """The drawing of its model."""
    return model_html(system.model)


def system_text(system: HasModel) -> str:
    """The text of its model."""
    return model_text(system.model)


def report_text(report: Structure) -> str:
    """Bodies, coordinates, closed loops and problems."""
    named = zip(report.coordinates, [*report.units, *[""] * len(report.coordinates)], strict=False)
    coordinates = ", ".join(with_unit(name, unit) for name, unit in named)
    count = len(report.numbers)
    bodies = f"{count} {'body' if count == 1 else 'bodies'}"
    lines = [f"{bodies}, coordinates: {coordinates or 'none'}"]
    lines += [f"closed loop through {', '.join(names)}" for names in report.loops]
    lines += [f"{problem.severity}: {problem}" for problem in report.problems]
    return "\n".join(lines)


# --- numbers --------------------------------------------------------------------------------


def trajectory_html(found: Trajectory) -> str:
    """Curves of coordinates and energies, above what is said of the motion."""
    return curves_svg(found, ()) + _plain(str(found))


def linear_latex(linear: Linearization) -> str:
    """M δq̈ + (D + G) δq̇ + (K + N) δq = B u with its numbers."""
    found = rounding.matrices(linear)
    shown = {name: matrix for name, matrix in found.items() if matrix.any()}
    columns = [rounding.column(linear.B[order, :, at], linear) for _, at, order in linear.signals]
    if columns:
        shown["B"] = np.array(columns).T
    factors = (("DG", r"\delta\dot q"), ("KN", r"\delta q"))
    sides = [r"M \delta\ddot q"] if "M" in shown else []
    for names, factor in factors:
        used = [name for name in names if name in shown]
        if used:
            both = " + ".join(used)
            sides.append(f"{f'({both})' if len(used) > 1 else both} {factor}")
    if linear.first is not None:
        shown["L"] = linear.first.L
        sides.append(r"L \delta s")
    pushed = "B u" if columns else "0"
    equation = f"{' + '.join(sides) or '0'} = {pushed}"
    names = ", ".join(map(latex_name, linear.independent))
    matrices = [f"{name} &= {_matrix(matrix.tolist())}" for name, matrix in shown.items()]
    head = f"{equation}, \\quad q = ({names})"
    rows = [f"& {head}", *matrices, *(_state_space(linear) if linear.own else ())]
    return "$$\n\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}\n$$"


def _state_space(linear: Linearization) -> list[str]:
    """The state space, from sample to sample where laws sample."""
    A, B, _, _ = linear.state_space
    mark = "_d" if linear.step else ""
    goes = f"x(t + T) = A{mark} x(t)" if linear.step else r"\dot x = A x"
    shown = {f"A{mark}": A} | ({f"B{mark}": B} if B.size else {})
    pushed = f" + B{mark} u" if B.size else ""
    step = rf", \quad T = {_number(linear.step)}\,\mathrm{{s}}" if linear.step else ""
    names = ", ".join(map(latex_name, linear.states))
    rows = [f"{name} &= {_matrix(matrix.tolist())}" for name, matrix in shown.items()]
    return [f"& {goes}{pushed}, \\quad x = ({names}){step}", *rows]


def _matrix(rows: Sequence[Sequence[float]]) -> str:
    lines = r" \\ ".join(" & ".join(map(_number, row)) for row in rows)
    return f"\\begin{{pmatrix}} {lines} \\end{{pmatrix}}"


def _number(value: float) -> str:
    text, _, power = f"{value:.6g}".partition("e")
    return LATEX.written(scientific(text, power))


def preformatted(value: Any) -> str:
    """The text of a result, in columns as it is printed."""
    return _plain(str(value))


def _plain(text: str) -> str:
    return f'<pre style="white-space: pre-wrap">{escape(text)}</pre>'
