"""Families of a model: every combination of some values of parameters and start values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from lagr_gui.analysis.outputs import Outputs
from lagr_gui.analysis.simulating import run
from lagr_gui.given import by_name, numbers
from lagr_gui.message import say
from lagr_gui.model import Model, StartValue
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.problem import LagrError, refusal
from lagr_gui.registry import did_you_mean
from lagr_gui.simulation import Settings, SimulationStopped, Trajectory
from lagr_gui.simulation.system import Array

MOST_RUNS = 10_000_000
"""Runs of a family."""

CHECKED = 100
"""One run among so many is compared with an independent formalism."""


@dataclass(frozen=True, eq=False)
class Run:
    """One motion of a family: its outputs (k, n), nan from where it stops on, and why it stops.

    `end` is the time (s) that it reaches; nan where it cannot begin.
    """

    number: int
    curves: Array
    end: float
    problem: str = ""


@dataclass(frozen=True, eq=False)
class Family:
    """A model with what varies in it, by name, and what is looked at.

    A name is that of a parameter, of a coordinate (its start position), or of a velocity
    ``phi'``.  The last one varies fastest.
    """

    model: Model
    axes: Mapping[str, tuple[float, ...]]
    outputs: tuple[str, ...]
    settings: Settings

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each axis has."""
        return tuple(len(values) for values in self.axes.values())

    @property
    def runs(self) -> int:
        """How many motions there are."""
        return prod(self.shape)

    def values(self, number: int) -> dict[str, float]:
        """What is varied, in a run."""
        places = np.unravel_index(number, self.shape)
        return {
            name: values[int(at)]
            for (name, values), at in zip(self.axes.items(), places, strict=True)
        }

    @cached_property
    def _prepared(self) -> Prepared:
        return prepare(self.model)

    @cached_property
    def _seen(self) -> Outputs:
        return Outputs(self._prepared, self.outputs)

    def member(self, number: int) -> Model:
        """The model with the values of a run."""
        return with_values(self.model, self._prepared.coordinates, self.values(number))

    @on_one_thread
    def run(self, number: int, cancel: Callable[[], bool] | None = None) -> Run:
        """One motion.  What is wrong with it is told in the result; raises Cancelled alone."""
        curves = np.full((len(self.outputs), self.settings.points), np.nan)
        try:
            found = self._simulated(number, cancel)
            problem = ""
        except SimulationStopped as stopped:
            found, problem = stopped.trajectory, str(stopped)
        except LagrError as error:
            return Run(number, curves, np.nan, str(error))
        grid = np.linspace(self.settings.t0, self.settings.t_end, self.settings.points)
        whole = found.t == grid[: len(found.t)]  # where it stops it has one time of its own
        for row, text in zip(curves, self.outputs, strict=True):
            row[: len(whole)][whole] = found.outputs[text][whole]
        return Run(number, curves, float(found.t[-1]), problem)

    def _simulated(self, number: int, cancel: Callable[[], bool] | None) -> Trajectory:
        prepared = self._prepared.varied(self.member(number))
        settings = self._settings(prepared, self.values(number))
        seen, checked = self._seen.of(prepared), number % CHECKED == 0
        return run(prepared, settings, seen, cancel=cancel, checked=checked)

    def _settings(self, prepared: Prepared, values: Mapping[str, float]) -> Settings:
        """Those of the family, with start values of the model where they give no others."""
        q, qd = (list(own) for own in prepared.start_values)
        usual = self._prepared.start_values
        for i, name in enumerate(prepared.coordinates):
            if name not in values and self.settings.q0[i] != usual[0][i]:
                q[i] = self.settings.q0[i]
            if f"{name}'" not in values and self.settings.qd0[i] != usual[1][i]:
                qd[i] = self.settings.qd0[i]
        return replace(self.settings, q0=q, qd0=qd)


def family(
    prepared: Prepared,
    vary: Mapping[str, Any],
    outputs: Sequence[str],
    settings: Settings | None,
) -> Family:
    """A family, as it was asked for; without outputs all coordinates are meant.

    Raises LagrError for unknown names, values that are none, and outputs that cannot be read.
    """
    axes = _axes(prepared, vary)
    asked = Outputs(prepared, outputs or prepared.coordinates).texts
    chosen = settings or prepared.settings
    found = Family(prepared.model, axes, asked, chosen)
    if found.runs > MOST_RUNS:
        cause = say("{runs} runs are too many.", runs=found.runs)
        remedy = say("At most {most} are computed at once.", most=MOST_RUNS)
        raise refusal("Sweep", cause, remedy, "sweep")
    return found


def with_values(model: Model, coordinates: Sequence[str], values: Mapping[str, float]) -> Model:
    """The model with other values of parameters, start positions and start velocities."""
    model = model.each(
        "parameters", lambda p: p.having(value=values[p.name]) if p.name in values else p
    )
    known = {start.coordinate: start for start in model.start}
    moved = [n for n in coordinates if n in values or f"{n}'" in values]
    for name in moved:
        old = known.get(name) or StartValue(coordinate=name)
        position, velocity = values.get(name, old.position), values.get(f"{name}'", old.velocity)
        known[name] = old.having(position=position, velocity=velocity)
    return model.having(start=tuple(known.values())) if moved else model


def _axes(prepared: Prepared, vary: Mapping[str, Any]) -> dict[str, tuple[float, ...]]:
    given = by_name(vary, "What varies")
    coordinates = prepared.coordinates
    known = [*prepared.reading.parameters, *coordinates, *(f"{name}'" for name in coordinates)]
    axes: dict[str, tuple[float, ...]] = {}
    for name, values in given.items():
        place = say("What varies: “{name}”", name=name)
        if name not in known:
            cause = "There is no parameter, coordinate or velocity of this name."
            raise refusal(place, cause, did_you_mean(name, known), "unknown-name")
        axes[name] = tuple(numbers(values, place))
        if not axes[name]:
            raise refusal(place, "There are no values.", "Give one at least.", "no-value")
    if not axes:
        cause = "Nothing varies."
        raise refusal("Sweep", cause, "Name a parameter or start value, and its values.", "sweep")
    return axes
