"""Frames of a body: what is given in them has the equations of the same seen from the body."""

from __future__ import annotations

import random

import pytest

import lagr_gui
from lagr_gui import System, pipeline
from lagr_gui.algebra.equality import equal
from lagr_gui.editing import edits
from lagr_gui.extensions.decks.deck import deck, import_deck
from lagr_gui.model import Model
from lagr_gui.model.record import IDENTITY
from lagr_gui.model.solids.bodies import turn_of
from lagr_gui.model.turning import angles_of
from lagr_gui.prepared import Prepared

COUNTED = ("g", "Gamma", "Q", "T", "U", "D")


def results(system: System | Model) -> dict[str, str]:
    model = system.model if isinstance(system, System) else system
    sheet = pipeline.equations(model)
    return {entry.name: entry.tree for entry in sheet.entries if entry.symbol in COUNTED}


def same(a: System | Model, b: System | Model) -> None:
    first, second = results(a), results(b)
    assert first.keys() == second.keys()
    for name, tree in first.items():
        assert equal(tree, second[name]), name


def carrier() -> tuple[System, int]:
    """A physical pendulum in space that may also slide, so that every direction counts."""
    system = System("frames", m=2, J=0.3, l=0.5, h=0.2, a=0.4, c=30, k=2, F=3)
    rod = system.body("rod", "m", ("J", "J/2", "2*J/3"))
    system.joint("universal", 0, rod, "phi", "psi", point_child=(0, "l", 0))
    return system, rod


def turned(point: tuple[str, str]) -> tuple[str, str, int]:
    """A point of the frame at (l, −h, 0), turned about z by a, seen from the body."""
    x, y = point
    return f"l + cos(a)*({x}) - sin(a)*({y})", f"-h + sin(a)*({x}) + cos(a)*({y})", 0


def framed() -> tuple[System, int, int]:
    system, rod = carrier()
    return system, rod, system.frame(rod, "tip", at=("l", "-h", 0), turn=(0, 0, "a"))


def test_points_of_springs_and_dampers_may_be_given_in_a_frame() -> None:
    first, _, tip = framed()
    second, rod = carrier()
    for system, body, point in (
        (first, tip, ("h/3", "l/2", 0)),
        (second, rod, turned(("h/3", "l/2"))),
    ):
        ends = {"body_a": body, "body_b": 0, "point_a": point, "point_b": ("l", 0, "h")}
        system.element("spring", "spring", **ends, c="c", l0=0)
        system.element("lagr_damper", "damper", **ends, k="k")
    same(first, second)


@pytest.mark.parametrize("axes", ["space", "body"])
def test_forces_and_moments_may_be_given_in_a_frame(axes: str) -> None:
    first, _, tip = framed()
    second, rod = carrier()
    first.element("force", "f", body=tip, point=("h", 0, 0), vector=("F", 0, 0), axes=axes)
    first.element("torque", "t", body=tip, vector=(0, "F*h", 0), axes=axes)
    own = axes == "space"
    push = ("F", 0, 0) if own else ("F*cos(a)", "F*sin(a)", 0)
    turn = (0, "F*h", 0) if own else ("-F*h*sin(a)", "F*h*cos(a)", 0)
    second.element("force", "f", body=rod, point=turned(("h", "0")), vector=push, axes=axes)
    second.element("torque", "t", body=rod, vector=turn, axes=axes)
    same(first, second)


def test_a_joint_may_stand_in_a_frame_with_its_axes() -> None:
    first, _, tip = framed()
    second, rod = carrier()
    for system, body, point, orientation in (
        (first, tip, ("h", "l", 0), IDENTITY),
        (second, rod, turned(("h", "l")), turn_of((0, 0, "a"))),
    ):
        end = system.body("end", "m/2")
        where = {"point_parent": point, "orientation": orientation}
        system.joint("prismatic", body, end, "s", **where)
    same(first, second)


def test_frames_of_frames_follow_one_another_and_mass_in_a_frame_is_that_of_the_body() -> None:
    first, rod = carrier()
    inner = first.frame(rod, at=("l", 0, 0))
    outer = first.frame(inner, at=(0, "h", 0))
    weight = first.body("weight", "m/3")
    first.joint("fixed", outer, weight, point_parent=("h", 0, 0))
    second, rod = carrier()
    weight = second.body("weight", "m/3")
    second.joint("fixed", rod, weight, point_parent=("l + h", "h", 0))
    same(first, second)


