"""The joint graph: tree, numbering, cuts, explained in words."""

from lagr_gui.topology.circuits import Circuits, Mesh, circuits
from lagr_gui.topology.cuts import Cut, Loop
from lagr_gui.topology.graph import Branch, Topology, analyse, joint_graph

__all__ = [
    "Branch",
    "Circuits",
    "Cut",
    "Loop",
    "Mesh",
    "Topology",
    "analyse",
    "circuits",
    "joint_graph",
]
