"""Conditions that hold by themselves up to rounding bind nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.model import Body, Inertia, Model, Simulation, StartValue
from tests.systems import element, joint, system

SKEW = (0.3, 0.5, 0.9)
THIRDS = (1 / 3, 1 / 3, 1 / 3)
CUBE = Inertia(xx=0.2, yy=0.2, zz=0.2)
GRAVITY = 10.0


def door(axis: tuple[float, float, float], *more: object, **fields: object) -> Model:
    """A body on two hinges with one axis through the origin; its centre 1 m away along x."""
    unit = np.array(axis) / np.linalg.norm(axis)
    points = [tuple(float(s * u) for u in unit) for s in (-0.3, 0.4)]
    hinges = [
        joint(
            "revolute",
            f"hinge {i}",
            0,
            1,
            point_parent=p,
            point_child=(p[0] - 1, p[1], p[2]),
            axis=axis,
            coordinates=(f"q{i}",),
        )
        for i, p in enumerate(points, 1)
    ]
    return system(
        [Body(number=1, name="door", mass=2, inertia=CUBE)],
        hinges,
        more,
        gravity=(0, -GRAVITY, 0),
        start=(StartValue(coordinate="q1", position=0.3, velocity=0.5),),
        simulation=Simulation(until=0.5),
        **fields,
    )


def swing(axis: tuple[float, float, float], angle: float) -> float:
    """q̈ of that door: J q̈ = a·(r × m g) about the axis a through the origin."""
    a = np.array(axis) / np.linalg.norm(axis)
    r = np.array([1.0, 0, 0])
    arm2 = 1 - a[0] ** 2
    r = r * math.cos(angle) + np.cross(a, r) * math.sin(angle) + a * (a @ r) * (1 - math.cos(angle))
    moment = a @ np.cross(r, [0, -2 * GRAVITY, 0])
    return float(moment / (0.2 + 2 * arm2))


@pytest.mark.parametrize("axis", [SKEW, THIRDS, (1, 1, 1), (0, 0, 1), (0.1, -0.7, 0.2)])
def test_a_door_on_two_hinges_swings_as_on_one(axis):
    model = door(axis)
    mobility = pipeline.mobility(model)
    assert mobility.freedom.freedoms == 1
    assert not {"rigid", "dead-position", "start-changed"} & {n.code for n in mobility.notes}
    found = pipeline.evaluate(model, [{"t": 0, "q": [0.3], "qd": [0.5]}])[0]
    assert found.rank == 0
    assert found.qdd == pytest.approx([swing(axis, 0.3)], rel=1e-12)
    assert np.max(np.abs(found.multipliers)) < 100
    motion = pipeline.simulate(model)
    assert motion.q[0] == pytest.approx([0.3], abs=1e-15)
    assert motion.qd[0] == pytest.approx([0.5], abs=1e-15)
    assert motion.energy_error < 1e-8
    expected = [swing(axis, q) for q in motion.q[:, 0]]
    assert motion.qdd[:, 0] == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("axis", [SKEW, THIRDS])
def test_modes_and_equilibria_of_a_door_on_two_hinges_are_those_on_one(axis):
    model = door(axis)
    found = pipeline.equilibria(model)
    rest = [item.q[0] for item in found.found]
    assert len(rest) == 2
    assert [swing(axis, q) for q in rest] == pytest.approx([0, 0], abs=1e-8)
    stable = next(item for item in found.found if item.stability == "stable")
    h = 1e-6
    slope = (swing(axis, stable.q[0] + h) - swing(axis, stable.q[0] - h)) / (2 * h)
    assert max(abs(stable.eigenvalues.imag)) == pytest.approx(math.sqrt(-slope), rel=1e-6)


@pytest.mark.parametrize("second", ["planar", "revolute"])
@pytest.mark.parametrize("axis", [SKEW, THIRDS, (1, 0, 0)])
def test_a_second_joint_that_allows_the_same_motion_takes_no_freedom(axis, second):
    """Two bodies joined by a hinge and by a plane across its axis, or by the same hinge again."""
    joints = [
        joint("spherical", "socket", 0, 1, coordinates=("a", "b", "c"), point_child=(0, 0.4, 0)),
        joint("revolute", "hinge", 1, 2, axis=axis, point_child=(0.3, 0, 0), coordinates=("q",)),
    ]
    if second == "planar":
        extra = joint(
            "planar",
            "plane",
            1,
            2,
            **plane_across(axis),
            point_child=(0.3, 0, 0),
            coordinates=("u", "v", "w"),
        )
    else:
        extra = joint(
            "revolute", "again", 1, 2, axis=axis, point_child=(0.3, 0, 0), coordinates=("w",)
        )
    bodies = [Body(number=n, name=f"b{n}", mass=n, inertia=CUBE) for n in (1, 2)]
    single = system(bodies, joints, gravity=(0, -GRAVITY, 0))
    double = single.model_copy(update={"joints": (*joints, extra)})
    assert pipeline.mobility(double).freedom.freedoms == 4
    state = {"t": 0, "q": [0.2, -0.4, 0.3, 0.7], "qd": [0.3, 1.0, -0.2, 0.4]}
    (alone,) = pipeline.evaluate(single, [state])
    names = pipeline.mobility(double).freedom.coordinates
    assert names == ("a", "b", "c", "q")
    (both,) = pipeline.evaluate(double, [state])
    assert both.qdd == pytest.approx(alone.qdd, rel=1e-10)
    starting = tuple(
        StartValue(coordinate=n, position=p, velocity=v)
        for n, p, v in zip(names, state["q"], state["qd"], strict=True)
    )
    begun = double.model_copy(update={"start": starting, "simulation": Simulation(until=0.2)})
    motion = pipeline.simulate(begun)
    assert motion.q[0] == pytest.approx(state["q"], abs=1e-15)
    assert motion.qd[0] == pytest.approx(state["qd"], abs=1e-15)
    assert not motion.notes


def plane_across(axis: tuple[float, float, float]) -> dict[str, object]:
    """Fields of a planar joint."""
    n = np.array(axis) / np.linalg.norm(axis)
    e = np.cross(n, [0.2, 1, 0.3])
    e /= np.linalg.norm(e)
    return {"axes": (tuple(e.tolist()), tuple(np.cross(n, e).tolist())), "normal": axis}


def test_points_of_bodies_fixed_to_each_other_coincide_without_binding():
    bodies = [Body(number=n, name=f"b{n}", mass=1, inertia=CUBE) for n in (1, 2)]
    joints = [
        joint(
            "revolute", "hinge", 0, 1, axis=SKEW, point_child=(0.1, 0.2, 0.3), coordinates=("q",)
        ),
        joint("fixed", "weld", 1, 2, point_parent=(0.3, 0.1, 0.7), point_child=(0.1, 0.2, 0.7)),
    ]
    pin = element(
        "coincidence", "pin", body_a=1, point_a=(0.4, 0.3, 0.1), body_b=2, point_b=(0.2, 0.4, 0.1)
    )
    loose = system(bodies, joints, gravity=(0, -GRAVITY, 0))
    bound = loose.model_copy(update={"elements": (pin,)})
    state = {"t": 0, "q": [0.4], "qd": [1.3]}
    (expected,), (found,) = (pipeline.evaluate(m, [state]) for m in (loose, bound))
    assert found.rank == 0
    assert found.qdd == pytest.approx(expected.qdd, rel=1e-12)
    assert pipeline.mobility(bound).freedom.freedoms == 1


def test_a_skid_on_a_body_fixed_to_its_ground_binds_nothing():
    bodies = [Body(number=n, name=f"b{n}", mass=1, inertia=CUBE) for n in (1, 2)]
    joints = [
        joint(
            "revolute", "hinge", 0, 1, axis=SKEW, point_child=(0.1, 0.2, 0.3), coordinates=("q",)
        ),
        joint("fixed", "weld", 1, 2, point_parent=(0.3, 0.1, 0.7), point_child=(0.1, 0.2, 0.7)),
    ]
    skid = element("skid", "edge", body=2, point=(0.1, 0.7, 0.2), across=(0.3, 0.2, 0.6), ground=1)
    loose = system(bodies, joints, gravity=(0, -GRAVITY, 0))
    bound = loose.model_copy(update={"elements": (skid,)})
    state = {"t": 0, "q": [0.4], "qd": [1.3]}
    (expected,), (found,) = (pipeline.evaluate(m, [state]) for m in (loose, bound))
    assert found.rank == 0
    assert found.qdd == pytest.approx(expected.qdd, rel=1e-12)


def test_a_planar_chain_with_an_idle_closing_joint_keeps_its_start():
    """Three hinges of one skew axis; a fourth plane joint across that axis closes the loop."""
    links = ((0, 0, 0), (0.31, 0.17, 0.08), (0.23, -0.4, 0.11))
    joints = [
        joint(
            "revolute",
            f"h{i}",
            i - 1,
            i,
            axis=SKEW,
            point_parent=links[i - 1],
            point_child=(-0.1, 0.2, 0.05),
            coordinates=(f"q{i}",),
        )
        for i in (1, 2, 3)
    ]
    bodies = [Body(number=n, name=f"b{n}", mass=n, inertia=CUBE) for n in (1, 2, 3)]
    chain = system(bodies, joints, gravity=(0, -GRAVITY, 0))
    start = {"q1": (-0.1, 0.4), "q2": (0.6, -0.3), "q3": (0.2, 0.0)}
    # The plane joint sits where the tip is: its normal is the common axis.
    pose = pipeline.evaluate(chain, [{"t": 0, "q": [p for p, _ in start.values()], "qd": [0] * 3}])[
        0
    ]
    tip = tuple(pose.x[3].tolist())
    closing = joint(
        "planar",
        "floor",
        0,
        3,
        **plane_across(SKEW),
        point_parent=tip,
        coordinates=("u", "v", "w"),
    )
    model = chain.model_copy(
        update={
            "joints": (*joints, closing),
            "start": tuple(
                StartValue(coordinate=n, position=p, velocity=v) for n, (p, v) in start.items()
            ),
            "simulation": Simulation(until=0.2),
        }
    )
    assert pipeline.mobility(model).freedom.freedoms == 3
    motion = pipeline.simulate(model)
    assert motion.q[0] == pytest.approx([p for p, _ in start.values()], abs=1e-15)
    assert motion.qd[0] == pytest.approx([v for _, v in start.values()], abs=1e-15)
    assert not motion.notes
    free = chain.model_copy(update={"start": model.start, "simulation": model.simulation})
    assert motion.q[-1] == pytest.approx(pipeline.simulate(free).q[-1], rel=1e-8)


def test_a_wall_along_which_a_body_moves_is_never_struck():
    """Its normal is across the only motion there is, up to rounding."""
    along = np.array(SKEW) / np.linalg.norm(SKEW)
    across = np.cross(along, [0.2, 0.5, 0.1])
    wall = element("wall", "side", body=1, normal=tuple(across.tolist()), restitution=0.5)
    model = system(
        [Body(number=1, name="slider", mass=2.4, inertia=CUBE)],
        [joint("prismatic", "rail", 0, 1, axis=SKEW, coordinates=("s",))],
        [wall],
        gravity=(0, 0, 0),
        start=(StartValue(coordinate="s", velocity=5.0),),
        simulation=Simulation(until=1.0),
    )
    (struck,) = pipeline.strike(model, {"t": 0, "q": [0.2], "qd": [5.0]})
    assert (struck.T_before, struck.T_after) == pytest.approx((30.0, 30.0))
    assert struck.impulse == 0
    motion = pipeline.simulate(model)
    assert not motion.impacts
    assert motion.q[-1] == pytest.approx([5.0])


def test_a_hinge_that_is_slightly_askew_does_bind():
    model = door(SKEW)
    first, second = model.joints
    askew = second.model_copy(update={"axis": (0.3, 0.5, 0.9 + 1e-6)})
    found = pipeline.mobility(model.model_copy(update={"joints": (first, askew)}))
    assert found.freedom.freedoms == 0


def test_drives_of_one_motion_that_disagree_contradict_each_other():
    drive = element("prescribed_motion", "drive", coordinate="q1", motion="0.3 + 0.5*t")
    other = element("prescribed_motion", "other", coordinate="q1", motion="0.3 + 0.6*t")
    assert pipeline.mobility(door(SKEW, drive)).freedom.freedoms == 0
    with pytest.raises(Exception, match="contradict"):
        pipeline.simulate(door(SKEW, drive, other))
