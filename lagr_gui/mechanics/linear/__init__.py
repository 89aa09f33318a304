"""Linear equations for small motions, by differentiating the recursion and the closed form."""

from lagr_gui.mechanics.linear.inputs import (
    Inputs,
    by_expression,
    held,
    prescribed,
    unused,
    with_inputs,
)
from lagr_gui.mechanics.linear.program import Coefficients, LinearKernel
from lagr_gui.mechanics.linear.rest import BoundRest, RestKernel
from lagr_gui.mechanics.linear.symbolic import (
    SymbolicLinearization,
    entry_values,
    symbolic_linearization,
)

__all__ = [
    "BoundRest",
    "Coefficients",
    "Inputs",
    "LinearKernel",
    "RestKernel",
    "SymbolicLinearization",
    "by_expression",
    "entry_values",
    "held",
    "prescribed",
    "symbolic_linearization",
    "unused",
    "with_inputs",
]
