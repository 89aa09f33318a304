"""The closed loop as it moves: the nonlinear system under its controller beside the linear one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.analysis.motions.simulation import simulate_as_far
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.numbers.responses import free
from lagr_gui.extensions.control.opening import law_of
from lagr_gui.extensions.control.putting import forces, with_controller
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import Problem
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Trajectory


@dataclass(frozen=True, eq=False)
class ClosedMotion:
    """The motion of the start values under a controller, nonlinear and linear.

    At the times t (w,): `x` (w, n) are the states that are fed back, `y` (w, k) the outputs and `u`
    (w, m) the inputs of the nonlinear system; `linear_x`, `linear_y` and `linear_u` the same of the
    linear one.  All are values, not deviations.  `problems` tell why it ends early, if it does.
    """

    t: Array
    x: Array
    y: Array
    u: Array
    linear_x: Array
    linear_y: Array
    linear_u: Array
    trajectory: Trajectory
    problems: tuple[Problem, ...] = ()


def closed_motion(prepared: Prepared, design: Design, until: float | None = None) -> ClosedMotion:
    """The motion from the start values of a drawing with a controller put into it.

    It goes on `until` (s), or as long as the drawing says.  Raises LagrError as `put_in` does.
    """
    plant, drawn = design.plant, prepared.drawn
    model = with_controller(drawn, design)
    if until is not None:
        settings = model.simulation
        model = model.having(simulation=settings.having(until=settings.start + until))
    names = forces(design, drawn)
    laws = [law_of(model, name) or "0" for name in names]
    closed = Prepared(model, plant.special)
    asked = (*plant.states, *plant.outputs, *laws)
    trajectory, problems = simulate_as_far(closed, outputs=list(dict.fromkeys(asked)))
    table = np.column_stack([trajectory.outputs[text] for text in asked])
    n, k = len(plant.states), len(plant.outputs)
    x, y, u = table[:, :n], table[:, n : n + k], table[:, n + k :]
    t, states = _linear(design, x[0] - plant.place, float(trajectory.t[-1] - trajectory.t[0]))
    shown = states @ design.closed.C.T
    grid = trajectory.t - trajectory.t[0]

    def at(columns: Array, offset: Array) -> Array:
        rows = [np.interp(grid, t, column) for column in columns.T]
        return np.array(rows).reshape(len(rows), len(grid)).T + offset

    return ClosedMotion(
        trajectory.t,
        x,
        y,
        u,
        at(states[:, :n], plant.place),
        at(shown[:, :k], plant.outputs_at),
        at(shown[:, k:], plant.held),
        trajectory,
        problems,
    )


def put_in(prepared: Prepared, design: Design) -> Model:
    """The drawing whose forces obey a controller, with its gains as parameters.

    It is a signal, or a block: a PID controller, with an observer one in state space, with a sample
    a sampled law.  What an earlier controller of the same forces had is replaced.  Raises LagrError
    where there is no controller, and for inputs that belong to a subsystem.
    """
    return with_controller(prepared.drawn, design)


def _linear(design: Design, x0: Array, until: float) -> tuple[Array, Array]:
    """Times and states of the closed loop from x0 on; estimates and integrals begin at 0."""
    closed = design.closed
    start = np.zeros(closed.n)
    start[: len(x0)] = x0
    return free(closed, start, until, 4001)
