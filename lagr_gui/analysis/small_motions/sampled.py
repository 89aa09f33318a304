"""Systems with sampled laws: a system that rests where they do, and the map over their period.

What a law holds is a state there, which goes to what the law is: v′ = (law − v)/h for v⁺ = law.  It
rests where the law does, and its linear equations have the slopes of the law.  Noise is its mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from lagr_gui.analysis.small_motions.past import flat_of
from lagr_gui.catalogue import SIGNALS
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.numbers import known_value
from lagr_gui.mechanics.state import State
from lagr_gui.model import StateSignal
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.linear.sampled import SampledBlock, SampledLinearization
from lagr_gui.simulation.system import Array
from lagr_gui.subsystems.signal_blocks import block_of
from lagr_gui.subsystems.switching import Sampling


@dataclass(frozen=True, eq=False)
class Sampled:
    """A system with sampled laws: one that is `resting` where it is, and what samples."""

    resting: Prepared
    blocks: tuple[SampledBlock, ...]
    samples: tuple[str, ...] = ()
    """The sample times as they are typed."""

    def varied(self, resting: Prepared) -> Sampled:
        """The same with other values of parameters. Raises LagrError for sample times ≤ 0."""
        pairs = zip(self.blocks, self.samples, strict=True)
        blocks = (replace(block, sample=_value(block.name, h, resting)) for block, h in pairs)
        return replace(self, resting=resting, blocks=tuple(blocks))

    def place(self, at: Any) -> Any:
        """A place without what laws hold there, which follows from them."""
        states = self.resting.layout.states
        if not self.blocks or not isinstance(at, Mapping) or "z" in at:
            return at
        return at if set(states) - set(self._samples) else {"z": {}, **at}

    def begun(self, at: Any, state: State) -> State:
        """The state at a place where outputs that were not told are what their laws are there."""
        told = getattr(at, "z", None) if isinstance(at, State) else None
        if not self.blocks or at == "equilibrium" or told:
            return state
        told = {*at.get("z", ())} if isinstance(at, Mapping) else set[str]()
        outputs = {name for block in self.blocks for name in block.holds[: block.outputs]} - told
        states = self.resting.layout.states
        places = [place for place, name in enumerate(states) if name in outputs]
        z = np.array(state.z)
        for _ in range(2):  # as at the start of a motion: what is read was held before it
            y = np.array([*state.q, *state.qd, *z])
            rates = self.resting.system().acceleration(state.t, y).zd
            z[places] += self._steps(states)[places] * rates[places]
        return replace(state, z=tuple(z.tolist()))

    def linear(self, found: Linearization) -> Linearization:
        """The linear equations of the system from those of the one that rests where it does."""
        if not self.blocks or found.first is None:
            return found
        held = [name for block in self.blocks for name in block.holds]
        own = [found.own.index(name) for name in held]
        rows = len(found.independent) + len(found.quick) + np.array(own)
        steps = self._steps(held)[:, None]
        laws = steps * found.A[rows]
        laws[np.arange(len(own)), rows] += 1.0
        moving = {name: getattr(found.first, name).copy() for name in "QVFB"}
        through = steps * moving["B"][:, own]
        for table in moving.values():
            table[..., own, :] = 0.0
        same: dict[str, Any] = {entry.name: getattr(found, entry.name) for entry in fields(found)}
        same["first"] = replace(found.first, **moving)
        return SampledLinearization(**same, blocks=self.blocks, laws=laws, through=through)

    @property
    def _samples(self) -> dict[str, float]:
        return {name: block.sample for block in self.blocks for name in block.holds}

    def _steps(self, names: Sequence[str]) -> Array:
        """The sample times of states that are held, 1 of others."""
        return np.array([self._samples.get(name, 1.0) for name in names])


def sampled(prepared: Prepared) -> Sampled:
    """A system with what it samples; one that samples nothing is its own.

    Raises LagrError for a sample time without a value.
    """
    flat = flat_of(prepared)
    if not any(signal.kind in ("sampled", "noise") for signal in flat.signals):
        return Sampled(prepared, ())
    signals, blocks, samples = list[Any](), list[SampledBlock](), list[str]()
    for signal in flat.signals:
        if signal.kind == "noise":
            unit: str = getattr(signal, "unit", "")  # noise has one
            own = {"name": signal.name, "kind": "expression", "unit": unit}
            signals.append(SIGNALS["expression"].record(value=0, **own))
        elif signal.kind == "sampled":
            made = block_of(signal)
            law = next(one for one in made.acting if isinstance(one, Sampling))
            signals += made.parts
            signals += _states(law, signal.value_unit)
            samples.append(law.sample)
            sample = _value(signal.name, law.sample, prepared)
            blocks.append(SampledBlock(signal.name, sample, law.parameters, len(law.laws)))
        else:
            signals.append(signal)
    resting = replace(prepared, drawn=flat.having(signals=tuple(signals)))
    return Sampled(resting, tuple(blocks), tuple(samples))


def _states(law: Sampling, unit: str) -> Iterator[StateSignal]:
    """What a law holds, as states that go to it."""
    starts = ("0",) * len(law.laws) + law.starts
    for name, text, start in zip(law.parameters, (*law.laws, *law.later), starts, strict=True):
        rate = f"(({text}) - {name})/({law.sample})"
        yield StateSignal(
            name=name, rate=rate, start=start, unit="" if name in law.states else unit
        )


def _value(name: str, text: str, prepared: Prepared) -> float:
    """A sample time (s)."""
    sample = known_value(text, prepared.values)
    if sample is None or not sample > 0:
        cause = say("Its sample time has no positive value.")
        remedy = say("Give its parameters values.")
        raise refusal(say("Signal “{name}”", name=name), cause, remedy, "sample")
    return sample
