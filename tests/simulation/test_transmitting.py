"""What is said to transmit something is what the computed forces hold, name by name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, pipeline
from lagr_gui.model import Joint, Model
from tests.ground.sources import ROOT
from tests.simulation.test_reactions_along import crane, rotor

SAMPLES = (
    "ball_on_turntable",
    "bouncing_ball",
    "cantilever",
    "chaplygin_sleigh",
    "dc_motor_pendulum",
    "elastic_pendulum",
    "four_bar",
    "gear_train",
    "ladder_filter",
    "newtons_cradle",
    "rack_and_pinion",
    "rolling_disc",
    "slider_crank",
)


def driven() -> Model:
    drawn = crane()
    drawn.element("prescribed_motion", name="trolley", coordinate="x", motion="0.5*sin(3*t)")
    return drawn.model


MODELS = {
    **{name: pipeline.load(ROOT / "sample_models" / f"{name}.lagr") for name in SAMPLES},
    "driven": driven(),
    "rod": rotor("rod").model,
    "rope": rotor("rope").model,
}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_names_and_units_are_those_of_the_computed_forces(model: Model) -> None:
    settings = replace(pipeline.settings_of(model), t_end=0.05, points=5)
    found = pipeline.reactions(model, pipeline.simulate(model, settings))
    said = pipeline.transmitting(model)
    assert list(found.drives) == [name for name, _ in said.drives]
    assert set(found.thrusts) == set(said.thrusts)
    assert set(found.currents) == set(said.currents)
    assert set(found.voltages) == set(said.voltages)
    others = [(name, word, unit) for (name, word), (unit, _) in found.others.items()]
    assert others == list(said.others)
    loaded = {
        name
        for name, reaction in found.joints.items()
        if max(np.max(np.abs(reaction.force)), np.max(np.abs(reaction.moment))) > 1e-9
    }
    assert loaded <= set(said.joints) <= set(found.joints)


def flying(spring: bool) -> Model:
    drawn = System("flight", m=1, k=20)
    body = drawn.body("stone", "m", (1, 1, 1))
    drawn.joint("free", GROUND, body, *"xyzabc", name="air")
    if spring:
        drawn.element("coordinate_spring", coordinate="x", c="k")
    return drawn.model


def test_a_free_joint_transmits_only_what_acts_on_its_coordinates() -> None:
    assert pipeline.transmitting(flying(spring=False)).joints == ()
    assert pipeline.transmitting(flying(spring=True)).joints == ("air",)


def test_an_unsound_model_has_no_forces() -> None:
    broken = flying(spring=True)
    joint: Joint = broken.joints[0]
    wrong = joint.model_copy(update={"child": 9})
    with pytest.raises(LagrError, match="9"):
        pipeline.transmitting(broken.model_copy(update={"joints": (wrong,)}))
