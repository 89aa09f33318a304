"""The doors of the program: every question that can be asked of a model, and files.

A question takes a model, or one that is prepared, and where that makes a difference the name of
a `special` case; each is loaded when it is first asked.  Its home is in `analysis`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from lagr_gui.pipeline.doors import door


class Door(NamedTuple):
    """Behind it a question: its home in `analysis`, the place of `special` in its parameters.

    One that is asked of a motion alone may name a command and a pane: the help of a command
    that simulates and prints the answer, the English title of a pane in `gui/panes`.
    """

    home: str
    special: int = 0
    command: str = ""
    pane: str = ""


QUESTIONS = {
    "accelerations": Door("evaluating", 3),
    "basins": Door("basins", 5),
    "bifurcation": Door("sections", 8),
    "certify": Door("evaluating", 1),
    "check": Door("checking", 0),
    "compare": Door("comparing", 2),
    "condition_words": Door("reactions", 0),
    "conserved": Door("conservation", 2),
    "dimensions": Door("term_dimensions", 2),
    "drag": Door("dragging", 6),
    "energy": Door(
        "energy",
        2,
        command="energies and works by body and element along the motion",
        pane="Energy",
    ),
    "equations": Door("coordinates", 2),
    "equilibria": Door("equilibria", 4),
    "evaluate": Door("evaluating", 2),
    "fit": Door("fitting", 5),
    "forces": Door(
        "acting", 2, command="all forces and moments on each body along the motion, one by one"
    ),
    "free_body": Door("free_body", 3),
    "freedom_motion": Door("swinging", 3),
    "frequency_response": Door("linear", 6),
    "in_coordinates": Door("charts", 3),
    "inverse": Door("inverse", 4),
    "jacobian": Door("robotics", 5),
    "linearize": Door("linear", 5),
    "linearize_symbolic": Door("symbolic", 5),
    "listing": Door("decks", 2),
    "matrices": Door("robotics", 3),
    "classify": Door("classification", 1),
    "mobility": Door("freedom", 1),
    "mode_motion": Door("linear", 4),
    "modes": Door("linear", 3),
    "motion": Door("running", 2),
    "output_units": Door("outputs", 2),
    "outputs": Door("outputs", 3),
    "periodic_motion": Door("periodic", 3),
    "possible_inputs": Door("linear", 0),
    "reactions": Door("reactions", 3),
    "reactions_in": Door("reactions", 3),
    "regressor": Door("projected", 2),
    "regressor_values": Door("robotics", 6),
    "root_locus": Door("locus", 3),
    "section": Door("sections", 7),
    "sensitivities": Door("sensitivity", 4),
    "settings_of": Door("checking", 1),
    "shorten": Door("weighing", 5),
    "signal_flow": Door("signal_flow", 1),
    "signal_values": Door("signal_flow", 2),
    "simulate": Door("simulating", 2),
    "stability": Door("stability", 4),
    "stated_on_positions": Door("restating", 0),
    "stepwise": Door("stepwise", 3),
    "strike": Door("running", 2),
    "sweep": Door("sweeping", 5),
    "units_from_use": Door("checking", 0),
    "verify": Door("certifying", 3),
    "weigh": Door("weighing", 4),
    "write_deck": Door("decks", 0),
}
"""Each question by its name."""

PARTS = {
    "drawn": Door("pictured", 5),
    "line_values": Door("lines", 3),
    "measurable": Door("measurable", 0),
    "poses": Door("running", 0),
    "readable": Door("printing", 0),
    "simulate_as_far": Door("simulating", 2),
    "start_motion": Door("running", 1),
    "transmitting": Door("measurable", 0),
    "with_lines": Door("structured", 2),
    "written_out": Door("components", 2),
}
"""What window and command line ask besides: each is part of a question, not one itself."""

OFFERED = {
    "analysis.acting": ("ActingForces",),
    "analysis.basins": ("Basins",),
    "analysis.charts": ("Coordinates", "Moved"),
    "analysis.classification": ("Classification",),
    "analysis.comparing": ("Comparison",),
    "analysis.components": ("Chain", "LineKey"),
    "analysis.conservation": ("Conservation",),
    "analysis.dragging": ("Dragged", "Dragging"),
    "analysis.energy": ("EnergyBalance",),
    "analysis.equilibria": ("Equilibria", "Equilibrium"),
    "analysis.fitting": ("Fit",),
    "analysis.freedom": ("Mobility",),
    "analysis.linear": ("Place", "frequencies"),
    "analysis.locus": ("RootLocus",),
    "analysis.lines": ("LineValues", "Lines"),
    "analysis.expanded_names": ("ExpandedName",),
    "analysis.measurable": ("Measurable",),
    "analysis.periodic": ("PeriodicMotion",),
    "analysis.pictured": ("Drawn", "Pictured"),
    "analysis.reactions": ("AXES",),
    "analysis.pushing": ("Grip", "PointForce", "Reached", "advanced", "grip", "pull", "reached"),
    "analysis.running": ("Struck",),
    "analysis.sections": ("Bifurcation", "PoincareSection"),
    "analysis.sensitivity": ("Sensitivities",),
    "analysis.stability": ("StabilityMap",),
    "analysis.stepwise": ("Stepwise",),
    "analysis.term_dimensions": ("TermDimensions",),
    "analysis.weighing": ("Box", "Shortened"),
    "exchange.sweep_file": ("load_sweep",),
    "mechanics.certificate": ("Certificate",),
    "mechanics.driven": ("DrivenMotion",),
    "mechanics.evaluation": ("Evaluation",),
    "mechanics.formalisms.quasi": ("Choice",),
    "mechanics.linear": ("SymbolicLinearization",),
    "mechanics.free_body": ("FreeBody",),
    "mechanics.motion": ("Motion",),
    "mechanics.reactions": ("Reaction", "Reactions"),
    "mechanics.robotics.jacobian": ("Jacobian",),
    "mechanics.robotics.matrices": ("Matrices",),
    "mechanics.robotics.regressor": ("Regressor",),
    "mechanics.sheet": ("Sheet",),
    "mechanics.signals": ("Network", "SignalValues"),
    "mechanics.state": ("State",),
    "mechanics.weighing": ("Weighing",),
    "exchange.imports": ("IMPORTS",),
    "exchange.film": ("FilmSettings",),
    "pipeline.filming": ("film",),
    "pipeline.files": (
        "chosen",
        "is_foreign",
        "load",
        "load_systems",
        "read_any",
        "read_foreign",
        "read_text",
        "save",
    ),
    "prepared": ("Prepared", "Report", "dynamics", "forget", "physics", "prepare"),
    "selfcheck": ("Disagreement", "SelfCheck"),
    "prepared.sensors.transmitting": ("EFFORTS", "Transmitting"),
    "simulation": ("Settings", "SimulationStopped", "Trajectory"),
    "simulation.family": ("Sweep",),
    "simulation.freedom": ("Freedom",),
    "simulation.linearization": ("Linearization",),
    "simulation.modes": ("Mode", "Modes"),
    "simulation.response": ("FrequencyResponse",),
}
"""What questions take and give, and what is needed around them, by home."""

_HOMES = {name: home for home, names in OFFERED.items() for name in names}
__all__ = sorted([*QUESTIONS, *PARTS, *_HOMES])  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    """Load what is offered when it is first asked for."""
    if question := (QUESTIONS | PARTS).get(name):
        asked = getattr(import_module(f"lagr_gui.analysis.{question.home}"), name)
        found = door(asked, question.special)
    elif name in _HOMES:
        found = getattr(import_module(f"lagr_gui.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
