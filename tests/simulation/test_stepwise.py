"""Motions that go on bit by bit while forces act: against whole motions and against mechanics."""

from __future__ import annotations

import random
from math import cos, pi, sqrt

import numpy as np
import pytest

import lagr_gui
from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import (
    Body,
    Inertia,
    Model,
    Parameter,
    Replacement,
    Simulation,
    SpecialCase,
)
from lagr_gui.pipeline import PointForce, Stepwise
from tests.systems import element, joint, pendulum, random_tree, system

SAMPLES = {path.stem: path for path in sample_models()}
SPAN = 1 / 60


def sample(name: str) -> Model:
    return pipeline.load(SAMPLES[name])


def far(one: object, other: object) -> float:
    return float(np.max(np.abs(np.asarray(one, float) - np.asarray(other, float)), initial=0.0))


def place(model: Model, motion: Stepwise, body: int, point: tuple[float, ...]) -> np.ndarray:
    """Where a point of a body is, from the poses of the model."""
    state = motion.state
    poses = pipeline.poses(model, [state.t], np.array([state.q]), np.array([state.qd]))
    return poses.x[body][0] + poses.R[body][0] @ np.array(point)


def particle(mass: float, scale: float = 1.0) -> Model:
    """A free point mass in the plane, without weight."""
    return system(
        [Body(number=1, mass=mass)],
        [joint("planar", "free", 0, 1, coordinates=("x", "y", "phi"))],
        gravity=(0, 0, 0),
        parameters=(),
    ).each("bodies", lambda b: b.having(inertia=Inertia(zz=mass * scale**2)))


# --- the same motion as in one go --------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "double_pendulum",
        "four_bar",
        "rolling_disc",
        "bouncing_ball",
        "newtons_cradle",
        "double_pendulum_wall",
        "dc_motor_pendulum",
        "ladder_filter",
        "gear_train",
        "kapitza_pendulum",
    ],
)
def test_bit_by_bit_it_is_the_motion_of_one_go(name):
    model = sample(name)
    until = min(1.0, model.simulation.until)
    model = model.having(simulation=model.simulation.having(until=until))
    whole, motion = pipeline.simulate(model), pipeline.stepwise(model)
    start, bits = motion.t, 60
    for number in range(bits):
        motion.advance(start + (until - start) * (number + 1) / bits - motion.t)
    found = motion.trajectory
    size = 1 + float(np.abs(whole.q).max()) + float(np.abs(whole.qd).max())
    assert far(motion.state.q, whole.q[-1]) < 1e-6 * size
    assert far(motion.state.qd, whole.qd[-1]) < 1e-6 * size
    assert len(found.impacts) == len(whole.impacts)
    if name != "newtons_cradle":  # balls that hang side by side touch without pushing
        assert list(found.touching[-1]) == list(whole.touching[-1])
    assert abs(found.supplied[-1] - whole.supplied[-1]) < 1e-6 * (1 + abs(whole.supplied[-1]))
    assert abs(found.dissipated[-1] - whole.dissipated[-1]) < 1e-6 * (1 + whole.dissipated[-1])


def test_rebounds_end_where_they_end_in_one_go():
    """The greatest speed of arrival, by which they end, is carried on from bit to bit."""
    model = sample("bouncing_ball")
    model = model.having(simulation=model.simulation.having(until=5.0))
    whole, motion = pipeline.simulate(model), pipeline.stepwise(model)
    while motion.t < 5.0 - 1e-9:
        motion.advance(min(0.05, 5.0 - motion.t))
    assert len(motion.trajectory.impacts) == len(whole.impacts)
    assert far(motion.state.q, whole.q[-1]) < 1e-6


def test_a_stiff_motion_stays_with_the_method_that_suits_it():
    model = pendulum()
    damper = element("coordinate_damper", "stiff", coordinate="q1", k=1e7)
    model = model.having(elements=(damper,), simulation=Simulation(until=1.0))
    motion = pipeline.stepwise(model, {"q": [1.0], "qd": [0.0]})
    steps = [motion.advance(0.1).steps for _ in range(5)]
    assert steps[-1] < steps[0] / 5


