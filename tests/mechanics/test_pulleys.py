"""Ropes over pulleys: lengths and forces against MuJoCo's tendons and against textbooks."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline, text_equations
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.editing import edits
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model, bodies_in
from tests.mechanics.oracles import mujoco_model
from tests.systems import element, random_tree

LAWS = {
    "tight_rope": {"l": 2},
    "pulley_rope": {"l": 9},
    "elastic_rope": {"c": 30, "l0": 0.7},
    "rope_damper": {"k": 3},
    "rope_pull": {"pull": 5},
}
POINTS = ((0.3, -0.2, 0.9), (0.4, 0.1, -0.3), (-1.2, 0.7, 0.2), (0.2, 0.5, 0.6), (0.1, -0.8, 0.3))
COURSES = {
    "over the ground": (1, 0, 3),
    "over bodies": (0, 2, 1, 3),
    "from the ground": (0, 3, 2),
    "to the ground": (2, 0, 1, 0),
    "a movable pulley": (0, 3, 0),
    "on one body twice": (3, 0, 0, 2, 2),
    "no pulley": (3, 0),
}


def course(bodies: tuple[int, ...]) -> dict:
    """Fields of a rope through a point of each body."""
    points = POINTS[: len(bodies)]
    over = zip(bodies[1:-1], points[1:-1], strict=True)
    return {
        "body_a": bodies[0],
        "point_a": points[0],
        "pulleys": tuple({"body": body, "point": point} for body, point in over),
        "body_b": bodies[-1],
        "point_b": points[-1],
    }


def tree(*elements) -> Model:
    """Three bodies on skew joints, with elements."""
    model = random_tree(5, ["revolute", "prismatic", "revolute"])
    return model.model_copy(update={"elements": elements})


def rope(kind: str, bodies: tuple[int, ...], **fields) -> Model:
    return tree(element(kind, name="rope", **course(bodies), **(LAWS[kind] | fields)))


def turned(model: Model) -> Model:
    """The same rope, told from its other end."""
    (given,) = model.elements
    update = {
        "body_a": given.body_b,
        "point_a": given.point_b,
        "pulleys": given.pulleys[::-1],
        "body_b": given.body_a,
        "point_b": given.point_a,
    }
    return model.model_copy(update={"elements": (given.model_copy(update=update),)})


STATE = {"t": 0.3, "q": [0.4, -0.3, 0.7], "qd": [0.9, -0.5, 1.1]}


def there(model: Model):
    """MuJoCo's model and data at the state, and the map of its coordinates."""
    other, J = mujoco_model(model)
    data = mujoco.MjData(other)
    data.qpos, data.qvel = J @ STATE["q"], J @ STATE["qd"]
    mujoco.mj_forward(other, data)
    return other, data, J


@pytest.mark.parametrize("bodies", COURSES.values(), ids=COURSES)
@pytest.mark.parametrize("kind", ["elastic_rope", "rope_damper"])
def test_elastic_and_damped_ropes_pull_as_tendons_of_mujoco_do(kind, bodies):
    model = rope(kind, bodies)
    (found,) = pipeline.evaluate(model, [STATE])
    _, data, J = there(model)
    assert np.abs(data.qfrc_passive).max() > 1e-3
    bare = tree()
    (free,) = pipeline.evaluate(bare, [STATE])
    assert pytest.approx(J.T @ data.qfrc_passive, abs=1e-10) == found.Q - free.Q


@pytest.mark.parametrize("bodies", COURSES.values(), ids=COURSES)
def test_a_given_pull_shortens_a_tendon_of_mujoco(bodies):
    model = rope("rope_pull", bodies)
    (found,), (free,) = (pipeline.evaluate(m, [STATE]) for m in (model, tree()))
    other, data, J = there(model)
    slope, count = np.zeros(len(J)), int(other.ten_J_rownnz[0])
    slope[other.ten_J_colind[:count]] = data.ten_J.ravel()[:count]
    assert pytest.approx(-5 * (J.T @ slope), abs=1e-10) == found.Q - free.Q


