"""Mechanisms that follow a point which is held, against geometry and searches without slopes."""

from __future__ import annotations

from collections.abc import Callable
from math import acos, atan2, cos, hypot, pi, sin

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, drag
from lagr_gui.model import Model
from lagr_gui.pipeline import Dragging, poses
from lagr_gui.prepared import prepare
from tests.mechanics.bound.mechanisms import bennett, four_bar, hinged, sarrus, watt, windows
from tests.models.large import ring
from tests.samples.gallery import NAMES, sample


def place(model: Model, q: np.ndarray, body: int, point: tuple[float, ...]) -> np.ndarray:
    """Where a point of a body is."""
    found = poses(model, np.array([model.simulation.start]), q[None], 0 * q[None], checked=False)
    return found.x[body][0] + found.R[body][0] @ np.array(point)


def arm(first: float = 0.7, second: float = 0.5) -> System:
    """Two links in the plane, stretched along x."""
    return hinged(
        {1: (first / 2, 0), 2: (first + second / 2, 0)}, [(0, 1, (0, 0)), (1, 2, (first, 0))]
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_hand_of_a_two_link_arm_comes_as_near_as_a_ring_allows(seed: int) -> None:
    source = np.random.default_rng(seed)
    first, second = source.uniform(0.3, 1.0, 2)
    system, start = arm(first, second), [0.4, 1.2]
    dragging = Dragging(prepare(system.model), start)
    dragging.hold(2, (second / 2, 0, 0))
    for _ in range(8):
        way, angle = source.uniform(0.02, 2.5), source.uniform(-pi, pi)
        found = dragging.to((way * cos(angle), way * sin(angle), 0))
        gap = max(0.0, way - first - second, abs(first - second) - way)
        assert found.distance == pytest.approx(gap, abs=1e-8)
        assert found.reached == (gap == 0) and found.resting
        q1, q2 = found.q
        tip = np.array([cos(q1), sin(q1)]) * first + np.array([cos(q1 + q2), sin(q1 + q2)]) * second
        assert found.place[:2] == pytest.approx(tip, abs=1e-12)


def coupler(point: tuple[float, float], side: int) -> Callable[[float], np.ndarray]:
    """The course of a point of the coupler of `four_bar` over the angle of the crank.

    By circles that meet, on one side of the line from the crank to the end of the base.
    """
    a, b, c, d = 0.3, 0.8, 0.6, 0.9

    def course(phi: float) -> np.ndarray:
        A = np.array([a * cos(phi), a * sin(phi)])
        v = np.array([d, 0]) - A
        length = float(np.hypot(*v))
        alpha = atan2(v[1], v[0]) + side * acos((b * b + length**2 - c * c) / (2 * b * length))
        u = np.array([cos(alpha), sin(alpha)])
        return A + (b / 2 + point[0]) * u + point[1] * np.array([-u[1], u[0]])

    return course


def valley(course: Callable[[float], np.ndarray], phi: float, target: np.ndarray) -> float:
    """The least distance that is reached downhill from an angle, by ever smaller steps."""

    def far(x: float) -> float:
        return float(np.linalg.norm(course(x) - target))

    step = 1e-2 if far(phi + 1e-6) < far(phi - 1e-6) else -1e-2
    while abs(step) > 1e-9:
        while far(phi + step) < far(phi):
            phi += step
        step *= -0.3
    return far(phi)


@pytest.mark.parametrize("seed", range(6))
def test_a_point_of_a_coupler_comes_to_the_nearest_point_of_its_curve(seed: int) -> None:
    source = np.random.default_rng(seed)
    point = tuple(source.uniform(-0.3, 0.3, 2))
    model = four_bar().model
    dragging = Dragging(prepare(model))
    dragging.hold(2, (*point, 0))
    begin = place(model, dragging.q, 2, (*point, 0))[:2]
    courses = [coupler(point, side) for side in (1, -1)]
    course = min(courses, key=lambda c: float(np.linalg.norm(c(dragging.q[0]) - begin)))
    assert begin == pytest.approx(course(dragging.q[0]), abs=1e-9)
    for _ in range(12):
        before = dragging.q[0]
        target = course(before) + source.normal(size=2) * 0.1
        found = dragging.to((*target, 0))
        assert found.distance == pytest.approx(valley(course, before, target), abs=1e-6)
        assert found.place[:2] == pytest.approx(course(found.q[0]), abs=1e-9)


def loop_sign(model: Model, q: np.ndarray) -> float:
    """The sign of the area that says on which side of its diagonal a four-bar is bent."""
    found = poses(model, np.array([0.0]), q[None], 0 * q[None], checked=False)
    B, C = found.joints["B"][0], found.joints["C"][0]
    D = np.array([0.9, 0, 0])
    return float(np.sign(np.cross(C - B, D - C)[2]))


def test_a_four_bar_stays_on_its_branch_wherever_the_hand_goes() -> None:
    model = four_bar().model
    dragging, source = Dragging(prepare(model)), np.random.default_rng(4)
    sign = loop_sign(model, dragging.q)
    for body in (1, 2, 3):
        dragging.hold(body, (0.1, 0.05, 0))
        for _ in range(25):
            found = dragging.to((*source.uniform(-1.5, 1.5, 2), 0))
            assert loop_sign(model, found.q) == sign


MECHANISMS = {
    "bennett": bennett,
    "sarrus": sarrus,
    "watt": watt,
    "four bar in space": lambda: four_bar((0.3, -0.5, 1.0)),
    "windows": lambda: windows(3),
}


@pytest.mark.parametrize("name", [*NAMES, *MECHANISMS])
def test_loops_stay_closed_and_the_point_is_where_it_is_said_to_be(name: str) -> None:
    model = MECHANISMS[name]().model if name in MECHANISMS else sample(name)
    known = prepare(model)
    dragging, source = Dragging(known), np.random.default_rng(3)
    for body in model.numbers[:4]:
        point = tuple(source.uniform(-0.2, 0.2, 3).tolist())
        dragging.hold(body, point, normal=(0, 0, 0.1))
        target = place(model, dragging.q, body, point)
        for step in (0.003, 0.003, 0.05, 0.05, 1.0):
            target = target + step * source.normal(size=3)
            found = dragging.to(target)
            assert found.place == pytest.approx(place(model, found.q, body, point), abs=1e-9)
            left = (target - found.place)[:2]
            assert found.distance == pytest.approx(float(np.linalg.norm(left)), abs=1e-9)
            if known.conditions is not None:
                assert known.conditions.missed(model.simulation.start, found.q) <= 1e-9


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "andrews_squeezer", "robot_arm_6r"])
def test_small_moves_of_the_target_make_small_moves(name: str) -> None:
    model = sample(name)
    dragging = Dragging(prepare(model))
    body = model.numbers[0]
    dragging.hold(body, (0.02, 0, 0))
    middle, before = place(model, dragging.q, body, (0, 0, 0)), dragging.q
    dragging.to(middle + np.array([0.3, 0.1, 0]))
    before = dragging.q
    for k in range(1, 120):
        angle = 2 * pi * k / 240
        found = dragging.to(middle + 0.3 * np.array([cos(angle), sin(angle), 0.3]))
        assert np.max(np.abs(found.q - before)) < 0.35
        before = found.q


