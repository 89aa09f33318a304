"""Subsystems: models that are parts of others, and the one model without such parts."""

from lagr_gui.subsystems.attaching import is_foreign
from lagr_gui.subsystems.expansion import Expansion, expand, flat
from lagr_gui.subsystems.sources import subsystem_of_file

__all__ = ["Expansion", "expand", "flat", "is_foreign", "subsystem_of_file"]
