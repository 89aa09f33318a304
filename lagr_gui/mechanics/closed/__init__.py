"""The closed form: made to be read."""

from lagr_gui.mechanics.closed.derivation import Closed
from lagr_gui.mechanics.closed.elements import beam_weight
from lagr_gui.mechanics.closed.metric import Metric, Parts, add, nonzero

__all__ = ["Closed", "Metric", "Parts", "add", "beam_weight", "nonzero"]
