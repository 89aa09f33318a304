"""Statements on several lines: whatever stands in them, nothing is lost and nothing hangs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.editing import edits
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.fmi.packing import unit_source
from lagr_gui.extensions.programs.languages import LANGUAGES, written
from lagr_gui.extensions.programs.languages.fortran import LONGEST, continued
from lagr_gui.extensions.programs.languages.parts import wrapped
from lagr_gui.foundation.wording import Wording
from lagr_gui.model import Output
from lagr_gui.prepared import prepare
from tests.patience import without_hanging
from tests.samples.gallery import sample

WORDS = st.lists(st.text("ab(+*", min_size=1, max_size=300), min_size=1, max_size=12)


@given(WORDS.map(" ".join), st.integers(20, 110))
def test_lines_that_go_on_say_what_one_line_says(text, room):
    lines = continued(text, room)
    assert all(len(line) <= room + 2 for line in lines)
    whole = ""
    for line in lines:
        goes_on = line.removeprefix("    ")
        joined = goes_on[1:] if line.startswith("    &") else goes_on
        whole += joined[:-2] + " " if joined.endswith(" &") else joined.removesuffix("&")
    assert whole == text


def test_large_systems_and_long_words_become_short_lines():
    model = edits.set_value(sample("whipple_bicycle"), ("parameters", 0, "description"), "x" * 400)
    with without_hanging():
        text = EXPORTS["fortran"].write(lambda name: model if name == "model" else None)
    code = [line for line in text.splitlines() if not line.lstrip().startswith("!")]
    assert max(map(len, code)) <= LONGEST + 20
    assert not any("!" in line and line.endswith("&") for line in code)


def test_a_comment_keeps_its_columns_where_it_has_room():
    usage = "./a.out --self-test     the largest deviation"
    assert wrapped(usage, 80) == [usage]
    model = sample("simple_pendulum")
    text = EXPORTS["c"].write(lambda name: model if name == "model" else None)
    assert " * ./a.out --until T --points N    the motion up to another time" in text


@given(st.text(max_size=60))
def test_no_line_of_a_comment_holds_a_break(text):
    assert all(len(line.splitlines()) <= 1 for line in wrapped(Wording(text), 80))


@pytest.mark.parametrize("language", [*LANGUAGES, "fmi"])
def test_marks_of_templates_in_the_texts_of_users_stay_as_they_are(language):
    marks = "@HEAD@ @WORDS@ @STATES@ @TEXT@"
    counts: list[int] = []
    for words in (marks, "Plain words"):
        pendulum = sample("simple_pendulum")
        shown = pendulum.simulation.having(outputs=(Output.of(f"{words} = q1"),))
        model = pendulum.having(name=words, simulation=shown)
        program = describe(prepare(model))
        text = unit_source(program, 3, "") if language == "fmi" else written(program, language)
        counts.append(text.count(words))
    assert counts[0] == counts[1] > 0
