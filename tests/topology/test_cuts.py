"""Which joint of a closed path is cut, and what of it stays."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.catalogue import JOINTS, KINDS
from lagr_gui.foundation.problem import Severity
from lagr_gui.model import Body, Joint, Model, Parameter
from lagr_gui.topology import Topology, analyse
from tests.systems import element, joint, system


def drawn(kind: str, name: str, parent: int, child: int, **fields) -> Joint:
    count = JOINTS[kind].freedoms or 0
    names = tuple(f"{name}{i}" for i in range(count))
    return joint(kind, name, parent, child, coordinates=names, **fields)


def ring(*kinds: str, **model) -> Model:
    """A closed path 0–1–2–…–0 of joints a, b, c, …."""
    count = len(kinds)
    joints = [drawn(kind, "abcdefgh"[i], i, (i + 1) % count) for i, kind in enumerate(kinds)]
    return system([Body(number=n) for n in range(1, count)], joints, **model)


def cut_names(topology: Topology) -> list[str]:
    return [cut.joint.name for cut in topology.cuts]


def with_cut(model: Model, *names: str) -> Model:
    joints = tuple(j.model_copy(update={"cut": j.name in names}) for j in model.joints)
    return model.model_copy(update={"joints": joints})


def test_the_joint_with_most_coordinates_is_cut() -> None:
    model = ring("revolute", "revolute", "spherical", "universal")
    topology = analyse(model, KINDS)
    assert cut_names(topology) == ["c"]
    assert topology.coordinates == ("a0", "b0", "d0", "d1")


def test_among_equals_the_one_farthest_from_body_0_is_cut() -> None:
    for count in (3, 4, 5, 6):
        (name,) = cut_names(analyse(ring(*["revolute"] * count), KINDS))
        place = "abcdefgh".index(name)
        assert abs(place - (count - 1) / 2) <= 0.5, (count, name)


@pytest.mark.parametrize("name", "abcd")
def test_the_choice_of_the_user_comes_first(name: str) -> None:
    model = with_cut(ring("revolute", "spherical", "revolute", "universal"), name)
    topology = analyse(model, KINDS)
    assert cut_names(topology) == [name]
    assert not [p for p in topology.problems if p.code == "idle-cut"]


def test_a_mark_that_cuts_nothing_is_told() -> None:
    model = with_cut(ring("revolute", "revolute", "revolute"), "a", "b")
    topology = analyse(model, KINDS)
    assert len(cut_names(topology)) == 1
    (problem,) = [p for p in topology.problems if p.code == "idle-cut"]
    assert problem.severity is Severity.WARNING
    assert "needed" in problem.cause


def test_a_joint_that_something_speaks_of_is_spared_and_otherwise_keeps_its_coordinates() -> None:
    spring = element("coordinate_spring", "spring", coordinate="b0", c=1)
    model = ring("revolute", "revolute", "revolute", elements=(spring,))
    assert cut_names(analyse(model, KINDS)) != ["b"]
    topology = analyse(with_cut(model, "b"), KINDS)
    (cut,) = topology.cuts
    assert cut.joint.name == "b" and cut.keeps
    assert "b0" in topology.coordinates
    assert "stays dependent" in topology.problems[0].cause


@pytest.mark.parametrize("text", ["2*b0 + 1", "b0'", "sin(b0)*c0"])
def test_a_coordinate_in_an_expression_counts_as_used(text: str) -> None:
    force = element("coordinate_force", "drive", coordinate="a0", force=text)
    topology = analyse(
        with_cut(ring("revolute", "revolute", "revolute", elements=(force,)), "b"), KINDS
    )
    assert "b0" in topology.coordinates


def test_a_general_joint_keeps_its_coordinates() -> None:
    model = ring("revolute", "revolute", "revolute")
    last = joint("general", "c", 2, 0, coordinates=("c0",), distance=("c0", 0, 0))
    model = model.model_copy(update={"joints": (*model.joints[:2], last)})
    assert cut_names(analyse(model, KINDS)) != ["c"], "another joint is cut rather"
    topology = analyse(with_cut(model, "c"), KINDS)
    assert topology.cuts[0].keeps and "c0" in topology.coordinates


def test_two_joints_between_two_bodies_close_a_path() -> None:
    model = system([Body(number=1)], [drawn("revolute", "a", 0, 1), drawn("revolute", "b", 0, 1)])
    topology = analyse(model, KINDS)
    assert len(topology.cuts) == 1
    assert set(topology.cuts[0].loop.joints) == {"a", "b"}
    assert topology.coordinates in (("a0",), ("b0",))


def test_what_is_cut_does_not_depend_on_how_joints_are_drawn() -> None:
    model = ring("revolute", "universal", "revolute", "prismatic")
    turned = tuple(
        j.model_copy(update={"parent": j.child, "child": j.parent}) for j in model.joints
    )
    other = model.model_copy(update={"joints": turned})
    assert cut_names(analyse(other, KINDS)) == cut_names(analyse(model, KINDS))


@given(
    st.integers(2, 7).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.lists(
                st.tuples(st.integers(0, n), st.integers(0, n)).filter(lambda e: e[0] != e[1]),
                min_size=1,
                max_size=12,
            ),
        )
    ),
    st.sets(st.integers(0, 11)),
    st.lists(st.sampled_from(["revolute", "prismatic", "universal", "spherical"]), min_size=12),
)
def test_what_is_left_is_always_a_tree_with_as_many_cuts_as_loops(drawing, marks, kinds) -> None:
    n, edges = drawing
    joints = [drawn(kinds[i], f"j{i}_", a, b, cut=i in marks) for i, (a, b) in enumerate(edges)]
    model = system(
        [Body(number=k) for k in range(1, n + 1)], joints, parameters=(Parameter(name="g"),)
    )
    topology = analyse(model, KINDS)
    graph = nx.MultiGraph(edges)
    graph.add_nodes_from(range(n + 1))
    loops = len(edges) - (n + 1) + nx.number_connected_components(graph)
    assert len(topology.cuts) == loops
    assert set(topology.reference_bodies) == set(range(1, n + 1))
    kept = {branch.joint.name for branch in topology.branches}
    assert kept.isdisjoint(cut_names(topology))
    for cut in topology.cuts:
        assert cut.joint.name in cut.loop.joints
        assert set(cut.loop.joints) - {cut.joint.name} <= kept
        assert len(cut.loop.joints) == len(cut.loop.bodies)
