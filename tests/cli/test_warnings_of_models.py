"""What is odd about a model is told with every answer: in words, in JSON, and in Python."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest

from lagr_gui import ModelWarning, System, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.extensions.families.tests.oscillators import oscillator
from tests.ground.sources import of_extensions

QUESTIONS = (
    "simulate --until 0.1",
    "energy --until 0.1",
    "equations",
    "evaluate",
    "equilibrium",
    "modes",
    "linearize",
    "response --input x --points 3 --from 1 --to 2",
    "export --to text",
    "export --to c",
    "export --to fmu2 --out unit.fmu",
    *chain.from_iterable(of_extensions("calls", "WARNED")),
)


@pytest.fixture
def odd() -> System:
    """An oscillator whose mass is 2000 kg, beside which another unit stands."""
    system = oscillator()
    system.parameter("m", 2000.0, unit="g")
    return system


def test_a_value_in_another_unit_is_told_with_every_answer(
    odd: System,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    pipeline.save(odd.model, tmp_path / "odd.lagr")
    for words in QUESTIONS:
        command, *others = words.split()
        if command == "export" and others[1] not in EXPORTS:  # its extension was taken out
            continue
        assert main([command, "odd.lagr", *others, "--json"]) == 0
        told = capsys.readouterr()
        (warning,) = json.loads(told.out)["warnings"]
        assert warning["path"][0] == "parameters", words
        assert "counts in SI units (kg), not in g" in warning["cause"]
        (line,) = told.err.splitlines()
        assert line.startswith("warning: Parameter “m”") and warning["cause"] in line


def test_nothing_is_told_of_a_model_that_is_as_it_should_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline.save(oscillator().model, tmp_path / "plain.lagr")
    assert main(["modes", str(tmp_path / "plain.lagr"), "--json"]) == 0
    told = capsys.readouterr()
    assert "warnings" not in json.loads(told.out) and not told.err


def test_python_warns_at_each_question(odd: System) -> None:
    for ask in (odd.modes, odd.evaluate, odd.equations, odd.simulate):
        with pytest.warns(ModelWarning, match="counts in SI units") as heard:
            ask()
        assert heard[0].message.problem.path[0] == "parameters"  # type: ignore[union-attr]
