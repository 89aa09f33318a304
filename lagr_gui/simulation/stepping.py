"""Steps of a method that keep to the conditions, pass dead positions, and end where they must."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.problem import LagrError
from lagr_gui.simulation import faults
from lagr_gui.simulation.conditions import Conditions
from lagr_gui.simulation.crossing import Crossing, Leap
from lagr_gui.simulation.methods import EXPLICIT, StiffnessWatch, solver_class
from lagr_gui.simulation.rightside import RightSide
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.system import Array, Step, System

ROUNDING = 1e-12
"""Residuals of conditions (SI) that rounding alone can make."""

LEFT = 1e5
"""A step that leaves the conditions by more than this many tolerances is taken again, shorter."""

AHEAD = 1e-4
"""A part of a good step on which motions and conditions change little, where they are smooth."""

SHORTER = 0.2
SHORTEST = 1e-14

FADING = 0.98
"""How the length of good steps is forgotten."""

BEYOND = 4
"""How far behind it."""

CLOSE = 0.1
"""From this part of a good step on it is looked at whether time leads past a dead position."""

LOCKED = 3000
"""So many small steps in a row near a lock of the coordinates lead nowhere."""

DEAD = 30
"""The same near a dead position."""

TINY = 1e-2
"""What is a small step, compared with a good one."""


class Stepper:
    """The steps of one method from a state on."""

    def __init__(
        self,
        system: System,
        side: RightSide,
        settings: Settings,
        method: str,
        watch: StiffnessWatch | None,
        t: float,
        y: Array,
    ) -> None:
        self._system, self._side, self._settings = system, side, settings
        self._conditions = system.conditions
        self._method, self._watch = method, watch
        self.is_stiff = False
        self._explicit = method in EXPLICIT
        side.strict = not self._explicit
        self._crossing = Crossing(system, settings)
        self._stride = 0.0
        self._locked, self._patience = 0, LOCKED
        self._last: Any = None
        self.solver = self._begin(t, met(system.conditions, t, y))
        self.here = self._at_present()

    @property
    def t(self) -> float:
        """The time that is reached."""
        return self.solver.t

    @property
    def y(self) -> Array:
        """The state (2f,) that is reached."""
        return self.solver.y

    def step(self) -> Any:
        """Go one step further: its states at all times.

        Raises `LagrError` where no motion leads on.
        """
        leap = self._leap() if self._conditions is not None else None
        self._last = self._usual() if leap is None else self._leapt(leap)
        return self._last

    def _leapt(self, leap: Leap) -> Leap:
        """Go on behind a dead position."""
        self.solver = self._begin(leap.t, met(self._conditions, leap.t, leap(leap.t)))
        self.here = self._at_present()
        return leap

    def _at_present(self) -> Step:
        return self._system.acceleration(self.t, *np.split(self.y, 2))

    def _passed(self, t: float, dense: Any) -> float | None:
        """Time from t to a dead position that the last step went over; nan where none can tell."""
        if self._conditions is None or not self._explicit:
            return None
        wait = self._crossing.within(t, self.solver.t, dense)
        short = self.solver.t - t < AHEAD * self._stride
        return None if wait is not None and np.isnan(wait) and short else wait

    def _begin(self, t: float, y: Array) -> Any:
        settings = self._settings
        first = {"first_step": min(self._stride, settings.t_end - t)} if self._stride > 0 else {}
        if t >= settings.t_end:
            first = {}
        return solver_class(self._method)(
            self._side,
            t,
            y,
            settings.t_end,
            rtol=settings.rtol,
            atol=settings.atol,
            max_step=settings.max_step,
            **first,
        )

    def _usual(self) -> Any:
        """A step of the method."""
        solver = self.solver
        while True:
            before: tuple[float, Array, Any] = solver.t, solver.y, getattr(solver, "f", None)
            message: str | None = solver.step()
            if solver.status == "failed" or not np.isfinite(solver.y).all():
                raise self._collapse(before[0], before[1], message or "")
            dense = solver.dense_output()
            self.is_stiff = self._watch is not None and self._watch.is_stiff(solver)
            wait = self._passed(before[0], dense)
            if wait is None and self._settle():
                break
            h = solver.t - before[0]
            if wait is not None and wait > 0:
                leap = self._crossing.over(before[0], before[1], before[2], wait, h, dense)
                if leap is not None:
                    return self._leapt(leap)
                h = wait / 2
            else:
                h *= SHORTER
            if h < SHORTEST * max(1.0, abs(solver.t)):
                raise self._broken(before[0], before[1], before[2])
            solver.t, solver.y, solver.f = before
            solver.h_abs, solver.status = h, "running"
        h = solver.t - before[0]
        self._stride = max(h, FADING * self._stride)
        self._watch_locks(h)
        return dense

    def _settle(self) -> bool:
        """Check the state after a step, brought back to the conditions if there are any.

        Explicit methods go on from there, unless it lies too far away; the others take such
        states in each evaluation.
        """
        solver, conditions, settings = self.solver, self._conditions, self._settings
        if conditions is None:
            self.here = self._side.check(solver.t, solver.y)
            return True
        try:
            y = met(conditions, solver.t, solver.y)
        except LagrError:
            if self._explicit:
                return False
            raise
        allowed = LEFT * (settings.atol + settings.rtol * np.abs(y).max())
        if self._explicit and not np.max(np.abs(y - solver.y)) <= allowed:
            return False
        self.here = self._side.check(solver.t, y)
        if self._explicit:
            solver.y, solver.f = y, np.concatenate([y[len(y) // 2 :], self.here.qdd])
        return True

    def _leap(self) -> Leap | None:
        """A step over a dead position, where one is near."""
        solver, settings = self.solver, self._settings
        t, y = solver.t, solver.y
        h = max(self._stride, getattr(solver, "h_abs", 0.0))
        if self._explicit:
            solver.max_step = settings.max_step
        if not 0 < h < np.inf or self.here.clearance > self._crossing.watched:
            return None
        rate = self._side(t, y)
        wait = self._crossing.ahead(t, y, rate, h)
        if wait is None:
            return None
        if wait == 0:
            q, qd = np.split(y, 2)
            rate = np.concatenate(
                [qd, self._system.record(np.array([t]), q[None], qd[None]).qdd[0]]
            )
        leap = self._crossing.over(t, y, rate, wait, min(h, settings.max_step), self._last)
        if leap is None and wait > 0:
            if wait < CLOSE * h:
                self._check_reach(t, y, wait)
            if self._explicit:
                solver.max_step = min(wait / 2, settings.max_step)
                solver.h_abs = min(solver.h_abs, solver.max_step)
        return leap

    def _check_reach(self, t: float, y: Array, wait: float) -> None:
        """Raise where no position meets the conditions behind a dead one."""
        assert self._conditions is not None
        q, qd = np.split(y, 2)
        if (last := self._conditions.last(t, q, qd, BEYOND * wait)) is not None:
            raise faults.torn(self._conditions, last, q)

    def _watch_locks(self, h: float) -> None:
        """Raise where many small steps lead nowhere: near a lock, or a dead position."""
        settings, limit = self._settings, faults.NEARLY_SINGULAR
        dead = self.here.clearance < limit
        near = dead or bool(np.any(np.abs(self.here.metric_pivots) < limit))
        usual = max(self._stride, TINY * (settings.t_end - settings.t0))
        if not near or h > TINY * usual:
            self._locked = 0
            return
        self._locked += 1
        q = self.y[: len(self.y) // 2]
        if dead and self._conditions is not None and self._locked >= DEAD:
            raise faults.torn(self._conditions, self.t, q)
        if self._locked >= self._patience:
            self._patience *= 2
            if (invalid := self._side.invalid(self.t, q)) is not None:
                raise invalid

    def _broken(self, t: float, y: Array, rate: Array) -> LagrError:
        """A condition is not smooth here: it is missed as soon as the motion goes on."""
        assert self._conditions is not None
        beyond = AHEAD * self._stride
        found = self._conditions.at(t + beyond, *np.split(y + beyond * rate, 2))
        sizes = np.linalg.norm(found.G, axis=1)
        missed = np.abs(found.position) + np.abs(found.velocity)
        worst = int(np.argmax(missed / np.where(sizes > 0, sizes, 1.0)))
        return faults.torn(self._conditions, t, y[: len(y) // 2], worst)

    def _collapse(self, t: float, y: Array, detail: str) -> LagrError:
        conditions = self._conditions
        if conditions and self._side.check(t, y).clearance < faults.NEARLY_SINGULAR:
            return faults.torn(conditions, t, y[: len(y) // 2])
        return self._side.collapse(t, y, detail)


def met(conditions: Conditions | None, t: Any, states: Array) -> Array:
    """A state (2f,) or states (n, 2f) brought back to the conditions where they drifted away.

    Raises LagrError where that cannot be.
    """
    if conditions is None:
        return states
    if states.ndim == 1:
        return met(conditions, np.array([t]), states[None, :].copy())[0]
    f = states.shape[1] // 2
    if (away := _away(conditions, t, states)).any():
        states[away] = conditions.touch_up(t[away], states[away])
    for i in np.flatnonzero(_away(conditions, t, states)):
        q, qd = conditions.project(t[i], states[i, :f], states[i, f:])
        if not np.isfinite([q, qd]).all():
            raise faults.torn(conditions, t[i], states[i, :f])
        states[i] = [*q, *qd]
    return states


def _away(conditions: Conditions, t: Array, states: Array) -> NDArray[np.bool_]:
    """Which of the states (n, 2f) do not meet the conditions."""
    position, velocity = conditions.residuals(t, states)
    return ~(np.maximum(position, velocity) <= ROUNDING)
