"""Everything that is offered to be measured can be measured."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System, outputs, pipeline, simulate
from tests.samples.gallery import sample

SAMPLES = (
    "four_bar",
    "dc_motor_pendulum",
    "swinging_atwood",
    "rolling_disc",
    "gear_train",
    "rotating_beam",  # it has a function that is called as a sensor: angle(t)
)


@pytest.mark.parametrize("name", SAMPLES)
def test_each_expression_that_is_offered_has_values(name: str) -> None:
    model = sample(name)
    found = pipeline.measurable(model)
    texts = [text for items in found.values() for entries in items.values() for text in entries]
    assert len(texts) > 10 and len(set(texts)) == len(texts)
    settings = pipeline.settings_of(model)
    motion = simulate(model, settings)
    seen = outputs(model, motion, texts)
    assert all(np.isfinite(seen[text]).all() for text in texts)


def test_names_with_signs_and_names_of_several_are_offered_so_that_they_read() -> None:
    system = System("Names", gravity=(0, "-g", 0), g=9.81)
    one, two = system.body("Arm, left", mass=1), system.body("Twin", mass=1)
    three = system.body("Twin", mass=1)
    for number, body in enumerate((one, two, three), start=1):
        system.joint("prismatic", GROUND, body, f"x{number}", axis=(1, 0, 0), name=f"J ({number})")
    found = pipeline.measurable(system.model)
    assert [*found["Bodies"]] == ["Arm, left", "2", "3"]
    assert found["Bodies"]["Arm, left"][0] == 'position("Arm, left").x'
    texts = [text for items in found.values() for entries in items.values() for text in entries]
    assert set(pipeline.output_units(system.model, texts)) == set(texts)
