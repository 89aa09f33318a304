"""Subsystems: models that are parts of others, and the one model without such parts."""

from lagr_gui.subsystems.attaching import is_foreign
from lagr_gui.subsystems.blocks import Blocks, own_numbers, subsystem_of, with_blocks
from lagr_gui.subsystems.expansion import Expansion, expand, flat
from lagr_gui.subsystems.sources import subsystem_of_file

__all__ = [
    "Blocks",
    "Expansion",
    "expand",
    "flat",
    "is_foreign",
    "own_numbers",
    "subsystem_of",
    "subsystem_of_file",
    "with_blocks",
]
