"""Many steps at once in machine code; what is rare is left to the careful `Stepper`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np

from lagr_gui.native import Library
from lagr_gui.simulation.bursts import constrained, dop853
from lagr_gui.simulation.bursts.record import DOUBTED, ROWS, STAGES, STIFF, Burst
from lagr_gui.simulation.courses import ManySteps
from lagr_gui.simulation.rightside import RightSide
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.solvers import Dense, StiffnessWatch
from lagr_gui.simulation.stepping import Stepper, met
from lagr_gui.simulation.system import Array, MachineSystem, MechanicalSystem, Step
from lagr_gui.simulation.tuning import (
    BURST,
    CROSSING,
    NEAR_SINGULAR,
    PROJECTION,
    STEPPING,
    STIFFNESS,
    VERDICT,
)

_log = logging.getLogger(__name__)


@cache
def library() -> Library | None:
    """The functions of a burst as machine code; None where LLVM is missing or fails."""
    try:
        return Library([dop853.begin, dop853.advance, constrained.bring_back])
    except (ImportError, OSError, RuntimeError) as error:
        _log.warning("No machine code for steps: %s", error)
        return None


class BurstStepper:
    """The steps of DOP853 from a state on, many at a time.

    `careful` begins the steps of `Stepper` at a time and a state, with a usual length and the
    states of the steps before: it takes those at which a burst ends before its time.
    """

    def __init__(
        self,
        machine: Library,
        code: MachineSystem,
        system: MechanicalSystem,
        side: RightSide,
        settings: Settings,
        watch: StiffnessWatch | None,
        careful: Callable[[float, Array, float, Dense | None], Stepper],
        t: float,
        y: Array,
    ) -> None:
        self._machine, self._side, self._begin = machine, side, careful
        self._system = system
        self._burst = _burst(code, settings, watch, t, y)
        self._careful: Stepper | None = None
        self._last: Dense | None = None
        self._at_once = BURST.first
        self._stiff = self._doubted = False
        self.ends: Sequence[float] = ()
        self._do(machine.begin)

    @property
    def t(self) -> float:
        """The time that is reached."""
        return self._burst.t

    @property
    def y(self) -> Array:
        """The state (2f,) that is reached."""
        return self._burst.y.copy()

    @property
    def here(self) -> Step | None:
        """What the system does at the state that is reached, where constraints are in doubt."""
        if self._careful:
            return self._careful.here
        if not self._doubted:
            return None
        self._burst.doubted = self._burst.here / 2  # those in use will do until it is much lower
        return self._system.acceleration(self.t, *np.split(self.y, 2))

    @property
    def is_stiff(self) -> bool:
        """Whether stability limits the steps."""
        return self._stiff or (self._careful is not None and self._careful.is_stiff)

    def step(self, most: int) -> Dense:
        """Go on by one to `most` steps, which end at `ends`: the states at all times.

        Raises `LagrError` where no motion leads on.
        """
        self._side.listen()
        burst = self._burst
        burst.steps, burst.room = 0, min(most, BURST.room)
        burst.ends[0] = burst.t
        before = burst.evaluations
        burst.pause_at = before + self._at_once
        begun = perf_counter()
        reason = self._do(self._machine.advance)
        speed = (burst.evaluations - before) / max(perf_counter() - begun, 1e-9)
        self._at_once = 1 + min(int(speed * BURST.pause), 2 * self._at_once)
        if not burst.steps:
            return self._with_care()
        self._careful = None
        self._stiff, self._doubted = reason == STIFF, reason == DOUBTED
        return self._taken()

    def met(self, t: Array, states: Array) -> Array:
        """States (m, 2f) at times (m,) brought back to the constraints."""
        if self._system.constraints is None:
            return states
        done = 0
        while True:
            left = states[done:]
            done += self._machine.bring_back(self._burst, len(left), t[done:], left)
            if done == len(states):
                return states
            one = slice(done, done + 1)
            states[one] = met(self._system.constraints, t[one], states[one])
            done += 1

    def _taken(self) -> ManySteps:
        burst, k, n = self._burst, self._burst.steps, self._burst.n
        self.ends = burst.ends[1 : k + 1].tolist()
        self._last = ManySteps(
            burst.ends[: k + 1].copy(),
            burst.origins[: k * n].reshape(k, n).copy(),
            burst.rows[: k * ROWS * n].reshape(k, ROWS, n).copy(),
        )
        return self._last

    def _with_care(self) -> Dense:
        """One step that a burst cannot take."""
        burst = self._burst
        if self._careful is None:
            self._careful = self._begin(burst.t, self.y, burst.stride or burst.h, self._last)
        self._last = self._careful.step()
        burst.t, burst.h = self._careful.t, self._careful.planned
        burst.stride = self._careful.stride
        burst.y[:] = self._careful.y
        self.ends = (burst.t,)
        self._do(self._machine.begin)
        return self._last

    def _do(self, call: Callable[[Burst], int | None]) -> int | None:
        before = self._burst.evaluations
        found = call(self._burst)
        self._side.evaluations += self._burst.evaluations - before
        return found


def _burst(
    system: MachineSystem, settings: Settings, watch: StiffnessWatch | None, t: float, y: Array
) -> Burst:
    """A motion that begins at a state."""
    n, room = len(y), BURST.room
    return Burst(
        f=n // 2,
        n=n,
        state=system.state,
        x=system.state.room.slots,
        w=system.state.room.slots,
        out=system.state.room.outputs,
        qdd=system.state.first("qdd"),
        pivots=system.state.first("pivots"),
        t=t,
        t_end=settings.t_end,
        longest=settings.max_step,
        rtol=settings.rtol,
        atol=settings.atol,
        nearly=VERDICT.nearly_singular,
        y=np.array(y, float),
        k=np.zeros(STAGES * n),
        trial=np.zeros(n),
        after=np.zeros(n),
        ends=np.zeros(room + 1),
        origins=np.zeros(room * n),
        rows=np.zeros(room * ROWS * n),
        stiff_above=watch.limit if watch else np.inf,
        patience=BURST.stiff_steps,
        relief=STIFFNESS.relief,
        here=1.0,
        **_constrained(system),
    )


def _constrained(system: MachineSystem) -> dict[str, Any]:
    """What a motion under constraints needs besides."""
    meet = system.meet
    if meet is None:
        return {}
    return {
        "r": len(system.sizes),
        "usual": system.sizes,
        "m": meet.count("position"),
        "meet": meet,
        "meet_w": meet.room.slots,
        "meet_out": meet.room.outputs,
        **{name: meet.first(name) for name in ("position", "velocity", "shift", "turn", "ratios")},
        "ratio_count": meet.count("ratios"),
        "met": STEPPING.met,
        "drifted": STEPPING.drifted,
        "weak": PROJECTION.weak**2,
        "locked": NEAR_SINGULAR.locked,
        "unsolved": NEAR_SINGULAR.by_singular_values,
        "doubted": NEAR_SINGULAR.doubted,
        "watched": CROSSING.watched,
        "coarse": CROSSING.coarse,
        "deep": CROSSING.deep,
        "ahead": CROSSING.ahead,
        "after_end": CROSSING.after_end,
        "looks": CROSSING.looks,
        "zooms": CROSSING.zooms,
        "clear": np.zeros(CROSSING.looks),
    }
