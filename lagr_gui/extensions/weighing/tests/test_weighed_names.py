"""Weights of terms in which names of frequent parts stand."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lagr_gui import System, load
from lagr_gui.cli.__main__ import main
from lagr_gui.expression import symbols
from lagr_gui.foundation.resource import sample_models

SAMPLES = {path.stem: path for path in sample_models()}


def test_terms_with_names_weigh_what_their_names_stand_for() -> None:
    """kappa_2 = R - q3 and kappa_4 = M2 R + M3 kappa_2 of LAGR's second system."""
    system = System.of(load(SAMPLES["lagr_system_2"]))
    motion = system.simulate(until=1, points=101)
    weights = {term.key: term for term in system.weigh(motion, name_parts=True).terms}
    values = {own.name: float(own.value or 0) for own in system.model.parameters}
    R, M2, M3 = (values[name] for name in ("R", "M2", "M3"))
    (_, a, r), (_, w, v), (x, alpha, _) = motion.q.T, motion.qd.T, motion.qdd.T
    lever = (M2 * R + M3 * (R - r)) * np.cos(a)
    for key, rho, force in (
        (("Gamma", (3, 2, 2), 0), 3, M3 * (R - r) * w**2),
        (("Gamma", (2, 3, 2), 0), 2, 2 * M3 * (R - r) * w * v),
        (("g", (2, 1), 0), 1, lever * alpha),
        (("g", (2, 1), 0), 2, lever * x),
    ):
        assert dict(weights[key].peaks)[rho] == pytest.approx(np.max(np.abs(force)), rel=1e-9)


@pytest.mark.parametrize("name", ["five_link_chain", "lagr_system_2", "slider_crank"])
def test_equations_with_names_lose_terms_within_their_bounds(name: str) -> None:
    system = System.of(load(SAMPLES[name]))
    motion = system.simulate(until=0.5, points=101)
    found = system.shorten(0.05, motion, name_parts=True)
    scale = float(np.max(np.abs(motion.qdd)))
    assert all(value <= 0.05 for value in found.residual)
    for error, bound in zip(found.error, found.bound, strict=True):
        assert error <= bound * (1 + 1e-6) + 1e-7 * scale
    defined = {own.name for own in found.sheet.definitions}
    stand = {s.name for entry in found.sheet.entries for s in symbols(entry.tree)}
    assert {name for name in stand if name.startswith("kappa")} <= defined
    assert name == "slider_crank" or found.dropped


def test_the_command_line_weighs_terms_with_names(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["weigh", str(SAMPLES["lagr_system_2"]), "--box", "q2=0..1", "--accuracy", "0.05"]
    assert main([*words, "--name-parts", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert any("kappa_" in term["term"] for term in found["terms"])
    assert any(own["name"].startswith("kappa") for own in found["equations"]["definitions"])