def test_the_origin_may_be_the_joint_where_points_are_given_in_frames() -> None:
    first, second = (System("pendulum", m=1, l=0.7, h=0.2, c=9) for _ in range(2))
    for system in (first, second):
        rod = system.body("rod", "m", (0, 0, "m*l^2/12"), centre=(0, "-l/2", 0))
        system.joint("revolute", 0, rod, "phi")
    tip = first.frame(rod, at=(0, "-l", 0))
    first.element("spring", "s", body_a=tip, body_b=0, point_a=("h", 0, 0), c="c")
    second.element("spring", "s", body_a=rod, body_b=0, point_a=("h", "-l", 0), c="c")
    same(first, second)


def test_a_deck_of_lagr_has_the_same_equations() -> None:
    system, rod = carrier()
    tip = system.frame(rod, at=("l", "-h", 0), turn=(0, 0, "a"))
    system.element("spring", "s", body_a=tip, body_b=0, point_a=("h", 0, 0), c="c", l0=0)
    prepared = Prepared(system.model)
    text = deck(prepared.model, prepared.reading)
    (again,) = import_deck(text.encode(), "frames").models
    assert pipeline.check(Prepared(again)).freedoms == 2
    assert results(again).keys() >= results(system).keys()


def test_the_audit_and_robots_know_frames() -> None:
    system, rod = carrier()
    tip = system.frame(rod, at=("l", "-h", 0), turn=(0.1, 0.2, "a"))
    end = system.body("end", 0.4, (0.01, 0.01, 0.01))
    system.joint("revolute", tip, end, "theta", point_parent=("h", 0, 0), axis=(0, 1, 0))
    motion = system.simulate(0.5)
    assert motion.certificate is None or motion.certificate.holds
    state = {"t": 0, "q": [0.2, 0.3, 0.4], "qd": [1, 2, 3]}
    (before,) = lagr_gui.evaluate(system.model, [state])
    (after,) = lagr_gui.evaluate(lagr_gui.load(_as_urdf(system)), [state])
    assert before.qdd == pytest.approx(after.qdd, abs=1e-9)


def _as_urdf(system: System) -> str:
    import tempfile
    from pathlib import Path

    file = Path(tempfile.mkdtemp()) / "frames.urdf"
    file.write_text(lagr_gui.urdf_robot(system.model), "utf-8")
    return str(file)


@pytest.mark.parametrize(
    "angles",
    [
        *((0, 0, 0), ("a", 0, 0), (0, "a", 0), (0, 0, "a"), ("a", "b", 0), (0, "b", "a")),
        *(("a", "b", "c"), (0, 0, "a/2"), ("30 deg", 0, 0), (0, "90 deg", 0), (0, "-90 deg", 0)),
        *(("10 deg", "90 deg", 0), (0, 0, "180 deg"), ("-120 deg", "20 deg", "75 deg")),
    ],
)
def test_angles_are_found_again_in_the_matrix_that_they_make(angles) -> None:
    matrix = turn_of(angles)
    found = angles_of(matrix)
    assert found is not None
    for one, other in zip(sum(turn_of(found), ()), sum(matrix, ()), strict=True):
        assert one == other or float(one) == pytest.approx(float(other), abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_angles_of_random_turns_are_found(seed: int) -> None:
    source = random.Random(seed)
    angles = tuple(source.uniform(-3, 3) for _ in range(3))
    found = angles_of(turn_of(angles))
    assert found is not None
    pairs = zip(sum(turn_of(found), ()), sum(turn_of(angles), ()), strict=True)
    assert all(float(a) == pytest.approx(float(b), abs=1e-11) for a, b in pairs)


@pytest.mark.parametrize(
    "matrix",
    [
        ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
        ((2, 0, 0), (0, 1, 0), (0, 0, 1)),
        (("a", 0, 0), (0, 1, 0), (0, 0, 1)),
        (("nothing(", 0, 0), (0, 1, 0), (0, 0, 1)),
        (("cos(a)", "sin(a)", 0), ("sin(a)", "cos(a)", 0), (0, 0, 1)),
    ],
)
def test_what_is_no_turn_has_no_angles(matrix) -> None:
    assert angles_of(matrix) is None


def test_a_new_frame_changes_no_equation_and_lies_at_the_origin() -> None:
    system, rod = carrier()
    model = system.model
    more = edits.add_frame(model, rod)
    assert not [p for p in pipeline.check(more).problems if p not in pipeline.check(model).problems]
    same(model, more)
    joint = more.joints[-1]
    assert joint.kind == "fixed" and (joint.parent, joint.child) == (rod, more.numbers[-1])
    turned_joint = edits.turn_joint(more, joint.name, (0, 0, "a")).joints[-1]
    assert turned_joint.orientation == turn_of((0, 0, "a"))