@pytest.mark.parametrize("bodies", COURSES.values(), ids=COURSES)
def test_a_tight_rope_binds_the_length_of_a_tendon_of_mujoco(bodies):
    model = rope("tight_rope", bodies)
    (found,) = pipeline.evaluate(model, [STATE])
    _, data, _ = there(model)
    assert found.position == pytest.approx([data.ten_length[0] - 2], abs=1e-12)
    assert found.velocity == pytest.approx([data.ten_velocity[0]], abs=1e-12)


@pytest.mark.parametrize("bodies", COURSES.values(), ids=COURSES)
@pytest.mark.parametrize("kind", ["tight_rope", "elastic_rope", "rope_damper", "rope_pull"])
def test_all_derivations_agree_about_ropes(kind, bodies):
    certificate = pipeline.verify(rope(kind, bodies), states=2)
    assert certificate.holds, certificate


@pytest.mark.parametrize("kind", ["tight_rope", "elastic_rope", "rope_damper", "rope_pull"])
def test_a_rope_is_the_same_from_either_end(kind):
    model = rope(kind, COURSES["over bodies"])
    (a,), (b,) = (pipeline.evaluate(m, [STATE]) for m in (model, turned(model)))
    assert a.qdd == pytest.approx(b.qdd, rel=1e-12)
    assert pytest.approx(b.Q, rel=1e-12) == a.Q


def atwood(kind: str = "tight_rope", **fields) -> System:
    """Two weights on a rope over two pulleys, on vertical guides."""
    system = System("Atwood", m1=2, m2=3, h=2, b=1.5, l=4.5)
    for name, place in (("m1", (0, 0, 0)), ("m2", ("b", 0, 0))):
        weight = system.body(name, mass=name)
        system.joint("prismatic", GROUND, weight, f"y{weight}", axis=(0, 1, 0), point_parent=place)
    pulleys = [{"body": 0, "point": (0, "h", 0)}, {"body": 0, "point": ("b", "h", 0)}]
    law = fields or {"l": "l"}
    system.element(kind, "rope", body_a=1, pulleys=pulleys, body_b=2, **law)
    system.start(y1=0.2, y2=0.8)
    return system


def test_atwoods_machine_is_written_as_in_textbooks():
    text = text_equations(atwood().equations())
    assert "Phi1 = 2*h - l + b - y1 - y2" in text
    assert "m1*y1'' = -m1*g - lambda_1" in text
    assert "m2*y2'' = -m2*g - lambda_1" in text
    assert "sqrt" not in text
    assert "abs" not in text


def test_atwoods_machine_falls_and_pulls_as_known():
    system = atwood()
    motion = system.simulate(until=0.4)
    g, m1, m2 = 9.81, 2.0, 3.0
    assert motion.qdd[:, 0] == pytest.approx((m2 - m1) / (m1 + m2) * g + 0 * motion.t, rel=1e-9)
    thrust = system.reactions(motion).thrusts["rope"]
    assert -thrust == pytest.approx(2 * m1 * m2 * g / (m1 + m2) + 0 * motion.t, rel=1e-9)


def test_a_movable_pulley_halves_the_force():
    system = System("Tackle", m=4)
    weight = system.body("Weight", mass="m")
    system.joint("prismatic", GROUND, weight, "y", axis=(0, 1, 0))
    up = {"body_a": 0, "point_a": (0, 5, 0), "body_b": 0, "point_b": (0, 5, 0)}
    system.element("rope_pull", "pull", pulleys=[{"body": 1}], pull="m*g/2", **up)
    (found,) = pipeline.evaluate(system.model, [{"t": 0, "q": [0.0], "qd": [0.0]}])
    assert found.qdd == pytest.approx([0], abs=1e-12)


def test_a_winch_lifts_as_the_length_of_its_rope_says():
    system = atwood(l="4.5 - 0.1*t^2")
    motion = system.simulate(until=0.5)
    assert motion.q.sum(axis=1) == pytest.approx(1.0 + 0.1 * motion.t**2, abs=1e-9)
    assert motion.energy_error < 1e-7


