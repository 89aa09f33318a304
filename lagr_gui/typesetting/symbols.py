"""How results are named: g₁₁, Γ₁₂₂, Q₁, E and x of a body."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.mechanics.sheets.sheet import OF_BODIES, Entry, Sheet, numbers

TITLES = {
    "E": "Orientation of the bodies",
    "x": "Centres of mass",
    "T": "Kinetic energy",
    "U": "Potential energy",
    "D": "Dissipation",
    "U_F": "Potentials of given forces",
    "D_F": "Dissipation functions of given forces",
    "p_const": "Conserved momenta",
    "h_const": "Conserved energy",
    "jacobi": "Jacobi integral",
    "T_dot": "Rate of the kinetic energy",
    "T_ddot": "Second rate of the kinetic energy",
    "S": "Energy of the accelerations",
    "Z": "Constraint function of Gauss",
    "T_star": "Kinetic energy in quasi-velocities",
    "p": "Momenta",
    "H": "Function of Hamilton",
    "v": "Partial velocities",
    "w": "Partial angular velocities, body axes",
    "F": "Generalised active forces",
    "g": "Metric tensor",
    "Gamma": "Christoffel symbols",
    "Q": "Generalised forces",
    "phi": "Conditions on positions, each of them 0",
    "G": "Matrix of the conditions",
    "gamma_bar": "Conditions on velocities: G q' + gamma = 0",
    "gamma_bar2": "Conditions on accelerations: G q'' + gamma = 0",
}
"""Sections of a sheet, in order; E to D, g to Q are those of Lagrange's equations."""

DEFINITIONS = "Definitions"
"""Title of the names that the program introduces."""

_LATE = ("T", "U", "D")

SOLVED = "Dependent coordinates (sigma = ±1 chooses a branch; beside asin(s) there is pi - asin(s))"
"""Title of the coordinates that conditions are solved for."""

STATES = "States of the first order"
"""Title of the equations of states that the system has of its own."""

ASSUMED = "Assumed: lengths along a line and the lean of discs keep the sign of the start"
"""Heads the conditions under which these equations hold."""

MOTION = "Equations of motion"
"""Title of the equations of motion."""

_LATEX = {
    "U_F": "U",
    "D_F": "D",
    "p_const": "p",
    "h_const": "h",
    "jacobi": "h",
    "Gamma": "\\Gamma",
    "T_dot": "\\dot{T}",
    "T_ddot": "\\ddot{T}",
    "T_star": "T^{*}",
    "w": "\\omega",
    "phi": "\\Phi",
    "psi": "\\psi",
    "J_q": "J^{q}",
    "J_v": "J^{v}",
    "J_w": "J^{\\omega}",
    "gamma_bar": "\\bar{\\gamma}",
    "gamma_bar2": "\\bar{\\bar{\\gamma}}",
}


def latex_symbol(symbol: str, indices: Sequence[int]) -> str:
    """The name of a result in LaTeX; for E and x the body's number is raised."""
    letter = _LATEX.get(symbol, symbol)
    if symbol in OF_BODIES and not indices[1:]:
        return f"\\boldsymbol{{{letter}}}^{{({indices[0]})}}"
    if symbol in OF_BODIES:
        return f"{letter}^{{({indices[0]})}}_{{{numbers(indices[1:])}}}"
    return f"{letter}_{{{numbers(indices)}}}" if indices else letter


def symbol_with_sign(entry: Entry, opposite: bool) -> str:
    """The name of a result in LaTeX, behind a minus where its opposite is meant."""
    sign = "{-}" if opposite else ""
    return sign + latex_symbol(entry.symbol, entry.indices)


def sections(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """Symbols with their titles in the order in which they are shown.

    Names stand before what uses them, and in the structured form energies behind the metric.
    """
    first = ("definitions", DEFINITIONS)
    last = (("solved", SOLVED), ("states", STATES), ("motion", MOTION), ("assumed", ASSUMED))
    if not sheet.structured:
        return (first, *TITLES.items(), *last)
    rest = [(symbol, title) for symbol, title in TITLES.items() if symbol not in _LATE]
    late = [(symbol, TITLES[symbol]) for symbol in _LATE]
    return (first, *rest, *late, *last)
