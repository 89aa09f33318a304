"""The examples of docs/python.md and of pages on mechanics run as they are written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ground.sources import EXTENSION_PAGES, ROOT

PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number: int) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", EXAMPLES[number]],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    if number == 0:
        shown = re.search(r"among them\n\n((?:    .*\n)+)", PAGE)
        assert shown
        for line in shown[1].splitlines():
            assert line.strip() in done.stdout


ONE_EXAMPLE = (
    "loops",
    "report",
    "singular-configurations",
    "tables",
    "controllers",
)
PAGES = [ROOT / "docs" / f"{name}.md" for name in ONE_EXAMPLE]
PAGES += [page for page in EXTENSION_PAGES if page.read_text("utf-8").count("```python") == 1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_example_of_a_page_prints_what_it_says(page: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"# (.*)", code)


def test_the_pendulum_takes_ten_lines() -> None:
    lines = [line for line in EXAMPLES[0].splitlines() if line.strip()]
    assert len(lines) <= 10
