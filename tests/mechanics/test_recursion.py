"""The recursion agrees with other programs and with the laws of mechanics."""

import mujoco
import numpy as np
import pinocchio as pin
import pytest

from lagr_gui import pipeline
from lagr_gui.algebra import canonical
from lagr_gui.catalogue import JOINTS
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.recursion import derivation
from tests.mechanics.oracles import mujoco_model, pinocchio_model
from tests.systems import backwards, element, opposite, random_tree

KINDS = [kind for kind in JOINTS if kind not in ("general", "beam")]


def random_state(model, seed):
    source = np.random.default_rng(seed)
    f = len(model.coordinates)
    return {"t": 0.3, "q": list(source.uniform(-1, 1, f)), "qd": list(source.uniform(-1, 1, f))}


def relative(a, b):
    return np.max(np.abs(np.asarray(a) - np.asarray(b))) / max(np.max(np.abs(b)), 1e-9)


@pytest.mark.parametrize("deep", [0, 1000])
@pytest.mark.parametrize("seed", range(3))
def test_accelerations_agree_with_pinocchio(seed, deep, monkeypatch):
    monkeypatch.setattr(derivation, "DEEP", deep)
    pipeline.forget()
    model = random_tree(seed, ["revolute", "prismatic", "revolute"] * 3)
    state = random_state(model, seed)
    (found,) = pipeline.evaluate(model, [state])
    other = pinocchio_model(model)
    q, v = np.array(state["q"]), np.array(state["qd"])
    expected = pin.aba(other, other.createData(), q, v, np.zeros(len(q)))
    assert relative(found.qdd, expected) < 1e-10


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_joint_agrees_with_mujoco(kind):
    model = random_tree(7, [kind, "revolute", kind, "prismatic"])
    state = random_state(model, 3)
    (found,) = pipeline.evaluate(model, [state])
    other, J = mujoco_model(model)
    data = mujoco.MjData(other)
    data.qpos, data.qvel = J @ state["q"], J @ state["qd"]
    mujoco.mj_forward(other, data)
    metric = np.zeros((other.nv, other.nv))
    mujoco.mj_fullM(other, data, metric)
    assert relative(found.g[1:, 1:], J.T @ metric @ J) < 1e-9
    assert relative(found.h - found.Q, J.T @ data.qfrc_bias) < 1e-8


@pytest.mark.parametrize("kind", KINDS)
def test_both_derivations_agree_for_every_kind_of_joint(kind):
    model = random_tree(5, [kind, "revolute"])
    certificate = pipeline.verify(model, states=3)
    assert certificate.holds, certificate


def test_a_joint_drawn_backwards_describes_the_inverse_motion():
    model = random_tree(11, ["cylindrical"])
    state = random_state(model, 1)
    (a,) = pipeline.evaluate(model, [state])
    (b,) = pipeline.evaluate(backwards(model), [opposite(state)])
    assert relative(a.T, b.T) < 1e-12
    assert relative(a.qdd, -b.qdd) < 1e-10
    # a turn and a slide about one axis commute, so the poses agree as well
    assert relative(a.x[1], b.x[1]) < 1e-12


@pytest.mark.parametrize("kind", ["spring", "dashpot", "lagr_damper"])
def test_line_elements_do_not_care_which_end_is_named_first(kind):
    model = random_tree(2, ["spherical", "revolute"])
    constants = {"c": 30, "l0": 0.2} if kind == "spring" else {"k": 3}
    ends = {"body_a": 1, "point_a": (0.1, 0.2, 0), "body_b": 2, "point_b": (0, 0.3, 0.1)}
    swapped = {"body_a": 2, "point_a": (0, 0.3, 0.1), "body_b": 1, "point_b": (0.1, 0.2, 0)}
    found = []
    for place in (ends, swapped):
        part = element(kind, "part", **constants, **place)
        with_part = model.model_copy(update={"elements": (part,)})
        found.append(pipeline.evaluate(with_part, [random_state(model, 4)])[0].Q)
    assert relative(found[0], found[1]) < 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_energy_less_losses_plus_supply_stays_constant(seed):
    model = random_tree(seed, ["spherical", "prismatic", "revolute"])
    parts = (
        element("spring", "spring", c=20, l0=0.3, body_a=1, body_b=2, point_a=(0.1, 0, 0)),
        element("dashpot", "dashpot", k=0.3, body_a=2, body_b=3, point_b=(0.2, 0.1, 0)),
        element("lagr_damper", "damper", k=0.2, body_a=3, body_b=0, point_b=(1, 0, 0)),
        element("force", "push", body=3, vector=("sin(3*t)", 0.2, 0), point=(0, 0.1, 0)),
        element("torque", "twist", body=3, reaction_body=1, vector=(0, 0, 0.1), axes="body"),
    )
    base = model.base.model_copy(
        update={"position": ("0.1*sin(2*t)", 0, 0), "axis": (1, 2, 0), "angle": "0.3*t^2"}
    )
    model = model.model_copy(
        update={"elements": parts, "base": base, "joints": (model.joints[0], *model.joints[1:])}
    )
    model = model.model_copy(
        update={"simulation": model.simulation.model_copy(update={"until": 2.0})}
    )
    assert pipeline.simulate(model).energy_error < 1e-7


def test_both_derivations_agree_where_the_closed_form_is_too_long_to_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(canonical, "MOST_TERMS", 30_000)  # a tenth, to come there soon
    model = random_tree(1, ["revolute"] * 6)
    joints = tuple(j.model_copy(update={"parent": i}) for i, j in enumerate(model.joints))
    model = model.model_copy(update={"joints": joints})
    with pytest.raises(LagrError) as caught:
        pipeline.equations(model)
    assert caught.value.problems[0].code == "too-long"
    assert pipeline.verify(model, states=2).holds
