"""Poincaré sections: a motion at every period, or wherever an expression passes zero.

Crossings are located on the dense output of the motion, not at its output times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lagr_gui.analysis.motions.samples import sampled, without_works
from lagr_gui.analysis.motions.simulation import run
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.expression import read
from lagr_gui.expression.arguments import number
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.families.family import failures
from lagr_gui.extensions.families.spreading import AskedOfEach, Cancel, Hear, answers_of
from lagr_gui.extensions.families.varying import family
from lagr_gui.foundation.columns import Columns
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.reading import read_output
from lagr_gui.simulation import Settings, Trajectory
from lagr_gui.simulation.system import Array

DIRECTIONS = {"rising": 1, "falling": -1, "both": 0}

LOOKS = 8
"""Looks at the sign of an expression within each step of the motion."""

BISECTIONS = 52
"""Halvings of a bracket: as many as a double has digits."""

MOST = 1_000_000
"""Points of a section."""


@dataclass(frozen=True, eq=False)
class PoincareSection:
    """Points of a motion at times t (n,): states q, q̇ (n, f), and outputs (n,) by title."""

    coordinates: tuple[str, ...]
    t: Array
    q: Array
    qd: Array
    outputs: Mapping[str, Array]

    def __getitem__(self, name: str) -> Array:
        """The values (n,) of an output, a coordinate or a velocity ``phi'``."""
        return self.outputs[name] if name in self.outputs else self._states[name]

    @property
    def _states(self) -> Columns:
        names = (*self.coordinates, *(f"{name}'" for name in self.coordinates))
        return Columns(names, np.hstack([self.q, self.qd]))

    def columns(self) -> dict[str, Array]:
        """The table of a file: (n,) by head."""
        return {"t (s)": self.t, **self._states, **self.outputs}

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        names = ("coordinates", "t", "q", "qd", "outputs")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        lines = [f"{len(self.t)} points"]
        if len(self.t):
            shown = self._states if not self.outputs else self.outputs
            lines += [f"  {n}: {v.min():.6g} to {v.max():.6g}" for n, v in shown.items()]
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Bifurcation:
    """Sections over one parameter: points (m,) with the `values` of it, times t and outputs.

    `axis` are all values of the parameter `name`; `problems` say why some have no points, by their
    numbers.
    """

    name: str
    axis: Array
    values: Array
    t: Array
    outputs: Mapping[str, Array]
    problems: Mapping[int, str]

    def __getitem__(self, expression: str) -> Array:
        """The values (m,) of an output."""
        return self.outputs[expression]

    def columns(self) -> dict[str, Array]:
        """The table of a file: (m,) by head."""
        return {self.name: self.values, "t (s)": self.t, **self.outputs}

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        names = ("name", "axis", "values", "t", "outputs")
        data = {name: getattr(self, name) for name in names}
        return data | {"failed": failures(self.problems)}

    def __str__(self) -> str:
        first, last = self.axis[0], self.axis[-1]
        lines = [f"{len(self.t)} points for {self.name} = {first:g} … {last:g}"]
        if len(self.t):
            lines += [f"  {n}: {v.min():.6g} to {v.max():.6g}" for n, v in self.outputs.items()]
        lines += [f"  {self.name} = {self.axis[n]:g}: {text}" for n, text in self.problems.items()]
        return "\n".join(lines)


@on_one_thread
def section(
    prepared: Prepared,
    every: float | str | None = None,
    crossing: str = "",
    direction: str = "rising",
    after: float = 0.0,
    outputs: Sequence[str] = (),
    settings: Settings | None = None,
) -> PoincareSection:
    """A Poincaré section: the motion `every` period from its start on, or at each `crossing`.

    A period is a number (s) or an expression in parameters, such as ``2*pi/Omega``; a crossing is
    an expression as `outputs` take, that passes zero ``rising``, ``falling`` or in ``both``
    directions.  What happens in the first `after` seconds is left out.  Raises LagrError where
    neither or both are named, and where the motion cannot be simulated.
    """
    settings = settings or prepared.settings
    question = _checked(prepared, every, crossing, direction, after, outputs)
    return cut(prepared, settings, **question)


