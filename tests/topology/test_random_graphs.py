"""Trees, cuts, references and numbers of random drawings, beside networkx and a plain search."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import networkx as nx
import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import JOINTS, KINDS
from lagr_gui.editing import edits
from lagr_gui.model import Body, Model, Parameter
from lagr_gui.topology import analyse
from tests.systems import joint, system

SEEDS = range(40)
MOVING = ("revolute", "prismatic", "universal", "spherical", "planar", "cylindrical", "fixed")


def drawn(seed: int, extra: int | None = None) -> Model:
    """Bodies with random joints between them, drawn either way; not all hang together."""
    source = random.Random(seed)
    n = source.randint(1, 9)
    hung = [child for child in range(1, n + 1) if source.random() < 0.9]
    pairs = [(source.randrange(child), child) for child in hung]
    for _ in range(source.randint(0, 4) if extra is None else extra):
        a, b = source.randrange(n + 1), source.randrange(n + 1)
        if a != b:
            pairs.append((a, b))
    source.shuffle(pairs)
    joints = []
    for index, (a, b) in enumerate(pairs):
        kind = source.choice(MOVING)
        count = JOINTS[kind].freedoms or 0
        ends = (a, b) if source.random() < 0.5 else (b, a)
        names = tuple(f"q{index}_{i}" for i in range(count))
        joints.append(joint(kind, f"j{index}", *ends, coordinates=names))
    bodies = [Body(number=number, mass=1) for number in range(1, n + 1)]
    return system(bodies, joints, parameters=(Parameter(name="g", value=9.81),))


def graph(model: Model) -> nx.MultiGraph:
    found = nx.MultiGraph()
    found.add_nodes_from([0, *model.numbers])
    for own in model.joints:
        found.add_edge(own.parent, own.child, own.name)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_there_are_as_many_cuts_as_independent_closed_paths(seed: int) -> None:
    model = drawn(seed)
    known = graph(model)
    loops = known.number_of_edges() - len(known) + nx.number_connected_components(known)
    found = analyse(model, KINDS)
    assert len(found.cuts) == loops == len(found.loops)
    assert found.is_tree is (loops == 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_left_spans_all_bodies_once(seed: int) -> None:
    model = drawn(seed)
    found = analyse(model, KINDS)
    tree = nx.Graph((branch.parent, branch.child) for branch in found.branches)
    assert set(tree) == {0, *model.numbers} and nx.is_tree(tree)
    assert len(found.branches) == len(model.bodies)
    assert found.reference_bodies == {b.child: b.parent for b in found.branches}


@pytest.mark.parametrize("seed", SEEDS)
def test_offered_joints_bind_each_loose_piece_once(seed: int) -> None:
    model = drawn(seed)
    pieces = [piece for piece in nx.connected_components(graph(model)) if 0 not in piece]
    offered = analyse(model, KINDS).offered
    assert len(offered) == len(pieces)
    for piece in pieces:
        assert sum(own.child in piece for own in offered) == 1
    assert all(own.parent == 0 and own.kind == "free" for own in offered)
    whole = edits.accept_free_joints(model, offered)
    assert not analyse(whole, KINDS).offered
    assert nx.is_connected(graph(whole))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_branch_is_walked_backwards_where_its_joint_is_drawn_so(seed: int) -> None:
    found = analyse(drawn(seed), KINDS)
    for branch in found.branches:
        ends = (branch.joint.parent, branch.joint.child)
        assert ends == (
            (branch.child, branch.parent) if branch.backwards else (branch.parent, branch.child)
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_loop_is_a_closed_path_of_joints_that_are_there(seed: int) -> None:
    model = drawn(seed)
    joints = {j.name: {j.parent, j.child} for j in model.joints}
    for loop in analyse(model, KINDS).loops:
        count = len(loop.bodies)
        assert count == len(loop.joints) == len(set(loop.bodies))
        steps = {frozenset((loop.bodies[i], loop.bodies[(i + 1) % count])) for i in range(count)}
        assert {frozenset(joints[name]) for name in loop.joints} == steps


@pytest.mark.parametrize("seed", SEEDS)
def test_new_numbers_rise_along_every_path(seed: int) -> None:
    model = drawn(seed, extra=0)
    found = analyse(model, KINDS)
    if found.renumbering:
        again = analyse(edits.renumber(model, dict(found.renumbering)), KINDS)
        assert all(b.parent < b.child for b in again.branches)
        assert not again.renumbering
    else:
        assert all(b.parent < b.child for b in found.branches)


@pytest.mark.parametrize("seed", SEEDS)
def test_coordinates_are_those_of_the_joints_that_carry_the_tree(seed: int) -> None:
    model = drawn(seed)
    found = analyse(model, KINDS)
    kept = {branch.joint.name for branch in found.branches} | {
        cut.joint.name for cut in found.cuts if cut.keeps
    }
    carried = [name for j in model.joints if j.name in kept for name in j.coordinates]
    offered = [name for j in found.offered for name in j.coordinates]
    assert sorted(found.coordinates) == sorted([*carried, *offered])
    assert len(set(found.coordinates)) == len(found.coordinates)


@pytest.mark.parametrize("seed", SEEDS)
def test_joints_with_many_coordinates_are_cut_first(seed: int) -> None:
    """No other tree leaves fewer coordinates: that is the least spanning tree of networkx."""
    model = drawn(seed)
    found = analyse(model, KINDS)
    known = nx.MultiGraph()
    known.add_nodes_from([0, *model.numbers])
    for own in (*model.joints, *found.offered):
        known.add_edge(own.parent, own.child, own.name, weight=len(own.coordinates))
    least = sum(d["weight"] for _, _, d in nx.minimum_spanning_edges(known, keys=False, data=True))
    if not any(cut.keeps for cut in found.cuts):
        assert sum(len(b.joint.coordinates) for b in found.branches) == least


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_in_which_joints_stand_changes_no_structure(seed: int) -> None:
    model = drawn(seed, extra=0)
    turned = model.model_copy(update={"joints": model.joints[::-1]})
    one, other = analyse(model, KINDS), analyse(turned, KINDS)
    assert one.reference_bodies == other.reference_bodies
    assert sorted(one.coordinates) == sorted(other.coordinates)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_report_says_what_the_structure_is(seed: int) -> None:
    model = drawn(seed)
    report, found = pipeline.check(model), analyse(model, KINDS)
    assert report.tree is found.is_tree
    assert report.coordinates == found.coordinates
    assert len(report.loops) == len(found.loops)
    assert [set(loop) for loop in report.loops] == [set(loop.joints) for loop in found.loops]


def depths(model: Model) -> dict[int, int]:
    """How many joints lie between body 0 and each body, at least."""
    near: dict[int, list[int]] = {}
    for own in model.joints:
        near.setdefault(own.parent, []).append(own.child)
        near.setdefault(own.child, []).append(own.parent)
    found, waiting = {0: 0}, deque([0])
    while waiting:
        body = waiting.popleft()
        for other in near.get(body, []):
            if other not in found:
                found[other] = found[body] + 1
                waiting.append(other)
    return found


@pytest.mark.parametrize("count", range(3, 9))
@pytest.mark.parametrize("seed", range(4))
def test_a_ring_is_cut_as_far_from_body_0_as_any_of_its_joints(count: int, seed: int) -> None:
    source = random.Random(seed)
    bodies = [0, *source.sample(range(1, count), count - 1)]
    pairs = [(bodies[i], bodies[(i + 1) % count]) for i in range(count)]
    joints: list[Any] = [
        joint("revolute", f"j{i}", *pair, coordinates=(f"q{i}",)) for i, pair in enumerate(pairs)
    ]
    model = system([Body(number=n, mass=1) for n in range(1, count)], joints)
    (cut,) = analyse(model, KINDS).cuts
    far = depths(model)
    own = far[cut.joint.parent] + far[cut.joint.child]
    assert own == max(far[j.parent] + far[j.child] for j in joints)
