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
    "accelerations": _asked("equations.evaluation", 3),
    "certify": _asked("equations.evaluation", 1),
    "check": _asked("structure.check", 0),
    "condition_words": _asked("trajectories.reactions", 0),
    "conserved": _asked("equations.conservation", 2),
    "dimensions": _asked("equations.term_dimensions", 2),
    "drag": _asked("positions.drag", 6),
    "energy": _asked(
        "trajectories.energy",
        2,
        command="energies and works by body and element along the motion",
        pane="Energy",
    ),
    "equations": _asked("equations.coordinates", 2),
    "equilibria": _asked("small_motions.equilibria", 4),
    "evaluate": _asked("equations.evaluation", 2),
    "forces": _asked(
        "trajectories.body_loads",
        2,
        command="all forces and moments on each body along the motion, one by one",
    ),
    "free_body": _asked("trajectories.free_body", 3),
    "freedom_motion": _asked("positions.free_motions", 3),
    "frequency_response": _asked("small_motions.small_motions", 6),
    "in_coordinates": _asked("equations.charts", 3),
    "linearize": _asked("small_motions.small_motions", 5),
    "linearize_symbolic": _asked("small_motions.closed_form", 5),
    "classify": _asked("structure.classification", 1),
    "mobility": _asked("structure.freedom", 1),
    "mode_motion": _asked("small_motions.small_motions", 4),
    "modes": _asked("small_motions.small_motions", 3),
    "motion": _asked("runs", 2),
    "output_units": _asked("trajectories.outputs", 2),
    "outputs": _asked("trajectories.outputs", 3),
    "possible_inputs": _asked("small_motions.small_motions", 0),
    "reactions": _asked("trajectories.reactions", 3),
    "reactions_in": _asked("trajectories.reactions", 3),
    "settings_of": _asked("structure.check", 1),
    "signals": _asked("structure.signals", 1),
    "simulate": _asked("motions.simulation", 2),
    "stated_on_positions": _asked("equations.integrated_conditions", 0),
    "stepwise": _asked("motions.stepwise", 3),
    "strike": _asked("runs", 2),
    "units_from_use": _asked("structure.check", 0),
    "verify": _asked("equations.certificate", 3),
}
for _extension in extensions():
    QUESTIONS |= _extension.questions
"""Each question by its name."""

PARTS = {
    "absolute_angles": _asked("equations.long_equations", 1),
    "closed_beside": _asked("small_motions.closed_form", 2),
    "drawn": _asked("trajectories.pictured", 5),
    "equations_to_read": _asked("equations.long_equations", 1),
    "line_values": _asked("equations.lines", 3),
    "measurable": _asked("motions.measurable", 0),
    "poses": _asked("runs", 0),
    "possible_modes": _asked("small_motions.in_force", 0),
    "readable": _asked("equations.long_equations", 0),
    "reduced_inertia": _asked("equations.reduced_inertia", 3),
    "reported_linear": _asked("small_motions.reported", 2),
    "simulate_as_far": _asked("motions.simulation", 2),
    "start_motion": _asked("runs", 1),
    "transmitting": _asked("motions.measurable", 0),
    "with_lines": _asked("equations.structured", 2),
    "written_out": _asked("equations.components", 2),
}
"""What window and command line ask besides: each is part of a question, not one itself."""

OFFERED: dict[str, tuple[str, ...]] = {
    "lagr_gui.analysis.trajectories.body_loads": ("ActingForces",),
    "lagr_gui.analysis.equations.charts": ("Coordinates", "Moved"),
    "lagr_gui.analysis.structure.classification": ("Classification",),
    "lagr_gui.analysis.equations.coordinates": ("Reduction", "kept_angles"),
    "lagr_gui.analysis.equations.components": ("Chain", "LineKey"),
    "lagr_gui.analysis.equations.conservation": ("Conservation",),
    "lagr_gui.analysis.positions.drag": ("Dragged", "Dragging"),
    "lagr_gui.analysis.trajectories.energy": ("EnergyBalance",),
    "lagr_gui.analysis.small_motions.equilibria": ("Equilibria", "Equilibrium"),
    "lagr_gui.analysis.structure.signals": ("SignalRow",),
    "lagr_gui.analysis.structure.freedom": ("Mobility",),
    "lagr_gui.analysis.small_motions.small_motions": ("Place", "frequencies"),
    "lagr_gui.analysis.equations.lines": ("LineValues", "Lines"),
    "lagr_gui.analysis.equations.expanded_names": ("ExpandedName",),
    "lagr_gui.analysis.equations.reduced_inertia": ("InertiaCurve", "inertia_lines"),
    "lagr_gui.analysis.motions.measurable": ("Measurable",),
    "lagr_gui.analysis.trajectories.pictured": ("Drawn", "Pictured"),
    "lagr_gui.analysis.trajectories.reactions": ("AXES",),
    "lagr_gui.analysis.motions.agents": ("MotionUnderWay",),
    "lagr_gui.analysis.motions.hand": ("Grip", "PullingHand", "grip"),
    "lagr_gui.analysis.motions.march": ("Reached", "reached", "refuse_controllers"),
    "lagr_gui.analysis.motions.point_forces": ("PointForce",),
    "lagr_gui.analysis.runs": ("Struck",),
    "lagr_gui.analysis.motions.stepwise": ("Stepwise",),
    "lagr_gui.analysis.equations.term_dimensions": ("TermDimensions",),
    "lagr_gui.mechanics.certificate": ("Certificate",),
    "lagr_gui.mechanics.evaluation": ("Evaluation",),
    "lagr_gui.mechanics.formalisms.quasi": ("Choice",),
    "lagr_gui.mechanics.linear": ("SymbolicLinearization",),
    "lagr_gui.mechanics.trajectories.free_body": ("FreeBody",),
    "lagr_gui.mechanics.trajectories.poses": ("Motion",),
    "lagr_gui.mechanics.trajectories.reactions": ("Reaction", "Reactions"),
    "lagr_gui.mechanics.sheets.sheet": ("Sheet",),
    "lagr_gui.mechanics.state": ("State",),
    "lagr_gui.exchange.imports": ("IMPORTS",),
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
    "lagr_gui.foundation.selfcheck": ("Disagreement", "SelfCheck"),
    "lagr_gui.prepared.sensors.transmitting": ("EFFORTS", "Transmitting"),
    "lagr_gui.simulation": ("Settings", "SimulationStopped", "Trajectory"),
    "lagr_gui.simulation.positions.freedom": ("Freedom",),
    "lagr_gui.simulation.linear.linearization": ("Linearization",),
    "lagr_gui.simulation.linear.modes": ("Mode", "Modes"),
    "lagr_gui.simulation.linear.sampled": ("SampledLinearization", "SampledModes"),
    "lagr_gui.simulation.linear.response": ("FrequencyResponse",),
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
