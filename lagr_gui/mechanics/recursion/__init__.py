"""The recursion along the tree: made to be computed."""

from lagr_gui.mechanics.recursion.derivation import Recursion

__all__ = ["Recursion"]