# --- forces are those that could be drawn --------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "body", "point", "force"),
    [
        ("double_pendulum", 2, (0.1, -0.3, 0.0), (1.5, 2.0, 0.0)),
        ("five_link_chain", 3, (0.05, 0.1, 0.0), (-3.0, 1.0, 0.0)),
        ("four_bar", 2, (0.2, 0.05, 0.0), (4.0, -2.0, 0.0)),
        ("rolling_disc", 1, (0.1, 0.0, 0.2), (0.5, -0.4, 0.3)),
        ("bouncing_ball", 1, (0.0, 0.0, 0.0), (0.3, 0.2, 0.0)),
        ("robot_arm_6r", 6, (0.1, 0.0, -0.1), (10.0, -7.0, 5.0)),
    ],
)
def test_a_force_is_that_of_the_element(name, body, point, force):
    model = sample(name)
    model = model.having(simulation=model.simulation.having(until=0.6))
    drawn = element("force", "drawn force", body=body, point=point, vector=force)
    whole = pipeline.simulate(model.having(elements=(*model.elements, drawn)))
    motion = pipeline.stepwise(model)
    for _ in range(36):
        motion.advance(SPAN, [PointForce(body, point, force)])
    q, qd = whole.at(min(motion.t, 0.6))
    size = 1 + float(np.abs(whole.q).max()) + float(np.abs(whole.qd).max())
    assert far(motion.state.q, q) < 1e-7 * size
    assert far(motion.state.qd, qd) < 1e-7 * size
    free = pipeline.simulate(model)
    assert far(free.at(0.6)[0], q) > 1e-3, "the force must matter"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_forces_act_at_their_points_of_all_bodies_of_spatial_trees(seed):
    """M Δq̈ = Jᵀ F, with M from the closed form and J from differences of poses."""
    model = random_tree(seed, ["revolute", "prismatic", "cylindrical", "universal", "spherical"])
    source = random.Random(seed)
    bodies = [body.number for body in model.bodies]
    coordinates = lagr_gui.prepare(model).coordinates
    q = np.array([source.uniform(-0.5, 0.5) for _ in coordinates])
    qd = np.array([source.uniform(-0.5, 0.5) for _ in coordinates])
    state = {"t": 0.0, "q": q.tolist(), "qd": qd.tolist()}
    (known,) = pipeline.evaluate(model, [state], derivation="closed")
    free = pipeline.stepwise(model, state).advance(1e-3).qdd[0]
    for body in bodies:
        point = tuple(source.uniform(-0.5, 0.5) for _ in range(3))
        force = tuple(source.uniform(-2, 2) for _ in range(3))
        pushed = pipeline.stepwise(model, state).advance(1e-3, [PointForce(body, point, force)])
        J = np.empty((3, len(q)))
        for k in range(len(q)):
            ends = []
            for way in (-1e-6, 1e-6):
                moved = q.copy()
                moved[k] += way
                poses = pipeline.poses(model, [0.0], moved[None], qd[None])
                ends.append(poses.x[body][0] + poses.R[body][0] @ np.array(point))
            J[:, k] = (ends[1] - ends[0]) / 2e-6
        change = np.array(known.g)[1:, 1:] @ (pushed.qdd[0] - free)
        assert far(change, J.T @ np.array(force)) < 1e-6 * (1 + np.abs(J).max())


