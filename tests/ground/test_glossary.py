"""The glossary names what is there: homes in the code, equations of the pages."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from tests.ground.sources import ROOT, TAKEN_OUT

PAGE = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|") and "`" in line and "`lagr_gui/`" not in line
]
HOMES = sorted(
    home
    for home in {row[-1].strip("`") for row in ROWS}
    if not any(home.startswith(f"extensions.{name}.") for name in TAKEN_OUT)
)
PAGES = "".join(
    (ROOT / "docs" / name).read_text("utf-8")
    for name in ("theory.md", "loops.md", "linearization.md", "impacts.md")
)


@pytest.mark.parametrize("home", HOMES)
def test_a_word_lives_where_the_glossary_says(home: str) -> None:
    module, _, name = home.rpartition(".")
    try:
        import_module(f"lagr_gui.{home}")
    except ModuleNotFoundError:
        assert hasattr(import_module(f"lagr_gui.{module}"), name)


def test_every_row_is_whole_and_every_word_stands_once() -> None:
    assert len(ROWS) > 30
    assert not [row for row in ROWS if len(row) != 6 or not all(row[:3]) or not row[5]]
    words = [row[0] for row in ROWS]
    assert len(set(words)) == len(words)


def test_equations_of_the_glossary_stand_on_their_pages() -> None:
    numbers = {n for row in ROWS for n in re.findall(r"\(([CS]?\d+)\)", row[4])}
    assert len(numbers) > 10
    assert not [n for n in numbers if not re.search(rf"\((?:[\d, ]*\b)?{n}\b[^)]*\)", PAGES)]
