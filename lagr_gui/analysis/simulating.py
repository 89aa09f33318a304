"""From a model to its motion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from lagr_gui.analysis.auditing import StopCheck, check_motion, check_start
from lagr_gui.analysis.controlling import UnitPlace, controlled
from lagr_gui.analysis.marching import contacts_of, march, refuse_controllers
from lagr_gui.analysis.outputs import Outputs
from lagr_gui.analysis.running_away import runaway
from lagr_gui.analysis.singular_velocities import vanished_slopes
from lagr_gui.analysis.stepping import simulate_fixed
from lagr_gui.analysis.tables import told_by_tables
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError, Problem
from lagr_gui.simulation import (
    Progress,
    Settings,
    SimulationStopped,
    Trajectory,
    check_settings,
)
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
    """The motion from the start values, with the curves of `outputs` (`lagr_gui.outputs`).

    Controllers of the model are units in files of a `folder` (by default the present one): programs
    that run only where `allow_fmu` says so, for all or for those with these SHA-256.

    Raises LagrError where it cannot begin, SimulationStopped with the motion up to there (its
    `trajectory`) where it cannot go on, Disagreement where an independent formalism contradicts,
    and Cancelled.
    """
    seen = Outputs(prepared, outputs)
    if any(entry.enabled for entry in prepared.model.simulation.controllers):
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
        check_settings(settings, prepared.coordinates)
        if settings.method == FIXED:
            return simulate_fixed(prepared, settings, seen, cancel, checked)
    start = prepared.assembly if settings is None else prepared.assembled(settings)
    settings = settings or prepared.settings
    compiled = prepared.system((settings.t0, start.q, start.qd))
    bounded = with_largest_step(settings)
    consistent = replace(bounded, q0=tuple(start.q), qd0=tuple(start.qd))
    contacts, works = contacts_of(prepared), checked or seen.need_works
    ending = StopCheck(
        lambda: check_start(prepared, compiled, settings.t0, start.q, start.qd), stop
    )

    def finished(found: Trajectory, stopped: bool = False) -> Trajectory:
        notes = (*start.notes, *found.notes)
        found = replace(found, notes=notes, stopped=stopped, special=prepared.special)
        told: dict[str, Any] = {}
        if checked:
            told["certificate"] = check_motion(prepared, found, begun=compiled)
            told["notes"] = (
                *notes,
                *runaway(prepared, found),
                *vanished_slopes(prepared, found),
            )
            told["output_units"] = seen.units
        return replace(found, **told, outputs=seen.along(found))

    try:
        found = march(prepared, compiled, consistent, contacts, progress, cancel, ending, works)
    except SimulationStopped as ended:
        last = finished(ended.trajectory, stopped=True)
        end = last.t[-1], last.q[-1], last.qd[-1]
        raise SimulationStopped(told_by_tables(prepared, ended, *end), last) from ended
    except LagrError as error:
        begin = settings.t0, start.q, start.qd
        raise LagrError(told_by_tables(prepared, error, *begin)) from error
    if works:
        check_energies(found)
    return finished(found)


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
