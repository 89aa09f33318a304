"""From a model to its motion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lagr_gui.analysis.audits import StopCheck, check_motion, check_start
from lagr_gui.analysis.empty_tables import told_by_tables
from lagr_gui.analysis.motions.controllers import UnitPlace, controlled
from lagr_gui.analysis.motions.fixed_steps import simulate_fixed
from lagr_gui.analysis.motions.march import contacts_of, march, refuse_controllers
from lagr_gui.analysis.motions.remarks import remarks
from lagr_gui.analysis.trajectories.outputs import Outputs, with_signals
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import (
    BoundConstraints,
    Progress,
    Settings,
    SimulationStopped,
    Trajectory,
    check_settings,
)
from lagr_gui.simulation.constraints import place_of
from lagr_gui.simulation.settings import FIXED, with_largest_step
from lagr_gui.simulation.trajectory import check_energies


@on_one_thread
def simulate(
    prepared: Prepared,
    settings: Settings | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    stop: Callable[[], bool] | None = None,
    outputs: Sequence[str] = (),
    allow_fmu: bool | Collection[str] = False,
    folder: str = "",
) -> Trajectory:
    """The motion from the start values, with the curves of `outputs` (`lagr_gui.outputs`)
    and of its signals.

    Controllers of the model are units in files of a `folder` (by default the present one): programs
    that run only where `allow_fmu` says so, for all or for those with these SHA-256.

    Raises LagrError where it cannot begin, SimulationStopped with the motion up to there (its
    `trajectory`) where it cannot go on, Disagreement where an independent formalism contradicts,
    and Cancelled.
    """
    seen = with_signals(Outputs(prepared, outputs))
    acting = any(entry.enabled for entry in prepared.model.simulation.controllers)
    if acting or prepared.acting_signals or prepared.model.events:
        if prepared.acting_signals:
            from lagr_gui.analysis.blocks_alone import check_linear_blocks  # few models have any

            check_linear_blocks(prepared)  # parts of the motion know no blocks any more
        units = UnitPlace(allow_fmu, folder)
        return controlled(prepared, settings, seen, units, progress, cancel, stop)
    return run(prepared, settings, seen, progress, cancel, stop)


def run(
    prepared: Prepared,
    settings: Settings | None,
    seen: Outputs,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    stop: Callable[[], bool] | None = None,
    checked: bool = True,
) -> Trajectory:
    """The same with outputs that have been read.

    One of many runs that is not `checked` is compared with no other formalism, and has works only
    where outputs tell them; its numbers are the same.
    """
    refuse_controllers(prepared)
    if settings is not None:
        settings = prepared.completed(settings)
        check_settings(settings, prepared.layout)
        if settings.method == FIXED:
            return simulate_fixed(prepared, settings, seen, cancel, checked)
    start = prepared.assembly if settings is None else prepared.assembled(settings)
    settings = settings or prepared.settings
    compiled = prepared.system((settings.t0, start.q, start.qd))
    bounded = with_largest_step(settings)
    consistent = replace(bounded, q0=tuple(start.q), qd0=tuple(start.qd))
    contacts, works = contacts_of(prepared), checked or seen.need_works
    ending = StopCheck(lambda: check_start(prepared, compiled, settings.t0, consistent.start), stop)

    def finished(trajectory: Trajectory, stopped: bool = False) -> Trajectory:
        notes = (*start.notes, *trajectory.notes)
        trajectory = replace(trajectory, notes=notes, stopped=stopped, special=prepared.special)
        changes: dict[str, Any] = {}
        if checked:
            if contacts is not None:
                from lagr_gui.analysis.jumps import check_jumps  # few motions have any

                check_jumps(prepared, trajectory, consistent.start)
            changes["certificate"] = check_motion(prepared, trajectory, begun=compiled)
            changes["notes"] = (
                *notes,
                *remarks(prepared, trajectory),
                *vanished_slopes(prepared, trajectory),
                *_slack(prepared, trajectory),
            )
            changes["output_units"] = seen.units
        return replace(trajectory, **changes, outputs=seen.along(trajectory))

    try:
        trajectory = march(
            prepared,
            compiled,
            prepared.with_extents(consistent),
            contacts,
            progress,
            cancel,
            ending,
            works,
        )
    except SimulationStopped as ended:
        last = finished(ended.trajectory, stopped=True)
        end = last.t[-1], last.y[-1]
        raise SimulationStopped(told_by_tables(prepared, ended, *end), last) from ended
    except LagrError as error:
        begin = settings.t0, consistent.start
        raise LagrError(told_by_tables(prepared, error, *begin)) from error
    if works:
        check_energies(trajectory)
    return finished(trajectory)


def _slack(prepared: Prepared, trajectory: Trajectory) -> Iterable[Problem]:
    """What is told of ropes round drums."""
    if all(part.kind.tie is None for part in prepared.reading.loaded):
        return ()
    from lagr_gui.analysis.motions.slack import slack_ropes  # few models have such ropes

    return slack_ropes(prepared, trajectory)


def simulate_as_far(
    prepared: Prepared,
    settings: Settings | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
    outputs: Sequence[str] = (),
    allow_fmu: bool | Collection[str] = False,
    folder: str = "",
) -> tuple[Trajectory, tuple[Problem, ...]]:
    """The motion from the start values as far as it goes, and why it ends early if it does.

    It ends where `stop`, which is asked after each step, says yes.

    Raises LagrError where it cannot begin.
    """
    try:
        asked = (prepared, settings, progress, None, stop, outputs, allow_fmu, folder)
        return simulate(*asked), ()
    except SimulationStopped as ended:
        return ended.trajectory, ended.problems


# --- Where a motion passes velocities at which a condition on them binds nothing ---------------

LOOKS = 64
"""States between two rows of a motion at which it is looked whether slopes vanish."""

VANISHING = 0.05
"""Slopes below this part of the usual ones are about to vanish: in the middle of 64 steps, between
rows on either side of a root, they are far below it."""


def vanished_slopes(prepared: Prepared, found: Trajectory) -> tuple[Problem, ...]:
    """Conditions whose ∂ψ/∂q̇ vanishes in between, as warnings with the first time."""
    binding = prepared.conditions
    if binding is None or not binding.bent.any() or len(found.t) < 2:
        return ()
    return tuple(_vanished(binding, found))


def _vanished(binding: BoundConstraints, trajectory: Trajectory) -> Iterator[Problem]:
    rows = np.flatnonzero(binding.bent)
    slopes = _slopes(binding, trajectory.t, trajectory.y)
    turned = np.sum(slopes[:-1] * slopes[1:], axis=2) < 0
    for row in rows:
        usual = float(np.median(np.linalg.norm(slopes[:, row], axis=1)))
        for interval in np.flatnonzero(turned[:, row]):
            times = np.linspace(trajectory.t[interval], trajectory.t[interval + 1], LOOKS)
            inside = _slopes(binding, times, np.ascontiguousarray(trajectory.dense(times).T))
            sizes = np.linalg.norm(inside[:, row], axis=1)
            if np.nanmin(sizes) < VANISHING * usual:
                t = float(times[int(np.nanargmin(sizes))])
                yield _passed(binding.sources[row], t)
                break


def _slopes(binding: BoundConstraints, t: Array, states: Array) -> Array:
    """G (n, m, f) in the scale of the metric."""
    along = binding.many(t, states)
    return along.G * along.scale[:, None]


def _passed(source: str, t: float) -> Problem:
    cause = say(
        "At about t = {t:.4g} s velocities pass where ∂ψ/∂q̇ vanishes: it binds nothing there, and "
        "how the motion goes on is not determined. The one without a kink is shown.",
        t=t,
    )
    remedy = "Rely on the motion up to there, or state the condition so that it tells the branch."
    return Problem(place_of(source), cause, remedy, Severity.WARNING, "singular-velocities")
