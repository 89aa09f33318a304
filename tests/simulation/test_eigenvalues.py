"""Eigenvalues of systems whose coordinates differ by many orders of magnitude."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError
from tests.samples.gallery import SMOOTH, sample


@pytest.mark.parametrize("name", SMOOTH)
def test_eigenvalues_have_the_sum_and_the_moduli_of_those_of_the_matrix(name: str) -> None:
    model = sample(name)
    try:
        linear = pipeline.linearize(model, "start")
    except LagrError:
        linear = pipeline.linearize(model)
    found = np.sort_complex(pipeline.modes(model, _place(linear)).eigenvalues)
    wanted = np.sort_complex(np.linalg.eigvals(linear.A))
    size = float(np.max(np.abs(wanted), initial=1e-9))
    assert len(found) == len(wanted)
    assert abs(np.sum(found) - np.trace(linear.A)) <= 1e-8 * max(size, 1.0)
    # Multiple eigenvalues come out of the matrix with the root of its rounding.
    apart = [np.min(np.abs(wanted - value)) for value in found]
    assert max(apart, default=0.0) <= 1e-5 * max(size, 1.0)


def _place(linear: pipeline.Linearization) -> dict[str, object]:
    return {"t": linear.t, "q": linear.q.tolist(), "qd": linear.qd.tolist()}


def test_a_charge_of_a_microphone_has_its_own_slow_eigenvalue() -> None:
    model = sample("condenser_microphone")
    found = pipeline.modes(model, "start").eigenvalues
    slow = found[np.argmin(np.abs(found))]
    assert slow.imag == 0 and -25 < slow.real < -10
    assert np.max(np.abs(found)) > 1e4
