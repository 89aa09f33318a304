"""Forces and hands at points of elastic beams, beside work, the tip body and static deflection."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, PointForce, System, pipeline
from lagr_gui.mechanics.trajectories.poses import POINTS
from tests.samples.gallery import sample


def still(**fields: object) -> System:
    """A cantilever without weight at rest, with nearly nothing at its tip."""
    system = System("Cantilever", gravity=(0, 0, 0))
    tip = system.body("Tip", mass=1e-6)
    system.joint(
        "beam",
        GROUND,
        tip,
        "q1",
        "q2",
        name="beam",
        length=2.0,
        density=0.5,
        stiffness=30,
        damping=0.2,
        **fields,
    )
    return system


@pytest.mark.parametrize("name", ["cantilever", "rotating_beam", "flexible_arm"])
@pytest.mark.parametrize("xi", [0.25, 0.5, 1.0])
def test_the_work_of_a_steady_force_is_its_product_with_the_way_of_the_point(
    name: str, xi: float
) -> None:
    model = sample(name)
    beam = [joint.name for joint in model.joints if joint.kind == "beam"][-1]
    force = np.array([0.3, -0.2, 0.1])
    free = pipeline.stepwise(model).advance(0.05, points=5)
    pushed = pipeline.stepwise(model).advance(
        0.05, [PointForce(beam, (xi, 0, 0), tuple(force))], points=5
    )
    place = pipeline.motion(model, pushed).beams[beam][:, round(xi * (POINTS - 1))]
    own = pipeline.outputs(model, free, ["supplied"])["supplied"]
    work = (place - place[0]) @ force
    given = pushed.supplied - pushed.supplied[0]
    assert np.abs(work).max() > 1e-7
    if not np.abs(own).max():  # nothing else supplies power
        assert given == pytest.approx(work, abs=1e-7 * max(1, np.abs(work).max()) + 1e-9)


def test_at_the_tip_a_force_on_the_beam_is_one_on_the_body_there() -> None:
    force = (0.1, 0.4, 0.0)
    on_beam = pipeline.stepwise(still().model).advance(0.5, [PointForce("beam", (1, 0, 0), force)])
    on_body = pipeline.stepwise(still().model).advance(0.5, [PointForce(1, (0, 0, 0), force)])
    assert np.abs(on_body.q[-1]).max() > 1e-4
    assert on_beam.q[-1] == pytest.approx(on_body.q[-1], rel=1e-8)


@pytest.mark.parametrize("load", [2.0, -2.0, 0.0])
def test_a_steady_force_bends_a_cantilever_as_eulers_beam(load: float) -> None:
    """F L³/3EI at the tip, and at the middle 5/16 of that: two polynomials hold this exactly."""
    system = still(foreshortening="off")
    motion = pipeline.stepwise(system.model)
    for _ in range(40):
        motion.advance(1.0, [PointForce("beam", (1.0, 0, 0), (0, load, 0))])
    found = motion.trajectory
    bent = pipeline.motion(system.model, found).beams["beam"][-1]
    wanted = load * 2.0**3 / (3 * 30)
    assert bent[-1, 1] == pytest.approx(wanted, rel=1e-4, abs=1e-9)
    assert bent[POINTS // 2, 1] == pytest.approx(5 / 16 * wanted, rel=1e-4, abs=1e-9)


def test_a_hand_draws_any_point_of_a_beam_to_itself() -> None:
    system = still()
    motion = pipeline.stepwise(system.model)
    held = motion.grip("beam", (0.5, 0, 0), quickness=200.0)
    assert held.stiffness > 0
    for _ in range(200):
        motion.advance(0.01, [motion.pull(held, (1.0, 0.05, 0), 0.01)])
    found = motion.trajectory
    bent = pipeline.motion(system.model, found).beams["beam"][-1, POINTS // 2]
    assert bent[1] == pytest.approx(0.05, abs=0.01)


@pytest.mark.parametrize(
    ("body", "point", "cause"),
    [
        ("beam", (1.5, 0, 0), "no point"),
        ("beam", (-0.1, 0, 0), "no point"),
        ("bream", (0.5, 0, 0), "no such body"),
        ("beam", (0, 0, 0), "held"),
    ],
)
def test_what_cannot_be_held_of_a_beam_is_told(body: str, point: tuple, cause: str) -> None:
    with pytest.raises(LagrError, match=cause):
        pipeline.stepwise(still().model).grip(body, point)


def test_a_body_comes_before_a_beam_of_its_name() -> None:
    system = System("Twins", gravity=(0, 0, 0))
    tip = system.body("beam", mass=1.0)
    system.joint("beam", GROUND, tip, "q1", "q2", name="beam")
    motion = pipeline.stepwise(system.model)
    assert motion.grip("beam").body == 1
