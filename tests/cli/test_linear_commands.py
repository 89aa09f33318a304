"""The commands for equilibria, small motions and inverse problems answer as their page says."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from lagr_gui.cli.__main__ import main
from lagr_gui.exchange.documents.linear_equations import latex_linear
from lagr_gui.expression import read
from lagr_gui.pipeline import linearize_symbolic, load
from tests.cli.test_commands import SAMPLES, answer, documented

CHAIN = SAMPLES["mass_spring_chain"]
BEAD = SAMPLES["bead_on_hoop"]
SYMBOLIC = {"title", "at", "conditions", "entries", "deviation"}
SAMPLED = {"sampled", "period", "z_re", "z_im", "gone"}
"""What is told of laws that take samples alone."""
STABLE = ["simple_pendulum", "bead_on_hoop", "cart_pole", "elastic_pendulum"]


@pytest.mark.parametrize("name", STABLE)
def test_equilibrium_gives_what_is_documented(capsys, name: str) -> None:
    found = answer(capsys, "equilibrium", SAMPLES[name])
    assert documented("equilibrium") <= set(found) | set(found["equilibria"][0])
    assert found["equilibria"][0]["stability"].endswith("stable")
    for item in found["equilibria"]:
        assert np.max(np.abs(item["residual"])) < 1e-9


def test_no_equilibrium_is_exit_status_1_and_words(capsys) -> None:
    assert main(["equilibrium", SAMPLES["quadruped"]]) == 1
    assert "on z" in capsys.readouterr().err


def test_near_and_velocities_are_read_as_numbers(capsys) -> None:
    found = answer(capsys, "equilibrium", BEAD, "--near", "q1=pi-0.1")
    assert found["equilibria"][0]["q"] == pytest.approx([np.pi])
    assert main(["equilibrium", BEAD, "--near", "q1"]) == 1
    assert "gives no value" in capsys.readouterr().err


def test_linearize_gives_a_state_space_of_the_documented_shape(capsys) -> None:
    found = answer(capsys, "linearize", CHAIN, "--inputs", "x1,c", "--outputs", "x4',x1+x2")
    assert documented("linearize") - {"file"} <= set(found) | SYMBOLIC | SAMPLED
    space = found["state_space"]
    assert space["states"] == ["x1", "x2", "x3", "x4", "x1'", "x2'", "x3'", "x4'"]
    assert space["signals"] == ["x1", "c"]
    shapes = {key: np.shape(space[key]) for key in "ABCD"}
    assert shapes == {"A": (8, 8), "B": (8, 2), "C": (2, 8), "D": (2, 2)}
    assert np.array(space["A"])[4:, :4] == pytest.approx(
        -np.linalg.solve(found["M"], found["K"]), abs=1e-12
    )


def test_linearize_takes_a_state_from_a_file(capsys, tmp_path) -> None:
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"t": 0.2, "q": [0.3, -0.2], "qd": [1.0, 0.5]}))
    found = answer(capsys, "linearize", SAMPLES["double_pendulum"], "--at", str(state))
    assert found["q"] == [0.3, -0.2] and found["t"] == 0.2
    assert np.max(np.abs(found["residual"])) < 1e-10


def test_symbolic_matrices_read_back_and_agree_with_the_numbers(capsys) -> None:
    words = ("linearize", SAMPLES["double_pendulum"], "--symbolic", "--place", "q1=pi")
    found = answer(capsys, *words, "--inputs", "q2")
    assert set(found) >= SYMBOLIC
    assert found["deviation"] < 1e-13 and not found["conditions"]
    assert [[str(read(entry)) for entry in row] for row in found["K"]]
    assert found["B"] == [["0"], ["1"]]


def test_short_matrices_stand_in_closed_form_before_their_numbers(capsys) -> None:
    assert main(["linearize", SAMPLES["double_pendulum"]]) == 0
    text = capsys.readouterr().out
    assert "  K = [(m1*l1 + m2*(2*l1 + l2))*g/2  m2*g*l2/2]" in text
    assert text.index("  K = [") < text.index("K: stiffness")
    assert main(["linearize", BEAD]) == 0
    text = capsys.readouterr().out
    assert "q1: m*R*sin(q1)*(g - R*Omega^2*cos(q1)) = 0" in text
    assert main(["linearize", SAMPLES["double_pendulum"], "--at", "start"]) == 0
    assert "  K = [" not in capsys.readouterr().out  # it moves on from there


def test_symbolic_matrices_are_typeset() -> None:
    text = latex_linear(linearize_symbolic(load(BEAD), {"q1": "theta0"}))
    assert r"\boldsymbol K = \begin{pmatrix}" in text and r"\theta_0" in text
    assert text.count("pmatrix") == 6  # M, D, K


def test_modes_gives_what_is_documented(capsys) -> None:
    found = answer(capsys, "modes", CHAIN)
    assert documented("modes") <= set(found) | set(found["modes"][0]) | SAMPLED
    assert [mode["kind"] for mode in found["modes"]] == ["oscillation"] * 4
    assert len(found["eigenvalues_re"]) == 8


def test_response_writes_its_table(capsys, tmp_path) -> None:
    out = tmp_path / "response.csv"
    words = ("response", CHAIN, "--input", "x1", "--output", "x4", "--from", "1", "--to", "10")
    found = answer(capsys, *words, "--points", "50", "--out", str(out))
    assert documented("response") <= set(found)
    assert len(found["resonances"]) == 4
    with out.open() as stream:
        heads, *rows = csv.reader(stream)
    assert heads[:3] == ["omega (rad/s)", "|x4|", "phase of x4 (rad)"]
    assert [float(row[1]) for row in rows] == [row[0] for row in found["amplitude"]]
