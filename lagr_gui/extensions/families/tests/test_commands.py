"""``lagr stability``, ``basins``, ``periodic`` beside closed forms; what is refused."""

from __future__ import annotations

import json
import math
from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

from lagr_gui import LagrError, System, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.families.commands.sweep import vary_of
from lagr_gui.extensions.families.tests.oscillators import driven, oscillator
from tests.ground.sources import ROOT

SAMPLES = ROOT / "sample_models"
PENDULUM = str(SAMPLES / "simple_pendulum.lagr")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What a command answers in JSON."""
    assert main([*words, "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def saved(system: System, folder: Path) -> str:
    """A system as a file."""
    pipeline.save(system.model, folder / "system.lagr")
    return str(folder / "system.lagr")


def test_kapitzas_pendulum_stands_above_the_border(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, a = tmp_path / "map.csv", 0.005
    border = np.sqrt(2 * 9.81 * 0.25) / a
    span = f"Omega={0.95 * border}:{1.05 * border}:41"
    model = str(SAMPLES / "kapitza_pendulum.lagr")
    vary = ["--vary", f"a={a}", "--vary", "q1=0", "--vary", span]
    words = ["stability", model, *vary, "--period", "2*pi/Omega", "--jobs", "1"]
    found = told(capsys, *words, "--out", str(out))
    measure = np.array(found["measure"])[0, 0]
    stable = measure <= found["limit"] + 1e-6
    first = found["axes"]["Omega"][int(np.argmax(stable))]
    assert first == pytest.approx(border, rel=0.01) and stable[np.argmax(stable) :].all()
    heads, *rows = out.read_text("utf-8").splitlines()
    assert heads == "a,q1,Omega,measure,found q1,found q1'" and len(rows) == 41


def test_equilibria_without_a_period(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "stability", PENDULUM, "--vary", "l=0.5:2:4", "--vary", "g=-9.81,9.81")
    length, g = np.meshgrid(*found["axes"].values(), indexing="ij")
    # The start, 1.2, is nearest to 0: there it hangs, or stands where weights pull upwards.
    grows = np.sqrt(np.maximum(0, -g / length))
    assert np.array(found["measure"]) == pytest.approx(grows, abs=1e-6)
    assert found["limit"] == 0 and not found["failed"]


def test_basins_of_two_wells_mirror_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = saved(driven("x - x^3 - k*x'", k=0.5), tmp_path)
    out = tmp_path / "basins.json"
    words = ["basins", model, "--vary", "x=-1.9:1.9:8", "--vary", "x'=-2:2:6", "--until", "60"]
    found = told(capsys, *words, "--jobs", "1", "--out", str(out))
    number, ends = np.array(found["number"]), np.array(found["ends"])
    assert ends.shape == (2, 2) and np.sort(ends[:, 0]) == pytest.approx([-1, 1], abs=1e-4)
    assert (number == 1 - number[::-1, ::-1]).all()
    assert found["shares"] == [0.5, 0.5] and found["alone"] == 0
    assert json.loads(out.read_text("utf-8"))["number"] == found["number"]


def test_what_has_not_settled_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["basins", PENDULUM, "--vary", "q1=0.1:3:20", "--until", "1", "--jobs", "1"]) == 0
    assert "end alone: they may not have settled" in capsys.readouterr().out


def test_the_limit_cycle_of_van_der_pol(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system = driven("mu*(1 - x^2)*x' - x", mu=1.0)
    system.start(x=2.0)
    out = tmp_path / "multipliers.csv"
    words = ["periodic", saved(system, tmp_path), "--period", "6.4", "--free", "--out", str(out)]
    found = told(capsys, *words)
    assert found["period"] == pytest.approx(6.6632868593231, rel=1e-8)  # known from the literature
    other = solve_ivp(
        lambda t, y: [y[1], (1 - y[0] ** 2) * y[1] - y[0], 1 - y[0] ** 2],
        (0, found["period"]),
        [*found["q"], *found["qd"], 0],
        rtol=1e-11,
        atol=1e-13,
    ).y[:, -1]
    assert other[:2] == pytest.approx([*found["q"], *found["qd"]], abs=1e-8)
    (one, _), (small, _) = found["multipliers"]
    assert one == pytest.approx(1, abs=1e-7)
    assert one * small == pytest.approx(np.exp(other[2]), rel=1e-6)  # Liouville
    assert len(out.read_text("utf-8").splitlines()) == 3


def swing(amplitude: float) -> float:
    """The period of a pendulum of 0.7 m, by the complete elliptic integral."""
    return float(4 * np.sqrt(0.7 / 9.81) * ellipk(np.sin(amplitude / 2) ** 2))


@pytest.mark.parametrize("free", [True, False])
def test_a_pendulum_swings_as_the_elliptic_integral_says(
    free: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--set", "l=0.7", "--set", "g=9.81", "--period", str(swing(1.5))]
    found = told(capsys, "periodic", PENDULUM, *words, *(["--free"] if free else []))
    (q,), (qd,) = found["q"], found["qd"]
    amplitude = np.arccos(np.cos(q) - qd**2 * 0.7 / (2 * 9.81))
    assert amplitude > 1
    assert found["period"] == pytest.approx(swing(amplitude), rel=1e-7)
    if not free:
        assert amplitude == pytest.approx(1.5, abs=1e-6)
    product = np.prod([complex(*pair) for pair in found["multipliers"]])
    assert product == pytest.approx(1, abs=1e-7)


def test_what_is_not_periodic_is_no_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shaken = saved(oscillator(Omega=3.0, m=2, k=0.4, c=50, F=3), tmp_path)
    for words, said in (
        (["--period", "2"], "Forces are others after 2 s"),
        (["--period", "2", "--free"], "Forces are others after"),
    ):
        assert main(["periodic", shaken, *words]) == 1
        assert said in capsys.readouterr().err
    rests = driven("-x - x'")
    rests.start(x=0.0)
    assert main(["periodic", saved(rests, tmp_path), "--period", "6", "--free"]) == 1
    assert "It stands still there" in capsys.readouterr().err


def test_values_that_vary_may_have_units() -> None:
    model = pipeline.load(PENDULUM)
    entries = ["l=10 cm:50 cm:3", "q1=-pi/2,90 deg", "q1'=60 rpm"]
    found = vary_of(model, Namespace(vary=entries))
    values = {"l": [0.1, 0.3, 0.5], "q1": [-math.pi / 2, math.pi / 2], "q1'": [2 * math.pi]}
    assert found == {name: pytest.approx(own) for name, own in values.items()}
    with pytest.raises(LagrError, match="the place holds m"):
        vary_of(model, Namespace(vary=["l=10 s,20 s"]))


def test_a_sweep_of_a_system_without_coordinates_is_refused(capsys, tmp_path) -> None:
    file, runs = tmp_path / "still.lagr", tmp_path / "runs.h5"
    file.write_text('{"format": "lagr-model", "version": 1, "name": "Still"}', "utf-8")
    assert main(["sweep", str(file), "--vary", "g=9,10", "--out", str(runs)]) == 1
    assert "no coordinates" in capsys.readouterr().err and not runs.exists()
