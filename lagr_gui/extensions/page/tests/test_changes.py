"""Pages of models that switch, sample, are delayed and in which something happens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.extensions.page.tests.browser import said
from lagr_gui.extensions.page.tests.test_page import needs_browser, page
from lagr_gui.extensions.programs.tests.test_program_events import mixed, on_spring, with_relay
from lagr_gui.extensions.programs.tests.test_program_signals import delayed_on_a_stop, noisy
from lagr_gui.extensions.programs.tests.test_program_signals import sampled as sampled_law
from lagr_gui.foundation.arrays import Array

MASS = 1.5
"""Where the slider of the mass is moved to and back from."""
MOVED = f"""
    const rows = () => window.system.motion.rows.map((row) => row.slice(0, 3));
    const before = rows();
    const range = [...document.querySelectorAll("#parameters input[type=range]")].at(-1);
    range.value = {MASS}; range.dispatchEvent(new Event("input"));
    await painted(); await painted();
    const other = rows();
    document.querySelector("#reset").click();
    await painted(); await painted();
    const again = rows();
    return {{ before, other, again, trouble: window.system.motion.trouble }};
"""


def moves(rows: Array, system: System) -> None:
    """Assert that the page moves as a simulation, away from impacts and events."""
    motion = system.simulate(rtol=1e-12)
    end = motion.t[-1]
    times = rows[:, 0]
    assert times[-1] == pytest.approx(end, rel=1e-9)
    instants = np.array([*(i.t for i in motion.impacts), *(h.t for h in motion.happened)])
    away = np.all(np.abs(times[:, None] - instants) > 1e-6 * end, axis=1)
    assert np.sum(away) > 50
    q, qd = motion.at(np.minimum(times, end))[:2]
    for found, known in ((rows[:, 1], q[:, 0]), (rows[:, 2], qd[:, 0])):
        assert np.max(np.abs(found - known)[away]) <= 1e-8 * np.max(np.abs(known))


@needs_browser
@pytest.mark.parametrize(
    "make", [with_relay, delayed_on_a_stop, sampled_law, noisy, lambda: on_spring(stop=True)]
)
def test_a_page_switches_samples_and_stops_as_a_simulation(
    make: Callable[[], System], tmp_path: Path
) -> None:
    """Also with another mass; and what it holds begins anew, to the last bit."""
    system, other = make(), make()
    found = said(page(system.model), MOVED, tmp_path)
    moves(np.array(found["before"]), system)
    other.parameter("m", MASS)
    moves(np.array(found["other"]), other)
    assert found["again"] == found["before"]


@needs_browser
@pytest.mark.parametrize("units", [(1e-6, 1e-6, 1e-6), (1e6, 1e6, 1e6)])
def test_a_page_does_so_at_any_size(units: tuple[float, float, float], tmp_path: Path) -> None:
    system = mixed(*units)
    script = "return window.system.motion.rows.map((row) => row.slice(0, 3));"
    moves(np.array(said(page(system.model), script, tmp_path)), system)
