"""How a model is simulated."""

from __future__ import annotations

from lagr_gui.model.controllers import Controller
from lagr_gui.model.output import Output
from lagr_gui.model.record import Finite, Name, Record


class Simulation(Record):
    """Settings of a simulation, times in s, curves that are wanted of it, units that act in it.

    Without an absolute tolerance it is a part of the size of the model and of its motion.
    """

    start: Finite = 0.0
    until: Finite = 10.0
    method: Name = "auto"
    rtol: Finite = 1e-10
    atol: Finite | None = None
    outputs: tuple[Output, ...] = ()
    controllers: tuple[Controller, ...] = ()
