"""The tree cases hold by both derivations, and the checks can fail."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.acceptance.case import check_case

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


def load(name: str) -> dict:
    (path,) = [path for path in CASES if path.stem.startswith(name)]
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem.partition("_")[0])
def test_every_case_holds(path: Path) -> None:
    findings = check_case(json.loads(path.read_text("utf-8")))
    assert [str(finding) for finding in findings if finding.checked and not finding.holds] == []
    assert [finding.name for finding in findings if not finding.checked] == []


def altered(value: object) -> object:
    """The same numbers with the sixth digit of one of them raised."""
    if isinstance(value, list):
        return [altered(value[0]), *value[1:]]
    assert isinstance(value, float | int)
    return value * 1.000001 if value else 1e-6


@pytest.mark.parametrize("name", ["T03", "T09", "T14"])
@pytest.mark.parametrize("quantity", ["M", "Q", "qdd", "T", "U"])
def test_one_altered_digit_of_a_state_is_found(name: str, quantity: str) -> None:
    data = copy.deepcopy(load(name))
    data["checks"] = {"states": data["checks"]["states"]}
    data["checks"]["states"][2][quantity] = altered(data["checks"]["states"][2][quantity])
    failed = [f.name for f in check_case(data) if f.checked and not f.holds]
    assert failed == [f"states {quantity} ({way})" for way in ("recursion", "closed")]


def test_one_altered_digit_of_a_trajectory_is_found() -> None:
    data = copy.deepcopy(load("T03"))
    end = data["checks"]["trajectory"]["q_end"]
    end[1] *= 1.001
    assert "trajectory end" in {f.name for f in check_case(data) if f.checked and not f.holds}


def test_an_unequal_pair_called_equal_is_found() -> None:
    data = copy.deepcopy(load("C01"))
    pair = next(pair for pair in data["checks"]["pairs"] if not pair["equal"])
    pair["equal"] = True
    assert sum(not finding.holds for finding in check_case(data)) == 1


def test_the_command_succeeds_only_when_everything_is_checked_and_holds(tmp_path: Path) -> None:
    data = load("T17b")
    for state in data["checks"]["states"]:
        state.pop("reactions", None)
    good, bad, more = (tmp_path / name for name in ("good.json", "bad.json", "more.json"))
    good.write_text(json.dumps(data))
    data["checks"]["states"][0]["Q"][0] *= 1.0001
    bad.write_text(json.dumps(data))
    more.write_text(json.dumps(load("T17b") | {"checks": {"phase_of_the_moon": 1.0}}))
    command = [sys.executable, "-m", "tests.acceptance"]
    statuses = [
        subprocess.run([*command, str(path)], capture_output=True, check=False).returncode
        for path in (good, bad, more)
    ]
    assert statuses == [0, 1, 1]


def test_one_altered_reaction_is_found() -> None:
    data = copy.deepcopy(load("T06"))
    data["checks"] = {"states": data["checks"]["states"]}
    force = data["checks"]["states"][1]["reactions"]["hinge"]["force"]
    force[1] *= 1.000001
    failed = [finding.name for finding in check_case(data) if not finding.holds]
    assert failed == ["states reactions force"]


def test_one_altered_formula_of_a_special_case_is_found() -> None:
    data = copy.deepcopy(load("S01"))
    gamma = data["symbolic"]["special_a"]["Gamma"]
    gamma["1,2,2"] = gamma["1,2,2"].replace("M2", "M3")
    failed = [finding.name for finding in check_case(data) if not finding.holds]
    assert failed == ["formulas special_a Gamma"]
