"""A signal-flow diagram gives, block by block, what the recursion gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.extensions.signal_flow.records import Network, ScalarUnknown, SignalValues
from lagr_gui.extensions.signal_flow.words import loop_words
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare
from tests.mechanics.formalisms.test_agreement import SYSTEMS as TREES
from tests.mechanics.formalisms.test_bound import SYSTEMS as BOUND
from tests.samples.gallery import SMOOTH, sample, with_start


def begun(model: Model) -> Model:
    """A model that does not start where a disc lies flat, or two axes are one."""
    return with_start(model, {name: 0.3 + 0.1 * k for k, name in enumerate(model.coordinates)})


MODELS = {
    **{name: lambda name=name: sample(name) for name in SMOOTH},
    **{f"tree {name}": lambda model=model: model for name, model in TREES.items()},
    **{f"bound {make.__name__}": lambda make=make: begun(make().model) for make in BOUND},
}


NEARER = {"bound rod_and_gear": (0.02,), "condenser_microphone": (1e-7, 1e-5)}
"""How far states lie from the start where that is not 0.15 m or rad, and 1 m/s or rad/s."""


def states(prepared: Prepared, count: int, spread: float = 0.15, speed: float = 1.0) -> list[State]:
    """States near the start; what conditions tell is found by the network itself."""
    start, random = prepared.start, np.random.default_rng(7)
    f = len(start.q)
    return [
        State(
            start.t + 0.1 * k,
            tuple((np.array(start.q) + random.uniform(-spread, spread, f)).tolist()),
            tuple((np.array(start.qd) + speed * random.uniform(-1, 1, f)).tolist()),
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
    size = max([1.0, *forces, *np.abs(known.multipliers)])
    meshes = {mesh.link for mesh in prepared.reading.meshes}
    for s, multiplier in enumerate(known.multipliers):
        if prepared.conditions.sources[s].partition(":")[2] in meshes:
            continue  # the equation of a mesh, which has no multiplier
        assert signals.unknowns[ScalarUnknown("lambda", s)] == pytest.approx(
            multiplier, abs=1e-9 * size
        )
    beams = {beam.beam.joint for beam in prepared.reading.beams}
    for link in prepared.reading.links:
        if link.joint in beams:
            continue  # here at its end, there at its root
        sign = -1 if link.backwards else 1
        reaction = known.reactions[link.joint]
        force, moment = (sign * signals.vector(sort, link.joint) for sort in "FM")
        assert force == pytest.approx(reaction.force, abs=1e-9 * size)
        assert moment == pytest.approx(reaction.moment, abs=1e-9 * size)


@pytest.mark.parametrize("name", MODELS)
def test_blocks_one_after_the_other_give_accelerations_and_reactions(name: str) -> None:
    prepared = prepare(MODELS[name]())
    for state in states(prepared, 3, *NEARER.get(name, ())):
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


def test_a_spring_and_a_mass_need_no_loop() -> None:
    system = System()
    body = system.body("cart", 2)
    system.joint("prismatic", GROUND, body, "x")
    system.element("coordinate_spring", "spring", coordinate="x", c=8, q0=0)
    network = pipeline.signal_flow(system.model)
    assert network.loops == () and network.integrators == 2
    signals = pipeline.signal_values(system.model, {"t": 0, "q": [0.5], "qd": [0]})
    assert signals.qdd == pytest.approx([-2])


def test_each_mesh_and_each_beam_has_a_block_with_its_equations() -> None:
    network = pipeline.signal_flow(sample("ladder_filter"))
    meshes = [block for block in network.blocks if block.kind == "mesh"]
    assert [block.name for block in meshes] == ["Mesh q₁", "Mesh q₂"]
    assert "element:capacitor" in meshes[0].items and "element:capacitor" in meshes[1].items
    assert network.loops == () and network.integrators == 4
    network = pipeline.signal_flow(sample("flexible_arm"))
    for joint, amplitudes in (("upper arm", ("a1", "a2")), ("forearm", ("b1", "b2"))):
        (block,) = (b for b in network.blocks if b.items == (f"joint:{joint}",) and b.solved)
        states = [network.solved[i].row for i in block.solved]
        own = {network.coordinates[int(row.owner)] for row in states if row.sort == "free"}
        assert own == set(amplitudes)


def test_meshes_with_a_coil_in_common_are_an_algebraic_loop_that_says_so() -> None:
    model = sample("ladder_filter")
    coil = next(own for own in model.elements if own.name == "coil 2")
    shared = next(own for own in model.elements if own.name == "capacitor")
    common = coil.having(
        name="common", own=("q_m",), terminal_a=shared.terminal_a, terminal_b=shared.terminal_b
    )
    others = tuple(own for own in model.elements if own.name != "capacitor")
    model = model.having(elements=(*others, common))
    network = pipeline.signal_flow(model)
    (loop,) = network.loops
    assert {network.blocks[b].kind for b in loop.blocks} == {"mesh"}
    assert any("Inductances belong to several" in words for words in loop_words(network, 0))
    signals = pipeline.signal_values(model)
    (known,) = pipeline.evaluate(model, {"t": 0, "q": signals.q, "qd": signals.qd})
    assert signals.qdd == pytest.approx(known.qdd, rel=1e-9)


def test_a_kinetic_energy_that_an_element_gives_is_refused_with_its_place() -> None:
    system = System(m=2)
    body = system.body("cart", "m")
    system.joint("prismatic", GROUND, body, "x")
    system.element("energies", "flywheel", kinetic="m*x'^2/2", potential="0", dissipation="0")
    with pytest.raises(LagrError) as told:
        pipeline.signal_flow(system.model)
    (problem,) = told.value.problems
    assert problem.code == "no-signals" and "flywheel" in problem.place and problem.remedy
