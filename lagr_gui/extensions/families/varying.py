"""Families of a model: every combination of some values of parameters and start values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from lagr_gui.analysis.motions.fixed_steps import check_fixed, finished, lane_system, marched
from lagr_gui.analysis.motions.simulation import run
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.catalogue import KINDS
from lagr_gui.expression import read, symbols
from lagr_gui.expression.arguments import by_name, numbers
from lagr_gui.extensions.families.family import CHECKED
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.kernel.operations import WIDTH
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.model import Model
from lagr_gui.model.sites import sites
from lagr_gui.model.valued import held_first, with_values
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.simulation import Settings, SimulationStopped, Trajectory, check_settings
from lagr_gui.simulation.settings import FIXED
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import ASSEMBLY

MOST_RUNS = 10_000_000
"""Runs of a family."""


Start = tuple[list[float], list[float], list[float]]
"""q and q̇ (f each), and states of the first order (s)."""


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
    ``phi'``.  The last one varies fastest.  The first of each thousand runs is compared with an
    independent formalism, and so are those that are `compared` besides.
    """

    model: Model
    axes: Mapping[str, tuple[float, ...]]
    outputs: tuple[str, ...]
    settings: Settings
    compared: frozenset[int] = frozenset()

    def __reduce__(self) -> tuple[type[Family], tuple[object, ...]]:
        return Family, (self.model, self.axes, self.outputs, self.settings, self.compared)

    def _is_compared(self, number: int) -> bool:
        return number % CHECKED == 0 or number in self.compared

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
        point: dict[str, float] = {}
        for name, values in reversed([*self.axes.items()]):
            number, place = divmod(number, len(values))
            point[name] = values[place]
        return point

    @cached_property
    def _prepared(self) -> Prepared:
        return prepare(self.model)

    @cached_property
    def seen(self) -> Outputs:
        """What is looked at, read for the model."""
        return Outputs(self._prepared, self.outputs)

    @cached_property
    def _judged(self) -> frozenset[str]:
        """What varies that says whether there is such a system: masses, inertias, fields."""
        return frozenset(self.axes) & judged(self.model)

    @cached_property
    def _good(self) -> set[tuple[float, ...]]:
        """Values of what is judged that have been found good."""
        return set()

    @property
    def in_groups(self) -> bool:
        """Whether runs are computed several at once, in machine code that needs no lock."""
        return self.settings.method == FIXED

    def member(self, number: int) -> Model:
        """The model with the values of a run."""
        return with_values(self.model, self._prepared.coordinates, self.values(number))

    def run_all(
        self, numbers: Sequence[int], cancel: Callable[[], bool] | None = None
    ) -> list[Run]:
        """Some motions.  What is wrong with them is told in the results; raises Cancelled alone."""
        if not self.in_groups:
            return [self._run(number, lambda n: self._simulated(n, cancel)) for number in numbers]
        is_plain = not self.parameters and self.seen.places
        plain = [number for number in numbers if is_plain and not self._is_compared(number)]
        in_plain = {*plain}
        runs = self._plain(plain, cancel) if plain else []
        left = [number for number in numbers if runs is None or number not in in_plain]
        groups = [left[at : at + WIDTH] for at in range(0, len(left), WIDTH)]
        return [*(runs or ()), *(run for group in groups for run in self._group(group, cancel))]

    def _plain(self, numbers: Sequence[int], cancel: Callable[[], bool] | None) -> list[Run] | None:
        """Motions of one system, by coordinates, unchecked; None where one of them stops."""
        names = self._prepared.layout.names
        start = self._state(self._start(self._prepared, {}))
        starts = np.tile(start, (len(numbers), 1))
        places = np.unravel_index(numbers, self.shape)
        for (name, values), at in zip(self._columns.items(), places, strict=True):
            starts[:, names.index(name)] = values[at]
        states = marched([self._prepared] * len(numbers), starts, self.settings, False, cancel)
        if not np.isfinite(states).all():
            return None
        curves = np.swapaxes(states[:, :, self.seen.places], 1, 2)
        end = self.settings.t_end
        return [Run(number, curve, end) for number, curve in zip(numbers, curves, strict=True)]

    @cached_property
    def _columns(self) -> dict[str, Array]:
        return {name: np.array(values) for name, values in self.axes.items()}

    def without_values(self, number: int, problem: str) -> Run:
        """A run that could not begin, and why."""
        nothing = np.full((len(self.outputs), self.settings.points), np.nan)
        return Run(number, nothing, np.nan, problem)

    def _run(self, number: int, simulated: Callable[[int], Trajectory]) -> Run:
        try:
            motion, problem = simulated(number), ""
        except SimulationStopped as stopped:
            motion, problem = stopped.trajectory, str(stopped)
        except LagrError as error:
            return self.without_values(number, str(error))
        curves = self.without_values(number, problem).curves
        whole = motion.t == self.times[: len(motion.t)]  # where it stops it has one time of its own
        for row, title in zip(curves, self.seen.titles, strict=True):
            row[: len(whole)][whole] = motion.outputs[title][whole]
        return Run(number, curves, float(motion.t[-1]), problem)

    @cached_property
    def times(self) -> Array:
        """The output times (n,)."""
        return self.settings.times

    @on_one_thread
    def _simulated(self, number: int, cancel: Callable[[], bool] | None) -> Trajectory:
        prepared, start = self.varied(number)
        seen, checked = self.seen.of(prepared), self._is_compared(number)
        return run(prepared, self.starting(start), seen, cancel=cancel, checked=checked)

    def _group(self, numbers: Sequence[int], cancel: Callable[[], bool] | None) -> list[Run]:
        """Up to sixteen motions by steps of fixed length at once."""
        members: dict[int, tuple[Prepared, Start]] = {}
        runs: list[Run] = []
        for number in numbers:
            try:
                members[number] = self.varied(number)
            except LagrError as error:
                runs.append(self.without_values(number, str(error)))
        if not members:
            return runs
        works = self.seen.need_works or any(map(self._is_compared, members))
        systems, starts = zip(*members.values(), strict=True)
        begun = [self._state(start) for start in starts]
        states = marched(systems, np.array(begun), self.settings, works, cancel)
        ended = zip(members, systems, starts, states, strict=True)
        return runs + [self._ended(*entry) for entry in ended]

    def _ended(self, number: int, prepared: Prepared, start: Start, states: Array) -> Run:
        """A run of its states."""
        seen, checked = self.seen.of(prepared), self._is_compared(number)
        settings = self.starting(start)
        return self._run(number, lambda _: finished(prepared, settings, states, seen, checked))

    def varied(self, number: int) -> tuple[Prepared, Start]:
        """The system of a run, with its start.

        Raises LagrError where there is no such system, and where it cannot start so.
        """
        values = self.values(number)
        prepared, start = self.having(values)
        names = [name for name in self.axes if name not in self.parameters]
        if not names or prepared.conditions is None or not prepared.conditions.sources:
            return prepared, start
        begun = start_by_name(prepared, self.starting(start))
        units = units_by_name(prepared)
        for name in names:
            least = max(units[name], abs(values[name]))
            if abs(begun[name] - values[name]) > ASSEMBLY.changed * least:
                raise _not_held(name, values[name], begun[name])
        positions, rates = prepared.layout.motion(np.array([*begun.values()]))
        return prepared, (positions.tolist(), rates.tolist(), start[2])

    def having(self, values: Mapping[str, float]) -> tuple[Prepared, Start]:
        """The system with values of all that varies, and its start.

        Raises LagrError where there is no such system.
        """
        if not self.parameters:
            return self._prepared, self._start(self._prepared, values)
        key = tuple(values[name] for name in sorted(self._judged))
        member = with_values(self.model, self._prepared.coordinates, values)
        prepared = self._prepared.varied(member, key not in self._good)
        self._good.add(key)
        return prepared, self._start(prepared, values)

    @cached_property
    def parameters(self) -> frozenset[str]:
        """What varies and is no start value."""
        return frozenset(self.axes) & frozenset(self._prepared.reading.parameters)

    def _start(self, prepared: Prepared, values: Mapping[str, float]) -> Start:
        """Start values of the model where neither what varies nor the settings give others."""
        chosen = (self.settings.q0, self.settings.qd0)
        state: list[list[float]] = []
        for dash, defaults, first, asked in zip(
            ("", "'"), prepared.start_values, self._prepared.start_values, chosen, strict=True
        ):
            usual = [a if b == c else c for a, b, c in zip(defaults, first, asked, strict=True)]
            names = (f"{name}{dash}" for name in prepared.coordinates)
            state.append([values.get(n, a) for n, a in zip(names, usual, strict=True)])
        defaults, first = prepared.settings.z0, self._prepared.settings.z0
        asked = self.settings.z0 if len(self.settings.z0) else first
        z = [a if b == c else c for a, b, c in zip(defaults, first, asked, strict=True)]
        return state[0], state[1], z

    def starting(self, start: Start) -> Settings:
        """The settings with a start."""
        return replace(self.settings, q0=start[0], qd0=start[1], z0=start[2] or self.settings.z0)

    def _state(self, start: Start) -> Array:
        """The whole state (n,) in which a run starts."""
        return self.starting(start).start


