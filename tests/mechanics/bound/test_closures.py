"""Closed paths against Newton and Euler for free bodies, wherever they are cut."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.model import Base
from tests.mechanics.bound import jets
from tests.mechanics.bound.linkages import Linkage, linkage
from tests.mechanics.bound.maximal import Known, solve
from tests.systems import element, joint

KINDS = ["fixed", "revolute", "prismatic", "cylindrical", "universal", "spherical", "planar"]
CLOSE = 1e-8


def spatial(kind: str, **more) -> Linkage:
    """One loop through body 0 with a joint of the kind and freedom to move."""
    tree = [("universal", 0, 1), ("revolute", 1, 2), ("spherical", 2, 3)]
    if kind == "fixed":
        tree[1] = ("cylindrical", 1, 2)
    return linkage(5, tree, [(kind, 3, 0)], **more)


def compare(found: Linkage, known: Known, derivation: str = "recursion") -> None:
    """Accelerations of bodies and wrenches of joints by the program are the known ones."""
    (own,) = pipeline.evaluate(found.model, [found.state], derivation=derivation)
    assert np.nan_to_num(np.abs(own.position)).max() < 1e-11, "the state is closed"
    assert np.abs(own.velocity).max() < 1e-11, "the state moves as the joints allow"
    names = pipeline.check(found.model).coordinates
    poses = found.poses(dict(zip(names, own.qdd, strict=True)))
    size = max(np.abs(a).max() for a in known.accelerations.values())
    for number, expected in known.accelerations.items():
        x, R = poses[number]
        a = np.concatenate([2 * x[2], jets.spin(R)[1]])
        assert np.abs(a - expected).max() < CLOSE * size, number
    if derivation == "closed":
        return
    size = max(np.abs(w).max() for w in known.wrenches.values())
    for name, expected in known.wrenches.items():
        reaction = own.reactions[name]
        difference = np.concatenate([reaction.force, reaction.moment]) - expected
        difference -= known.undetermined[name] @ (known.undetermined[name].T @ difference)
        assert np.abs(difference).max() < CLOSE * size, name


def by_newton(found: Linkage) -> Known:
    return solve(found.model, found.poses())


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_joint_closes_a_loop_wherever_it_is_cut(kind: str) -> None:
    found = spatial(kind)
    known = by_newton(found)
    for drawn in found.model.joints:
        compare(found.cut_at(drawn.name), known)


@pytest.mark.parametrize("kind", ["fixed", "prismatic", "planar"])
def test_the_closed_form_gives_the_same_accelerations(kind: str) -> None:
    found = spatial(kind)
    compare(found.cut_at("3"), by_newton(found), "closed")


@pytest.mark.parametrize("kind", KINDS)
def test_joints_may_be_drawn_backwards(kind: str) -> None:
    tree = [(kind, 0, 1), ("universal", 1, 2), ("cylindrical", 2, 3)]
    found = linkage(8, tree, [("spherical", 0, 3)], backwards=(0, 2))
    known = by_newton(found)
    for name in "03":
        compare(found.cut_at(name), known)


@pytest.mark.parametrize("kind", KINDS)
def test_loops_need_not_pass_through_body_0(kind: str) -> None:
    tree = [("free", 0, 1), (kind, 1, 2), ("universal", 2, 3), ("cylindrical", 3, 4)]
    found = linkage(3, tree, [("spherical", 4, 1)])
    known = by_newton(found)
    for name in "14":
        compare(found.cut_at(name), known)


def test_two_loops_may_share_joints() -> None:
    tree = [("universal", 0, 1), ("spherical", 1, 2), ("cylindrical", 2, 3), ("universal", 3, 4)]
    found = linkage(2, tree, [("spherical", 3, 0), ("planar", 4, 2)])
    known = by_newton(found)
    for names in ("45", "05", "13"):
        compare(found.cut_at(*names), known)


MOVING_BASE = Base(
    position=("0.1 + 0.3*t + 0.2*t^2", "-0.4*t", "0.5*t^2"), axis=(1, 2, -1), angle="0.5 + t - t^2"
)
MOVED = (
    np.array([[0.1, 0, 0], [0.3, -0.4, 0], [0.2, 0, 0.5]]),
    jets.turn((1, 2, -1), jets.scalar(0.5, 1, -2)),
)


@pytest.mark.parametrize("kind", KINDS)
def test_body_0_may_move_and_turn(kind: str) -> None:
    found = spatial(kind, base=MOVED)
    moving = replace(found, model=found.model.model_copy(update={"base": MOVING_BASE}))
    known = by_newton(moving)
    for name in "13":
        compare(moving.cut_at(name), known)


def test_the_closed_form_moves_body_0_too() -> None:
    found = spatial("revolute", base=MOVED)
    moving = replace(found, model=found.model.model_copy(update={"base": MOVING_BASE}))
    compare(moving.cut_at("1"), by_newton(moving), "closed")


def test_links_may_be_without_mass() -> None:
    tree = [("revolute", 0, 1), ("spherical", 1, 2), ("universal", 2, 3)]
    found = linkage(4, tree, [("revolute", 3, 0)], massless=(2,))
    known = by_newton(found)
    for name in "0123":
        compare(found.cut_at(name), known)


@pytest.mark.parametrize("kind", ["revolute", "universal", "cylindrical", "spherical", "planar"])
def test_springs_on_the_coordinates_of_a_cut_joint_act_as_on_those_of_the_tree(kind: str) -> None:
    found = linkage(
        6, [(kind, 0, 1), ("universal", 1, 2), ("cylindrical", 2, 3)], [("spherical", 3, 0)]
    )
    springs = tuple(
        element("coordinate_spring", f"spring {name}", coordinate=name, c=20 + 5 * i, q0=0.3)
        for i, name in enumerate(found.model.joint("0").coordinates)
    )
    sprung = replace(found, model=found.model.model_copy(update={"elements": springs}))
    results = []
    for name in "1230":
        cut = sprung.cut_at(name)
        (own,) = pipeline.evaluate(cut.model, [cut.state])
        assert own.Q.any() and np.abs(own.position).max() < 1e-11
        names = pipeline.check(cut.model).coordinates
        poses = cut.poses(dict(zip(names, own.qdd, strict=True)))
        wrenches = [[*r.force, *r.moment] for _, r in sorted(own.reactions.items())]
        results.append(np.concatenate([*(poses[k][0][2] for k in (1, 2, 3)), *wrenches]))
    for other in results[1:]:
        assert other == pytest.approx(results[0], rel=1e-8, abs=1e-8 * np.abs(results[0]).max())
    if kind == "revolute":
        axis = np.array(found.model.joint("0").axis)  # type: ignore[attr-defined]
        direction = np.array(found.model.joint("0").orientation) @ axis / np.linalg.norm(axis)
        moment = 20 * (found.q["q0_0"] - 0.3) * direction
        load = np.concatenate([0 * moment, -moment])
        loaded = solve(found.model, found.poses(), {1: load})
        expected = np.concatenate([loaded.accelerations[k][:3] / 2 for k in (1, 2, 3)])
        assert results[0][:9] == pytest.approx(expected, rel=1e-8)


def test_a_general_joint_that_describes_a_hinge_closes_a_loop_like_a_hinge() -> None:
    found = linkage(
        9, [("universal", 0, 1), ("cylindrical", 1, 2), ("spherical", 2, 3)], [("revolute", 3, 0)]
    )
    hinge = found.model.joint("3")
    x, y, z = np.array(hinge.axis) / np.linalg.norm(hinge.axis)  # type: ignore[attr-defined]
    n = [repr(float(entry)) for entry in (x, y, z)]
    cross = [["0", f"-({n[2]})", n[1]], [n[2], "0", f"-({n[0]})"], [f"-({n[1]})", n[0], "0"]]
    turned = [
        [
            f"{int(i == j)}*cos(a) + (1 - cos(a))*({n[i]})*({n[j]}) + sin(a)*({cross[j][i]})"
            for j in range(3)
        ]
        for i in range(3)
    ]
    general = joint(
        "general",
        "3",
        3,
        0,
        rotation=turned,
        coordinates=("a",),
        point_parent=hinge.point_parent,
        point_child=hinge.point_child,
        orientation=hinge.orientation,
    )
    model = found.model.model_copy(update={"joints": (*found.model.joints[:3], general)})
    other = replace(
        found,
        model=model,
        q={**found.q, "a": found.q["q3_0"]},
        qd={**found.qd, "a": found.qd["q3_0"]},
    )
    known = by_newton(found.cut_at("3"))
    compare(other.cut_at("3"), known)
