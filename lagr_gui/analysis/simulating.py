"""From a model to its motion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from lagr_gui.analysis.auditing import StopCheck, check_motion, check_start
from lagr_gui.analysis.failing import failing
from lagr_gui.analysis.outputs import Outputs
from lagr_gui.analysis.running import without_direction
from lagr_gui.analysis.stepping import simulate_fixed
from lagr_gui.analysis.tables import told_by_tables
from lagr_gui.mechanics.validity import Validity
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError, Problem
from lagr_gui.simulation import (
    KernelSystem,
    Progress,
    Settings,
    SimulationStopped,
    Trajectory,
    check_settings,
)
from lagr_gui.simulation import simulate as integrate
from lagr_gui.simulation.contacts import Contacts
from lagr_gui.simulation.faults import Invalid
from lagr_gui.simulation.settings import FIXED
from lagr_gui.simulation.trajectory import check_energies

PULLED = 1e-8
"""The square of the distance from a lock (rad, m) at which a motion that fails has failed by it."""


@on_one_thread
def simulate(
    prepared: Prepared,
    settings: Settings | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    stop: Callable[[], bool] | None = None,
    outputs: Sequence[str] = (),
) -> Trajectory:
    """The motion from the start values, with the curves of `outputs` (`lagr_gui.outputs`).

    Raises LagrError where it cannot begin, SimulationStopped with the motion up to there (its
    `trajectory`) where it cannot go on, Disagreement where an independent formalism contradicts,
    and Cancelled.
    """
    return run(prepared, settings, Outputs(prepared, outputs), progress, cancel, stop)


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
    if settings is not None:
        check_settings(settings, prepared.coordinates)
        if settings.method == FIXED:
            return simulate_fixed(prepared, settings, seen, cancel, checked)
    start = prepared.assembly if settings is None else prepared.assembled(settings)
    settings = settings or prepared.settings
    compiled = prepared.system((settings.t0, start.q, start.qd))
    consistent = replace(settings, q0=tuple(start.q), qd0=tuple(start.qd))
    contacts, works = contacts_of(prepared), checked or seen.need_works
    ending = StopCheck(
        lambda: check_start(prepared, compiled, settings.t0, start.q, start.qd), stop
    )

    def finished(found: Trajectory, stopped: bool = False) -> Trajectory:
        found = replace(found, notes=start.notes, stopped=stopped)
        if checked:
            check = check_motion(prepared, found, begun=compiled)
            found = replace(found, certificate=check, output_units=seen.units)
        return replace(found, outputs=seen.along(found))

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


def contacts_of(prepared: Prepared) -> Contacts | None:
    """The limits of a system at the beginning of a motion; None where there are none."""
    binding = prepared.conditions
    return Contacts(binding) if binding is not None and binding.limits else None


def march(
    prepared: Prepared,
    compiled: KernelSystem,
    settings: Settings,
    contacts: Contacts | None,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    stop: Callable[[], bool] | None = None,
    works: bool = True,
) -> Trajectory:
    """The motion of a compiled system from start values that meet its conditions, unchecked."""

    def renew(t: float, q: np.ndarray, qd: np.ndarray) -> KernelSystem:
        return prepared.system((t, q, qd))

    lost = partial(_lost, prepared)
    return integrate(compiled, settings, progress, cancel, (), contacts, renew, lost, stop, works)


def simulate_as_far(
    prepared: Prepared,
    settings: Settings | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
    outputs: Sequence[str] = (),
) -> tuple[Trajectory, tuple[Problem, ...]]:
    """The motion from the start values as far as it goes, and why it ends early if it does.

    It ends where `stop`, which is asked after each step, says yes.

    Raises LagrError where it cannot begin.
    """
    try:
        return simulate(prepared, settings, progress, stop=stop, outputs=outputs), ()
    except SimulationStopped as ended:
        return ended.trajectory, ended.problems


def _lost(prepared: Prepared, t: float, q: np.ndarray) -> Invalid | LagrError | None:
    """Those that made a motion fail near positions q, also by what bodies without mass do."""
    if (met := without_direction(prepared, t, q)) is not None:
        return met
    if (found := failing(prepared, t, q, PULLED)) is not None:
        return found
    moving = prepared.kept("validity moving", lambda: Validity(prepared.reading, moving=True))
    names = moving.failing_here(prepared.parameters.tolist(), t, q, PULLED)
    return Invalid(names) if names else None