def family(
    prepared: Prepared,
    vary: Mapping[str, Any],
    outputs: Sequence[str],
    settings: Settings | None,
) -> Family:
    """A family, as it was asked for; without outputs all coordinates are meant.

    Raises LagrError for unknown names, values that are none, and outputs that cannot be read.
    """
    axes = {}
    for name, values in by_name(vary, "What varies").items():
        place = check_varied(prepared, name)
        axes[name] = tuple(numbers(values, place))
        if not axes[name]:
            raise refusal(place, "There are no values.", "Give one at least.", "no-value")
    if not axes:
        cause = "Nothing varies."
        raise refusal("Sweep", cause, "Name a parameter or start value, and its values.", "sweep")
    asked = Outputs(prepared, outputs or prepared.coordinates).typed
    if not asked:
        cause = "Nothing can be looked at: the system has no coordinates."
        raise refusal("Sweep", cause, "Name an output, or give a joint a coordinate.", "sweep")
    chosen = settings or prepared.settings
    check_settings(prepared.completed(chosen), prepared.layout)
    members = Family(held_first(prepared.model, prepared.coordinates, axes), axes, asked, chosen)
    if members.in_groups:
        check_fixed(prepared.completed(chosen), prepared.layout)
        lane_system(prepared, works=False)  # what is bound is refused at once
    if members.runs > MOST_RUNS:
        cause = say("{runs} runs are too many.", runs=members.runs)
        remedy = say("At most {most} are computed at once.", most=MOST_RUNS)
        raise refusal("Sweep", cause, remedy, "sweep")
    return members


