"""Linear blocks, by the transfer functions that their kinds promise: y = G(s) u.

The program makes states and rates of a block, which other checks read as well; here stands what
a kind says of itself, from the fields of the drawing alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.audit.jets import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.selfcheck import disagreement
from lagr_gui.model import NamedSignal

FREQUENCIES = np.array([0.31 + 0.47j, 1.13 - 0.29j, 0.17 + 2.3j])
"""Where transfer functions are compared, beside the block's own frequency."""

MISSED = 1e-8
"""By more of their terms they do not differ; for that of badly scaled blocks beside rounding."""

INPUTS = ("input", "inputs", "derivative")
"""The fields that are inputs, in their order."""

Complex = np.ndarray[Any, np.dtype[np.complex128]]


@dataclass(frozen=True, eq=False)
class BlockAlone:
    """A block by itself, as it was made: ż = A z + B u, y = C z + D u, and z = `start` at first."""

    A: Array
    B: Array
    C: Array
    D: Array
    start: Array

    def transfer(self, s: complex) -> Complex:
        """G(s) (p, m)."""
        return self.C @ np.linalg.solve(s * np.eye(len(self.A)) - self.A, self.B) + self.D

    def rounded(self, s: complex) -> float:
        """What rounding may make of its transfer function, relative to that."""
        n = len(self.A)
        return np.finfo(float).eps * np.linalg.cond(s * np.eye(n) - self.A) if n else 0.0

    @property
    def frequency(self) -> float:
        """The geometric mean of the sizes of its poles but 0."""
        sizes = np.abs(np.linalg.eigvals(self.A)) if len(self.A) else np.ones(1)
        sizes = sizes[sizes > 0]
        return float(np.exp(np.mean(np.log(sizes)))) if len(sizes) else 1.0


class _Fields:
    """The fields of a block as numbers."""

    def __init__(self, block: NamedSignal, value: Callable[[Any], float]) -> None:
        self._block, self._value = block, value

    def __getitem__(self, name: str) -> float:
        """A scalar; 0 where it is left out."""
        given: Any = getattr(self._block, name)
        return self._value(given) if given is not None else 0.0

    def row(self, name: str) -> Array:
        """A vector (n,)."""
        given: Any = getattr(self._block, name)
        return np.array([self._value(entry) for entry in given])

    def matrix(self, name: str) -> Array:
        """A matrix."""
        given: Any = getattr(self._block, name)
        return np.array([[self._value(entry) for entry in row] for row in given])

    def has(self, name: str) -> bool:
        """Whether a field is there, and not 0."""
        given: Any = getattr(self._block, name)
        return given is not None and str(given) not in ("0", "0.0", "")


def check_linear_block(
    block: NamedSignal, alone: BlockAlone, value: Callable[[Any], float]
) -> None:
    """Compare a block as it was made with what its kind promises. Raises Disagreement."""
    fields = _Fields(block, value)
    promised, begins = PROMISES[block.kind], BEGINS[block.kind](fields)
    source = say("Signal “{name}”", name=block.name)
    for s in FREQUENCIES * alone.frequency:
        made, wanted = alone.transfer(s), promised(fields, s)
        missed = float(np.max(np.abs(made - wanted), initial=0.0))
        missed /= float(np.max(np.abs(wanted), initial=0.0)) or 1.0
        if not missed <= MISSED + 1e2 * alone.rounded(s):
            raise disagreement(say("What it makes of its input"), missed, source)
    first = alone.C @ alone.start
    if not np.allclose(first[: len(begins)], begins, rtol=MISSED, atol=0.0):
        missed = float(np.max(np.abs(first[: len(begins)] - begins)))
        raise disagreement(say("The output with which it begins"), missed, source)


def check_tracking(block: NamedSignal, free: Array, held: Array, time: float) -> None:
    """Compare the rates of a controller at a limit u with those beside it: I′ grows by (u − v)/T_t.

    Given are rates and, last, the output between its limits, v, and at one of them, for the same
    states and inputs.  Raises Disagreement.
    """
    wanted = np.zeros(len(free) - 1)
    wanted[0] = (held[-1] - free[-1]) / time
    made = held[:-1] - free[:-1]
    missed = float(np.max(np.abs(made - wanted))) / (float(np.max(np.abs(held))) or 1.0)
    if not missed <= MISSED * max(1.0, 1.0 / time):
        source = say("Signal “{name}”", name=block.name)
        raise disagreement(say("How its integral follows a limit"), missed, source)


def _filter1(of: _Fields, s: complex) -> Complex:
    return np.array([[of["gain"] / (of["T"] * s + 1)]])


def _filter2(of: _Fields, s: complex) -> Complex:
    w = s / of["w0"]
    return np.array([[of["gain"] / (w * w + 2 * of["zeta"] * w + 1)]])


def _integrator(of: _Fields, s: complex) -> Complex:
    return np.array([[1 / s]])


def _transfer(of: _Fields, s: complex) -> Complex:
    return np.array([[np.polyval(of.row("numerator"), s) / np.polyval(of.row("denominator"), s)]])


def _state_space(of: _Fields, s: complex) -> Complex:
    A, B, C, D = (of.matrix(name) for name in "ABCD")
    if not (n := len(A)):
        return D.astype(complex)
    C = C if C.size else np.eye(n)[: n if not D.size else len(D)]
    return C @ np.linalg.solve(s * np.eye(n) - A, B) + (D if D.size else 0)


def _pid(of: _Fields, s: complex) -> Complex:
    """Of the error, and of what the derivative multiplies where that is given."""
    derived = of["kd"] / (of["Tf"] * s + 1)
    error = of["kp"] + of["ki"] / s
    if of.has("derivative"):
        return np.array([[error, derived]])
    return np.array([[error + (s * derived if of.has("kd") else 0)]])


PROMISES: dict[str, Callable[[_Fields, complex], Complex]] = {
    "filter1": _filter1,
    "filter2": _filter2,
    "integrator": _integrator,
    "transfer": _transfer,
    "state_space": _state_space,
    "pid": _pid,
}
"""G(s) of each kind (of a controller between its limits)."""


def _from_start(of: _Fields) -> Array:
    return np.array([of["start"]])


def _matrix_start(of: _Fields) -> Array:
    C, start = of.matrix("C"), of.row("start")
    return (C @ start if C.size else start) if start.size else np.zeros(0)


BEGINS: dict[str, Callable[[_Fields], Array]] = {
    "filter1": _from_start,
    "filter2": _from_start,
    "integrator": _from_start,
    "transfer": lambda _: np.zeros(1),
    "state_space": _matrix_start,
    "pid": lambda of: _from_start(of) if of.has("ki") else np.zeros(0),
}
"""The outputs with which each kind begins while its input is 0."""
