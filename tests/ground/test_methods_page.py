"""The lines in docs/methods are printed so, and equations of books hold for the same motion."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import lagr_gui
from lagr_gui import pipeline
from tests.ground.books import Book, freedoms
from tests.ground.sources import ROOT

PAGES = sorted((ROOT / "docs" / "methods").glob("*.md"))
SYSTEMS = [page for page in PAGES if "<!-- book" in page.read_text("utf-8")]
FILE = re.compile(r"lagr equations (\S+\.lagr)")


@cache
def maker() -> ModuleType:
    spec = spec_from_file_location("make_methods", ROOT / "docs" / "make_methods.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_as_it_is_made(page: Path) -> None:
    text = page.read_text("utf-8")
    assert maker().whole(text) == text, f"docs/make_methods.py docs/methods/{page.name}"


@pytest.mark.parametrize("page", SYSTEMS, ids=lambda page: page.stem)
def test_equations_of_books_are_those_of_the_motion(page: Path) -> None:
    text = page.read_text("utf-8")
    ends = [match.end() for match in re.finditer("^<!-- book$", text, re.M)]
    for end, lines in zip(ends, maker().books(text), strict=True):
        file = FILE.search(text, end)  # the command below it
        assert file is not None
        model = lagr_gui.load(ROOT / file[1])
        motion = lagr_gui.simulate(model)
        book = Book(lines, motion.coordinates)
        places = (len(motion.t) // 7, len(motion.t) // 3)
        states = [{"t": motion.t[i], "q": motion.q[i], "qd": motion.qd[i]} for i in places]
        values = dict(pipeline.prepare(model).values)
        for at in pipeline.evaluate(model, states):
            assert book.gap(at, values) < 1e-9
            assert book.rank(at, values) == freedoms(at) == len(book.equations)
