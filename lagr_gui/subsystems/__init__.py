"""Subsystems: models that are parts of others, and the one model without such parts."""

from lagr_gui.subsystems.attaching import is_foreign
from lagr_gui.subsystems.blocks import Blocks, own_numbers, subsystem_of, with_blocks
from lagr_gui.subsystems.expansion import Expansion, expand, flat
from lagr_gui.subsystems.members import settable
from lagr_gui.subsystems.sources import changed_sources, library, subsystem_of_file, told_of_sources

__all__ = [
    "Blocks",
    "Expansion",
    "changed_sources",
    "expand",
    "flat",
    "is_foreign",
    "library",
    "own_numbers",
    "settable",
    "subsystem_of",
    "subsystem_of_file",
    "told_of_sources",
    "with_blocks",
]
