"""The joint graph: tree, numbering, cuts, explained in words."""

from lagr_gui.topology.cuts import Cut
from lagr_gui.topology.graph import Branch, Topology, analyse, cut_joints
from lagr_gui.topology.meshes import Mesh

__all__ = [
    "Branch",
    "Cut",
    "Mesh",
    "Topology",
    "analyse",
    "cut_joints",
]