@pytest.mark.parametrize("steps", [8, 37, 100])
def test_a_parallelogram_passes_its_line_and_stays_one(steps: int) -> None:
    model = sample("parallelogram")
    dragging = Dragging(prepare(model))
    dragging.hold(1, (0, 0.5, 0))
    for k in range(1, steps + 1):
        angle = pi / 2 + 2.2 * pi * k / steps
        found = dragging.to((cos(angle), sin(angle), 0))
        assert found.reached
        pose = poses(model, np.zeros(1), found.q[None], 0 * found.q[None], checked=False)
        assert pose.R[4][0] == pytest.approx(np.eye(3), abs=1e-9)


def test_a_mechanism_with_a_change_point_goes_on_smoothly_however_it_is_led() -> None:
    """Bars 1, 3, 2 over 4: in line once in each turn; the way on does not depend on the steps."""
    A, D = np.array([0.0, 1.0]), np.array([4.0, 0.0])
    v = D - A
    length = hypot(*v)
    x = (9 - 4 + length**2) / (2 * length)
    u = v / length
    B = A + x * u + np.sqrt(9 - x * x) * np.array([-u[1], u[0]])
    bodies = {1: A / 2, 2: (A + B) / 2, 3: (B + D) / 2}
    model = hinged(bodies, [(0, 1, (0, 0)), (1, 2, A), (2, 3, B), (3, 0, D)]).model
    ends = []
    for steps in (41, 100):
        dragging = Dragging(prepare(model))
        dragging.hold(1, (0, 0.5, 0))
        for k in range(1, steps + 1):
            angle = pi / 2 + 2.2 * pi * k / steps
            found = dragging.to((cos(angle), sin(angle), 0))
        ends.append(found.q)
    assert ends[0] == pytest.approx(ends[1], abs=1e-6)


