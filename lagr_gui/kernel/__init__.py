"""Straight-line programs: built with sharing, differentiated, run as machine code."""

from lagr_gui.kernel.kernel import (
    Bound,
    Kernel,
    MachineProgram,
    SeriesCode,
    compile_kernel,
    patient_kernel,
)
from lagr_gui.kernel.node import Node
from lagr_gui.kernel.program import Program
from lagr_gui.kernel.results import Outputs, Results, Shaped, shaped

__all__ = [
    "Bound",
    "Kernel",
    "MachineProgram",
    "Node",
    "Outputs",
    "Program",
    "Results",
    "SeriesCode",
    "Shaped",
    "compile_kernel",
    "patient_kernel",
    "shaped",
]
