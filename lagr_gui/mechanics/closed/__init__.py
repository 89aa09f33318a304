"""The closed form: made to be read."""

from lagr_gui.mechanics.closed.derivation import Closed, Parts

__all__ = ["Closed", "Parts"]
