"""The doors of the program: every question that can be asked of a model, and files.

A question takes a model, or one that is prepared, and where that makes a difference the name of
a `special` case; each is loaded when it is first asked.  Its home is in `analysis`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lagr_gui.extension import Question, extensions
from lagr_gui.pipeline.doors import door


def _asked(home: str, special: int = 0, command: str = "", pane: str = "") -> Question:
    return Question(f"lagr_gui.analysis.{home}", special, command, pane)


QUESTIONS = {
    "accelerations": _asked("evaluating", 3),
    "certify": _asked("evaluating", 1),
    "check": _asked("checking", 0),
    "compare": _asked("comparing", 2),
    "condition_words": _asked("reactions", 0),
    "conserved": _asked("conservation", 2),
    "dimensions": _asked("term_dimensions", 2),
    "drag": _asked("dragging", 6),
    "energy": _asked(
        "energy",
        2,
        command="energies and works by body and element along the motion",
        pane="Energy",
    ),
    "equations": _asked("coordinates", 2),
    "equilibria": _asked("equilibria", 4),
    "evaluate": _asked("evaluating", 2),
    "forces": _asked(
        "acting", 2, command="all forces and moments on each body along the motion, one by one"
    ),
    "free_body": _asked("free_body", 3),
    "freedom_motion": _asked("swinging", 3),
    "frequency_response": _asked("linear", 6),
    "in_coordinates": _asked("charts", 3),
    "inverse": _asked("inverse", 4),
    "jacobian": _asked("robotics", 5),
    "linearize": _asked("linear", 5),
    "linearize_symbolic": _asked("symbolic", 5),
    "matrices": _asked("robotics", 3),
    "classify": _asked("classification", 1),
    "mobility": _asked("freedom", 1),
    "mode_motion": _asked("linear", 4),
    "modes": _asked("linear", 3),
    "motion": _asked("running", 2),
    "output_units": _asked("outputs", 2),
    "outputs": _asked("outputs", 3),
    "possible_inputs": _asked("linear", 0),
    "reactions": _asked("reactions", 3),
    "reactions_in": _asked("reactions", 3),
    "regressor": _asked("projected", 2),
    "regressor_values": _asked("robotics", 6),
    "settings_of": _asked("checking", 1),
    "shorten": _asked("weighing", 5),
    "simulate": _asked("simulating", 2),
    "stated_on_positions": _asked("restating", 0),
    "stepwise": _asked("stepwise", 3),
    "strike": _asked("running", 2),
    "units_from_use": _asked("checking", 0),
    "verify": _asked("certifying", 3),
    "weigh": _asked("weighing", 4),
}
for _extension in extensions():
    QUESTIONS |= _extension.questions
"""Each question by its name."""

PARTS = {
    "drawn": _asked("pictured", 5),
    "line_values": _asked("lines", 3),
    "measurable": _asked("measurable", 0),
    "poses": _asked("running", 0),
    "readable": _asked("printing", 0),
    "simulate_as_far": _asked("simulating", 2),
    "start_motion": _asked("running", 1),
    "transmitting": _asked("measurable", 0),
    "with_lines": _asked("structured", 2),
    "written_out": _asked("components", 2),
}
"""What window and command line ask besides: each is part of a question, not one itself."""

OFFERED: dict[str, tuple[str, ...]] = {
    "lagr_gui.analysis.acting": ("ActingForces",),
    "lagr_gui.analysis.charts": ("Coordinates", "Moved"),
    "lagr_gui.analysis.classification": ("Classification",),
    "lagr_gui.analysis.comparing": ("Comparison",),
    "lagr_gui.analysis.components": ("Chain", "LineKey"),
    "lagr_gui.analysis.conservation": ("Conservation",),
    "lagr_gui.analysis.dragging": ("Dragged", "Dragging"),
    "lagr_gui.analysis.energy": ("EnergyBalance",),
    "lagr_gui.analysis.equilibria": ("Equilibria", "Equilibrium"),
    "lagr_gui.analysis.freedom": ("Mobility",),
    "lagr_gui.analysis.linear": ("Place", "frequencies"),
    "lagr_gui.analysis.lines": ("LineValues", "Lines"),
    "lagr_gui.analysis.expanded_names": ("ExpandedName",),
    "lagr_gui.analysis.measurable": ("Measurable",),
    "lagr_gui.analysis.pictured": ("Drawn", "Pictured"),
    "lagr_gui.analysis.reactions": ("AXES",),
    "lagr_gui.analysis.pushing": (
        "Grip",
        "PointForce",
        "Reached",
        "advanced",
        "grip",
        "pull",
        "reached",
    ),
    "lagr_gui.analysis.running": ("Struck",),
    "lagr_gui.analysis.stepwise": ("Stepwise",),
    "lagr_gui.analysis.term_dimensions": ("TermDimensions",),
    "lagr_gui.analysis.weighing": ("Box", "Shortened"),
    "lagr_gui.mechanics.certificate": ("Certificate",),
    "lagr_gui.mechanics.driven": ("DrivenMotion",),
    "lagr_gui.mechanics.evaluation": ("Evaluation",),
    "lagr_gui.mechanics.formalisms.quasi": ("Choice",),
    "lagr_gui.mechanics.linear": ("SymbolicLinearization",),
    "lagr_gui.mechanics.free_body": ("FreeBody",),
    "lagr_gui.mechanics.motion": ("Motion",),
    "lagr_gui.mechanics.reactions": ("Reaction", "Reactions"),
    "lagr_gui.mechanics.robotics.jacobian": ("Jacobian",),
    "lagr_gui.mechanics.robotics.matrices": ("Matrices",),
    "lagr_gui.mechanics.robotics.regressor": ("Regressor",),
    "lagr_gui.mechanics.sheet": ("Sheet",),
    "lagr_gui.mechanics.state": ("State",),
    "lagr_gui.mechanics.weighing": ("Weighing",),
    "lagr_gui.exchange.imports": ("IMPORTS",),
    "lagr_gui.exchange.film": ("FilmSettings",),
    "lagr_gui.pipeline.filming": ("film",),
    "lagr_gui.pipeline.files": (
        "chosen",
        "is_foreign",
        "load",
        "load_systems",
        "read_any",
        "read_foreign",
        "read_text",
        "save",
    ),
    "lagr_gui.prepared": ("Prepared", "Report", "dynamics", "forget", "physics", "prepare"),
    "lagr_gui.selfcheck": ("Disagreement", "SelfCheck"),
    "lagr_gui.prepared.sensors.transmitting": ("EFFORTS", "Transmitting"),
    "lagr_gui.simulation": ("Settings", "SimulationStopped", "Trajectory"),
    "lagr_gui.simulation.freedom": ("Freedom",),
    "lagr_gui.simulation.linearization": ("Linearization",),
    "lagr_gui.simulation.modes": ("Mode", "Modes"),
    "lagr_gui.simulation.response": ("FrequencyResponse",),
}
"""What questions take and give, and what is needed around them, by home."""

for _extension in extensions():
    OFFERED |= _extension.offered
_HOMES = {name: home for home, names in OFFERED.items() for name in names}
__all__ = sorted([*QUESTIONS, *PARTS, *_HOMES])  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    """Load what is offered when it is first asked for."""
    if question := (QUESTIONS | PARTS).get(name):
        asked = getattr(import_module(question.home), name)
        found = door(asked, question.special)
    elif name in _HOMES:
        found = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
