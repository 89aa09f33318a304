"""How expressions in what moves change with states and with what acts from outside."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Node, Results, compile_kernel, shaped
from lagr_gui.mechanics.linear.inputs import Inputs
from lagr_gui.mechanics.linear.program import ORDERS, DrivenScope, table
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.trajectories.sensors import OutputTree, SensorKernel


class SensorSlopes(SensorKernel):
    """Computes the slopes of outputs, exactly, from the derivatives of the program.

    Loads and works are no functions of the state: outputs that need them have no slopes here.
    """

    def __init__(self, reading: Reading, inputs: Inputs, outputs: Sequence[OutputTree]) -> None:
        scope = DrivenScope(reading, inputs)
        super().__init__(Recursion(reading, separate=True, scope=scope), outputs)
        program, k, f = scope.program, len(outputs), len(reading.coordinates)
        self.m = len(inputs.names)
        first = [rates[0] for rates in scope.u]
        wrts = {"q": scope.q[1:], "qd": scope.qd[1:], "qdd": self._a, "u": first}
        sizes = {"q": f, "qd": f, "qdd": f, "u": self.m}
        slopes = {n: shaped(table(program, self.nodes, w), k, sizes[n]) for n, w in wrts.items()}
        inner = [scope.t0, *(u for rates in scope.u for u in rates)]
        rows = [*scope.state, *self._a, *inner]
        self._slopes = compile_kernel(program, rows, scope.parameters, slopes)

    def _given(self, recursion: Recursion) -> dict[str, Node]:
        T, U, _, _ = recursion.stored
        zero = recursion.program.zero
        return {"T": T, "U": U, "dissipated": zero, "supplied": zero}

    def slopes(self, parameters: Array, t: Array, states: Array, qdd: Array) -> Results:
        """By name ``q``, ``qd``, ``qdd`` (n, k, f) and ``u`` (n, k, m), along n states (n, 2f)."""
        still = np.zeros((len(t), ORDERS * self.m))
        return self._slopes.bind(parameters).many(np.column_stack([t, states, qdd, t, still]))
