"""Expressions as curves along a motion: what sensors on a system would show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from lagr_gui.analysis.stages import stages
from lagr_gui.analysis.trajectories.energy import energy
from lagr_gui.analysis.trajectories.reactions import reactions, transmitted_in
from lagr_gui.expression import Symbol
from lagr_gui.expression.arguments import names as given_names
from lagr_gui.mechanics.trajectories.reactions import Reactions
from lagr_gui.mechanics.trajectories.sensors import (
    DONE,
    OF_ALL,
    Probe,
    SensorKernel,
    loads_of,
    table_of,
)
from lagr_gui.mechanics.trajectories.shares import Share
from lagr_gui.model import outputs_typed
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.measuring import needs_works
from lagr_gui.prepared.sensors.reading import read_output
from lagr_gui.prepared.sensors.units import unit_of_output
from lagr_gui.simulation import Trajectory
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.trajectory import DrivenValues


@on_one_thread
def outputs(
    prepared: Prepared, trajectory: Trajectory, expressions: Sequence[str]
) -> dict[str, Array]:
    """Expressions (n,) along a motion, by their texts or the names that are given to them.

    They are made of coordinates, velocities ``phi'``, accelerations ``phi''``, t, parameters,
    energies T, U, E = T + U, dissipated, supplied, balance, and what sensors show, such as
    ``position(Bob).x``, ``length(spring)`` or ``force(B).y`` (docs/command-line.md lists all);
    ``tip = position(Bob).x`` gives a name.
    Raises LagrError for what cannot be read, unknown names, and a trajectory of other coordinates.
    """
    return Outputs(prepared, expressions).along(trajectory)


def output_units(prepared: Prepared, expressions: Sequence[str]) -> dict[str, str]:
    """SI units of expressions, by the same; empty for pure numbers and where none is known.

    Raises LagrError for what cannot be read, as `outputs` does.
    """
    return Outputs(prepared, expressions).units


def with_signals(outputs: Outputs) -> Outputs:
    """The same with the signals of the system behind them that are no states: these are there.

    Of sampled states there is what they are, in the place of what they are to be.
    """
    names = [name for name in outputs.prepared.model.signal_names if name not in outputs.titles]
    expressions = {symbol.name for symbol in outputs.prepared.reading.whole}
    more = [name for name in names if name in expressions]
    if outputs.prepared.acting_signals:
        from lagr_gui.subsystems.switching import Sampling, later_of  # few models have any

        sampling = (a for a in outputs.prepared.acting_signals if isinstance(a, Sampling))
        sampled = {later_of(state): state for entry in sampling for state in entry.states}
        named = (sampled.get(name, name) for name in more)
        more = [name for name in named if name not in outputs.titles]
    return Outputs(outputs.prepared, [*outputs.typed, *more]) if more else outputs


class Outputs:
    """Expressions that have been read for a model, each under its title.

    LagrError tells what is wrong with them.
    """

    def __init__(self, prepared: Prepared, typed: Sequence[str]) -> None:
        if prepared.model.events:
            from lagr_gui.prepared.held import with_all  # few models have events

            prepared = with_all(prepared)
        self.prepared = prepared
        taken = {*prepared.coordinates, *OF_ALL}
        self.entries = tuple(outputs_typed(given_names(typed, "Outputs"), taken))
        self.trees = tuple(read_output(prepared, entry.expression) for entry in self.entries)

    def of(self, prepared: Prepared) -> Outputs:
        """The same for a model of the same physics with other values."""
        others = object.__new__(Outputs)
        others.prepared, others.entries, others.trees = prepared, self.entries, self.trees
        return others

    @property
    def titles(self) -> tuple[str, ...]:
        """What their curves are called."""
        return tuple(entry.title for entry in self.entries)

    @property
    def typed(self) -> tuple[str, ...]:
        """How they would be typed."""
        return tuple(entry.typed for entry in self.entries)

    @property
    def expressions(self) -> tuple[str, ...]:
        """Them without their names."""
        return tuple(entry.expression for entry in self.entries)

    @cached_property
    def need_works(self) -> bool:
        """Whether they speak of works, which are integrated along a motion."""
        return any(map(needs_works, self.trees))

    @cached_property
    def places(self) -> list[int] | None:
        """Where outputs stand among q and q̇, if they are nothing else."""
        layout = self.prepared.layout
        places: list[int] = []
        for output in self.trees:
            match output.tree:
                case Symbol(name, order) if (label := f"{name}{order * chr(39)}") in layout.names:
                    places.append(layout.names.index(label))
                case _:
                    return None
        return places

    @property
    def units(self) -> dict[str, str]:
        """Their units by their titles; empty where none is known."""
        pairs = zip(self.titles, self.trees, strict=True)
        return {title: unit_of_output(self.prepared, tree) for title, tree in pairs}

    @property
    def kernel(self) -> SensorKernel:
        """Computes them."""
        key = ("outputs", self.expressions)
        return self.prepared.kept(key, lambda: SensorKernel(self.prepared.separate, self.trees))

    def along(self, found: Trajectory) -> dict[str, Array]:
        """Their values (n,) along a motion of the model, by their titles."""
        if not self.entries:
            return {}
        loads = self._loads(found)
        moved = (found.t, found.y, found.qdd)
        energies = (found.T, found.U, found.dissipated, found.supplied)
        table = table_of([*moved, *energies], loads)
        driven = found.driven
        if driven is not None and len(driven.t) and set(driven.names) <= self._held:
            values = self._as_held(driven, found.t, table)
            return dict(zip(self.titles, np.ascontiguousarray(values.T), strict=True))
        pieces: list[Array] = []
        done = 0
        for member, part in stages(self.prepared, found):
            rows = slice(done, done + len(part.t))
            pieces.append(self._seen_in(member)(self._parameters(member), table[rows]))
            done = rows.stop
        return dict(zip(self.titles, np.ascontiguousarray(np.vstack(pieces).T), strict=True))

    def _as_held(self, driven: DrivenValues, t: Array, table: Array) -> Array:
        """Their values (n, k) at times (n,) at which signals held something."""
        names, prepared = driven.names, self.prepared
        kernel = prepared.kept(
            ("outputs", self.expressions, names),
            lambda: SensorKernel(prepared.separate, self.trees, varying=names),
        )
        others = [value for name, value in prepared.values.items() if name not in names]
        held = driven.values[driven.rows(t)]
        return kernel(np.array(others), np.hstack([table, held]))

    @cached_property
    def _held(self) -> set[str]:
        """What signals hold: on that no other parameter depends."""
        if not self.prepared.acting_signals or self.prepared.model.events:
            return set()
        return {name for entry in self.prepared.acting_signals for name in entry.parameters}

    def in_stage(self, member: Prepared, found: Trajectory) -> dict[str, Array]:
        """Their values (n,) by their titles at instants at which this system moves, unchecked.

        Works are not told.
        """
        probes = loads_of(self.trees)
        passed = transmitted_in(member, found) if probes else None
        loads = [_load(passed, probe) for probe in probes] if passed else []
        moved = (found.t, found.y, found.qdd)
        energies = (found.T, found.U, found.dissipated, found.supplied)
        table = table_of([*moved, *energies], loads)
        values = self._seen_in(member)(self._parameters(member), table)
        return dict(zip(self.titles, values.T, strict=True))

    def _seen_in(self, member: Prepared) -> SensorKernel:
        """Computes them for a system in which elements may be off: these exert nothing."""
        off = off_in(self.prepared, member)
        if not off:
            return self.kernel
        trees = tuple(tree.without(off) for tree in self.trees)
        key = ("outputs", self.expressions, *sorted(off))
        return self.prepared.kept(
            key, lambda: SensorKernel(self.prepared.separate, trees, loads_of(self.trees))
        )

    def _parameters(self, member: Prepared) -> Array:
        """The parameters (p,) of a system in which frictions may be off: these slide nowhere."""
        if len(member.parameters) == len(self.prepared.parameters):
            return member.parameters
        return np.array([member.values.get(name, 0.0) for name in self.prepared.values])

    def _loads(self, trajectory: Trajectory) -> list[Array]:
        """What is transmitted (n,) and works (n,), in the order of `loads_of`."""
        probes = loads_of(self.trees)
        words = {probe.word for probe in probes}
        passed = reactions(self.prepared, trajectory) if words - {*DONE} else None
        done = energy(self.prepared, trajectory).shares if words & {*DONE} else {}
        nothing = np.zeros(len(trajectory.t))
        return [
            _load(passed, probe)
            if passed is not None and probe.word not in DONE
            else done.get(Share(probe.word, str(probe.items[0])), nothing)
            for probe in probes
        ]


def _load(loads: Reactions, probe: Probe) -> Array:
    """A column (n,) of what is transmitted: nothing by what is not there."""
    name, nothing = str(probe.items[0]), np.zeros(len(loads.t))
    match probe.word:
        case "force" | "moment" if name in loads.joints:
            table = getattr(loads.joints[name], probe.word)
            return table[:, "xyz".index(probe.part)]
        case "force":
            return loads.drives.get(name, nothing)
        case "moment":
            return nothing
        case "thrust":
            return loads.thrusts.get(name, nothing)
        case "force held by friction":
            rows = [n for n, source in enumerate(loads.sources) if source == f"element:{name}"]
            if slips := [n for n in rows if loads.words[n]]:  # of surfaces it is a vector
                return np.linalg.norm(loads.multipliers[:, slips], axis=1)
            return loads.multipliers[:, rows[-1]] if rows else nothing  # behind what it binds
        case "what reactions press":
            return loads.bounds.get(name, nothing)
        case "current":
            return loads.currents[name]
        case "voltage":
            return loads.voltages[name]
        case _:
            word = str(probe.items[1]) if len(probe.items) > 1 else ""
            return loads.others.get((name, word), ("", nothing))[1]


def off_in(prepared: Prepared, member: Prepared) -> frozenset[str]:
    """The names of elements of a system that are not there in a stage of its motion."""
    if member.model.elements == prepared.model.elements:
        return frozenset()
    there = {element.name for element in member.model.elements if element.enabled}
    return frozenset(e.name for e in prepared.model.elements if e.enabled) - there
