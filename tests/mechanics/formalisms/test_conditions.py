"""Accelerations by a formalism are those of the system with its conditions."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import accelerations, evaluate
from lagr_gui.mechanics.formalisms import COMPUTING
from lagr_gui.pipeline import prepare
from tests.samples.gallery import sample


@pytest.mark.parametrize("formalism", COMPUTING)
@pytest.mark.parametrize("name", ["four_bar", "rolling_disc", "chaplygin_sleigh"])
def test_every_formalism_keeps_the_conditions(name: str, formalism: str) -> None:
    model = sample(name)
    start = prepare(model).start
    found, expected = accelerations(model, formalism, start), evaluate(model, start)[0].qdd
    np.testing.assert_allclose(found[0], expected, rtol=1e-9, atol=1e-9)
