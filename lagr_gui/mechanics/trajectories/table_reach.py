"""Where a motion leaves the points of tables that have no values outside."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import patient_kernel
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.scope import Scope

NEAR = 1e-6
"""Nearer to an end than this part of the span, a motion that failed has reached it."""


class TableReach:
    """The arguments of such tables in the equations of motion."""

    def __init__(self, reading: Reading) -> None:
        scope = Scope(reading)
        recursion = Recursion(reading, scope=scope)
        _ = recursion.g, recursion.right, recursion.constraints, scope.rates
        met = {key: curve for key, curve in scope.looked_up.items() if curve.is_limited}
        self.names = [name for name, _ in met]
        self._spans = [(curve.start, curve.end) for curve in met.values()]
        outputs = {"arguments": [node for _, node in met]}
        self._kernel = patient_kernel(scope.program, scope.whole_state, scope.parameters, outputs)

    def beyond(
        self, parameters: Sequence[float], t: float, y: Array
    ) -> list[tuple[str, float, float, float]]:
        """Tables that are left, or at an end, in a state: name, argument, first and last point."""
        arguments = self._kernel.bind(parameters)([t, *y])["arguments"]
        rows = zip(self.names, arguments.tolist(), self._spans, strict=True)
        return [
            (name, x, a, b)
            for name, x, (a, b) in rows
            if not a + NEAR * (b - a) < x < b - NEAR * (b - a)
        ]
