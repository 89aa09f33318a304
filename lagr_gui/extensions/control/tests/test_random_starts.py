"""Controllers that were put in bring a nonlinear plant to rest from anywhere in a region."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lagr_gui import Settings, design, put_in, simulate
from lagr_gui.extensions.control.tests.systems import Q, R, cart_pole
from lagr_gui.prepared import prepare

REGION = np.array([1.0, 0.5, 1.0, 1.0])
"""x (m), θ, and their rates: a start lies within these bounds, the pole upright at 0."""

DESIGNS: dict[str, dict[str, Any]] = {
    "lqr": {"lqr": Q, "r": R},
    "place": {"poles": (-2, -2.5, -3, -3.5)},
    "kalman": {"lqr": Q, "r": R, "kalman": 1.0, "noise": 1e-2},
    "sampled lqr": {"lqr": Q, "r": R, "sample": 0.02},
}


def test_random_starts_come_to_rest(pytestconfig: pytest.Config) -> None:
    """1000 of each sort of controller when all systems run, a few by default.

    The estimate of an observer begins at the place, and has a smaller region.
    """
    model, count = cart_pole().model, 1000 if pytestconfig.getoption("every_system") else 3
    source = np.random.default_rng(4)
    for name, asked in DESIGNS.items():
        made = design(model, ("drive",), ("x", "theta"), at={"q": {"theta": 0.0}}, **asked)
        poles = np.log(made.poles) / made.system.h if made.system.h else made.poles
        until = 16 / -float(np.max(poles.real))
        system = prepare(put_in(model, made))
        region = REGION * (0.3 if name == "kalman" else 1.0)
        for number in range(count):
            start = source.uniform(-region, region)
            found = simulate(system, Settings(until, start[:2].tolist(), start[2:].tolist()))
            rest = np.abs(found.states_at(until)[:4])
            assert np.all(rest < 1e-3), (name, number, start, rest)
