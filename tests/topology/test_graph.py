"""The joint graph explains itself: tree, numbers, loops, bodies that hang on nothing."""

from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.catalogue import KINDS
from lagr_gui.foundation.problem import Severity
from lagr_gui.model import Body
from lagr_gui.topology import analyse
from tests.systems import joint, random_tree, system


def hinge(name, parent, child):
    return joint("revolute", name, parent, child, coordinates=(f"q{name}",))


def test_each_body_of_a_tree_has_one_reference_body():
    model = system(
        [Body(number=n) for n in (1, 2, 3)], [hinge("a", 0, 1), hinge("b", 1, 2), hinge("c", 1, 3)]
    )
    topology = analyse(model, KINDS)
    assert topology.reference_bodies == {1: 0, 2: 1, 3: 1}
    assert topology.is_tree and not topology.problems and not topology.renumbering


def test_a_joint_drawn_towards_the_base_is_walked_backwards():
    model = system([Body(number=1), Body(number=2)], [hinge("a", 1, 0), hinge("b", 2, 1)])
    branches = {branch.child: branch for branch in analyse(model, KINDS).branches}
    assert branches[1].backwards and branches[2].backwards


def test_a_closed_path_is_named_with_its_bodies_and_joints():
    model = system(
        [Body(number=n) for n in (1, 2, 3)],
        [hinge("a", 0, 1), hinge("b", 1, 2), hinge("c", 2, 3), hinge("d", 3, 0)],
    )
    topology = analyse(model, KINDS)
    assert [set(loop.joints) for loop in topology.loops] == [{"a", "b", "c", "d"}]
    assert "0–1–2–3–0" in topology.problems[0].cause


def test_two_joints_between_the_same_bodies_are_a_closed_path():
    model = system([Body(number=1)], [hinge("a", 0, 1), hinge("b", 0, 1)])
    loops = analyse(model, KINDS).loops
    assert len(loops) == 1
    assert set(loops[0].joints) == {"a", "b"}


def test_bodies_that_hang_on_nothing_are_offered_one_free_joint_each_piece():
    model = system([Body(number=n) for n in (1, 2, 3)], [hinge("a", 2, 3)])
    topology = analyse(model, KINDS)
    assert {joint.child for joint in topology.offered} == {1, 2}
    assert {joint.kind for joint in topology.offered} == {"free"}
    assert all(problem.severity is Severity.WARNING for problem in topology.problems)
    assert len(topology.coordinates) == 13


def test_falling_numbers_are_named_by_their_path_and_renumbering_makes_them_rise():
    model = system([Body(number=1), Body(number=2)], [hinge("a", 0, 2), hinge("b", 2, 1)])
    topology = analyse(model, KINDS)
    assert "0–2–1" in topology.problems[0].cause
    assert topology.renumbering == {2: 1, 1: 2}


@given(st.integers(0, 10_000), st.integers(1, 12))
def test_every_reference_body_comes_before_the_bodies_that_hang_on_it(seed, count):
    topology = analyse(random_tree(seed, ["revolute"] * count), KINDS)
    reached = {0}
    for branch in topology.branches:
        assert branch.parent in reached
        reached.add(branch.child)
    assert len(reached) == count + 1
    assert len(topology.coordinates) == count