def test_what_is_heavy_stays_where_it_is() -> None:
    system = System()
    for name, mass in (("cart", 30.0), ("slide", 2.0)):
        system.body(name, mass=mass, inertia=(1, 1, 1))
    system.joint("prismatic", 0, 1, "x", axis=[1, 0, 0])
    system.joint("prismatic", 1, 2, "s", axis=[1, 0, 0])
    found = system.drag("slide", (0, 0, 0), (0.4, 0, 0))
    # Least 30 x² + 2 (x + s)² with x + s = 0.4 (and a thousandth of the inertia besides).
    assert found.reached and found["x"] == pytest.approx(0.0, abs=1e-3)
    assert found["s"] == pytest.approx(0.4, abs=1e-3)


def test_the_way_does_not_depend_on_where_a_loop_is_cut() -> None:
    """Five bars, two freedoms, no one of which reaches alone."""
    corners = [(0, 0), (-0.2, 0.7), (0.5, 1.2), (1.1, 0.6), (1, 0)]
    middles = {k: tuple(np.mean([corners[k - 1], corners[k]], axis=0)) for k in (1, 2, 3, 4)}
    hinges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
    found = []
    for cut in (None, "h2", "h4"):
        model = hinged(middles, [(*h, c) for h, c in zip(hinges, corners, strict=True)]).model
        model = model.each("joints", lambda j, cut=cut: j.having(cut=j.name == cut))
        answer = drag(model, 2, (0.05, 0, 0), (0.25, 0.85, 0))
        assert answer.reached
        found.append(place(model, answer.q, 3, (0, 0, 0)))
    assert found[1] == pytest.approx(found[0], abs=1e-4)
    assert found[2] == pytest.approx(found[0], abs=1e-4)


def stopped_arm() -> System:
    system = arm()
    system.element("stop", name="elbow", coordinate="q2", lower=-0.2, upper=0.9)
    return system


def test_a_stop_is_reached_exactly_and_named() -> None:
    system = stopped_arm()
    found = system.drag(2, (0.25, 0, 0), (0.1, 0.3, 0), start=[0.0, 0.5])
    assert found["q2"] == pytest.approx(0.9, abs=1e-12) and not found.reached
    assert found.limits == ("element:elbow",) and "q2" in found.words
    # With the elbow at its stop the hand stays on a circle about the shoulder.
    radius = hypot(0.7 + 0.5 * cos(0.9), 0.5 * sin(0.9))
    assert found.distance == pytest.approx(radius - hypot(0.1, 0.3), abs=1e-9)


def test_a_stop_is_left_again() -> None:
    dragging = Dragging(prepare(stopped_arm().model), [0.0, 0.5])
    dragging.hold(2, (0.25, 0, 0))
    dragging.to((0.1, 0.3, 0))
    found = dragging.to((1.0, 0.5, 0))
    assert found.reached and found["q2"] < 0.9 and not found.limits


