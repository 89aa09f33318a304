"""What subsystems offer, and where each of it is made."""
# ruff: noqa: I001  # names of one home stay together

from lagr_gui.subsystems.attaching import is_foreign as is_foreign
from lagr_gui.subsystems.blocks import (
    Blocks as Blocks,
    own_numbers as own_numbers,
    subsystem_of as subsystem_of,
    with_blocks as with_blocks,
)
from lagr_gui.subsystems.expansion import Expansion as Expansion, expand as expand, flat as flat
from lagr_gui.subsystems.members import settable as settable
from lagr_gui.subsystems.sources import (
    changed_sources as changed_sources,
    library as library,
    subsystem_of_file as subsystem_of_file,
    told_of_sources as told_of_sources,
)
