"""The default of the tests stays a tool: what it costs is measured, and held."""

from __future__ import annotations

import re

from tests.costs import DEAR, PARTS, UNMEASURED, chosen, function_of, is_there, known_costs
from tests.ground.sources import ROOT

BUDGET = 1320.0
"""Seconds of processor time of the default: eleven minutes on two cores."""
FUNCTION = re.compile(r"^ *def (test_\w+)\(", re.M)


def functions() -> set[str]:
    """Names of the test functions as they stand in files."""
    return {
        f"{path.relative_to(ROOT).as_posix()}::{name}"
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in FUNCTION.findall(path.read_text("utf-8"))
    }


def test_the_default_costs_no_more_than_its_budget() -> None:
    costs = {name: cost for name, (cost, _) in known_costs().items() if is_there(name)}
    measured = sum(cost for cost in costs.values() if cost <= DEAR)
    names = {name.rpartition("::")[2] for name in costs}
    others = [name for name in functions() if name.rpartition("::")[2] not in names]
    assert measured + UNMEASURED * len(others) <= BUDGET, (
        f"measured {measured:.0f} s, {len(others)} functions not measured: "
        "python3 dev.py test --measure FILES"
    )


def test_each_test_belongs_to_the_default_or_has_its_turn() -> None:
    costs = {"a": (1.0, 3), "b": (9.0, 90), "d": (600.0, 90)}
    tests = [f"{name}[{number}]" for name in "abcd" for number in range(90)]
    default = chosen(tests, "default", costs, 0)
    assert {function_of(test) for test in default} == {"a", "c"}
    turns = [chosen(tests, "landing", costs, turn) for turn in range(7, 7 + PARTS)]
    assert set().union(*turns) | default == set(tests) == chosen(tests, "all", costs, 0)
    for turn in turns:
        assert "b[0]" in turn and not turn & default
        assert len(turn) < 180 / PARTS * 2
    assert not all("d[0]" in turn for turn in turns), "what takes long has its turn"
