"""A renamed text means the same of another name, and nothing else in it changes."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lagr_gui.expression import Call, Expression, Symbol, read, renamed, substitute, symbols
from lagr_gui.expression.decimals import with_points
from lagr_gui.foundation.problem import LagrError
from tests.expression.trees import TEXTS

NEW = st.sampled_from(["alpha", "b_2", "X1", "theta_3", "qq", "mass"])


def readable(text: str) -> Expression:
    try:
        return read(text)
    except LagrError:
        assume(False)
        raise


@settings(max_examples=200)
@given(TEXTS, st.sampled_from(["x", "q1", "theta"]), NEW)
def test_a_renamed_text_reads_as_the_tree_with_the_other_name(
    text: str, old: str, new: str
) -> None:
    tree = readable(text)
    put = {Symbol(old, order): Symbol(new, order) for order in (0, 1, 2)}
    assert read(renamed(text, old, new)) == substitute(tree, put)


@settings(max_examples=100)
@given(TEXTS, NEW)
def test_there_and_back_is_the_text(text: str, new: str) -> None:
    assume(new not in text)
    for old in ("x", "q1", "theta"):
        assert renamed(renamed(text, old, new), new, old) == text


@given(TEXTS, NEW)
def test_what_does_not_occur_changes_nothing(text: str, new: str) -> None:
    assert renamed(text, "nothing", new) == text


@given(st.text(max_size=40))
def test_texts_that_do_not_read_are_renamed_word_by_word(text: str) -> None:
    found = renamed(text, "x", "y")
    assert len(found) == len(text)
    assert re.sub(r"[xy]", "", found) == re.sub(r"[xy]", "", text)


KEPT = {
    "3 m + m": "3 m + n",
    "2 m/s*m": "2 m/s*m",
    "m_dot*m''": "n_dot*n''",
    "max(m, mm)": "max(n, mm)",
    "m(t)": "n(t)",
    "m_1 + m1": "m_1 + m1",
    "sin(m)": "sin(n)",
    "1.5e3*m": "1.5e3*n",
}


@pytest.mark.parametrize("text", KEPT)
def test_units_and_longer_names_stay(text: str) -> None:
    try:
        read(text)
    except LagrError:
        return
    assert renamed(text, "m", "n") == KEPT[text]


@pytest.mark.parametrize("function", ["FU", "F", "load_2"])
@pytest.mark.parametrize("mark", ["", "'", "''", "[2]"])
def test_functions_are_renamed_with_their_derivatives(function: str, mark: str) -> None:
    text = f"2*{function}{mark}(t) + {function}x"
    tree = read(renamed(text, function, "G"))
    assert Symbol(f"{function}x") in symbols(tree)
    own = read(f"G{mark}(t)")
    assert isinstance(own, Call) and own in (read(f"2*G{mark}(t)").factors)  # type: ignore[union-attr]


@given(st.integers(0, 10**6), st.integers(0, 99))
def test_a_decimal_comma_is_a_point(whole: int, part: int) -> None:
    text = f"{whole},{part}"
    assert read(with_points(text)) == read(f"{whole}.{part}")
    assert read(with_points(f"{text}*x + 1")) == read(f"{whole}.{part}*x + 1")


@given(TEXTS)
def test_texts_without_commas_stay(text: str) -> None:
    assume("," not in text)
    assert with_points(text) == text


@pytest.mark.parametrize("text", ["max(1, 2)", "atan2(x, y) + F(a, b)", "step(0, x, 1)"])
def test_commas_between_arguments_stay(text: str) -> None:
    assert with_points(text) == text
