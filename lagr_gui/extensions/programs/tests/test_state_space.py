"""The linear equations leave the program as they are: for Octave and MATLAB, for python-control."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np
import pytest

from lagr_gui import System, linearize, load, matlab_state_space, to_control
from lagr_gui.cli.__main__ import main
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model
from lagr_gui.pipeline import Linearization
from lagr_gui.prepared import prepare
from tests.ground.sources import ROOT

SAMPLES = {path.stem: path for path in sample_models()}
CASES: dict[str, dict[str, Any]] = {
    "cart_pole": {"inputs": ("x", "drive"), "outputs": ("x", "theta'", "x + l*sin(theta)")},
    "four_bar": {"inputs": ("q1",)},
    "chaplygin_sleigh": {"at": "start", "inputs": ("x", "phi")},
    "lagr_system_2": {"inputs": ("base.x",)},
    "double_pendulum": {"at": "start"},
}
"""Loops, conditions on velocities, inputs with rates, no inputs, a place out of balance."""
needs_octave = pytest.mark.skipif(which("octave-cli") is None, reason="no Octave here")
TELL = """
cart
printf('%d ', size(A), size(B), size(C), size(D)); printf('\\n');
printf('%.17g ', A', B', C', D', about.q, about.qd, about.qdd, about.y); printf('\\n');
printf('%s\\n', about.sha256, about.states{:}, about.inputs{:}, about.outputs{:});
"""


def case(name: str) -> tuple[Model, Linearization]:
    model = load(SAMPLES[name])
    return model, linearize(model, **CASES[name])


def matrices(linear: Linearization) -> list[np.ndarray]:
    return [linear.A, linear.state_B, linear.state_C, linear.state_D]


@needs_octave
@pytest.mark.parametrize("name", CASES)
def test_octave_has_the_numbers_and_names_of_the_linearisation(name: str, tmp_path: Path) -> None:
    model, linear = case(name)
    (tmp_path / "cart.m").write_text(matlab_state_space(linear, model), "utf-8")
    (tmp_path / "tell.m").write_text(TELL, "utf-8")
    command = ["octave-cli", "--quiet", "--no-history", "--path", str(tmp_path)]
    done = subprocess.run(
        [*command, str(tmp_path / "tell.m")], capture_output=True, encoding="utf-8", timeout=120
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    sizes, numbers, *words = done.stdout.splitlines()
    known = matrices(linear)
    assert [int(size) for size in sizes.split()] == [n for own in known for n in own.shape]
    rows = [*known, linear.q, linear.qd, linear.qdd, linear.y]
    assert [float(number) for number in numbers.split()] == [x for own in rows for x in own.flat]
    signals = [signal for signal, *_ in linear.signals]
    named = [*linear.states, *signals, *linear.outputs]
    # Octave takes the format once where there is nothing to be put into it.
    assert words == [prepare(model).digest, *named]


def test_no_text_of_a_user_ends_a_comment_or_a_string() -> None:
    hostile = "'); disp(1)\n%{\nquit\n%}"
    system = System("'); disp(1) %{ quit %}", m=1)
    system.body(mass="m")
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    system.parameter("m", 1.0, unit="kg", description=hostile)
    system.element("coordinate_spring", coordinate="x", c=2)
    text = matlab_state_space(system.linearize(), system.model)
    lines = text.splitlines()
    assert [line for line in lines if "quit" in line and not line.startswith("% ")] == []
    assert "%{" not in [line.strip() for line in lines]


def test_the_same_linearisation_gives_the_same_text_with_its_parameters() -> None:
    model, linear = case("cart_pole")
    text = matlab_state_space(linear, model)
    assert text == matlab_state_space(case("cart_pole")[1], model)
    assert "l = 0.8 (m): length of the pole" in text


@pytest.mark.parametrize("name", CASES)
def test_python_control_has_the_same_state_space(name: str) -> None:
    pytest.importorskip("control")
    _, linear = case(name)
    found = to_control(linear, name="small motions")
    for own, known in zip((found.A, found.B, found.C, found.D), matrices(linear), strict=True):
        assert np.array_equal(own, known)
    assert tuple(found.state_labels) == linear.states
    assert [label.replace("_", ".") for label in found.input_labels] == [
        signal.replace("_", ".") for signal, *_ in linear.signals
    ]
    assert found.name == "small motions"


def test_python_control_answers_as_the_frequency_response_does() -> None:
    pytest.importorskip("control")
    system = System.of(load(SAMPLES["lagr_system_2"]))
    linear = system.linearize(inputs=("FU",), outputs=("q1", "q2"))
    response = system.frequency_response("FU", ("q1", "q2"), omega=[0.5, 3.0, 20.0])
    signals = to_control(linear)(1j * response.omega)  # of FU and its rates, which move the base
    orders = np.array([order for _, _, order in linear.signals])
    found = np.einsum("ksw,ws->wk", signals, (1j * response.omega[:, None]) ** orders)
    known = response.amplitude * np.exp(1j * response.phase)
    assert np.abs(found - known).max() <= 1e-10 * np.abs(known).max()


def test_the_example_of_the_page_prints_what_it_says() -> None:
    pytest.importorskip("control")
    page = (ROOT / "docs" / "linearization.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.S)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"# (.*)", code)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "control", None)
    with pytest.raises(LagrError, match="pip install control"):
        to_control(case("cart_pole")[1])


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["linearize", str(SAMPLES["cart_pole"]), "--inputs", "x", "--set", "l=0.5", "--json"]
    file = tmp_path / "cart.m"
    assert main([*words, "--out", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == str(file)
    text = file.read_text("utf-8")
    assert "l = 0.5 (m)" in text
    assert all(repr(number) in text for row in told["state_space"]["A"] for number in row)
    assert main([*words, "--out", str(tmp_path / "all.json")]) == 0
    assert json.loads((tmp_path / "all.json").read_text("utf-8"))["state_space"]["A"]
    capsys.readouterr()
    assert main([*words, "--symbolic", "--out", str(tmp_path / "other.m")]) == 1
    assert "--symbolic" in capsys.readouterr().out
    assert main([*words, "--out", str(tmp_path / "x.csv")]) == 1
    assert "Use .m or .json" in capsys.readouterr().out
