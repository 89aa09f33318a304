"""The way of the data, from a file to equations and motion: the only composer.

Every function takes a model and gives a plain value; results are kept by the content that
they depend on (`cache`).
"""

from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.motion import Motion
from lagr_gui.mechanics.sheet import Sheet
from lagr_gui.mechanics.state import State
from lagr_gui.pipeline.cache import forget, physics
from lagr_gui.pipeline.conservation import Conservation, conserved
from lagr_gui.pipeline.derivation import equations, evaluate, verify
from lagr_gui.pipeline.formalisms import accelerations
from lagr_gui.pipeline.running import (
    motion,
    poses,
    settings_of,
    simulate,
    start_motion,
    start_state,
    system,
)
from lagr_gui.pipeline.structure import Report, check, load, read_text, save
from lagr_gui.simulation import Settings

__all__ = [
    "Certificate",
    "Conservation",
    "Evaluation",
    "Motion",
    "Report",
    "Settings",
    "Sheet",
    "State",
    "accelerations",
    "check",
    "conserved",
    "equations",
    "evaluate",
    "forget",
    "load",
    "motion",
    "physics",
    "poses",
    "read_text",
    "save",
    "settings_of",
    "simulate",
    "start_motion",
    "start_state",
    "system",
    "verify",
]
