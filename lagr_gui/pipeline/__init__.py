"""The way of the data, from a file to equations and motion: the only composer.

Every function takes a model and gives a plain value; results are kept by the content that
they depend on (`cache`).
"""

from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.formalisms.quasi import Choice
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.mechanics.motion import Motion
from lagr_gui.mechanics.reactions import Reaction, Reactions
from lagr_gui.mechanics.robotics.jacobian import Jacobian
from lagr_gui.mechanics.robotics.matrices import Matrices
from lagr_gui.mechanics.robotics.regressor import Regressor
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.mechanics.state import State
from lagr_gui.pipeline.cache import dynamics, forget, physics
from lagr_gui.pipeline.certifying import verify
from lagr_gui.pipeline.charts import Coordinates, Moved, in_coordinates
from lagr_gui.pipeline.conservation import Conservation, conserved
from lagr_gui.pipeline.coordinates import equations
from lagr_gui.pipeline.decks import is_deck, listing, load, load_systems, write_deck
from lagr_gui.pipeline.equilibria import Equilibria, Equilibrium, equilibria
from lagr_gui.pipeline.evaluating import accelerations, certify, evaluate
from lagr_gui.pipeline.freedom import Mobility, freedom_motion, mobility
from lagr_gui.pipeline.inverse import inverse
from lagr_gui.pipeline.linear import (
    Place,
    frequencies,
    frequency_response,
    linearize,
    mode_motion,
    modes,
    possible_inputs,
)
from lagr_gui.pipeline.lines import Lines, LineValues, line_values
from lagr_gui.pipeline.printing import readable
from lagr_gui.pipeline.projected import regressor
from lagr_gui.pipeline.reactions import (
    AXES,
    EFFORTS,
    condition_words,
    reactions,
    reactions_in,
)
from lagr_gui.pipeline.restating import stated_on_positions
from lagr_gui.pipeline.robotics import jacobian, matrices, regressor_values
from lagr_gui.pipeline.running import (
    Struck,
    assembly,
    consistent_start,
    motion,
    poses,
    settings_of,
    simulate,
    simulate_as_far,
    start_motion,
    start_state,
    strike,
    system,
)
from lagr_gui.pipeline.structure import Report, check, read_text, save
from lagr_gui.pipeline.symbolic import linearize_symbolic
from lagr_gui.pipeline.transmitting import Transmitting, transmitting
from lagr_gui.pipeline.weighing import Box, Shortened, Weighing, shorten, weigh
from lagr_gui.selfcheck import Disagreement, SelfCheck
from lagr_gui.simulation import Settings, SimulationStopped, Trajectory
from lagr_gui.simulation.freedom import Freedom
from lagr_gui.simulation.inverse import DrivenMotion
from lagr_gui.simulation.linearization import Linearization
from lagr_gui.simulation.modes import Mode, Modes
from lagr_gui.simulation.response import FrequencyResponse

__all__ = [
    "AXES",
    "EFFORTS",
    "Box",
    "Certificate",
    "Choice",
    "Conservation",
    "Coordinates",
    "Disagreement",
    "DrivenMotion",
    "Equilibria",
    "Equilibrium",
    "Evaluation",
    "Freedom",
    "FrequencyResponse",
    "Jacobian",
    "LineValues",
    "Linearization",
    "Lines",
    "Matrices",
    "Mobility",
    "Mode",
    "Modes",
    "Motion",
    "Moved",
    "Place",
    "Reaction",
    "Reactions",
    "Regressor",
    "Report",
    "SelfCheck",
    "Settings",
    "Sheet",
    "Shortened",
    "SimulationStopped",
    "State",
    "Struck",
    "SymbolicLinearization",
    "Trajectory",
    "Transmitting",
    "Weighing",
    "accelerations",
    "assembly",
    "certify",
    "check",
    "condition_words",
    "conserved",
    "consistent_start",
    "dynamics",
    "equations",
    "equilibria",
    "evaluate",
    "forget",
    "freedom_motion",
    "frequencies",
    "frequency_response",
    "in_coordinates",
    "inverse",
    "is_deck",
    "jacobian",
    "line_values",
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
    "physics",
    "poses",
    "possible_inputs",
    "reactions",
    "reactions_in",
    "read_text",
    "readable",
    "regressor",
    "regressor_values",
    "save",
    "settings_of",
    "shorten",
    "simulate",
    "simulate_as_far",
    "start_motion",
    "start_state",
    "stated_on_positions",
    "strike",
    "system",
    "transmitting",
    "verify",
    "weigh",
    "write_deck",
]
