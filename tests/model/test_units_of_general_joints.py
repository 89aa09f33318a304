"""Coordinates of general joints have the units that follow from their use."""

from __future__ import annotations

import pytest

import lagr_gui
from tests.samples.gallery import sample


@pytest.mark.parametrize("name", ["elastic_pendulum", "swinging_atwood"])
def test_coordinates_of_general_joints_have_units_everywhere(name: str) -> None:
    model = sample(name)
    units = dict(zip(model.coordinates, lagr_gui.check(model).units, strict=True))
    assert (units["r"], units["phi"]) == ("m", "rad")


def test_what_is_not_sound_has_no_units_of_its_use() -> None:
    model = sample("elastic_pendulum")
    (joint,) = model.joints
    broken = model.model_copy(
        update={"joints": (joint.model_copy(update={"distance": ("r*nonsense", "0", "0")}),)}
    )
    report = lagr_gui.check(broken)
    assert not report.sound and set(report.units) == {""}
