"""The closed form: made to be read."""

from lagr_gui.mechanics.closed.derivation import Closed
from lagr_gui.mechanics.closed.metric import Metric, Parts, nonzero

__all__ = ["Closed", "Metric", "Parts", "nonzero"]
