"""All that the program knows of joints, elements and signals: one file per kind."""

from lagr_gui.catalogue.registries import ELEMENTS, JOINTS, KINDS, SIGNALS
from lagr_gui.catalogue.titles import title_of

__all__ = ["ELEMENTS", "JOINTS", "KINDS", "SIGNALS", "title_of"]
