"""What steps of one length cannot see of functions of time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.kernel.timed import FunctionsOfTime
from lagr_gui.simulation.foresight import foreseen
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.timetable import Timetable

TOLD = 3
"""Times that are told one by one."""

BESIDE = 1e-9
"""A switch nearer to the end of a step than this part of it is at its end."""


def unseen(
    functions: tuple[FunctionsOfTime, ...], settings: Settings, step: float
) -> Iterator[Problem]:
    """Warnings of functions that jump, bend or come and go within steps of this length."""
    try:
        schedule = foreseen(functions, settings)
    except LagrError as error:
        yield from (replace(problem, severity=Severity.WARNING) for problem in error.problems)
        return
    steps = (schedule.switches - settings.t0) / step
    away = np.abs(steps - np.round(steps)) > BESIDE * np.maximum(1.0, steps)
    within = schedule.switches[away | _jumps(functions, schedule, settings.times)]
    if len(within):
        yield _warned(
            say(
                "Functions of time jump or bend where steps of {step:g} s do not see it: "
                "at t = {times} s. The motion is less exact than its steps.",
                step=step,
                times=_listed(within.tolist()),
            )
        )
    short = schedule.marks[:-1][schedule.longest < step]
    if len(short):
        yield _warned(
            say(
                "Functions of time come and go faster than steps of {step:g} s can see, as at "
                "t = {times} s.",
                step=step,
                times=_listed([float(short[0])]),
            )
        )


def _jumps(
    functions: Sequence[FunctionsOfTime], schedule: Timetable, times: Array
) -> NDArray[np.bool_]:
    """At which switches (k,) values jump: a step that ends there takes what is behind as well."""
    jumping = np.zeros(len(schedule.switches), bool)
    for program in functions:
        before, after, usual = map(program.values, (schedule.before, schedule.after, times))
        for slot in program.timed.used:
            size = np.nanmax(np.abs(np.hstack([before[slot], after[slot], usual[slot]])))
            jumping |= np.abs(after[slot] - before[slot]) > BESIDE * size
    return jumping


def _listed(times: Sequence[float]) -> str:
    """Some times in words."""
    more = [] if len(times) <= TOLD else [f"… ({len(times)})"]
    return ", ".join([*(f"{t:.6g}" for t in times[:TOLD]), *more])


def _warned(cause: str) -> Problem:
    return Problem(
        place=say("Steps of fixed length"),
        cause=cause,
        remedy=say("Choose another method: auto. Its steps end at these times."),
        severity=Severity.WARNING,
        code="unseen-by-fixed-steps",
    )
