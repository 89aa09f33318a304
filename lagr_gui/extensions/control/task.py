"""What is wanted of a controller, as it is asked for, and as matrices for a plant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.expression.arguments import is_finite, number, numbers
from lagr_gui.extensions.control.numbers.faults import fault
from lagr_gui.extensions.control.numbers.riccati import weight
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import check_known

Weights = float | Sequence[float] | Sequence[Sequence[float]] | Mapping[str, float]
"""A number for all, a diagonal, all rows, or numbers by name (others are 0)."""


@dataclass(frozen=True)
class ControlTask:
    """What is wanted of a controller.

    State feedback by weights `lqr` (Q) and `r` (R), or by `poles` (1/s, or z of samples), or a
    `pid` of the sort P, PI, PD or PID with the `phase` margin (rad) and a `crossover` (rad/s).  An
    observer by the noise `kalman` (W, in the states) and `noise` (V, in the outputs), or by its
    poles `observer`.  With a `sample` (s) plant and controller go from sample to sample.
    """

    lqr: Weights | None = None
    r: Weights = 1.0
    poles: tuple[complex, ...] | None = None
    kalman: Weights | None = None
    noise: Weights = 1.0
    observer: tuple[complex, ...] | None = None
    pid: str = ""
    phase: float = np.pi / 3
    crossover: float | None = None
    sample: float = 0.0

    def checked(self) -> ControlTask:
        """The same. Raises LagrError for what does not go together, and for no sample time."""
        ways = [self.lqr is not None, self.poles is not None, bool(self.pid)]
        if sum(ways) > 1:
            cause = say("LQR, poles and PID are three ways to one controller.")
            raise fault(cause, say("Keep one."))
        if self.kalman is not None and self.observer is not None:
            cause = say("Noise and poles are two ways to one observer.")
            raise fault(cause, say("Keep one."))
        if self.pid and (self.kalman is not None or self.observer is not None):
            cause = say("A PID controller takes the output as it is measured.")
            raise fault(cause, say("Leave the observer out, or take LQR or poles."))
        number(self.phase, "Phase margin")
        if number(self.sample, "Sample") < 0:
            raise fault(say("The sample is negative."), say("Give the time between samples in s."))
        return self


def weights(given: Weights, names: Sequence[str], symbol: str) -> Array:
    """The matrix of weights `symbol` for what has these names."""
    if isinstance(given, Mapping):
        for name, value in given.items():
            cause = say("There is no “{name}” among {names}.", name=name, names=", ".join(names))
            check_known(name, names, symbol, cause)
            number(value, symbol)
        return np.diag([float(given.get(name, 0.0)) for name in names])
    if is_finite(given):
        return weight(float(given), len(names), symbol)  # type: ignore[arg-type]
    rows = list(given)  # type: ignore[arg-type]
    if rows and isinstance(rows[0], (list, tuple, np.ndarray)):
        return weight(np.array([numbers(row, symbol) for row in rows]), len(names), symbol)
    return weight(numbers(rows, symbol), len(names), symbol)
