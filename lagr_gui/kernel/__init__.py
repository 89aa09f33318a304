"""Straight-line programs: built with sharing, differentiated, run as machine code."""

from lagr_gui.kernel.kernel import Kernel, compile_kernel, undisturbed
from lagr_gui.kernel.node import Node
from lagr_gui.kernel.program import Program

__all__ = ["Kernel", "Node", "Program", "compile_kernel", "undisturbed"]
