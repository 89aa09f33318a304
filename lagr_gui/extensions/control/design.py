"""Controllers for plants: gains, observers, closed loops and their margins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lagr_gui.analysis.small_motions.small_motions import Place
from lagr_gui.expression.arguments import number, shown, wrong
from lagr_gui.extensions.control.numbers.faults import fault
from lagr_gui.extensions.control.numbers.margins import Margins, margins
from lagr_gui.extensions.control.numbers.pid import PIDGains, closed_by, loop_of, pid
from lagr_gui.extensions.control.numbers.placing import placed
from lagr_gui.extensions.control.numbers.riccati import Optimum, kalman, lqr
from lagr_gui.extensions.control.numbers.state_space import Complex, StateSpace
from lagr_gui.extensions.control.numbers.structure import (
    Reach,
    controllability,
    observability,
    zeros,
)
from lagr_gui.extensions.control.plant import Plant, plant
from lagr_gui.extensions.control.task import ControlTask, Weights, weights
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.showing import Shown
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared


@dataclass(frozen=True, eq=False)
class Design(Shown):
    """A plant, and what a task makes for it; `system` is the plant, sampled where that is wanted.

    State feedback u = held − K (x − place) with K (m, n), found by a Riccati equation (`optimum`)
    or by poles, or a `pid`; an observer x̂ with the gains L (n, k), likewise.  None: not wanted.
    """

    plant: Plant
    task: ControlTask
    system: StateSpace
    K: Array | None = None
    optimum: Optimum | None = None
    L: Array | None = None
    estimate: Optimum | None = None
    pid: PIDGains | None = None

    @cached_property
    def controllability(self) -> Reach:
        """What the inputs can move."""
        return controllability(self.system)

    @cached_property
    def observability(self) -> Reach:
        """What the outputs show."""
        return observability(self.system)

    @cached_property
    def zeros(self) -> Complex:
        """The invariant zeros of the plant."""
        return zeros(self.system)

    @property
    def is_closed(self) -> bool:
        """Whether there is a controller."""
        return self.K is not None or self.pid is not None

    @property
    def estimate_poles(self) -> Complex:
        """The poles (n,) of the error x − x̂."""
        assert self.L is not None
        return StateSpace(self.system.A - self.L @ self.system.C, *self._rest).poles

    @property
    def _rest(self) -> tuple[Array, Array, Array, float]:
        return self.system.B, self.system.C, self.system.D, self.system.h

    @cached_property
    def closed(self) -> StateSpace:
        """The closed loop from v to (y, u): u = −K x + v, with an observer −K x̂ + v.

        States are x, and x̂ behind them.  Of a PID v is the deviation of what y should be, and the
        state behind x is the integral of the error.  Without a controller it is the plant.
        """
        if self.pid is not None:
            return closed_by(self.system, self.pid)
        A, (B, C, D, h) = self.system.A, self._rest
        if self.K is None:
            return self.system
        K, one = self.K, np.eye(B.shape[1])
        if self.L is None:
            return StateSpace(A - B @ K, B, np.vstack([C, -K]), np.vstack([D, one]), h)
        block = np.block([[A, -B @ K], [self.L @ C, A - B @ K - self.L @ C]])
        shown = np.block([[C, np.zeros_like(C)], [np.zeros_like(K), -K]])
        return StateSpace(block, np.vstack([B, B]), shown, np.vstack([D, one]), h)

    @property
    def poles(self) -> Complex:
        """Those of the closed loop; a controller without integral has none for it."""
        if self.pid is not None and not self.pid.ki:
            n = self.system.n
            inner = self.closed.A[:n, :n]
            return StateSpace(inner, inner, inner, inner).poles
        return self.closed.poles

    @property
    def is_stable(self) -> bool:
        """Whether deviations of the closed loop die out."""
        if self.pid is not None and not self.pid.ki:
            return bool(np.all(self.poles.real < 0))
        return self.closed.is_stable

    def loop(self, number: int) -> StateSpace:
        """The loop L that is opened at one input while others are closed: poles have 1 + L = 0."""
        if self.pid is not None:
            return loop_of(self.system, self.pid)
        assert self.K is not None
        A, (B, C, _, h) = self.system.A, self._rest
        K, b, none = self.K, B[:, [number]], np.zeros((1, 1))
        others = np.arange(B.shape[1]) != number
        back = B[:, others] @ K[others]
        if self.L is None:
            return StateSpace(A - back, b, K[[number]], none, h)
        block = np.block([[A, -back], [self.L @ C, A - B @ K - self.L @ C]])
        shown = np.hstack([np.zeros_like(K[[number]]), K[[number]]])
        return StateSpace(block, np.vstack([b, np.zeros_like(b)]), shown, none, h)

    @cached_property
    def margins(self) -> dict[str, Margins]:
        """By input: how far the loop that is opened there is from instability."""
        if not self.is_closed:
            return {}
        return {name: margins(self.loop(at)) for at, name in enumerate(self.plant.inputs)}


@on_one_thread
def design(
    prepared: Prepared,
    inputs: Sequence[str],
    outputs: Sequence[str] = (),
    at: Place = "nearest",
    velocities: Mapping[str, float] | None = None,
    lqr: Weights | None = None,
    r: Weights = 1.0,
    poles: Sequence[complex] | None = None,
    kalman: Weights | None = None,
    noise: Weights = 1.0,
    observer: Sequence[complex] | None = None,
    pid: str = "",
    phase: float = np.pi / 3,
    crossover: float | None = None,
    sample: float = 0.0,
) -> Design:
    """A controller for a system about a place, by linear equations of small motions there.

    `inputs`, `outputs`, `at` and `velocities` are those of `plant`.  Wanted is a state feedback by
    weights `lqr` of the states and `r` of the inputs, or by `poles` (1/s; with a sample: of one
    step), or a `pid` (P, PI, PD, PID) with a `phase` margin in rad, perhaps at a `crossover` in
    rad/s.  `kalman` (noise in the rates of the states, a spectral density) and `noise` (in the
    outputs) make an observer, or its poles `observer`.  With a `sample` in s all goes from sample
    to sample, inputs are held between them, and noise is that at samples.  Raises LagrError for
    what cannot be.
    """
    task = ControlTask(
        lqr,
        r,
        _poles(poles, "Poles"),
        kalman,
        noise,
        _poles(observer, "Poles of the observer"),
        pid,
        phase,
        crossover,
        sample,
    ).checked()
    return designed(plant(prepared, inputs, outputs, at, velocities), task)


def designed(of: Plant, task: ControlTask) -> Design:
    """What a task makes for a plant. Raises LagrError for what cannot be."""
    system = of.system.sampled(task.sample) if task.sample else of.system
    K = optimum = L = estimate = gains = None
    if task.lqr is not None:
        Q, R = weights(task.lqr, of.states, "Q"), weights(task.r, of.inputs, "R")
        optimum = lqr(system, Q, R)
        K = optimum.K
    elif task.poles is not None:
        K = placed(system, task.poles)
    elif task.pid:
        if len(of.inputs) != 1 or len(of.outputs) != 1:
            cause = say("A PID controller has one input and one output.")
            raise fault(cause, say("Choose one of each."))
        gains = pid(system, task.pid, task.phase, task.crossover)
    if task.kalman is not None:
        W, V = weights(task.kalman, of.states, "W"), weights(task.noise, of.outputs, "V")
        estimate = kalman(system, W, V)
        L = estimate.K.T
    elif task.observer is not None:
        dual = StateSpace(system.A.T, system.C.T, system.B.T, system.D.T, system.h)
        if not observability(system).is_complete:
            raise fault(
                say("The outputs do not show all states: poles of an observer cannot be chosen."),
                say("Choose further outputs, or a Kalman filter."),
            )
        L = placed(dual, task.observer).T
    return Design(of, task, system, K, optimum, L, estimate, gains)


def _poles(given: Sequence[complex] | None, place: str) -> tuple[complex, ...] | None:
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, (list, tuple, np.ndarray)):
        raise wrong(place, given, "a list of numbers")
    for pole in given:
        if not isinstance(pole, (int, float, complex, np.number)) or isinstance(pole, bool):
            raise wrong(place, pole, "a number, perhaps complex")
        number(float(abs(pole)), f"{place}: {shown(pole)}")
    return tuple(complex(pole) for pole in given)
