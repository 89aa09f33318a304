"""Two programs beside each other: what is called slower, and what is not measured at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import against
import against_work
import pytest
from against_ratios import Side, compare, from_table

from lagr_gui.foundation.problem import LagrError, Problem


def side(walls: list[float], multiples: list[float] | None = None, check: Any = ()) -> Side:
    return Side(walls, walls if multiples is None else multiples, list(check))


@pytest.mark.parametrize(
    ("new", "old", "verdict"),
    [
        ([1.2, 1.2, 1.2], [1.0, 1.0, 1.0], "SLOWER"),
        ([1.07, 1.07, 1.07], [1.0, 1.0, 1.0], ""),
        ([1.2, 0.9, 1.9], [1.0, 1.0, 1.0], ""),
        ([1.2, 1.2, 1.2], [1.0, 0.6, 1.4], ""),
        ([1.2, 1.2, 1.2, 1.2, 9.0], [1.0, 1.0, 1.0, 1.0, 0.1], "SLOWER"),
        ([0.5, 0.5, 0.5], [1.0, 1.0, 1.0], "faster"),
        ([1.2], [1.0], ""),
        ([1.3], [1.0], "SLOWER"),
    ],
)
def test_slower_is_what_exceeds_the_noise_of_both_programs(
    new: list[float], old: list[float], verdict: str
) -> None:
    steady = [1.0] * 3
    assert compare(side(steady, new), side(steady, old)).verdict == verdict


def test_the_best_run_counts_by_the_wall_clock_and_the_median_in_multiples() -> None:
    new, old = side([9.0, 3.0, 4.0], [1.0, 2.0, 7.0]), side([2.0, 8.0, 9.0], [0.1, 4.0, 9.0])
    assert compare(new, old).ratios == (1.5, 0.5)


def test_another_program_on_the_machine_makes_nothing_slower() -> None:
    steady = [1.0] * 3
    assert compare(side([1.9] * 3, steady), side(steady)).verdict == ""
    assert compare(side([2.2] * 3, steady), side(steady)).verdict == "slower?"
    assert compare(side(steady, [2.2] * 3), side([2.0] * 3, steady)).verdict == "SLOWER"


def test_a_program_without_processor_times_is_judged_by_the_wall_clock() -> None:
    assert compare(side([1.2] * 3, []), side([1.0] * 3)).verdict == "SLOWER"
    assert compare(side([1.2] * 3), side([1.0] * 3, [0.0] * 3)).verdict == "SLOWER"
    assert compare(side([1.2, 1.2, 1.2], []), side([1.4, 1.3, 1.0], [])).verdict == ""


@pytest.mark.parametrize("other", [[1.0, 2.1], [1.0], [1.0, float("nan")]])
def test_a_fast_wrong_answer_is_no_answer(other: list[float]) -> None:
    found = compare(side([0.1], check=other), side([1.0], check=[1.0, 2.0]))
    assert found.verdict == "OTHER RESULT"


def test_rounding_and_missing_numbers_on_both_sides_are_no_other_result() -> None:
    new = side([1.0], check=[1.0, 2.0 + 1e-9, float("nan")])
    assert compare(new, side([1.0], check=[1.0, 2.0, float("nan")])).alike


def test_tables_are_read_as_they_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    against.table.head("a title")
    against.table.line("short", against.table.seconds(0.0123), "–", 0.5)
    against.table.line("panning, 3 of them, all in view and more text", "53 /s", "747 /s", 0.07)
    against.table.line("short", against.table.seconds(2e-6))
    against.table.line("nothing", "–")
    against.table.line("ended", "> 120 s")
    assert from_table(capsys.readouterr().out) == {
        "short": {"wall": 0.0123},
        "panning, 3 of them, all in view and more text": {"wall": 1 / 53},
        "short (2)": {"wall": 2e-6},
    }


def test_both_programs_take_turns_and_each_is_first_as_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[str] = []

    def run(tree: Path, name: str, samples: Path) -> Mapping[str, Mapping[str, Any]]:
        order.append("new" if tree == against.ROOT else "old")
        return {"work": {"wall": 2.0 if order[-1] == "new" else 1.0}}

    monkeypatch.setattr(against, "measured", run)
    new, old = against.turns("chain", Path("old"), 4)
    assert sorted(order[:2]) == sorted(order[2:4]) == ["new", "old"]
    assert [order[i] for i in (0, 2, 4, 6)].count("new") == 2
    assert new["work"].walls == [2.0] * 4
    assert old["work"].walls == [1.0] * 4


def test_what_one_program_cannot_do_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    broken = Side(missing="AttributeError: no such form")
    verdicts = against.show(
        {"a": side([1.0]), "b": side([1.0])}, {"a": side([1.0]), "b": broken, "c": side([1.0])}
    )
    said = capsys.readouterr().out.splitlines()
    assert verdicts == [""]
    assert "old program: AttributeError: no such form" in said[1]
    assert "new program: it is not there" in said[2]


def test_a_fault_of_an_old_program_is_a_line_of_the_table() -> None:
    def refuse() -> dict[str, Any]:
        raise LagrError(Problem("Model", "It cannot be read.", "Write it anew.", code="file"))

    what, run = against_work.line("read", refuse)
    assert what == "read"
    assert "It cannot be read." in run["missing"]


def test_no_copy_of_the_process_finds_what_another_one_left() -> None:
    done: list[int] = []

    def work() -> dict[str, Any]:
        done.append(1)
        return {"wall": float(len(done)), "multiple": float(len(done)), "check": [3.0]}

    assert against_work.apart(work) == {"wall": 1.0, "multiple": 1.0, "check": [3.0]}


def test_what_a_copy_cannot_do_is_said() -> None:
    def work() -> dict[str, Any]:
        raise AttributeError("no such thing")

    assert "no such thing" in against_work.line("a", lambda: against_work.apart(work))[1]["missing"]


def test_every_measure_can_be_asked_for_by_name() -> None:
    assert tuple(against_work.MEASURES) == against.MEASURES
    assert not set(against.MEASURES) & set(against.SCRIPTS)


@pytest.mark.skipif(not (against.ROOT / ".git").exists(), reason="needs the history")
def test_the_tree_of_a_commit_has_its_program_and_our_benchmarks() -> None:
    with against.tree_of("HEAD") as tree:
        assert (tree / "lagr_gui" / "__init__.py").is_file()
        ours = (against.ROOT / "benchmarks" / "against_work.py").read_bytes()
        assert (tree / "benchmarks" / "against_work.py").read_bytes() == ours
    assert not tree.exists()
