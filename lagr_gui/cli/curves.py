"""The curves that a model asks for."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.model import Model
from lagr_gui.simulation import Trajectory


def outputs_of(model: Model, special: str = "") -> tuple[list[str], list[Problem]]:
    """The curves of a model, as they would be typed.

    Those are left out, and told, that cannot be read (any more).
    """
    outputs: list[str] = []
    unread: list[Problem] = []
    for entry in model.simulation.outputs:
        try:
            pipeline.output_units(model, [entry.typed], special)
        except LagrError as error:
            unread += (replace(fault, severity=Severity.WARNING) for fault in error.problems)
        else:
            outputs.append(entry.typed)
    return outputs, unread


def simulated(model: Model, special: str = "") -> tuple[Trajectory, tuple[Problem, ...]]:
    """The motion as far as it goes with the curves of the model, and what is to be said of both.

    Raises LagrError where it cannot begin.
    """
    outputs, unread = outputs_of(model, special)
    trajectory, problems = pipeline.simulate_as_far(model, special=special, outputs=outputs)
    return trajectory, (*problems, *unread)
