"""Linear equations for small motions, by differentiating the recursion and the closed form."""

from lagr_gui.mechanics.linear.inputs import Inputs, held, with_inputs
from lagr_gui.mechanics.linear.program import Coefficients, LinearKernel
from lagr_gui.mechanics.linear.rest import RestKernel

__all__ = [
    "Coefficients",
    "Inputs",
    "LinearKernel",
    "RestKernel",
    "held",
    "with_inputs",
]
