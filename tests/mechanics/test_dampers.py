"""A damper brakes what moves its ends apart, whichever way it was drawn."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import LagrError, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.model import Body, Inertia, Model, Simulation, StartValue
from tests.samples.gallery import sample
from tests.systems import element, joint, system

AXES = [tuple(sign * (i == k) for i in range(3)) for k in range(3) for sign in (1, -1)]
K, SPEED = 3.0, 1.0


def cart(axis: tuple[int, ...], kind: str, away: float, swapped: bool) -> Model:
    """A mass of 1 kg on a rail, and a damper of k = 3 N s/m from a point of the rail to it."""
    ends = {"body_a": 0, "point_a": tuple(away * a for a in axis), "body_b": 1}
    if swapped:
        ends = {"body_b": 0, "point_b": ends["point_a"], "body_a": 1}
    return system(
        [Body(number=1, name="cart", mass=1)],
        [joint("prismatic", "rail", 0, 1, axis=axis, coordinates=("x",))],
        [element(kind, "brake", k=K, **ends)],
        gravity=(0, 0, 0),
        start=(StartValue(coordinate="x", velocity=SPEED),),
        simulation=Simulation(until=2.0),
    )


@pytest.mark.parametrize("kind", ["dashpot", "lagr_damper"])
@pytest.mark.parametrize(
    ("axis", "away", "swapped"), [*itertools.product(AXES, (-2.0, 2.0), (False, True))]
)
def test_a_damper_to_the_wall_brakes_a_cart(kind, axis, away, swapped):
    model = cart(axis, kind, away, swapped)
    found = pipeline.evaluate(model, [{"t": 0, "q": [0], "qd": [SPEED]}])[0]
    assert found.qdd == pytest.approx([-K * SPEED])
    powers = (found.D, found.dissipated_power)
    assert powers == pytest.approx((K / 2 * SPEED**2, K * SPEED**2))


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("away", [-2.0, 0.0, 0.2])
def test_a_cart_with_a_dashpot_runs_out_as_the_exponential_says(axis, away):
    """Also where it begins with its ends in one place, or passes that."""
    motion = pipeline.simulate(cart(axis, "dashpot", away, False))
    assert motion.q[-1, 0] == pytest.approx((1 - math.exp(-6)) / 3, rel=1e-9)
    assert motion.energy_error < 1e-9


def test_the_modes_of_a_cart_with_a_dashpot_know_that_it_runs_out():
    found = pipeline.modes(cart((1, 0, 0), "dashpot", -2.0, False))
    assert np.sort(found.eigenvalues.real) == pytest.approx([-3.0, 0.0], abs=1e-9)


def test_a_dashpot_whose_ends_never_move_apart_exerts_nothing():
    model = system(
        [Body(number=1, name="plate", mass=2), Body(number=2, name="block", mass=1)],
        [
            joint("revolute", "hinge", 0, 1, coordinates=("phi",)),
            joint("fixed", "weld", 1, 2, point_parent=(1, 0, 0)),
        ],
        [element("dashpot", "idle", k=5, body_a=1, point_a=(0.2, 0.1, 0), body_b=2)],
        gravity=(0, 0, 0),
    )
    found = pipeline.evaluate(model, [{"t": 0, "q": [0.4], "qd": [2.0]}])[0]
    # The block is carried round: the weld transmits the centripetal force alone.
    centripetal = -1 * 2.0**2 * 1 * np.array([math.cos(0.4), math.sin(0.4), 0])
    assert found.reactions["weld"].force == pytest.approx(centripetal, abs=1e-12)
    assert found.reactions["weld"].moment == pytest.approx(np.zeros(3), abs=1e-12)
    assert found.dissipated_power == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize("kind", ["dashpot", "lagr_damper"])
def test_a_damper_between_things_at_rest_exerts_nothing(kind):
    model = system(
        [Body(number=1, name="wall", mass=3), Body(number=2, name="cart", mass=1)],
        [
            joint("fixed", "bolts", 0, 1),
            joint("prismatic", "rail", 1, 2, axis=(1, 0, 0), coordinates=("x",)),
        ],
        [element(kind, "idle", k=5, body_a=1, body_b=0, point_b=(2, 0, 0))],
        gravity=(0, 0, -10),
    )
    found = pipeline.evaluate(model, [{"t": 0, "q": [0.0], "qd": [2.0]}])[0]
    assert found.reactions["bolts"].force == pytest.approx([0, 0, 40], abs=1e-12)
    assert found.dissipated_power == 0


def with_a_dashpot_at_a_pin(name: str) -> Model:
    """The four-bar linkage with a dashpot both of whose ends are at one of its pins."""
    model = sample("four_bar")
    pin = next(joint for joint in model.joints if joint.name == name)
    ends = {"body_b": pin.parent, "point_b": pin.point_parent}
    damper = element("dashpot", "idle", k=5, body_a=pin.child, point_a=pin.point_child, **ends)
    return model.model_copy(update={"elements": (*model.elements, damper)})


@pytest.mark.parametrize("name", [joint.name for joint in sample("four_bar").joints])
def test_a_dashpot_whose_ends_a_joint_holds_together_exerts_nothing(name):
    model, bare = with_a_dashpot_at_a_pin(name), sample("four_bar")
    found, free = (pipeline.evaluate(m, [pipeline.prepare(m).start])[0] for m in (model, bare))
    assert np.array_equal(found.qdd, free.qdd)
    assert (found.D, found.dissipated_power) == (free.D, free.dissipated_power)
    assert pipeline.verify(model).holds
    motion = pipeline.simulate(edits.set_value(model, ("simulation", "until"), 1.0))
    assert motion.t[-1] == 1.0 and motion.energy_error < 1e-8


def meeting(speed: float) -> Model:
    """A disc in the plane that begins where its dashpot has no length."""
    start = (StartValue(coordinate="x", velocity=speed),)
    return system(
        [Body(number=1, name="disc", mass=1, inertia=Inertia(zz=1))],
        [joint("planar", "table", 0, 1, coordinates=("x", "y", "phi"))],
        [element("dashpot", "brake", k=K, body_a=0, body_b=1)],
        gravity=(0, 0, 0),
        start=start,
    )


@pytest.mark.parametrize("speed", [0.0, SPEED])
def test_a_dashpot_in_the_plane_without_length_is_named_with_the_time(speed, tmp_path, capsys):
    model = meeting(speed)
    words = "Element “brake”: Its ends coincide at t = 0 s"
    with pytest.raises(LagrError, match=words):
        pipeline.simulate(model)
    path = tmp_path / "disc.lagr"
    pipeline.save(model, path)
    main(["evaluate", str(path)])
    assert words in capsys.readouterr().err


def test_reactions_where_a_dashpot_has_no_direction_are_refused_by_name():
    away = meeting(SPEED).model_copy(update={"start": (StartValue(coordinate="x", position=1),)})
    motion = pipeline.simulate(away)
    there = replace(motion, q=motion.q * 0)
    with pytest.raises(LagrError, match="Element “brake”: Its ends coincide at t = 0 s"):
        pipeline.reactions(meeting(SPEED), there)


@pytest.mark.parametrize("axis", AXES)
def test_a_dashpot_on_a_line_pulls_where_its_ends_meet(axis):
    model = cart(axis, "dashpot", 0.0, False)
    found = pipeline.evaluate(model, [{"t": 0, "q": [0], "qd": [SPEED]}])[0]
    assert found.certificate.residual < 1e-12 and found.certificate.samples
    assert (found.D, found.dissipated_power) == (K / 2, K)
    assert np.sort(pipeline.modes(model).eigenvalues.real) == pytest.approx([-K, 0], abs=1e-12)


def test_what_is_nearer_than_rounding_has_no_direction_to_pull_in():
    """A spring at x = 0.3 from a point at 0.1 + 0.2, 6e-17 m away."""
    model = cart((1, 0, 0), "dashpot", 0.0, False)
    spring = element("spring", "pull", c=1, l0=0.5, body_a=0, point_a=(0.1 + 0.2, 0, 0), body_b=1)
    model = model.model_copy(update={"elements": (spring,)})
    found = pipeline.evaluate(model, [{"t": 0, "q": [0.3], "qd": [0]}])[0]
    assert np.isnan(found.qdd).all()
    assert found.problem is not None and found.problem.code == "no-direction"
