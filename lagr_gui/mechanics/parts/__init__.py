"""Names, by choice, for the sums that occur often in expanded results."""

from lagr_gui.mechanics.parts.naming import NAMED_PART, with_named_parts

__all__ = ["NAMED_PART", "with_named_parts"]