@pytest.mark.parametrize("name", ["double_pendulum", "four_bar", "furuta_pendulum", "spinning_top"])
def test_the_work_of_the_hand_is_the_change_of_energy(name):
    model = sample(name)
    body = model.bodies[-1].number
    point = (0.1, 0.05, 0.02) if name in ("furuta_pendulum", "spinning_top") else (0.1, 0.05, 0.0)
    motion = pipeline.stepwise(model)
    held, work = motion.grip(body, point), 0.0
    goal = place(model, motion, body, point)
    for number in range(30):
        to = goal + 0.2 * np.array([cos(number / 5), 0.5, 0.0])
        force = motion.pull(held, to, SPAN)
        before = place(model, motion, body, point)
        motion.advance(SPAN, [force])
        work += float(np.array(force.force) @ (place(model, motion, body, point) - before))
    found = motion.trajectory
    change = found.T[-1] + found.U[-1] - found.T[0] - found.U[0]
    taken = found.dissipated[-1]
    assert abs(work) > 1e-3
    assert abs(found.supplied[-1] - work) < 1e-7 * (1 + found.largest_T)
    assert abs(change + taken - work) < 1e-7 * (1 + found.largest_T)


def test_two_forces_add_up():
    model = sample("double_pendulum")
    pair = [PointForce(1, (0.1, 0, 0), (1.0, 0, 0)), PointForce(2, (0, 0.2, 0), (0, 2.0, 0))]
    free, one, other, both = (
        pipeline.stepwise(model).advance(SPAN, forces).qdd[0]
        for forces in ([], pair[:1], pair[1:], pair)
    )
    assert far(both - free, (one - free) + (other - free)) < 1e-9


def test_a_special_case_is_pushed_as_it_is():
    """Without weight a bob goes on evenly faster by a small force across its rod."""
    small = SpecialCase(name="light", replacements=(Replacement(name="g", value=0),))
    model = pendulum().having(special_cases=(small,))
    motion = pipeline.stepwise(model, {"q": [0.0], "qd": [0.0]}, special="light")
    motion.advance(0.5, [PointForce(1, (0, 0, 0), (1e-3, 0, 0))])
    assert motion.state.q[0] == pytest.approx(1e-3 / (2.0 * 0.5) * 0.5**2 / 2, rel=1e-6)


# --- the hand ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mass", [1e-6, 1.0, 1e6])
def test_a_hand_feels_the_same_for_any_mass(mass):
    """A free mass follows as x = 1 − (1 + ω t) e^(−ω t), without swinging."""
    motion, quick, span = pipeline.stepwise(particle(mass)), 15.0, 1e-3
    held = motion.grip(1, quickness=quick)
    assert held.stiffness == pytest.approx(mass * quick**2)
    worst = 0.0
    while motion.t < 0.5:
        motion.advance(span, [motion.pull(held, (1, 0, 0), span)])
        t = motion.t
        exact = 1 - (1 + quick * t) * np.exp(-quick * t)
        worst = max(worst, abs(motion.state.q[0] - exact))
    assert worst < 0.01


def test_a_hand_is_steady_however_long_its_bits_are():
    motion = pipeline.stepwise(particle(2.0))
    held = motion.grip(1, quickness=60.0)
    path = []
    for _ in range(60):
        motion.advance(0.05, [motion.pull(held, (1, 0, 0), 0.05)])
        path.append(motion.state.q[0])
    assert max(path) < 1.2 and path[-1] == pytest.approx(1, abs=1e-6)


def test_the_mass_at_a_point_is_that_of_a_bar_struck_at_its_end():
    """A free bar m l²/12 answers at its end with 4/m across and with 1/m along it."""
    m, length = 3.0, 2.0
    model = particle(m, length / sqrt(12))
    held = pipeline.stepwise(model).grip(1, (length / 2, 0, 0), quickness=1.0)
    assert held.stiffness == pytest.approx(m / 4) and held.damping == pytest.approx(m / 2)


def test_what_hangs_on_a_hand_comes_to_rest_where_spring_and_weight_balance():
    """A pendulum held at its bob by a hand straight above the pivot stands upside down."""
    motion = pipeline.stepwise(pendulum(), {"q": [2.0], "qd": [0.0]})
    held = motion.grip(1)
    for _ in range(240):
        motion.advance(SPAN, [motion.pull(held, (0, 0.5, 0), SPAN)])
    assert abs(motion.state.q[0]) == pytest.approx(pi, abs=1e-3)
    assert abs(motion.state.qd[0]) < 1e-3


