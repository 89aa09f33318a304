"""Controllers in files of their own: units of FMI that a simulation steps along with a model."""

from __future__ import annotations

from lagr_gui.model.record import Finite, Formula, Line, Name, Record


class ControllerInput(Record):
    """An input of a unit, and the expression whose value it gets; without one it stays alone."""

    name: Name
    expression: Formula


class ControllerOutput(Record):
    """An output of a unit, and the parameter of the model that it drives, if it drives one."""

    name: Name
    parameter: Name


class ControllerValue(Record):
    """A parameter of a unit, and its value."""

    name: Name
    value: Finite


class Controller(Record):
    """A unit for co-simulation in a `file`, beside that of the model or anywhere.

    It is stepped by `sample` seconds; what it drives stays as it is in between.
    """

    name: Name
    file: Line = ""
    sample: Finite = 0.01
    enabled: bool = True
    inputs: tuple[ControllerInput, ...] = ()
    outputs: tuple[ControllerOutput, ...] = ()
    values: tuple[ControllerValue, ...] = ()

    @property
    def measured(self) -> tuple[ControllerInput, ...]:
        """The inputs that get the value of an expression."""
        return tuple(entry for entry in self.inputs if entry.expression.strip())

    @property
    def driving(self) -> tuple[ControllerOutput, ...]:
        """The outputs that drive a parameter."""
        return tuple(entry for entry in self.outputs if entry.parameter)
