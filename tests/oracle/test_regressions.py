"""Every case that once failed, and how failures are made small and kept."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.ground.sources import ROOT
from tests.oracle import __main__ as command
from tests.oracle import fuzzing
from tests.oracle.comparison import Case, Verdict
from tests.oracle.drawing import random_tree
from tests.oracle.shrinking import shrunk


@pytest.mark.parametrize("path", sorted(fuzzing.KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_what_once_failed_agrees(path: Path) -> None:
    verdict = fuzzing.replayed(path)
    assert verdict.sort in ("agrees", "undefined"), verdict


def springs(case: Case) -> list[str]:
    return [e["kind"] for e in case.data["elements"] if e["kind"] == "spring"]


def test_a_failure_is_made_small() -> None:
    case = next(
        c for c in map(random_tree, range(1000)) if springs(c) and len(c.data["bodies"]) > 3
    )
    found = shrunk(case, lambda c: bool(springs(c)))
    assert [e["kind"] for e in found.data["elements"]] == ["spring"]
    assert len(found.data["bodies"]) <= 2 and not found.data["joints"]
    assert shrunk(found, lambda c: bool(springs(c))) == found


def test_a_fault_of_the_program_is_found_kept_and_replayed(monkeypatch, tmp_path) -> None:
    """A fault is planted: forces at points do nothing."""
    real = fuzzing.ROADS["evaluate"]

    def wrong(case: Case) -> Verdict:
        pushed = any(e["kind"] == "force" for e in case.data["elements"])
        return Verdict("disagrees", words="planted") if pushed else real(case)

    monkeypatch.setitem(fuzzing.ROADS, "evaluate", wrong)
    outcome = fuzzing.explored(0, 3, 4e9, 48)
    assert [f for f in outcome.failures if f[3].words == "planted"]
    assert fuzzing._told([outcome], tmp_path) == 1
    for path in tmp_path.glob("*.json"):
        assert fuzzing.replayed(path).sort == "disagrees"
    monkeypatch.setitem(fuzzing.ROADS, "evaluate", real)
    for path in tmp_path.glob("*.json"):
        assert fuzzing.replayed(path).sort in ("agrees", "undefined", "unclear", "refused")


def test_words_on_the_command_line_reach_the_search(monkeypatch) -> None:
    told: list[tuple[float, int]] = []
    monkeypatch.setattr(command, "run", lambda *given: told.append(given) or 0)
    assert command.main(["--minutes", "2.5", "--seed", "7"]) == 0
    assert command.main([]) == 0
    assert told[0] == (2.5, 7)
    assert told[1][0] == 5 and told[1][1] > 1_600_000_000
    with pytest.raises(SystemExit):
        command.main(["--minutes", "many"])


def test_dev_hands_its_words_on(monkeypatch) -> None:
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    dev = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(dev)
    told: list[tuple] = []
    monkeypatch.setattr(dev, "env", lambda words: 0)
    monkeypatch.setattr(dev, "call", lambda words, more: told.append((words, more)) or 0)
    assert dev.main(["fuzz", "--minutes", "1", "--seed", "2"]) == 0
    ((words, more),) = told
    assert words[1:] == ["-m", "tests.oracle", "--minutes", "1", "--seed", "2"]
    assert more["OPENBLAS_NUM_THREADS"] == "1"


def test_a_search_without_time_finds_nothing_and_says_its_seed(capsys, tmp_path) -> None:
    assert fuzzing.run(0, 11, tmp_path) == 0
    told = capsys.readouterr().out
    assert "Seed 11" in told and "0 models, 0 failed" in told
    assert not list(tmp_path.iterdir())


def test_the_same_seed_draws_the_same_models() -> None:
    assert [fuzzing.drawn(seed)[1].text for seed in range(9)] == [
        fuzzing.drawn(seed)[1].text for seed in range(9)
    ]
