"""The doors of the program: every question that can be asked of a model, and files.

A question takes a model, or one that is prepared, and where that makes a difference the name of
a `special` case; each is loaded when it is first asked.  Its home is in `analysis`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lagr_gui.pipeline.doors import door

QUESTIONS = {
    "accelerations": ("evaluating", 3),
    "certify": ("evaluating", 1),
    "check": ("checking", 0),
    "condition_words": ("reactions", 0),
    "conserved": ("conservation", 2),
    "equations": ("coordinates", 2),
    "equilibria": ("equilibria", 4),
    "evaluate": ("evaluating", 2),
    "freedom_motion": ("swinging", 3),
    "frequency_response": ("linear", 6),
    "in_coordinates": ("charts", 3),
    "inverse": ("inverse", 4),
    "jacobian": ("robotics", 5),
    "linearize": ("linear", 5),
    "linearize_symbolic": ("symbolic", 5),
    "listing": ("decks", 2),
    "matrices": ("robotics", 3),
    "mobility": ("freedom", 1),
    "mode_motion": ("linear", 4),
    "modes": ("linear", 3),
    "motion": ("running", 2),
    "possible_inputs": ("linear", 0),
    "reactions": ("reactions", 3),
    "reactions_in": ("reactions", 3),
    "regressor": ("projected", 2),
    "regressor_values": ("robotics", 6),
    "settings_of": ("checking", 0),
    "shorten": ("weighing", 5),
    "simulate": ("running", 2),
    "stated_on_positions": ("restating", 0),
    "strike": ("running", 2),
    "verify": ("certifying", 3),
    "weigh": ("weighing", 4),
    "write_deck": ("decks", 0),
}
"""Each question with its home in `analysis`, and the place of `special` among its parameters."""

PARTS = {
    "drawn": ("pictured", 5),
    "line_values": ("lines", 3),
    "poses": ("running", 0),
    "readable": ("printing", 0),
    "simulate_as_far": ("running", 2),
    "start_motion": ("running", 1),
    "transmitting": ("transmitting", 0),
    "written_out": ("components", 2),
}
"""What window and command line ask besides: each is part of a question, not one itself."""

OFFERED = {
    "analysis.charts": ("Coordinates", "Moved"),
    "analysis.components": ("Chain", "LineKey"),
    "analysis.conservation": ("Conservation",),
    "analysis.equilibria": ("Equilibria", "Equilibrium"),
    "analysis.freedom": ("Mobility",),
    "analysis.linear": ("Place", "frequencies"),
    "analysis.lines": ("LineValues", "Lines"),
    "analysis.pictured": ("Drawn", "Pictured"),
    "analysis.reactions": ("AXES", "EFFORTS"),
    "analysis.running": ("Struck",),
    "analysis.transmitting": ("Transmitting",),
    "analysis.weighing": ("Box", "Shortened"),
    "mechanics.certificate": ("Certificate",),
    "mechanics.evaluation": ("Evaluation",),
    "mechanics.formalisms.quasi": ("Choice",),
    "mechanics.linear": ("SymbolicLinearization",),
    "mechanics.motion": ("Motion",),
    "mechanics.reactions": ("Reaction", "Reactions"),
    "mechanics.robotics.jacobian": ("Jacobian",),
    "mechanics.robotics.matrices": ("Matrices",),
    "mechanics.robotics.regressor": ("Regressor",),
    "mechanics.sheet": ("Sheet",),
    "mechanics.state": ("State",),
    "mechanics.weighing": ("Weighing",),
    "pipeline.files": ("is_deck", "load", "load_systems", "read_text", "save"),
    "prepared": ("Prepared", "Report", "dynamics", "forget", "physics", "prepare"),
    "selfcheck": ("Disagreement", "SelfCheck"),
    "simulation": ("Settings", "SimulationStopped", "Trajectory"),
    "simulation.freedom": ("Freedom",),
    "simulation.inverse": ("DrivenMotion",),
    "simulation.linearization": ("Linearization",),
    "simulation.modes": ("Mode", "Modes"),
    "simulation.response": ("FrequencyResponse",),
}
"""What questions take and give, and what is needed around them, by home."""

_HOMES = {name: home for home, names in OFFERED.items() for name in names}
__all__ = sorted([*QUESTIONS, *PARTS, *_HOMES])  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    """Load what is offered when it is first asked for."""
    if place := (QUESTIONS | PARTS).get(name):
        home, special = place
        found = door(getattr(import_module(f"lagr_gui.analysis.{home}"), name), special)
    elif name in _HOMES:
        found = getattr(import_module(f"lagr_gui.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
