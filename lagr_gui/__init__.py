"""Draw a mechanical system, read its Lagrange equations, run and animate it.

The Python face: the functions of the window and of the command line, loaded on first use,
so that ``import lagr_gui`` loads neither Qt nor SymPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lagr_gui.showing import WRITERS

if TYPE_CHECKING:
    from lagr_gui.algebra import latex
    from lagr_gui.algebra.equality import equal
    from lagr_gui.builder import GROUND, System
    from lagr_gui.exchange.book import latex_book
    from lagr_gui.exchange.certificate import certificate_text
    from lagr_gui.exchange.csv_inverse import inverse_csv
    from lagr_gui.exchange.csv_reactions import reaction_columns
    from lagr_gui.exchange.csv_trajectory import trajectory_csv
    from lagr_gui.exchange.document import latex_document
    from lagr_gui.exchange.latex import latex_equations
    from lagr_gui.exchange.linear_equations import latex_linear, text_linear
    from lagr_gui.exchange.motion_file import read_motion
    from lagr_gui.exchange.robotics import (
        latex_jacobian,
        latex_matrices,
        latex_regressor,
        text_jacobian,
        text_matrices,
        text_regressor,
    )
    from lagr_gui.exchange.svg_curves import curves_svg
    from lagr_gui.exchange.svg_motion import motion_svg
    from lagr_gui.exchange.sympy_bridge import from_sympy, to_sympy
    from lagr_gui.exchange.text import text_equations
    from lagr_gui.expression import read, write
    from lagr_gui.pipeline import (
        accelerations,
        certify,
        check,
        condition_words,
        conserved,
        equations,
        equilibria,
        evaluate,
        freedom_motion,
        frequency_response,
        in_coordinates,
        inverse,
        jacobian,
        linearize,
        linearize_symbolic,
        listing,
        load,
        load_systems,
        matrices,
        mobility,
        mode_motion,
        modes,
        motion,
        possible_inputs,
        reactions,
        reactions_in,
        regressor,
        regressor_values,
        save,
        settings_of,
        shorten,
        simulate,
        stated_on_positions,
        strike,
        verify,
        weigh,
        write_deck,
    )
    from lagr_gui.problem import LagrError, Problem
    from lagr_gui.selfcheck import Disagreement, SelfCheck
    from lagr_gui.simulation import Settings, SimulationStopped

_HOMES = {
    "lagr_gui.builder": ("GROUND", "System"),
    "lagr_gui.pipeline": (
        "accelerations",
        "certify",
        "check",
        "condition_words",
        "conserved",
        "equations",
        "equilibria",
        "evaluate",
        "freedom_motion",
        "frequency_response",
        "in_coordinates",
        "inverse",
        "jacobian",
        "linearize",
        "linearize_symbolic",
        "listing",
        "load",
        "load_systems",
        "matrices",
        "mobility",
        "mode_motion",
        "modes",
        "motion",
        "possible_inputs",
        "reactions",
        "reactions_in",
        "regressor",
        "regressor_values",
        "save",
        "settings_of",
        "shorten",
        "simulate",
        "stated_on_positions",
        "strike",
        "verify",
        "weigh",
        "write_deck",
    ),
    "lagr_gui.problem": ("LagrError", "Problem"),
    "lagr_gui.selfcheck": ("Disagreement", "SelfCheck"),
    "lagr_gui.simulation": ("Settings", "SimulationStopped"),
    "lagr_gui.algebra": ("latex",),
    "lagr_gui.algebra.equality": ("equal",),
    "lagr_gui.expression": ("read", "write"),
    "lagr_gui.exchange.book": ("latex_book",),
    "lagr_gui.exchange.certificate": ("certificate_text",),
    "lagr_gui.exchange.csv_reactions": ("reaction_columns",),
    "lagr_gui.exchange.csv_inverse": ("inverse_csv",),
    "lagr_gui.exchange.csv_trajectory": ("trajectory_csv",),
    "lagr_gui.exchange.document": ("latex_document",),
    "lagr_gui.exchange.latex": ("latex_equations",),
    "lagr_gui.exchange.linear_equations": ("latex_linear", "text_linear"),
    "lagr_gui.exchange.motion_file": ("read_motion",),
    "lagr_gui.exchange.robotics": (
        "latex_jacobian",
        "latex_matrices",
        "latex_regressor",
        "text_jacobian",
        "text_matrices",
        "text_regressor",
    ),
    "lagr_gui.exchange.svg_curves": ("curves_svg",),
    "lagr_gui.exchange.svg_motion": ("motion_svg",),
    "lagr_gui.exchange.text": ("text_equations",),
    "lagr_gui.exchange.sympy_bridge": ("from_sympy", "to_sympy"),
}
_SHOWN = {
    ("Number", "Symbol", "Sum", "Product", "Power", "Call"): "text=tree_text latex=tree_latex",
    ("Entry",): "text=entry_text latex=entry_latex",
    ("Balance",): "text=balance_text latex=balance_latex",
    ("Definition",): "text=definition_text",
    ("Sheet",): "text=text:text_equations latex=sheet_latex",
    ("Matrices",): "text=robotics:text_matrices latex=robotics_latex",
    ("Jacobian",): "text=robotics:text_jacobian latex=robotics_latex",
    ("Regressor",): "text=robotics:text_regressor latex=robotics_latex",
    ("SymbolicLinearization",): "text=linear_equations:text_linear latex=symbolic_latex",
    ("Linearization",): "text=results:linear_text latex=linear_latex",
    ("Modes",): "text=results:modes_text html=preformatted",
    ("Equilibria",): "text=results:equilibria_text html=preformatted",
    ("Certificate",): "text=certificate:certificate_text html=preformatted",
    ("Report",): "text=report_text html=preformatted",
    ("Trajectory",): "text=results:trajectory_text html=trajectory_html",
    ("Model",): "text=model_text html=model_html",
    ("System",): "text=system_text html=system_html",
}
"""What shows the values of types, in `exchange.shown` or in another file of that folder."""

for _names, _ways in _SHOWN.items():
    for _name in _names:
        WRITERS[_name] = {
            way: f"lagr_gui.exchange.{path if ':' in path else f'shown:{path}'}"
            for way, _, path in (entry.partition("=") for entry in _ways.split())
        }

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "GROUND",
    "Disagreement",
    "LagrError",
    "Problem",
    "SelfCheck",
    "Settings",
    "SimulationStopped",
    "System",
    "accelerations",
    "certificate_text",
    "certify",
    "check",
    "condition_words",
    "conserved",
    "curves_svg",
    "equal",
    "equations",
    "equilibria",
    "evaluate",
    "freedom_motion",
    "frequency_response",
    "from_sympy",
    "in_coordinates",
    "inverse",
    "inverse_csv",
    "jacobian",
    "latex",
    "latex_book",
    "latex_document",
    "latex_equations",
    "latex_jacobian",
    "latex_linear",
    "latex_matrices",
    "latex_regressor",
    "linearize",
    "linearize_symbolic",
    "listing",
    "load",
    "load_systems",
    "matrices",
    "mobility",
    "mode_motion",
    "modes",
    "motion",
    "motion_svg",
    "possible_inputs",
    "reaction_columns",
    "reactions",
    "reactions_in",
    "read",
    "read_motion",
    "regressor",
    "regressor_values",
    "save",
    "settings_of",
    "shorten",
    "simulate",
    "stated_on_positions",
    "strike",
    "text_equations",
    "text_jacobian",
    "text_linear",
    "text_matrices",
    "text_regressor",
    "to_sympy",
    "trajectory_csv",
    "verify",
    "weigh",
    "write",
    "write_deck",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for."""
    if name == "__version__":
        return _version()
    if name not in _HOME_OF:
        raise AttributeError(f"module “lagr_gui” has no attribute “{name}”")
    return getattr(import_module(_HOME_OF[name]), name)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("lagr-gui")
    except PackageNotFoundError:
        return "unknown"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
