"""Which tests run when: by the processor time that they took when they were measured last.

`tests/costs.json` has a line for each test function: the seconds of all its tests, and how many
they are. Functions that cost at most `DEAR` seconds are the default of `dev.py test`. Of dearer
ones the first test runs at each landing unless it takes long, and of all others those whose turn
it is: a part chosen by the day of the commit, so that what a landing finds is found again until it
is mended, and that all have run after some days.
"""

from __future__ import annotations

import json
import subprocess
import zlib
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.processor_time import spent

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_name("costs.json")
DEAR = 1.6
"""Seconds beyond which a function is no part of the default."""
HEAVY = 1.0
"""Seconds beyond which no test runs at every landing."""
PARTS = 24
"""Days after which each other test of a dear function has run once."""
UNMEASURED = 1.0
"""Seconds that a function counts for which nobody has measured."""
TIERS = ("default", "landing", "all")
SAMPLED = 3
"""Tests of a function that are measured; the others are taken to cost as much."""
_SPENT = "processor seconds"
_TESTS = "tests of the function"

Cost = tuple[float, int]
"""Seconds of all tests of a function, and how many tests they are."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options by which `dev.py test` says what it wants."""
    words = "default: functions that cost little; landing: a part of the others; all (usual)"
    parser.addoption("--tier", choices=TIERS, default="all", help=words)
    words = "the number of the part of the dear tests that runs at a landing (usual: by the day)"
    parser.addoption("--turn", type=int, default=day(), help=words)
    words = "hold all systems against the oracle, not a few that differ from day to day"
    parser.addoption("--every-system", action="store_true", help=words)
    words = "write what the tests cost into tests/costs.json"
    parser.addoption("--measure", action="store_true", help=words)


def known_costs() -> dict[str, Cost]:
    """What each function costs, by its file and name."""
    return {name: (cost[0], cost[1]) for name, cost in json.loads(FILE.read_text("utf-8")).items()}


def function_of(test: str) -> str:
    """The function of a test: its name without parameters."""
    return test.partition("[")[0]


def day() -> int:
    """The number of the day on which the tested commit was made; 0 where nobody knows."""
    try:
        command = ["git", "show", "--no-patch", "--format=%ct", "HEAD"]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        return int(said.stdout) // 86_400
    except (OSError, ValueError, subprocess.CalledProcessError):
        return 0


def chosen(tests: Iterable[str], tier: str, costs: dict[str, Cost], turn: int) -> set[str]:
    """Those of some tests that belong to a tier; of dear ones those of a turn (modulo `PARTS`)."""
    if tier == "all":
        return set(tests)
    kept: set[str] = set()
    begun: set[str] = set()
    for test in tests:
        function = function_of(test)
        seconds, number = costs.get(function, (0.0, 1))
        dear, heavy = seconds > DEAR, seconds / number > HEAVY
        first = function not in begun and not heavy
        begun.add(function)
        if tier == "default" and not dear:
            kept.add(test)
        own = zlib.crc32(test.encode()) % PARTS
        if tier == "landing" and dear and (first or own == turn % PARTS):
            kept.add(test)
    return kept


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not of the tier that was asked for."""
    tests = [item.nodeid for item in items]
    kept = chosen(tests, config.getoption("tier"), known_costs(), config.getoption("turn"))
    if config.getoption("measure"):
        kept = sampled(tests) if config.getoption("tier") == "all" else kept
        number = Counter(map(function_of, tests))
        for item in items:
            item.user_properties.append((_TESTS, number[function_of(item.nodeid)]))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
    items[:] = [item for item in items if item.nodeid in kept]


def sampled(tests: Iterable[str]) -> set[str]:
    """Some tests of each function, spread over its parameters, the first among them."""
    of_function: dict[str, list[str]] = {}
    for test in tests:
        of_function.setdefault(function_of(test), []).append(test)
    return {test for own in of_function.values() for test in own[:: -(-len(own) // SAMPLED)]}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Note the processor time before a test and all that it needs."""
    if item.config.getoption("measure"):
        item.stash[_BEFORE] = spent()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Hand the processor time of a test to the process that writes it."""
    try:
        return (yield)
    finally:
        if item.config.getoption("measure"):
            item.user_properties.append((_SPENT, spent() - item.stash[_BEFORE]))


def pytest_configure(config: pytest.Config) -> None:
    """Write what tests cost in the process that hears of all of them."""
    if config.getoption("measure") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Ledger(), "costs of tests")


class Ledger:
    """Adds up what the tests of each function cost."""

    def __init__(self) -> None:
        self.measured: dict[str, list[float]] = {}
        self.tests: dict[str, int] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a test that is over."""
        if report.when == "teardown":
            function, properties = function_of(report.nodeid), dict(report.user_properties)
            self.measured.setdefault(function, []).append(properties[_SPENT])
            self.tests[function] = properties[_TESTS]

    def pytest_sessionfinish(self) -> None:
        """Write the costs; what is no longer there is dropped."""
        costs = {name: cost for name, cost in known_costs().items() if is_there(name)}
        for name, seconds in self.measured.items():
            tests = self.tests[name]
            costs[name] = round(tests * sum(seconds) / len(seconds), 2), tests
        lines = (f" {json.dumps(name)}: {json.dumps(cost)}" for name, cost in sorted(costs.items()))
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def is_there(name: str) -> bool:
    """Whether a file still has a function or class of this name."""
    file, _, inside = name.partition("::")
    path = ROOT / file
    return path.is_file() and inside.split("::")[0] in path.read_text("utf-8")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Spread the tests over processes so that none is left alone with a long one at the end."""
    from tests.dearest_first import DearestFirst

    return DearestFirst(config, log, known_costs())


_BEFORE = pytest.StashKey[float]()