def test_a_drive_stands_still_and_a_fixed_body_is_told() -> None:
    system = arm()
    system.element("prescribed_motion", name="motor", coordinate="q1", motion="0.3 + t")
    found = system.drag(1, (0, 0, 0), (0, 1, 0))
    assert found["q1"] == pytest.approx(0.3) and "motor" in found.words
    system = System()
    system.body("block", mass=1, inertia=(1, 1, 1))
    system.body("arm", mass=1, inertia=(1, 1, 1))
    system.joint("fixed", 0, 1)
    system.joint("revolute", 1, 2, "q", point_child=[0, 0.5, 0])
    found = system.drag("block", (0, 0, 0), (1, 0, 0))
    assert "fixed" in found.words and not found.reached and found["q"] == 0


def test_a_wheel_rolls_where_it_is_drawn() -> None:
    model = sample("rolling_disc")
    dragging = Dragging(prepare(model))
    (body,) = model.numbers
    dragging.hold(body, (0, 0, 0), normal=(0, 0, 1))
    before = dragging.q
    start = place(model, before, body, (0, 0, 0))
    pose = poses(model, np.zeros(1), before[None], 0 * before[None], checked=False)
    axis = pose.R[body][0][:, 1]
    ahead = np.cross(axis, (0, 0, 1))
    for k in range(1, 11):
        found = dragging.to(start + 0.02 * k * ahead / np.linalg.norm(ahead))
        assert found.reached
    names = dict(zip(found.coordinates, found.q - before, strict=True))
    radius = next(p.value for p in model.parameters if p.name in ("r", "R"))
    rolled = max(abs(change) for name, change in names.items() if name not in ("x", "y"))
    assert rolled == pytest.approx(0.2 / float(radius), rel=0.05)


def test_a_ring_in_space_follows_and_stays_closed() -> None:
    model = ring(12)
    known = prepare(model)
    dragging = Dragging(known)
    dragging.hold(6, (0, 0.1, 0))
    start = place(model, dragging.q, 6, (0, 0.1, 0))
    for k in range(1, 20):
        found = dragging.to(start + 0.02 * k * np.array([0.3, 0.6, -0.5]))
        assert found.reached and known.conditions is not None
        assert known.conditions.missed(0.0, found.q) <= 1e-9


def test_what_has_no_coordinate_has_a_drag_that_leads_nowhere() -> None:
    system = System("welded")
    block = system.body("block", mass=1.0)
    system.joint("fixed", GROUND, block)
    assert Dragging(prepare(system.model)) is not None


def test_what_cannot_be_asked_is_refused() -> None:
    system = arm()
    with pytest.raises(LagrError, match="no such body"):
        system.drag("nobody", (0, 0, 0), (1, 0, 0))
    with pytest.raises(LagrError, match="Take hold"):
        Dragging(prepare(system.model)).to((0, 0, 0))
    with pytest.raises(LagrError, match="start"):
        system.drag(1, (0, 0, 0), (1, 0, 0), start={"q9": 1.0})
    with pytest.raises(LagrError, match="three numbers"):
        system.drag(1, (0, 0), (1, 0, 0))


@pytest.mark.parametrize("reach", [0.1, 0.32, 0.6, 3.0])
def test_a_crank_that_is_led_beside_its_circle_is_held_by_no_loop(reach: float) -> None:
    dragging = Dragging(prepare(four_bar().model))
    dragging.hold(1, (0.15, 0, 0))
    for angle in np.linspace(0, 2 * pi, 25):
        found = dragging.to((reach * cos(angle), reach * sin(angle), 0))
        assert found.reached or found.beside or not found.resting, str(found.words)
        assert "taut" not in str(found.words)


def test_a_rocker_at_its_end_is_told_that_its_loop_is_taut() -> None:
    model = sample("four_bar")
    dragging = Dragging(prepare(model))
    dragging.hold(3, (0, 0.25, 0))
    told = {str(dragging.to((x, 0.3, 0)).words) for x in (-5.0, -5.0, 5.0, 5.0)}
    assert any("taut" in words for words in told)


def test_an_arm_that_is_stretched_is_not_on_a_path() -> None:
    dragging = Dragging(prepare(arm().model), [0.4, 1.2])
    dragging.hold(2, (0.25, 0, 0))
    found = dragging.to((3.0, 0.5, 0))
    assert not found.reached and not found.beside
    assert "stretched" in str(found.words)
