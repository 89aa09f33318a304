"""Habelt's deck of system 2 gives every printed result, and a wrong one is found."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance import deck

SYSTEM_2 = Path(__file__).parent / "decks" / "lagr_deck_system2.txt"


def test_the_deck_gives_every_printed_result() -> None:
    findings = deck.check_deck(SYSTEM_2)
    assert len(findings) >= 22
    assert [str(finding) for finding in findings if not finding.holds] == []


@pytest.mark.parametrize(
    ("case", "symbol", "key", "old", "new"),
    [
        ("general", "g", "2,0", "FUp", "FUpp"),
        ("general", "Q", "1", "Abs(XF101 + q1)", "(XF101 + q1)"),
        ("special_a", "Q", "2", "q3**2", "q3"),
        ("special_b", "Gamma", "1,2,2", "M2", "M3"),
    ],
)
def test_one_altered_formula_is_found(
    case: str, symbol: str, key: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected: dict[str, Any] = copy.deepcopy(deck.expected_results(SYSTEM_2) or {})
    table = expected["symbolic"][case][symbol]
    assert old in table[key]
    table[key] = table[key].replace(old, new)
    monkeypatch.setattr(deck, "expected_results", lambda path: expected)
    failed = [finding.name for finding in deck.check_deck(SYSTEM_2) if not finding.holds]
    assert [name.partition(",")[0] for name in failed] == [f"{case} {symbol}"]


def test_the_command_takes_decks_beside_cases(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.deck"
    wrong.write_text(SYSTEM_2.read_text("utf-8").replace("'-SIN(Q(2))'", "'SIN(Q(2))'"))
    command = [sys.executable, "-m", "tests.acceptance"]
    statuses = [
        subprocess.run([*command, str(path)], capture_output=True, check=False).returncode
        for path in (SYSTEM_2, wrong)
    ]
    assert statuses == [0, 1]


def test_a_deck_without_printed_results_is_derived_in_both_ways(tmp_path: Path) -> None:
    path = tmp_path / "other.deck"
    path.write_text(SYSTEM_2.read_text("utf-8"))
    (finding,) = deck.check_deck(path)
    assert finding.holds


def test_the_sample_deck_is_that_of_the_thesis() -> None:
    sample = Path(__file__).parents[2] / "sample_models" / "lagr_system_2.deck"
    assert sample.read_text("utf-8") == SYSTEM_2.read_text("utf-8")
