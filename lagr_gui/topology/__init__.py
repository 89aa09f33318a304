"""The joint graph: tree, numbering, cuts, explained in words."""

from lagr_gui.topology.circuits import Mesh, circuits
from lagr_gui.topology.cuts import Cut
from lagr_gui.topology.graph import Branch, Topology, analyse, cut_joints

__all__ = [
    "Branch",
    "Cut",
    "Mesh",
    "Topology",
    "analyse",
    "circuits",
    "cut_joints",
]
