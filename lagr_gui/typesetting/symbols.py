"""The sections of a sheet, with their titles."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.expression import called, symbols
from lagr_gui.mechanics.sheets.sheet import IN_SPEEDS, VECTORS, Sheet

TITLES = {
    "J": "Reduced inertia",
    "J_red": "Reduced inertia",
    "T": "Kinetic energy",
    "U": "Potential energy",
    "D": "Dissipation function",
    "U_F": "Potentials of the applied loads",
    "D_F": "Dissipation functions of the applied loads",
    "p_const": "Conserved momenta",
    "h_const": "Conserved energy",
    "jacobi": "Jacobi integral",
    "T_dot": "Time derivative of the kinetic energy",
    "T_ddot": "Second time derivative of the kinetic energy",
    "S": "Acceleration energy (Gibbs function)",
    "Z": "Gaussian constraint (Zwang)",
    "Z_R": "Gaussian constraint while no dry friction slides: least for the true accelerations",
    "T_star": "Kinetic energy in quasi-velocities",
    "L": "Lagrangian",
    "p": "Generalised momenta",
    "H": "Hamiltonian",
    "v": "Partial velocities, space axes",
    "v_own": "Partial velocities, body axes",
    "w": "Partial angular velocities, body axes",
    "F": "Generalised active forces",
    "F_star": "Generalised inertia forces",
    "hamel": "Hamel's coefficients",
    "lambda": "Multipliers, if wanted",
    "multipliers": "Linear equations of multipliers",
    "phi": "Holonomic constraint equations: Phi = 0",
    "velocity": "Nonholonomic constraint equations",
    "gamma_bar": "Constraint equations at velocity level: G q' + gamma = 0",
    "G": "Constraint matrix",
    "gamma_bar2": "Constraint equations at acceleration level: G q'' + γ̿ = 0",
    "g": "Metric tensor",
    "Gamma": "Christoffel symbols",
    "Q": "Generalised forces",
    "E": "Rotation matrices",
    "x": "Centres of mass",
}
"""Results in the order in which they are read; g, Γ, Q, E and x are LAGR's table."""

DEFINITIONS = "Definitions"
"""Title of the names that the program introduces."""

SLOPES = "Slopes of dependent coordinates"
"""Title of the linear systems that tell slopes without a formula."""

_LATE = ("T", "U", "D")

SOLVED = "Dependent coordinates"
"""Title of the coordinates that conditions are solved for."""

SIGNALS = "Signals"
"""Title of what names of signals stand for."""

STATES = "First-order state equations"
"""Title of the equations of states that the system has of its own."""

ASSUMED = {
    frozenset({False}): "Assumptions: lengths along a line keep their initial sign",
    frozenset({True}): "Assumptions: the tilt of discs keeps its initial sign",
}
"""Heads what is assumed of lengths alone (False), and of tilts alone."""
ASSUMED_OF_BOTH = "Assumptions: lengths along a line and the tilt of discs keep their initial sign"
"""Heads what is assumed of both."""

MOTION = "Equations of motion"
"""Title of the equations of motion."""

FRICTION = "Dry friction"
"""Title of the forces of dry friction."""
CONTACTS = "Limits and contacts: the equations of motion are those while they are open"
CONTACTS_IN_MODE = "Limits and contacts"
"""Titles of limits; of those whose mode is chosen."""

_FIRST = (
    ("motion", MOTION),
    ("signals", SIGNALS),
    ("states", STATES),
    ("assumed", ASSUMED_OF_BOTH),
    ("friction", FRICTION),
    ("contacts", CONTACTS),
    ("definitions", DEFINITIONS),
    ("slopes", SLOPES),
)


def assumed_title(sheet: Sheet) -> str:
    """Heads the conditions under which these equations hold."""
    kinds = frozenset(entry.tilt for entry in sheet.assumptions)
    return ASSUMED.get(kinds, ASSUMED_OF_BOTH)


def branches(sheet: Sheet) -> str:
    """What is said of dependent coordinates that have branches; empty of others."""
    functions = {
        name for own in sheet.solved for term in own.right for name, _ in called(term.tree)
    }
    signs = any(
        symbol.name.startswith("sigma_")
        for own in sheet.solved
        for term in own.right
        for symbol in symbols(term.tree)
    )
    said = ("sigma = ±1 chooses a branch",) if signs else ()
    return "; ".join((*said, *(("beside asin(s) there is pi - asin(s)",) * ("asin" in functions))))


GENERALISED = "Generalised speeds and kinematical equations"
"""Title of what Kane's speeds are."""

QUASI = "Quasi-velocities and kinematical equations"
"""Title of the same in other formalisms."""

BALANCED = "Equations of motion: F_r + F_r* = 0"
"""Title of Kane's equations."""

_OF_KANE = (*VECTORS, "F", "F_star")
"""What Kane's equations are put together from."""


def _in_speeds(
    formalism: str, first: Sequence[tuple[str, str]], solved: tuple[str, str]
) -> tuple[tuple[str, str], ...]:
    """Sections of equations in speeds, which stand first; Kane's equations come last of theirs."""
    rest = [*TITLES.items()]
    rest.insert(list(TITLES).index("g"), solved)
    if formalism != "kane":
        return (("speeds", QUASI), *first, *rest)
    made_of = [(symbol, TITLES[symbol]) for symbol in _OF_KANE]
    others = [entry for entry in rest if entry not in made_of]
    return (("speeds", GENERALISED), *made_of, ("motion", BALANCED), *first[1:], *others)


def _title(sheet: Sheet, key: str, title: str) -> str:
    """The title of a section, which may depend on what is in it."""
    if key == "contacts" and any(contact.mode for contact in sheet.contacts):
        return CONTACTS_IN_MODE
    return assumed_title(sheet) if key == "assumed" else title


def sections(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """Symbols with their titles in the order in which they are shown.

    The equations of motion come first, then what their names stand for; in the structured form
    energies, which are made of the metric, stand behind it.
    """
    solved = ("solved", SOLVED)
    first = [(key, _title(sheet, key, title)) for key, title in _FIRST]
    if sheet.formalism in IN_SPEEDS:
        return _in_speeds(sheet.formalism, first, solved)
    if not sheet.structured:
        rest = [*TITLES.items()]
        rest.insert(list(TITLES).index("g"), solved)
        return (*first, *rest)
    rest = [(symbol, title) for symbol, title in TITLES.items() if symbol not in _LATE]
    late = [(symbol, TITLES[symbol]) for symbol in _LATE]
    return (*first, *rest, *late, solved)
