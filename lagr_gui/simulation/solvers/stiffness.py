"""When the automatic choice changes its method."""

from __future__ import annotations

from lagr_gui.simulation.solvers.solver import Solver
from lagr_gui.simulation.tuning import STIFFNESS


class StiffnessWatch:
    """Looks at each step of DOP853 and tells when the system has become stiff.

    What machine code is to look at: whether it `creeps`, and once an implicit method has been taken
    for that, the length of the steps that `crept`: longer ones are expected of it.
    """

    def __init__(self, rtol: float) -> None:
        self.limit = min(STIFFNESS.stability, STIFFNESS.accuracy * (rtol / 1e-10) ** 0.125)
        self.creeps, self.crept = True, 0.0
        self._at_edge = 0
        self._inside = 0

    def is_stiff(self, solver: Solver) -> bool:
        """Take the last step of the solver into account."""
        if solver.h_lambda() > self.limit:
            self._at_edge += 1
            self._inside = 0
        else:
            self._inside += 1
            if self._inside >= STIFFNESS.relief:
                self._at_edge = 0
        return self._at_edge >= STIFFNESS.patience
