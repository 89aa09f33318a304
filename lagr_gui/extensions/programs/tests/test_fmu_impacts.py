"""Impacts in functional mock-up units: events in model exchange, within steps in co-simulation."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.extensions.programs.tests.test_fmu import (
    KINDS,
    UNITS,
    assert_near,
    compiled,
    derived,
    description_of,
    loaded,
    run,
)
from lagr_gui.extensions.programs.tests.test_program_impacts import CASES, in_turn, started
from lagr_gui.extensions.programs.tests.test_programs import LIMITED
from lagr_gui.extensions.programs.tests.toolchain import STRICT
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.simulation.trajectory import Trajectory
from tests.ground.sources import ROOT
from tests.samples.gallery import sample
from tests.simulation.test_impacts import G, ball

SERIES = (
    *("ball on the floor", "floor under the ball", "ball that starts downwards from the floor"),
    "box on three feet",
)
"""Cases that come to rest after ever smaller impacts: the integrator of an importer does not
resolve the last of them."""
RESOLVED = 6
"""How many of these impacts it does resolve."""

pytestmark = [compiled, loaded]


def moved(model: Model, until: float) -> Trajectory:
    """The motion as it is simulated here."""
    prepared = prepare(model)
    settings = replace(prepared.settings, t_end=until, points=51, rtol=1e-12, atol=1e-14)
    return pipeline.simulate(prepared, settings)


def beside(found: dict, model: Model, until: float, whole: bool = True) -> None:
    """The motion in both ways beside that of a simulation, with impacts in number and instants.

    Away from impacts motions agree to 1e-6.  A simulation sums a series without end that a unit
    counts out, so the last of its impacts are other ones.  Unless it is compared as a `whole`, in
    model exchange only the first impacts are, and the motion up to there.
    """
    prepared, known = prepare(model), moved(model, until)
    instants = np.array([impact.t for impact in known.impacts])
    rest = min((series.t for series in known.settled), default=np.inf)
    for kind in KINDS:
        table = {name: np.array(column) for name, column in found[kind].items()}
        rows, end, expected = regular(table["time"], known.t), until, instants
        if not whole and kind == "ModelExchange":
            expected = instants[:RESOLVED]
            end = instants[RESOLVED]
        away = known.t <= end
        for t in instants:
            away &= np.abs(known.t - t) > 1e-6
        for place, name in enumerate(prepared.coordinates):
            for written, own in ((name, known.q), (f"der({name})", known.qd)):
                size = 1 + np.max(np.abs(own[:, place]))
                wrong = np.abs(table[written][rows] - own[:, place]) / size
                assert np.max(wrong[away]) < 1e-6, (kind, written)
        times = np.unique(table["impacts(time)"])[1:]
        if kind == "ModelExchange":
            assert times[: len(expected)] == pytest.approx(expected, abs=2e-7)
            assert not whole or len(times) == table["impacts(count)"][-1] == len(instants)
        else:
            count = table["impacts(count)"][-1]
            assert count == len(instants) or in_turn(known, count)
            between = np.searchsorted(known.t, instants)
            last = instants[np.flatnonzero(np.diff(between, append=len(known.t)))]
            early = last[last < rest]
            assert times[: len(early)] == pytest.approx(early, abs=1e-8)
            if count == len(instants):
                assert times == pytest.approx(last, rel=2e-5)


def regular(times: Array, wanted: Array) -> NDArray[np.intp]:
    """The rows of a table at some times, behind the events there."""
    return np.searchsorted(times, wanted + 1e-9, side="right") - 1


@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("name", LIMITED)
def test_samples_rebound_as_in_simulations(name: str, version: int, tmp_path: Path) -> None:
    model = sample(name)
    until = min(pipeline.settings_of(model).t_end, 1.5)
    found = run(UNITS[version](model), tmp_path, until=until, repeated=True)
    assert found["faults"] == []
    assert found["same"] == [True] * 3
    beside(found, model, until)


@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("case", CASES)
def test_units_rebound_as_in_simulations(case: str, version: int, tmp_path: Path) -> None:
    made, until = CASES[case]
    model = made().model
    found = run(UNITS[version](model), tmp_path, until=until)
    assert found["faults"] == []
    beside(found, model, until, whole=case not in SERIES)


@pytest.mark.parametrize("version", UNITS)
def test_a_force_from_outside_ends_contact(version: int, tmp_path: Path) -> None:
    """A ball at rest on the floor is lifted, and pushed onto it, by an input."""
    rest = started(ball(0.5), y=(0.1, 0.0)).model
    for force in (3 * G, -3 * G):
        model = edits.add_element(rest, "coordinate_force", coordinate="y", force=force)
        unit = UNITS[version](rest)
        found = run(unit, tmp_path, until=0.5, start={"force(y)": force})
        known = moved(model, 0.5)
        for kind in KINDS:
            rows = regular(np.array(found[kind]["time"]), known.t)
            y = np.array(found[kind]["y"])[rows]
            assert y == pytest.approx(known.q[:, 0], abs=1e-6)
            assert found[kind]["impacts(count)"][-1] == 0


@pytest.mark.parametrize("version", UNITS)
def test_who_looks_for_no_instant_gets_impacts_at_the_end_of_a_step(
    version: int, tmp_path: Path
) -> None:
    """Euler's method with steps of 1 ms: the ball stays over the floor, and rebounds in time."""
    model = started(ball(0.5), y=(1.1, 0.0)).model
    wish = {"until": 2.0, "solver": "Euler", "step": 1e-3}
    table = run(UNITS[version](model), tmp_path, **wish)["ModelExchange"]
    first = np.sqrt(2 / G)
    times = np.unique(table["impacts(time)"])[1:4]
    assert times == pytest.approx([first * (3 - 2 * 0.5**n) for n in range(3)], abs=0.01)
    assert np.min(table["y"]) > 0.1 - 0.01


