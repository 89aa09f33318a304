"""SciPy's integrators behind the protocol: the only file that knows how they are made inside.

SciPy documents `step`, `t`, `y`, `status` and `dense_output`.  To take back a step, or to go on
from a corrected state, `t`, `y`, `f`, `h_abs` and `status` are set, which its explicit Runge-Kutta
classes read anew at each step; their stages `K` tell how stiff the equations are.  SciPy is loaded
when the first motion needs it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lagr_gui.simulation.solvers.many_steps import ManySteps
from lagr_gui.simulation.solvers.solver import Array, Dense, Limits, Side, StepStart


class ScipySolver:
    """One of SciPy's integrators, by the name of its class."""

    def __init__(self, name: str, side: Side, t: float, y: Array, limits: Limits) -> None:
        from scipy import integrate

        first = {} if limits.first is None else {"first_step": limits.first}
        self._inner: Any = getattr(integrate, name)(
            side,
            t,
            y,
            limits.t_end,
            rtol=limits.rtol,
            atol=limits.atol,
            max_step=limits.longest,
            **first,
        )
        self._name, self._end = name, limits.t_end
        self._before = StepStart(t, y, None)

    @property
    def t(self) -> float:
        """The time that is reached."""
        return self._inner.t

    @property
    def y(self) -> Array:
        """The state (n,) that is reached."""
        return self._inner.y

    @property
    def stride(self) -> float:
        """The length planned for the next step; 0 for LSODA, which does not tell."""
        return getattr(self._inner, "h_abs", 0.0)

    def tolerate(self, atol: Array) -> None:
        """Take other absolute tolerances (n,) from the next step on; LSODA keeps its first ones."""
        self._inner.atol = atol

    def step(self) -> str | None:
        """Go one step forward; why that cannot be, where it cannot."""
        inner = self._inner
        self._before = StepStart(inner.t, inner.y, getattr(inner, "f", None))
        message: str | None = inner.step()
        return (message or "") if inner.status == "failed" else None

    def before(self) -> StepStart:
        """Where the last step began."""
        return self._before

    def dense(self) -> Dense:
        """The states within the last step; those of DOP853 as machine code gives them."""
        dense: Any = self._inner.dense_output()
        if self._name != "DOP853":
            return dense
        return ManySteps(np.array([dense.t_old, dense.t]), dense.y_old[None], dense.F[None])

    def shorten(self, h: float) -> None:
        """Take back the last step; the next has at most the length h."""
        inner = self._inner
        inner.t, inner.y, inner.f = self._before
        inner.h_abs, inner.status = h, "running"

    def correct(self, y: Array, rate: Array) -> None:
        """Replace the state that is reached, and its rate."""
        self._inner.y, self._inner.f = y, rate

    def limit(self, longest: float) -> None:
        """The next step is no longer than this."""
        inner = self._inner
        if self._name == "LSODA":  # its largest step is fixed, the time that it may not pass is not
            inner.t_bound = min(self._end, inner.t + longest)
            inner._lsoda_solver._integrator.rwork[0] = inner.t_bound
            inner.status = "running"
            return
        inner.max_step = longest
        if self._name != "BDF":  # what it remembers belongs to its length
            inner.h_abs = min(inner.h_abs, longest)

    def h_lambda(self) -> float:
        """|h λ| from the last two stages, which lie at the same time.

        Hairer, Wanner: Solving Ordinary Differential Equations II, section IV.2.
        """
        inner = self._inner
        K, h = inner.K, inner.h_previous
        last = inner.n_stages - 1
        y = inner.y_old + h * (inner.A[last, :last] @ K[:last])
        distance = float(np.linalg.norm(inner.y - y))
        if distance == 0.0:
            return 0.0
        return abs(h) * float(np.linalg.norm(K[-1] - K[last])) / distance
