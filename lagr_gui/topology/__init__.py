"""The joint graph: tree, numbering, loops, explained in words."""

from lagr_gui.topology.graph import Branch, Loop, Topology, analyse, joint_graph

__all__ = ["Branch", "Loop", "Topology", "analyse", "joint_graph"]
