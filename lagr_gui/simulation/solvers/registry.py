"""The methods that a user can choose, and those that "auto" takes.

"auto" starts with DOP853 (explicit, order 8: the cheapest for smooth motion at small
tolerances), and in machine code with Taylor series where a system is small and analytic: half as
many steps in two thirds of the time.  When not accuracy but stability limits the steps
(`StiffnessWatch`), Radau goes on in machine code, with exact slopes.  Where that cannot be LSODA
does, which changes by itself between Adams and BDF formulas.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lagr_gui.simulation.solvers.scipy_solver import ScipySolver
from lagr_gui.simulation.solvers.solver import Array, Limits, Side, Solver


@dataclass(frozen=True, slots=True)
class Method:
    """An integration method.

    `order` is that of its error at a fixed length of steps, None where it changes its order.
    `is_explicit`: each step starts from its state alone, which may be corrected before, or taken
    back.  `detects_stiffness`: its solver tells |h λ|.
    """

    name: str
    make: Callable[[str, Side, float, Array, Limits], Solver]
    order: int | None
    is_explicit: bool = False
    detects_stiffness: bool = False

    def start(self, side: Side, t: float, y: Array, limits: Limits) -> Solver:
        """Begin an integration at a state."""
        return self.make(self.name, side, t, y, limits)


_LIST = (
    Method("DOP853", ScipySolver, 8, is_explicit=True, detects_stiffness=True),
    Method("RK45", ScipySolver, 5, is_explicit=True),
    Method("LSODA", ScipySolver, None),
    Method("Radau", ScipySolver, 5),
    Method("BDF", ScipySolver, None),
)
SOLVERS = {method.name: method for method in _LIST}
"""All methods, in the order in which they are offered."""

METHODS = tuple(SOLVERS)
"""Their names."""

FIRST, STIFF, STIFF_ELSEWHERE = "DOP853", "Radau", "LSODA"
"""The methods that "auto" begins with, and goes over to: in machine code, and otherwise.

The first two are those that machine code has.
"""

SERIES = "Taylor"
"""What is told of motions that "auto" began with Taylor series; there is nothing to choose."""


def implicit_at_last(methods: str) -> str:
    """The implicit method that "auto" has come to, of those that a motion tells; empty: none."""
    last = methods.rpartition(" → ")[2]
    return last if last in (STIFF, STIFF_ELSEWHERE) else ""
