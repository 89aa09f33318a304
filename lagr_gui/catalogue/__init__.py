"""All that the program knows of joints and elements: one file per kind."""

from lagr_gui.catalogue.registries import ELEMENTS, JOINTS, KINDS

__all__ = ["ELEMENTS", "JOINTS", "KINDS"]