@pytest.mark.parametrize(("kind", "law"), [("tight_rope", {"l": "l"}), ("elastic_rope", {})])
def test_swinging_on_a_rope_keeps_the_energy(kind, law):
    system = System("Swing", m=1.0, l=2.5)
    bob = system.body("Bob", mass="m", inertia=(0, 0, 0.01))
    system.joint("planar", GROUND, bob, "x", "y", "a")
    block = system.body("Block", mass="3*m")
    system.joint("prismatic", GROUND, block, "s", axis=(1, 0, 0))
    pulleys = [{"body": 0, "point": (2, 0, 0)}]
    law = law or {"c": 400, "l0": "l"}
    ends = {"body_a": 1, "body_b": 2, "pulleys": pulleys}
    system.element(kind, "rope", **ends, **law)
    system.start(s=0.5, x=2.8, y=-0.6)
    motion = system.simulate(until=1.0)
    assert motion.energy_error < 1e-7


def test_an_elastic_rope_that_is_slack_pulls_nothing():
    slack = atwood("elastic_rope", c=300, l0=9)
    (found,) = pipeline.evaluate(slack.model, [{"t": 0, "q": [0.2, 0.8], "qd": [0.0, 0.0]}])
    assert found.qdd == pytest.approx([-9.81, -9.81])


def test_a_rope_that_was_slack_jerks_and_then_is_tight():
    system = atwood("pulley_rope", l=5)
    motion = system.simulate(until=1.0)
    total = 5.5 - motion.q.sum(axis=1)
    assert total[0] < 5 - 0.4
    assert total.max() < 5 + 1e-8
    assert total[-1] == pytest.approx(5, abs=1e-8)


def problems(model: Model) -> list:
    return [problem for problem in pipeline.check(model).problems if problem.code != "no-mass"]


def test_a_span_that_never_has_a_length_is_refused_in_words():
    model = rope("rope_pull", (1, 0, 3))
    (given,) = model.elements
    doubled = given.model_copy(update={"pulleys": given.pulleys * 2})
    (problem,) = problems(model.model_copy(update={"elements": (doubled,)}))
    assert problem.code == "no-span"
    assert "span 2" in problem.cause


def test_a_rope_on_one_body_alone_is_refused():
    (problem,) = problems(rope("rope_pull", (2, 2, 2)))
    assert problem.code == "same-body"


def test_an_unknown_body_of_a_pulley_is_told_with_its_place():
    (problem,) = problems(rope("rope_pull", (1, 7, 3)))
    assert problem.code == "unknown-body"
    assert problem.path == ("elements", 0, "pulleys", 0, "body")
    assert "pulley" in problem.place


@pytest.mark.parametrize("kind", ["tight_rope", "elastic_rope", "rope_damper", "rope_pull"])
def test_a_weight_that_runs_into_its_pulley_is_told_as_a_span_without_length(kind):
    law = {"tight_rope": {"l": 3.5}, "elastic_rope": {"c": 300, "l0": 1}}.get(kind, LAWS[kind])
    system = atwood(kind, **law)
    system.start(y1=2, y2=2.0)
    with pytest.raises(LagrError) as told:
        system.simulate(until=0.2)
    assert told.value.problems[0].place == "Element “rope”"
    assert "span" in told.value.problems[0].cause + told.value.problems[0].remedy


def test_pulleys_follow_their_bodies_when_these_get_numbers_copies_and_leave():
    model = rope("rope_pull", (1, 2, 3))
    fields = ELEMENTS["rope_pull"].fields
    (renumbered,) = edits.renumber(model, {2: 7}).elements
    assert bodies_in(renumbered, fields) == (1, 7, 3)
    assert edits.remove(model, {"body:2"}).elements == ()
    everything = {"body:1", "body:2", "body:3"}
    doubled = edits.duplicate(model, everything)
    assert bodies_in(doubled.elements[-1], fields) == (4, 5, 6)