def test_a_hand_lifts_what_lies_on_the_floor_and_lets_it_fall():
    model = sample("bouncing_ball")
    motion = pipeline.stepwise(model)
    while motion.t < 6.0:
        motion.advance(0.1)
    assert motion.trajectory.touching[-1].any()
    rest = place(model, motion, 1, (0, 0, 0))
    held = motion.grip(1)
    for _ in range(60):
        motion.advance(SPAN, [motion.pull(held, rest + np.array([0, 0.5, 0]), SPAN)])
    assert not motion.trajectory.touching[-1].any()
    assert place(model, motion, 1, (0, 0, 0))[1] - rest[1] > 0.3
    impacts = len(motion.trajectory.impacts)
    for _ in range(60):
        motion.advance(SPAN)
    assert len(motion.trajectory.impacts) > impacts


def test_a_loop_stays_closed_under_a_hand():
    model = sample("four_bar")
    motion = pipeline.stepwise(model)
    held = motion.grip(2)
    for number in range(90):
        to = np.array([0.5 * cos(number / 9), 0.5, 0.0])
        motion.advance(SPAN, [motion.pull(held, to, SPAN)])
    assert motion.trajectory.constraint_error < 1e-8
    assert motion.trajectory.energy_error < 1e-6


# --- what cannot be ------------------------------------------------------------------------------


def test_what_cannot_be_held_is_said():
    motion = pipeline.stepwise(pendulum())
    with pytest.raises(LagrError, match="no force can move it"):
        motion.grip(1, (0, 0.5, 0))  # the pivot itself
    with pytest.raises(LagrError, match="There is no such body"):
        motion.grip(7)
    with pytest.raises(LagrError):
        motion.advance(-1.0)
    with pytest.raises(LagrError):
        motion.advance(SPAN, [PointForce(1, (0, 0), (1, 0, 0))])  # type: ignore[arg-type]
    with pytest.raises(LagrError, match="not begun"):
        _ = motion.trajectory
    assert motion.t == 0


def test_a_name_of_the_model_is_never_taken():
    model = pendulum().having(
        parameters=(
            *pendulum().parameters,
            *(Parameter(name=f"{what}_1_x", value=7.0) for what in ("held", "pushed")),
        )
    )
    motion = pipeline.stepwise(model)
    piece = motion.advance(SPAN, [PointForce(1, (0, 0, 0), (3.0, 0, 0))])
    assert abs(piece.qdd[0, 0]) == pytest.approx(3.0 / (2.0 * 0.5))


def test_a_hand_pulls_in_vain_until_friction_gives_way():
    """A block on a slope: |f − m g sin α| ≤ μ m g cos α sticks to the last bit, more slides."""
    s = lagr_gui.System("slope", m=1.0, al=0.4, mu=0.6, g=9.81)
    s.joint("prismatic", 0, s.body(mass="m"), "x", axis=("cos(al)", "sin(al)", 0))
    s.element("guide_friction", "rub", coordinate="x", mu="mu")
    weight, bound = 9.81 * np.sin(0.4), 0.6 * 9.81 * cos(0.4)
    for pull, still in ((weight + 0.99 * bound, True), (weight + 1.5 * bound, False)):
        motion = pipeline.stepwise(s.model)
        force = tuple(pull * np.array([cos(0.4), np.sin(0.4), 0]))
        for _ in range(3):
            motion.advance(SPAN, [PointForce(1, (0, 0, 0), force)])
        gained = 0.0 if still else (pull - weight - bound) * 3 * SPAN
        assert motion.state.qd[0] == pytest.approx(gained, abs=1e-12)
        assert not still or motion.state.q == (0.0,)