@on_one_thread
def bifurcation(
    prepared: Prepared,
    vary: Mapping[str, Sequence[float]],
    every: float | str | None = None,
    crossing: str = "",
    direction: str = "rising",
    after: float = 0.0,
    outputs: Sequence[str] = (),
    settings: Settings | None = None,
    jobs: int | None = None,
    scheduler: str = "",
    progress: Hear | None = None,
    cancel: Cancel | None = None,
) -> Bifurcation:
    """Sections over one parameter or start value: which motions remain `after` a settling time.

    All but `vary` is as for `section`; runs use all cores, or a cluster, as those of `sweep`.
    """
    asked = family(prepared, vary, outputs, settings)
    if len(asked.axes) != 1:
        cause = say("{count} vary; a picture of bifurcations has one.", count=len(asked.axes))
        raise refusal("Bifurcation", cause, "Name one parameter.", "sweep")
    words = _checked(prepared, every, crossing, direction, after, asked.outputs)
    question = AskedOfEach(asked, f"{__name__}:cut", words)
    answers = answers_of(question, jobs, scheduler, progress, cancel)
    ((name, axis),) = asked.axes.items()
    cuts = [(axis[a.number], a.found) for a in answers if a.found is not None]
    none = np.zeros(0)
    return Bifurcation(
        name,
        np.array(axis),
        np.concatenate([none, *(np.full(len(section.t), at) for at, section in cuts)]),
        np.concatenate([none, *(section.t for _, section in cuts)]),
        {
            x: np.concatenate([none, *(section.outputs[x] for _, section in cuts)])
            for x in asked.seen.titles
        },
        {answer.number: answer.problem for answer in answers if answer.problem},
    )


def cut(
    prepared: Prepared,
    settings: Settings,
    every: float | str | None,
    crossing: str,
    direction: int,
    after: float,
    outputs: Sequence[str],
) -> PoincareSection:
    """The section of a motion, of what has been looked at."""
    motion = run(prepared, replace(settings, points=2), Outputs(prepared, ()), checked=False)
    first, last = settings.t0 + after, motion.t[-1]
    if crossing:
        t = crossings(prepared, motion, crossing, direction, first)
    else:
        period = period_of(prepared, every)
        if (last - settings.t0) / period > MOST:
            remedy = say("Take a longer one: at most {most} are told.", most=MOST)
            raise refusal("Period", "It is too short.", remedy, "period")
        t = settings.t0 + period * np.arange(1 + (last - settings.t0) / period * (1 + 1e-12))
        t = t[(t >= first) & (t <= last)]
    samples = sampled(prepared, motion, t)
    seen = Outputs(prepared, outputs).along(samples)
    return PoincareSection(prepared.coordinates, t, samples.q, samples.qd, seen)


def crossings(
    prepared: Prepared, motion: Trajectory, text: str, direction: int, first: float
) -> Array:
    """The times (n,) from `first` on at which an expression passes zero along a motion."""
    seen = Outputs(prepared, (text,))

    def values(t: Array) -> Array:
        return seen.along(sampled(prepared, motion, t))[text]

    inner = motion.dense.ends
    ends = np.unique(np.clip(np.concatenate([motion.t, inner]), first, motion.t[-1]))
    shares = np.arange(LOOKS) / LOOKS
    grid = np.append((ends[:-1, None] + np.diff(ends)[:, None] * shares).ravel(), ends[-1:])
    signs = values(grid) > 0
    change = signs[1:].astype(int) - signs[:-1]
    at = np.flatnonzero(change == direction if direction else change)
    low, high, below = grid[at], grid[at + 1], signs[at]
    for _ in range(BISECTIONS if len(at) else 0):
        middle = (low + high) / 2
        same = (values(middle) > 0) == below
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return high


def period_of(prepared: Prepared, every: float | str | None) -> float:
    """A period (s). Raises LagrError where it is none."""
    raw = value(read(every), prepared.values) if isinstance(every, str) else every
    period = number(raw, "Period")
    if period <= 0:
        raise refusal("Period", "It is not positive.", "Give seconds above 0.", "period")
    return period


def _checked(
    prepared: Prepared,
    every: float | str | None,
    crossing: str,
    direction: str,
    after: float,
    outputs: Sequence[str],
) -> dict[str, Any]:
    """The words of `cut`. Raises LagrError for what does not fit."""
    if (every is None) == (not crossing):
        cause = "A section is made every period, or where an expression passes zero."
        raise refusal("Section", cause, "Name one of both.", "section")
    if direction not in DIRECTIONS:
        place = say("Direction “{direction}”", direction=direction)
        remedy = "Take rising, falling or both."
        raise refusal(place, "There is no such direction.", remedy, "section")
    if every is not None:
        period_of(prepared, every)
    if number(after, "Settling time") < 0:
        raise refusal("Settling time", "It is negative.", "Give seconds from 0 up.", "section")
    without_works(Outputs(prepared, outputs))
    if crossing:
        read_output(prepared, crossing)  # it has no name
        without_works(Outputs(prepared, (crossing,)))
    return {
        "every": every,
        "crossing": crossing,
        "direction": DIRECTIONS[direction],
        "after": float(after),
        "outputs": tuple(outputs),
    }
