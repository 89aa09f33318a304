"""A signal-flow diagram gives, block by block, what the recursion gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.mechanics.signals import Network, ScalarUnknown, SignalValues
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare
from lagr_gui.problem import LagrError
from tests.mechanics.formalisms.test_agreement import SYSTEMS as TREES
from tests.mechanics.formalisms.test_bound import SYSTEMS as BOUND
from tests.samples.gallery import NAMES, sample, with_start


def begun(model: Model) -> Model:
    """A model that does not start where a disc lies flat, or two axes are one."""
    return with_start(model, {name: 0.3 + 0.1 * k for k, name in enumerate(model.coordinates)})


BENDING = {"cantilever", "flexible_arm", "rotating_beam"}
WIRED = {"condenser_microphone", "dc_motor_pendulum", "ladder_filter", "loudspeaker"}
MODELS = {
    **{name: lambda name=name: sample(name) for name in NAMES if name not in BENDING | WIRED},
    **{f"tree {name}": lambda model=model: model for name, model in TREES.items()},
    **{f"bound {make.__name__}": lambda make=make: begun(make().model) for make in BOUND},
}


def states(prepared: Prepared, count: int, spread: float = 0.15) -> list[State]:
    """States near the start; what conditions tell is found by the network itself."""
    start, random = prepared.start, np.random.default_rng(7)
    f = len(start.q)
    return [
        State(
            start.t + 0.1 * k,
            tuple((np.array(start.q) + random.uniform(-spread, spread, f)).tolist()),
            tuple((np.array(start.qd) + random.uniform(-1, 1, f)).tolist()),
        )
        for k in range(count)
    ]


def compared(prepared: Prepared, signals: SignalValues) -> None:
    """q̈ and reactions against the recursion at the state that the network found."""
    at = State(signals.t, tuple(signals.q.tolist()), tuple(signals.qd.tolist()))
    (known,) = pipeline.evaluate(prepared, [at])
    qdd = known.qdd
    assert np.nan_to_num(known.position) == pytest.approx(0, abs=1e-9)
    assert known.velocity == pytest.approx(0, abs=1e-9)
    assert signals.qdd == pytest.approx(qdd, rel=1e-9, abs=1e-9 * max(1, np.abs(qdd).max()))
    if known.rank < len(known.G):
        return  # how conditions that follow from others share their forces is open
    forces = [np.abs(r.force).max() for r in known.reactions.values()]
    size = max(1.0, *forces, *np.abs(known.multipliers))
    for s, multiplier in enumerate(known.multipliers):
        assert signals.unknowns[ScalarUnknown("lambda", s)] == pytest.approx(
            multiplier, abs=1e-9 * size
        )
    for link in prepared.reading.links:
        sign = -1 if link.backwards else 1
        reaction = known.reactions[link.joint]
        force, moment = (sign * signals.vector(sort, link.joint) for sort in "FM")
        assert force == pytest.approx(reaction.force, abs=1e-9 * size)
        assert moment == pytest.approx(reaction.moment, abs=1e-9 * size)


@pytest.mark.parametrize("name", MODELS)
def test_blocks_one_after_the_other_give_accelerations_and_reactions(name: str) -> None:
    prepared = prepare(MODELS[name]())
    for state in states(prepared, 3, 0.02 if name == "bound rod_and_gear" else 0.15):
        compared(prepared, pipeline.signal_values(prepared, state))


@pytest.mark.parametrize("name", MODELS)
def test_every_number_of_a_block_comes_in_by_a_wire(name: str) -> None:
    network = pipeline.signal_flow(MODELS[name]())
    for index, block in enumerate(network.blocks):
        inside = {network.solved[i].gives for i in block.solved}
        incoming = {
            (part.sort, part.owner, part.axis)
            for wire in network.wires
            if index in wire.targets
            for part in wire.parts
        }
        for i in block.solved:
            for unknown in network.solved[i].uses:
                key = (unknown.sort, unknown.owner, unknown.axis)
                zero = _solver(network, unknown).vanishes
                assert unknown in inside or key in incoming or zero, (block.name, unknown)


@pytest.mark.parametrize("name", MODELS)
def test_each_unknown_has_one_equation_and_waits_for_none_that_comes_later(name: str) -> None:
    network = pipeline.signal_flow(MODELS[name]())
    given = [entry.gives for entry in network.solved]
    assert len(set(given)) == len(given)
    assert sorted(i for group in network.order for i in group) == list(range(len(given)))
    known: set[ScalarUnknown] = set()
    for group in network.order:
        own = {given[i] for i in group}
        for i in group:
            assert set(network.solved[i].uses) <= known | own
        known |= own


@pytest.mark.parametrize("name", MODELS)
def test_a_loop_without_what_it_is_cut_at_has_an_order(name: str) -> None:
    network = pipeline.signal_flow(MODELS[name]())
    for loop in network.loops:
        inside = {network.solved[i].gives for i in loop.solved}
        left, known = set(loop.solved), set(loop.cut)
        while True:
            ready = [i for i in left if set(network.solved[i].uses) & inside <= known]
            if not ready:
                break
            left -= set(ready)
            known |= {network.solved[i].gives for i in ready}
        assert not left
        way = [network.solved[i] for i in loop.way]
        for before, after in zip(way, (*way[1:], way[0]), strict=True):
            assert before.gives in after.uses


def test_wires_tell_all_on_which_a_block_depends() -> None:
    """Change a coordinate that no wire leads to a block: its equations stay the same."""
    for name in ("slider_crank", "furuta_pendulum", "overhead_crane", "flyball_governor"):
        prepared = prepare(sample(name))
        network = pipeline.signal_flow(prepared)
        told = [_upstream(network, index) for index in range(len(network.blocks))]
        (state,) = states(prepared, 1)
        before = pipeline.signal_values(prepared, state)
        for nu in range(len(network.coordinates)):
            if nu in (*network.dependent, *network.led):
                continue
            q = list(before.q)
            q[nu] += 0.01
            other = State(state.t, tuple(q), tuple(before.qd.tolist()))
            after = pipeline.signal_values(prepared, other)
            changed = {n for n in range(len(q)) if abs(after.q[n] - before.q[n]) > 1e-12}
            changed |= {n for n in range(len(q)) if abs(after.qd[n] - before.qd[n]) > 1e-12}
            for index, block in enumerate(network.blocks):
                if told[index] & changed:
                    continue
                for i in block.solved:
                    a, b = before.solved[i], after.solved[i]
                    size = 1e-9 * max(1.0, abs(a[0]), *map(abs, a[1]))
                    assert a[0] == pytest.approx(b[0], abs=size), (name, block.name)
                    assert a[1] == pytest.approx(b[1], abs=size), (name, block.name)


def _upstream(network: Network, block: int) -> set[int]:
    """The coordinates that reach a block without an acceleration or force between."""
    found: set[int] = set()
    todo, seen = [block], set[int]()
    while todo:
        index = todo.pop()
        if index in seen:
            continue
        seen.add(index)
        for wire in network.wires:
            if index not in wire.targets:
                continue
            for part in wire.parts:
                if part.sort in ("q", "qd"):
                    found.add(int(part.owner))
                elif part.sort in ("x", "v", "omega"):
                    todo.append(wire.source)
    return found


def _solver(network: Network, unknown: ScalarUnknown) -> Any:
    return next(entry for entry in network.solved if entry.gives == unknown)


@pytest.mark.parametrize("name", sorted(BENDING | WIRED))
def test_what_bodies_cut_free_do_not_tell_is_refused_with_its_place(name: str) -> None:
    with pytest.raises(LagrError) as told:
        pipeline.signal_flow(sample(name))
    (problem,) = told.value.problems
    assert problem.code == "no-signals" and "“" in problem.place and problem.remedy


def test_a_spring_and_a_mass_need_no_loop() -> None:
    system = System()
    body = system.body("cart", 2)
    system.joint("prismatic", GROUND, body, "x")
    system.element("coordinate_spring", "spring", coordinate="x", c=8, q0=0)
    network = pipeline.signal_flow(system.model)
    assert network.loops == () and network.integrators == 2
    signals = pipeline.signal_values(system.model, {"t": 0, "q": [0.5], "qd": [0]})
    assert signals.qdd == pytest.approx([-2])
