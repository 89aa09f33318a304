"""Steps that keep to constraints, pass singular configurations, and end where they must."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.problem import LagrError
from lagr_gui.simulation import faults
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.crossing import Crossing, Leap
from lagr_gui.simulation.floors import Floors
from lagr_gui.simulation.rightside import RightSide
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.solvers import SOLVERS, Dense, Limits, Solver, StiffnessWatch
from lagr_gui.simulation.system import Array, MechanicalSystem, Step
from lagr_gui.simulation.timetable import EMPTY, Timetable
from lagr_gui.simulation.tuning import CROSSING, STEPPING, VERDICT


class Stepper:
    """The steps of one method from a state on."""

    def __init__(
        self,
        system: MechanicalSystem,
        side: RightSide,
        settings: Settings,
        method: str,
        watch: StiffnessWatch | None,
        t: float,
        y: Array,
        floors: Floors,
        stride: float = 0.0,
        last: Dense | None = None,
        timetable: Timetable = EMPTY,
    ) -> None:
        self._floors = floors
        self._system, self._side, self._settings = system, side, settings
        self._layout = system.layout
        self._timetable = timetable
        self._constraints = system.constraints
        self._method, self._watch = SOLVERS[method], watch
        self.is_stiff = False
        self._explicit = self._method.is_explicit
        side.strict = not self._explicit
        self._crossing = Crossing(system, settings)
        self._stride = stride
        self._locked, self._patience = 0, STEPPING.locked_steps
        self._last = last
        self.solver = self._begin(t, met(system.constraints, t, y))
        self.here = self._at_present()

    @property
    def t(self) -> float:
        """The time that is reached."""
        return self.solver.t

    @property
    def y(self) -> Array:
        """The state (n,) that is reached."""
        return self.solver.y

    @property
    def ends(self) -> Sequence[float]:
        """Where the steps end that were taken last."""
        return (self.t,)

    @property
    def watched(self) -> bool:
        """Whether limits were watched: for single steps that is done by others."""
        return False

    @property
    def reached(self) -> None:
        """No limit was watched."""

    @property
    def stride(self) -> float:
        """The usual length of a step."""
        return self._stride

    @property
    def planned(self) -> float:
        """The length planned for the next step."""
        return self.solver.stride or self._stride

    def step(self, most: int = 1) -> Dense:
        """Go one step further, of at most `most`: its states at all times.

        Raises `LagrError` where no motion leads on.
        """
        if self.t >= self._side.stretch.goal:
            self.solver = self._begin(self.t, self.y)
            self.here = self._at_present()
        self.solver.limit(self._allowed())
        leap = self._leap() if self._constraints is not None else None
        self._last = self._usual() if leap is None else self._leapt(leap)
        return self._last

    def states(self, t: Array) -> Array:
        """The states (m, n) of the last step at times (m,), which meet the constraints."""
        assert self._last is not None
        states = self._last(t).T.copy()
        if isinstance(self._last, Leap):
            return self._met_beside(t, states)
        return met(self._constraints, t, states)

    def _met_beside(self, t: Array, states: Array) -> Array:
        """The same for states of a step over a singular configuration.

        Those close to it stay as they are: constraints would move them by what the step misses
        them by, divided by the clearance.
        """
        far = self._system.clearances(t, states) >= CROSSING.noisy
        states[far] = met(self._constraints, t[far], states[far])
        return states

    def _leapt(self, leap: Leap) -> Leap:
        """Go on behind a singular configuration."""
        end = np.array([leap.t])
        self.solver = self._begin(leap.t, self._met_beside(end, leap(end).T.copy())[0])
        self.here = self._at_present()
        return leap

    def _at_present(self) -> Step:
        return self._side.at(self.t, self.y)

    def _passed(self, t: float, dense: Dense) -> float | None:
        """Time from t to a singular configuration in the last step; nan if none can tell."""
        if self._constraints is None or not self._explicit:
            return None
        wait = self._crossing.within(t, self.solver.t, dense)
        short = self.solver.t - t < STEPPING.smooth_part * self._stride
        return None if wait is not None and np.isnan(wait) and short else wait

    def _begin(self, t: float, y: Array) -> Solver:
        settings = self._settings
        self._side.stretch = stretch = self._timetable.stretch(t, settings.t_end)
        longest = self._timetable.allowed(t, settings.max_step)
        left = stretch.goal - t
        first = min(self._stride, left, longest) if self._stride > 0 and left > 0 else None
        limits = Limits(stretch.goal, settings.rtol, self._floors.see(y), longest, first)
        return self._method.start(self._side, t, y, limits)

    def _allowed(self) -> float:
        """The longest step from here on."""
        return self._timetable.allowed(self.t, self._settings.max_step)

    def _usual(self) -> Dense:
        """A step of the method."""
        solver = self.solver
        while True:
            failure = solver.step()
            t, y, rate = solver.before()
            if failure is not None or not np.isfinite(solver.y).all():
                raise self._collapse(t, y, failure or "")
            dense = solver.dense()
            self.is_stiff = self._watch is not None and self._watch.is_stiff(solver)
            wait = self._passed(t, dense)
            if wait is None and self._settle():
                break
            assert rate is not None  # the method is explicit
            h = solver.t - t
            if wait is not None and wait > 0:
                leap = self._crossing.over(t, y, rate, wait, h, dense)
                if leap is not None:
                    return self._leapt(leap)
                h = wait / 2
            else:
                h *= STEPPING.retried
            if h < STEPPING.shortest * max(self._settings.t_end - self._settings.t0, abs(t)):
                raise self._broken(t, y, rate)
            solver.shorten(h)
        solver.tolerate(self._floors.see(solver.y))
        h = solver.t - t
        self._stride = max(h, STEPPING.fading * self._stride)
        self._watch_locks(h)
        return dense

    def _settle(self) -> bool:
        """Check the state after a step, brought back to the constraints if there are any.

        Explicit methods go on from there, unless it lies too far away; the others take such
        states in each evaluation.
        """
        solver, constraints, settings = self.solver, self._constraints, self._settings
        if constraints is None:
            self.here = self._side.check(solver.t, solver.y)
            return True
        try:
            y = met(constraints, solver.t, solver.y)
        except LagrError:
            if self._explicit:
                return False
            raise
        units, atol = self._floors.units, self._floors.atol
        allowed = STEPPING.drifted * (atol + settings.rtol * np.max(np.abs(y) / units))
        if self._explicit and not np.max(np.abs(y - solver.y) / units) <= allowed:
            return False
        self.here = self._side.check(solver.t, y)
        if self._explicit:
            solver.correct(y, self._layout.rates(y, self.here.qdd, self.here.zd))
        return True

    def _leap(self) -> Leap | None:
        """A step over a singular configuration, where one is near."""
        solver = self.solver
        t, y = solver.t, solver.y
        h = max(self._stride, solver.stride)
        if not 0 < h < np.inf or self.here.clearance > CROSSING.watched:
            return None
        rate = self._side(t, y)
        wait = self._crossing.ahead(t, y, rate, h)
        if wait is None:
            return None
        if wait == 0:
            record = self._system.record(np.array([t]), y[None])
            rate = self._layout.rates(y, record.qdd[0], record.zd[0])
        stretch, longest = self._side.stretch, self._allowed()
        if stretch.high < np.inf:  # a switch ends it, and not the motion
            longest = min(longest, stretch.goal - t)
        leap = self._crossing.over(t, y, rate, wait, min(h, longest), self._last)
        if leap is None and wait > 0:
            if wait < STEPPING.doubtful * h:
                self._check_reach(t, y, wait)
            if self._explicit:
                solver.limit(min(wait / 2, longest))
        return leap

    def _check_reach(self, t: float, y: Array, wait: float) -> None:
        """Raise where no position meets the constraints behind a dead one."""
        assert self._constraints is not None
        q, qd = self._layout.motion(y)
        if (last := self._constraints.last(t, q, qd, STEPPING.behind * wait)) is not None:
            raise faults.torn(self._constraints, last, q)

    def _watch_locks(self, h: float) -> None:
        """Raise where many small steps lead nowhere: near a lock, or a singular configuration."""
        settings, limit = self._settings, VERDICT.nearly_singular
        singular = self.here.clearance < limit
        near = singular or bool(np.any(self.here.metric_pivots < limit))
        usual = max(self._stride, STEPPING.small_step * (settings.t_end - settings.t0))
        if not near or h > STEPPING.small_step * usual:
            self._locked = 0
            return
        self._locked += 1
        q = self._layout.q(self.y)
        if singular and self._constraints is not None and self._locked >= STEPPING.singular_steps:
            raise faults.torn(self._constraints, self.t, q)
        if self._locked >= self._patience:
            self._patience *= 2
            if (invalid := self._side.invalid(self.t, q)) is not None:
                raise invalid

    def _broken(self, t: float, y: Array, rate: Array) -> LagrError:
        """A constraint is not smooth here: it is missed as soon as the motion goes on."""
        assert self._constraints is not None
        beyond = STEPPING.smooth_part * self._stride
        description = self._constraints.at_state(t + beyond, y + beyond * rate)
        sizes = np.linalg.norm(description.G, axis=1)
        missed = np.abs(description.position) + np.abs(description.velocity)
        worst = int(np.argmax(missed / np.where(sizes > 0, sizes, 1.0)))
        return faults.torn(self._constraints, t, self._layout.q(y), worst)

    def _collapse(self, t: float, y: Array, detail: str) -> LagrError:
        constraints = self._constraints
        if constraints and self._side.check(t, y).clearance < VERDICT.nearly_singular:
            return faults.torn(constraints, t, self._layout.q(y))
        return self._side.collapse(t, y, detail)


def met(constraints: BoundConstraints | None, t: Any, states: Array) -> Array:
    """A state (n,) or states (k, n) brought back to the constraints where they drifted away.

    Raises LagrError where that cannot be.
    """
    if constraints is None:
        return states
    if states.ndim == 1:
        return met(constraints, np.array([t]), states[None, :].copy())[0]
    layout = constraints.layout
    if not (away := _away(constraints, t, states)).any():
        return states
    states[away] = constraints.project_once(t[away], states[away])
    for i in np.flatnonzero(_away(constraints, t, states)):
        q, qd = constraints.project(t[i], *layout.motion(states[i]))
        if not np.isfinite([q, qd]).all():
            raise faults.torn(constraints, t[i], layout.q(states[i]))
        states[i] = layout.moved(states[i], q, qd)
    return states


def _away(constraints: BoundConstraints, t: Array, states: Array) -> NDArray[np.bool_]:
    """Which of the states (k, n) do not meet the constraints."""
    return ~(constraints.strays(t, states) <= STEPPING.met)
