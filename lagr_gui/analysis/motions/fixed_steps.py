"""Motions by steps of fixed length, for systems that nothing binds and no limit stops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.audits import check_motion
from lagr_gui.analysis.empty_tables import beyond_tables
from lagr_gui.analysis.motions.march import march as march_on
from lagr_gui.analysis.motions.remarks import remarks
from lagr_gui.analysis.motions.turn_charts import charts_of
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.kernels import rates_kernel
from lagr_gui.simulation import Settings, SimulationStopped, Trajectory, check_settings
from lagr_gui.simulation.courses import HermiteCourse
from lagr_gui.simulation.fixed import LaneSystem, march, steps_between, unseen
from lagr_gui.simulation.rightside import RightSide
from lagr_gui.simulation.settings import FIXED
from lagr_gui.simulation.system import Array

STAGES = 4
"""Evaluations of a step."""


def lane_system(prepared: Prepared, works: bool) -> LaneSystem:
    """The equations of motion for steps of fixed length.

    Raises LagrError for systems that are bound, and where LLVM is missing.
    """
    if prepared.conditions is not None:
        cause = "Steps of fixed length know no conditions, limits and loops."
        raise _refused(cause, "Choose another method: auto.")

    def made() -> LaneSystem:
        try:
            from lagr_gui.kernel.lanes import LaneProgram  # LLVM may be missing
        except ImportError as missing:
            cause = "LLVM is missing (llvmlite)."
            remedy = "Install it (pip install llvmlite), or choose another method: auto."
            raise _refused(cause, remedy) from missing
        kernel = rates_kernel(prepared.recursion, works)
        return LaneSystem(kernel, LaneProgram(kernel), prepared.layout, 2 * works)

    return prepared.kept(("lanes", works), made, lasting=True)


def simulate_fixed(
    prepared: Prepared,
    settings: Settings,
    seen: Outputs,
    cancel: Callable[[], bool] | None = None,
    checked: bool = True,
) -> Trajectory:
    """The motion by steps of fixed length. Raises as `simulate` does."""
    settings = prepared.completed(settings)
    check_fixed(settings, prepared.layout)
    works = checked or seen.need_works
    starts = settings.start[None]
    (states,), (met,) = _in_lanes([prepared], starts, settings, works, cancel)
    if not met:
        return finished(prepared, settings, states, seen, checked)
    try:
        trajectory = _past_locks(prepared, settings, works, cancel)
        return _checked(prepared, settings, trajectory, seen, checked)
    except SimulationStopped as ended:
        trajectory = replace(ended.trajectory, stopped=True)
        trajectory = _checked(prepared, settings, trajectory, seen, checked)
        raise SimulationStopped(ended.problems, trajectory) from ended


def check_fixed(settings: Settings, layout: StateLayout) -> None:
    """Raise LagrError with all that is wrong, and where there are too many steps."""
    check_settings(settings, layout)
    steps = steps_between(settings) * (settings.points - 1)
    if steps > settings.max_steps:
        cause = say("{steps} steps are needed.", steps=steps)
        remedy = say("Choose longer ones: there may be {most}.", most=settings.max_steps)
        raise _refused(cause, remedy)


def marched(
    members: Sequence[Prepared],
    starts: Array,
    settings: Settings,
    works: bool,
    cancel: Callable[[], bool] | None = None,
) -> Array:
    """States and works (m, k, …) of systems of one physics, from (m, n)."""
    states, met = _in_lanes(members, starts, settings, works, cancel)
    for i in np.flatnonzero(met).tolist():
        q, qd, z = (part.tolist() for part in members[i].layout.parts(starts[i]))
        member_settings = replace(settings, q0=q, qd0=qd, z0=z)
        try:
            trajectory = _past_locks(members[i], member_settings, works, cancel)
        except SimulationStopped as ended:
            trajectory = ended.trajectory
        rows = [trajectory.y]
        rows += [np.stack([trajectory.dissipated, trajectory.supplied], axis=1)] if works else []
        whole = (
            trajectory.t == settings.times[: len(trajectory.t)]
        )  # where it stops it has its own time
        states[i] = np.nan
        states[i, : len(whole)][whole] = np.hstack(rows)[whole]
    return states


def _in_lanes(
    members: Sequence[Prepared],
    starts: Array,
    settings: Settings,
    works: bool,
    cancel: Callable[[], bool] | None,
) -> tuple[Array, NDArray[np.bool_]]:
    """The same of motions that meet no lock of turns in sequence, and which do meet one (m,)."""
    system = lane_system(members[0], works)
    bound = {id(member): system.bind(member.parameters) for member in {*members}}
    each = [bound[id(member)] for member in members]
    charts = charts_of(members[0])
    turns = charts.turns if charts else ()
    met = np.zeros(len(each), bool)
    states = march(system, each, starts, settings, cancel, turns, met)
    return states, met


def _past_locks(
    prepared: Prepared, settings: Settings, works: bool, cancel: Callable[[], bool] | None
) -> Trajectory:
    """The motion past locks. Raises SimulationStopped where it has no values."""
    known = prepared.with_extents(settings)
    return march_on(prepared, prepared.system(), known, None, cancel=cancel, works=works)


def finished(
    prepared: Prepared, settings: Settings, states: Array, seen: Outputs, checked: bool
) -> Trajectory:
    """A motion of its states and works (n, …). Raises SimulationStopped where it has no values."""
    good = int(np.argmin(np.append(np.isfinite(states).all(axis=1), False)))
    trajectory = _trajectory(prepared, settings, states[: max(good, 1)])
    trajectory = _checked(prepared, settings, trajectory, seen, checked)
    if good < len(states):
        raise SimulationStopped(
            _why(prepared, trajectory).problems, replace(trajectory, stopped=True)
        )
    return trajectory


def _checked(
    prepared: Prepared, settings: Settings, trajectory: Trajectory, seen: Outputs, checked: bool
) -> Trajectory:
    """A motion with its certificate, what steps of this length cannot see, and its outputs."""
    trajectory = replace(trajectory, special=prepared.special)
    if checked:
        check = check_motion(prepared, trajectory)
        length = (settings.t_end - settings.t0) / (settings.points - 1) / steps_between(settings)
        hidden = unseen(prepared.system().functions_of_time, settings, length)
        notes = (*trajectory.notes, *hidden, *remarks(prepared, trajectory))
        trajectory = replace(trajectory, certificate=check, output_units=seen.units, notes=notes)
    return replace(trajectory, outputs=seen.along(trajectory))


def _trajectory(prepared: Prepared, settings: Settings, states: Array) -> Trajectory:
    n, layout = len(states), prepared.layout
    t = settings.times[:n]
    y, behind = np.hsplit(states, [layout.n])
    q, qd, z = (part.copy() for part in layout.parts(y))
    record = prepared.system().record(t, y)
    works = behind.T if behind.shape[1] else np.full((2, n), np.nan)
    steps = steps_between(settings) * (n - 1)
    return Trajectory(
        coordinates=prepared.coordinates,
        t=t,
        q=q,
        qd=qd,
        qdd=record.qdd,
        T=record.T,
        U=record.U,
        dissipated=works[0].copy(),
        supplied=works[1].copy(),
        largest_T=float(np.max(record.T)),
        drift=np.zeros(n),
        slip=np.zeros(n),
        limits=(),
        touching=np.zeros((n, 0), bool),
        events=(),
        method=FIXED,
        steps=steps,
        evaluations=STAGES * steps,
        seconds=0.0,
        dense=HermiteCourse(t, y, layout.rates(y, record.qdd, record.zd)),
        special=prepared.special,
        states=layout.states,
        z=z,
        zd=record.zd,
    )


def _why(prepared: Prepared, trajectory: Trajectory) -> LagrError:
    """Why no step leads on from the end of a motion."""
    side, t = RightSide(prepared.system(), None, extents=prepared.extents), float(trajectory.t[-1])
    state = trajectory.y[-1]
    try:
        side.check(t, state)
    except LagrError as error:
        return error
    ahead = (trajectory.t[-1] - trajectory.t[-2]) if len(trajectory.t) > 1 else 0.0
    moved = prepared.layout.moved(
        state, trajectory.q[-1] + ahead * trajectory.qd[-1], trajectory.qd[-1]
    )
    if left := beyond_tables(prepared, t + ahead, moved):
        return LagrError(left)
    cause = say("After t = {t:.6g} s the motion has no values.", t=t)
    return _refused(cause, "Choose shorter steps, or another method: auto.")


def _refused(cause: str, remedy: str) -> LagrError:
    return refusal("Steps of fixed length", cause, remedy, "fixed-steps")
