"""What a process of the tests was doing when it crashed or hung stands with the test that failed.

Without this the stacks of a process that ends in the middle of a test are somewhere in the output.
"""

from __future__ import annotations

import faulthandler
import os
import re
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

LONGEST = 300
"""Seconds after which a test hangs and its process is ended, unless it is marked as `lasting`."""
FOLDER = "LAGR_LAST_WORDS"
OTHERS = re.compile(r"/(_pytest|pluggy|xdist|execnet)/|^  File \"<string>\"")
"""What lies below each test says nothing of it."""
DEPTH = 15
"""Calls of each thread, the last first."""
WIDTH = 200


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Write what processes of the tests leave behind into a folder that all know."""
    worker = getattr(config, "workerinput", {}).get("workerid", "")
    if not worker:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="lagr-tests-")
        return
    words = (Path(os.environ[FOLDER]) / worker).open("w")
    config.stash[_KEY] = words
    faulthandler.enable(words)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """End the process of a test that hangs."""
    words = item.config.stash.get(_KEY, None)
    if words is not None:
        lasting = item.get_closest_marker("lasting")
        seconds = lasting.args[0] if lasting else LONGEST
        faulthandler.dump_traceback_later(seconds, file=words, exit=True)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(report: Any) -> None:
    """Tell with the test where its process stood."""
    words = Path(os.environ[FOLDER]) / report.node.gateway.id
    report.longrepr = "\n".join([str(report.longrepr), *condensed(words.read_text())])


def condensed(words: str) -> list[str]:
    """The last calls of each thread, without those of the test runner."""
    kept: list[str] = []
    calls = 0
    for line in words.splitlines():
        if not line.startswith("  File"):
            kept.append(line[:WIDTH])
            calls = 0
        elif not OTHERS.search(line) and calls < DEPTH:
            kept.append(line[:WIDTH])
            calls += 1
    return kept


_KEY = pytest.StashKey[Any]()
