"""Motions in which nothing but samples happens: machine code takes them within its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from lagr_gui.analysis.motions.agents import MotionUnderWay
from lagr_gui.analysis.motions.march import Reached
from lagr_gui.analysis.motions.switching import SwitchingAgent
from lagr_gui.analysis.motions.turn_charts import charts_of
from lagr_gui.analysis.samples_taken import Begins
from lagr_gui.analysis.stages import compared
from lagr_gui.expression import read, substitute
from lagr_gui.foundation.arrays import Array
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import KernelSystem, Settings, Trajectory
from lagr_gui.simulation.sampled import (
    HeldValues,
    SampledBlock,
    SampledSystem,
    sampled_motion,
)
from lagr_gui.simulation.solvers import FIRST, implicit_at_last
from lagr_gui.simulation.trajectory import check_energies
from lagr_gui.subsystems.switching import Sampling

ALONG = 3
"""Instants of a stage between two samples that are compared."""

Stage = tuple[Prepared, Trajectory]
"""A stretch of a motion in which parameters stay as they are, with what moves."""

GoingOn = Callable[[float, Array, Array], bool]
"""Hears of the time that is reached, of new output times (k,) and states (k, n)."""


@dataclass(frozen=True, eq=False)
class SampledPart:
    """A stretch of a motion by its number, and what blocks held in it from which times on."""

    number: int
    names: tuple[str, ...]
    sampled: SampledSystem
    changes: HeldValues


class SampledBursts:
    """Lets a motion go on from sample to sample within machine code.

    Where that ends before its time agents go on as ever: they take every instant anew.
    """

    def __init__(
        self, prepared: Prepared, settings: Settings, agent: SwitchingAgent, going_on: GoingOn
    ) -> None:
        self._prepared, self._agent, self._going_on = prepared, agent, going_on
        self._settings = prepared.with_extents(settings)
        self.parts = list[SampledPart]()
        usual = settings.method in ("auto", FIRST) and not agent.switches
        self._fits = usual and prepared.conditions is None and charts_of(prepared) is None

    def go_on(self, motion: MotionUnderWay, until: float) -> bool:
        """Whether the motion has gone on; not beyond a time."""
        at, agent = motion.at, self._agent
        if not self._fits or at.method:
            return False
        settings = replace(self._settings, t0=at.t, t_end=until, q0=at.q, qd0=at.qd, z0=at.z)
        sampled = sampled_system(self._prepared, agent)
        held = np.array([v for s in agent.samplers for v in s.held])
        found = sampled_motion(sampled, settings, held, settings.method, self._going_on)
        if found is None:
            self._fits = False
            return False
        part, changes = found.trajectory, found.changes
        check_energies(part)
        q, qd, z = (tuple(row[-1].tolist()) for row in (part.q, part.qd, part.layout.z(part.y)))
        method = implicit_at_last(part.method)
        then = Reached(float(part.t[-1]), q, qd, method=method, z=z)
        names = tuple(name for s in agent.samplers for name in s.sampling.parameters)
        self.parts.append(SampledPart(len(motion.parts), names, sampled, changes))
        values = dict(zip(names, changes.values.T, strict=True))
        motion.pass_over(part, then, changes.t, values)
        agent.pass_over(found.held.tolist(), found.counts)
        return True


def sampled_system(prepared: Prepared, agent: SwitchingAgent) -> SampledSystem:
    """The system with what its blocks hold behind its state, and the laws of these."""
    from lagr_gui.prepared import kernels

    recursion, samplers = prepared.recursion, agent.samplers
    names = tuple(name for sampler in samplers for name in sampler.sampling.parameters)
    behind = kernels.named_nodes(recursion, names)
    texts = [
        text
        for sampler in samplers
        for text in (*sampler.sampling.laws, *sampler.sampling.later)
        or ("0",) * len(sampler.sampling.parameters)  # random numbers follow from nothing
    ]
    trees = [substitute(read(text), prepared.reading.dependent) for text in texts]
    others = [value for name, value in prepared.values.items() if name not in names]
    laws = prepared.kept(
        ("sampled laws", names, *trees),
        lambda: kernels.switch_kernel(recursion, None, trees, (), behind),
    )
    kernel = prepared.kept(
        ("sampled system", names), lambda: kernels.free_system(recursion, behind), lasting=True
    )
    slopes = cache(
        lambda: prepared.kept(
            ("sampled slopes", names),
            lambda: kernels.slope_kernel(recursion, None, behind),
            lasting=True,
        ).bind(others)
    )
    system = KernelSystem(prepared.layout, kernel.bind(others), slopes=slopes)
    blocks = [
        SampledBlock(
            sampler.sample,
            sampler.count,
            len(sampler.held),
            sampler.deviation,
            sampler.seed if sampler.sampling.seed else None,
        )
        for sampler in samplers
    ]
    return SampledSystem(system, laws.bind(others), blocks, samplers[0].begin)


# --- what is compared afterwards -----------------------------------------------------------------


def stages_of(motion: MotionUnderWay, sampled: Sequence[SampledPart]) -> list[Stage]:
    """Stretches of a motion; of those with many samples some stages between two of these."""
    by_number = {part.number: part for part in sampled}
    found = list[Stage]()
    for number, stage in enumerate(zip(motion.systems, motion.parts, strict=True)):
        many = by_number.get(number)
        found += [stage] if many is None else _stages(*stage, many)
    return found


def _stages(system: Prepared, part: Trajectory, many: SampledPart) -> Iterator[Stage]:
    """Some stages of a stretch, which begins with the values of a system."""
    ends = np.concatenate([part.t[:1], many.changes.t, part.t[-1:]])
    begun = np.array([system.values[name] for name in many.names])
    every = np.vstack([begun, many.changes.values])
    long = np.flatnonzero(np.diff(ends) > 0)
    for row in long[compared(len(long))]:
        t = np.linspace(ends[row], ends[row + 1], ALONG)
        states = np.ascontiguousarray(part.dense(t).T)
        record = many.sampled.record(t, states, np.tile(every[row], (ALONG, 1)))
        q, qd, z = (table.copy() for table in part.layout.parts(states))
        told = {name: getattr(record, name) for name in ("qdd", "T", "U", "zd")}
        none = np.zeros(ALONG)
        works = dict.fromkeys(("dissipated", "supplied", "drift", "slip"), none)
        touching = np.zeros((ALONG, 0), bool)
        stage = replace(part, t=t, q=q, qd=qd, z=z, touching=touching, **told, **works)
        yield system.with_values(dict(zip(many.names, every[row].tolist(), strict=True))), stage


def begins_of(prepared: Prepared, motion: MotionUnderWay, sampled: Sequence[SampledPart]) -> Begins:
    """Where stretches of a motion begin, and those between samples in it."""
    by_number, first = {part.number: part for part in sampled}, motion.parts[0]
    acting = (entry for entry in prepared.acting_signals if isinstance(entry, Sampling))
    own = {name for entry in acting for name in entry.parameters}
    table = np.array([system.parameters for system in motion.systems])
    usual = list(prepared.values.items())
    places = [
        place
        for place, (name, value) in enumerate(usual)
        if name in own or np.any(table[:, place] != value)
    ]
    names = [usual[place][0] for place in places]
    t, states, values = list[Array](), list[Array](), list[Array]()
    for number, (row, part) in enumerate(zip(table[:, places], motion.parts, strict=True)):
        t.append(part.t[:1])
        states.append(part.y[:1])
        values.append(row[None])
        if (many := by_number.get(number)) is not None:
            rows = np.tile(row, (len(many.changes.t), 1))
            rows[:, [names.index(name) for name in many.names]] = many.changes.values
            t.append(many.changes.t)
            states.append(many.changes.states)
            values.append(rows)
    end = float(motion.parts[-1].t[-1])
    tables = (np.concatenate(states), np.concatenate(values))
    return Begins(first.layout, tuple(names), np.concatenate(t), *tables, end)
