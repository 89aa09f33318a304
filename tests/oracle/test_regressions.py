"""Every case that once failed, and how failures are made small and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    outcome = fuzzing.explored(0, 3, 4e9, 8)
    assert [f for f in outcome.failures if f[3].words == "planted"]
    assert fuzzing._told([outcome], tmp_path) == 1
    for path in tmp_path.glob("*.json"):
        assert fuzzing.replayed(path).sort == "disagrees"
    monkeypatch.setitem(fuzzing.ROADS, "evaluate", real)
    for path in tmp_path.glob("*.json"):
        assert fuzzing.replayed(path).sort in ("agrees", "undefined", "unclear", "refused")


def test_the_same_seed_draws_the_same_models() -> None:
    assert [fuzzing.drawn(seed)[1].text for seed in range(9)] == [
        fuzzing.drawn(seed)[1].text for seed in range(9)
    ]
