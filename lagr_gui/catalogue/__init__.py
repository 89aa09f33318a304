"""All that the program knows of joints and elements: one file per kind."""

from lagr_gui.catalogue.registries import ELEMENTS, JOINTS, KINDS
from lagr_gui.catalogue.titles import title_of

__all__ = ["ELEMENTS", "JOINTS", "KINDS", "title_of"]
