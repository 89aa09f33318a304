"""The right-hand side as integrators call it, with the checks that belong to it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

from lagr_gui.foundation.problem import Cancelled, LagrError
from lagr_gui.numerics import is_definite
from lagr_gui.simulation import faults
from lagr_gui.simulation.system import Array, MechanicalSystem, Step
from lagr_gui.simulation.timetable import Stretch
from lagr_gui.simulation.tuning import RUN, VERDICT

Lost = Callable[[float, Array], faults.Invalid | LagrError | None]
"""The coordinates that are no valid minimal coordinates near positions q (f,)."""


class RightSide:
    """y → ẏ; counts evaluations and listens to `cancel` also within a step.

    `strict`: a value that is not finite raises at once, and constraints are met at each
    evaluation, for methods that cannot step back or start afresh.  `lost` names the coordinates
    that are no valid minimal coordinates near a position; `extents` (f,) are how far coordinates go
    where the system moves as a whole.  Functions of time are asked for within a
    `stretch`.
    """

    def __init__(
        self,
        system: MechanicalSystem,
        cancel: Callable[[], bool] | None,
        lost: Lost | None = None,
        extents: Array | float = 1.0,
    ) -> None:
        self._system = system
        self._extents = extents
        self._lost = lost
        self._layout = system.layout
        self._cancel = cancel
        self._listen_at = 0.0
        self.evaluations = 0
        self.strict = False
        self.stretch = Stretch(-np.inf, np.inf, np.inf)

    def __call__(self, t: float, y: Array) -> Array:
        """ẏ (n,)."""
        self.evaluations += 1
        t = min(max(t, self.stretch.low), self.stretch.high)
        if self._cancel is not None and perf_counter() > self._listen_at:
            self.listen()
        layout = self._layout
        if self.strict and self._system.constraints is not None:
            y = layout.moved(y, *self._system.constraints.project(t, *layout.motion(y)))
        step = self._system.acceleration(t, y)
        if self.strict and not np.isfinite(step.qdd).all():
            raise self._cause(t, y, step)
        return layout.rates(y, step.qdd, step.zd)

    def check(self, t: float, y: Array) -> Step:
        """What happens at an accepted state. Raises `LagrError` where the system has no motion."""
        step = self.at(t, y)
        weak = faults.weak_coordinate(step.metric_pivots, VERDICT.singular)
        unbound = self._system.constraints is None
        if (unbound and weak is not None) or not np.isfinite(step.qdd).all():
            raise self._cause(t, y, step)
        negative = weak is not None and step.metric_pivots[weak] < -VERDICT.nearly_singular
        if weak is not None and negative and not self._is_definite(t, y):
            raise faults.negative_inertia(self._layout.coordinates[weak], t)
        return step

    def _is_definite(self, t: float, y: Array) -> bool:
        """Whether the motions that the constraints leave have inertia, where g says otherwise."""
        constraints = self._system.constraints
        assert constraints is not None
        here = constraints.at_state(t, y)
        return is_definite(here.g, here.rows)

    def at(self, t: float, y: Array) -> Step:
        """What the system does at a state, within the stretch."""
        return self._system.acceleration(min(max(t, self.stretch.low), self.stretch.high), y)

    def collapse(self, t: float, y: Array, detail: str) -> LagrError:
        """Why no step goes on from here: a coordinate that loses its inertia, or a jump."""
        step = self._system.acceleration(t, y)
        weak = faults.weak_coordinate(step.metric_pivots, VERDICT.nearly_singular)
        if weak is not None:
            return self._without_inertia(weak, t, y)
        return faults.collapsed(t, detail)

    def invalid(self, t: float, q: Array) -> LagrError | None:
        """That coordinates are no valid minimal coordinates near positions q, where it is so."""
        lost = self._lost(t, q) if self._lost is not None else None
        if lost is None or isinstance(lost, LagrError):
            return lost
        return faults.invalid_coordinates(lost, self._layout.coordinates, t, q)

    def _cause(self, t: float, y: Array, step: Step) -> LagrError:
        weak = faults.weak_coordinate(step.metric_pivots, VERDICT.singular)
        if weak is not None:
            return self._without_inertia(weak, t, y)
        if (invalid := self.invalid(t, self._layout.q(y))) is not None:
            return invalid
        return faults.not_finite(self._layout.coordinates, step.qdd, t)

    def _without_inertia(self, weak: int, t: float, y: Array) -> LagrError:
        """A coordinate has no inertia, in this position only or at all, or a negative one."""
        names, q = self._layout.coordinates, self._layout.q(y)
        if self._pivot(weak, t, q) < -VERDICT.nearly_singular:
            return faults.negative_inertia(names[weak], t)
        if (invalid := self.invalid(t, q)) is not None:
            return invalid
        place = q + RUN.other_place * self._extents * np.sqrt(1.0 + np.arange(len(q)))
        beside = self._pivot(weak, t, place)
        if self._system.constraints is None and abs(beside) > VERDICT.nearly_singular:
            invalid = faults.Invalid((names[weak],))
            return faults.invalid_coordinates(invalid, names, t, q)
        return faults.no_inertia(names[weak], t)

    def _pivot(self, number: int, t: float, q: Array) -> float:
        """A pivot of the metric at rest."""
        step = self._system.acceleration(t, self._layout.still(q))
        return float(step.metric_pivots[number])

    def listen(self) -> None:
        """Raise `Cancelled` when the user wishes so."""
        if self._cancel is not None and self._cancel():
            raise Cancelled
        self._listen_at = perf_counter() + RUN.listen