def start_by_name(prepared: Prepared, settings: Settings) -> dict[str, float]:
    """Positions and velocities with which a motion starts, by what they vary as."""
    start = prepared.assembled(settings)
    return _by_name(prepared, np.concatenate([start.q, start.qd]))


def units_by_name(prepared: Prepared) -> dict[str, float]:
    """How far positions and velocities go (`Prepared.state_units`), by what they vary as."""
    return _by_name(prepared, prepared.state_units)


def _by_name(prepared: Prepared, state: Array) -> dict[str, float]:
    """The numbers of a state (2f,): a velocity is called like its coordinate, with a prime."""
    rates = (f"{name}'" for name in prepared.coordinates)
    return dict(zip((*prepared.coordinates, *rates), state.tolist(), strict=True))


def _not_held(name: str, asked: float, begun: float) -> LagrError:
    cause = say(
        "It cannot start with {asked:.6g}: joints and conditions lead to {begun:.6g}.",
        asked=asked,
        begun=begun,
    )
    place = say("What varies: “{name}”", name=name)
    return refusal(place, cause, "Vary it alone, or within what can be reached.", "start-changed")


def judged(model: Model) -> frozenset[str]:
    """The parameters on whose values it depends whether a model is one of a system.

    Those in functions and start values alone are none of them.
    """
    fixed = {"functions", "start", "motions", "special_cases", "parameters", "sketch"}
    texts = [site.value for site in sites(model, KINDS) if site.path[0] not in fixed]
    names = {symbol.name for text in texts for symbol in symbols(read(text))}
    names |= {parameter.name for parameter in model.parameters if parameter.positive}
    trees = {p.name: read(p.value) for p in model.parameters if p.value is not None}
    pending = [*names]
    while pending:
        more = {symbol.name for symbol in symbols(trees.get(pending.pop(), NOUGHT))} - names
        names |= more
        pending += more
    return frozenset(names)


def check_varied(prepared: Prepared, name: str) -> str:
    """The place of what varies, in words.

    Raises LagrError where it is no parameter, start position or start velocity.
    """
    coordinates = prepared.coordinates
    names = [*prepared.reading.parameters, *coordinates, *(f"{name}'" for name in coordinates)]
    place = say("What varies: “{name}”", name=name)
    if name not in names:
        cause = "There is no parameter, coordinate or velocity of this name."
        raise refusal(place, cause, did_you_mean(name, names), "unknown-name")
    return place
