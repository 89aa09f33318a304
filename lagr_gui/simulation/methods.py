"""The integration methods, and when the automatic choice changes.

"auto" starts with DOP853 (explicit, order 8: the cheapest for smooth motion at small
tolerances).  The estimate |h λ| of Hairer & Wanner (Solving Ordinary Differential Equations
II, section IV.2) tells when not accuracy but stability limits its steps; then LSODA goes
on, which changes by itself between Adams and BDF formulas.
"""

from __future__ import annotations

from typing import Any

import numpy as np

METHODS = ("DOP853", "RK45", "LSODA", "Radau", "BDF")
"""The methods a user can ask for, by the names of SciPy's classes."""

EXPLICIT = ("DOP853", "RK45")
"""The explicit ones: each step starts from its state alone, which may be corrected before."""

FIRST, STIFF = "DOP853", "LSODA"
"""The methods that "auto" begins with, and goes over to."""

STABILITY = 4.0
"""Above this |h λ| stability limits DOP853 (its limit on the real axis is about 6)."""

ACCURACY = 1.9
"""The |h λ| that accuracy never allows at rtol 1e-10; at other tolerances it goes with
their eighth root.  Measured: below 1.3 for smooth motions, 2.1 to 5.7 for stiff ones."""

PATIENCE = 30
"""So many steps above these, not interrupted by `RELIEF` others, count as stiffness."""

RELIEF = 6


def solver_class(method: str) -> Any:
    """SciPy's class of a method; SciPy is loaded when the first motion needs it."""
    from scipy import integrate

    return getattr(integrate, method)


def dense_output(ends: list[float], interpolants: list[Any]) -> Any:
    """The state at any time, from the interpolants of the steps that have a length."""
    from scipy.integrate import OdeSolution

    long = [k for k in range(len(interpolants)) if ends[k] < ends[k + 1]]
    return OdeSolution([ends[0], *(ends[k + 1] for k in long)], [interpolants[k] for k in long])


class StiffnessWatch:
    """Looks at each step of DOP853 and tells when the system has become stiff."""

    def __init__(self, rtol: float) -> None:
        self._limit = min(STABILITY, ACCURACY * (rtol / 1e-10) ** 0.125)
        self._at_edge = 0
        self._inside = 0

    def is_stiff(self, solver: Any) -> bool:
        """Take the last step of the solver into account."""
        if _h_lambda(solver) > self._limit:
            self._at_edge += 1
            self._inside = 0
        else:
            self._inside += 1
            if self._inside >= RELIEF:
                self._at_edge = 0
        return self._at_edge >= PATIENCE


def _h_lambda(solver: Any) -> float:
    """|h λ| from the last two stages, which lie at the same time."""
    K = solver.K
    h = solver.h_previous
    last = solver.n_stages - 1
    y = solver.y_old + h * (solver.A[last, :last] @ K[:last])
    distance = float(np.linalg.norm(solver.y - y))
    if distance == 0.0:
        return 0.0
    return abs(h) * float(np.linalg.norm(K[-1] - K[last])) / distance