@pytest.mark.parametrize("version", UNITS)
@pytest.mark.parametrize("height", [0.1, 0.5])
def test_derivatives_are_exact_in_contact_and_above(
    height: float, version: int, tmp_path: Path
) -> None:
    model = started(ball(0.5), y=(height, 0.0)).model
    found = derived(UNITS[version](model), tmp_path)
    whole, differences = np.array(found["one"]).T, np.array(found["differences"]).T
    assert_near(whole[:, : differences.shape[1]], differences)
    row, known = found["unknown"].index("der(der(y))"), found["known"].index("force(y)")
    assert whole[row, known] == pytest.approx(0.0 if height == 0.1 else 1.0, abs=1e-12)


@pytest.mark.parametrize("version", UNITS)
def test_a_start_beyond_a_limit_is_told(version: int, tmp_path: Path) -> None:
    model = started(ball(0.5), y=(1.0, 0.0)).model
    with pytest.raises(AssertionError, match="the start lies beyond a limit"):
        run(UNITS[version](model), tmp_path, until=1.0, start={"y": 0.05})


@pytest.mark.parametrize("version", UNITS)
def test_each_limit_has_an_event_indicator(version: int) -> None:
    text = description_of(UNITS[version](sample("bouncing_ball")))
    for name in ("floor", "wall"):
        assert f'name="indicator({name})"' in text
    if version == 2:
        assert 'numberOfEventIndicators="2"' in text
        assert "completedIntegratorStepNotNeeded" not in text
    else:
        assert text.count("<EventIndicator ") == 2
    plain = description_of(UNITS[version](sample("double_pendulum")))
    assert "ndicator(" not in plain and "impacts(" not in plain


@pytest.mark.parametrize("version", UNITS)
def test_the_source_with_impacts_compiles_by_itself(version: int, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(UNITS[version](sample("newtons_cradle")))) as file:
        (tmp_path / "model.c").write_bytes(file.read("sources/model.c"))
    words = ["cc", *STRICT, "-c", "model.c"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[:3000]


def test_the_example_of_the_page_prints_what_it_says() -> None:
    (code,) = re.findall(
        r"```python\n(.*?)```",
        (ROOT / "lagr_gui" / "extensions" / "programs" / "fmu.md").read_text("utf-8"),
        re.S,
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"# (.*)", code)
