"""Texts that remember their words: read as they stand, translated part by part."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.foundation.message import Message, counted, joined, phrase, say, translated

TEXTS = st.text(max_size=20)
GERMAN = {
    "There is no body {n}.": "Einen Körper {n} gibt es nicht.",
    "Joint “{name}”": "Gelenk „{name}“",
    "{place}: {cause}": "{place} – {cause}",
    "{count} row": "{count} Zeile",
    "{count} rows": "{count} Zeilen",
    "It is broken.": "Es ist kaputt.",
    "{b} before {a}": "{a} nach {b}",
}


@given(TEXTS, st.integers(), st.floats(allow_nan=False))
def test_a_message_is_its_template_with_values(name: str, n: int, x: float) -> None:
    message = say("“{name}” has {n} of {x}.", name=name, n=n, x=x)
    assert message == f"“{name}” has {n} of {x}."
    assert message.template == "“{name}” has {n} of {x}."
    assert dict(message.values) == {"name": name, "n": n, "x": x}


@given(st.floats(-1e6, 1e6))
def test_numbers_may_be_written_in_a_way_of_their_own(x: float) -> None:
    message = say("{x:.3g} m", x=x)
    assert message == f"{x:.3g} m"
    assert translated(message, {"{x:.3g} m": "{x:.2f} Meter"}) == f"{x:.2f} Meter"


@given(TEXTS)
def test_a_value_may_hold_braces(name: str) -> None:
    odd = f"{{{name}}}"
    assert say("Joint “{name}”", name=odd) == f"Joint “{odd}”"
    assert translated(say("Joint “{name}”", name=odd), GERMAN) == f"Gelenk „{odd}“"


@given(TEXTS)
def test_any_text_is_a_phrase(text: str) -> None:
    message = phrase(text)
    assert message == text and isinstance(message, Message)
    assert phrase(message) is message
    assert translated(message, {}) == text


@given(st.lists(TEXTS, max_size=5), st.sampled_from([", ", " – ", "", "\n"]))
def test_parts_are_joined_as_texts_are(parts: list[str], separator: str) -> None:
    assert joined(parts, separator) == separator.join(parts)
    assert joined(map(phrase, parts), separator) == separator.join(parts)


@given(TEXTS, TEXTS)
def test_messages_are_added_like_texts_on_either_side(before: str, after: str) -> None:
    message = say("Joint “{name}”", name="J")
    assert before + message == f"{before}Joint “J”"
    assert message + after == f"Joint “J”{after}"
    assert translated(before + message + after, GERMAN) == f"{before}Gelenk „J“{after}"


def test_a_sum_of_messages_is_translated_in_both_parts() -> None:
    found = say("Joint “{name}”", name="a") + " " + say("There is no body {n}.", n=2)
    assert found == "Joint “a” There is no body 2."
    assert translated(found, GERMAN) == "Gelenk „a“ Einen Körper 2 gibt es nicht."


def test_messages_within_messages_are_translated_however_deep() -> None:
    inner = say("Joint “{name}”", name="a")
    cause = say("There is no body {n}.", n=3)
    whole = say("{place}: {cause}", place=inner, cause=cause)
    for _ in range(4):
        whole = say("{place}: {cause}", place=inner, cause=whole)
    assert translated(whole, GERMAN) == ("Gelenk „a“ – " * 5 + "Einen Körper 3 gibt es nicht.")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It is broken.", "Es ist kaputt."),
        ("Joint", "Joint"),
        (phrase("It is broken."), "Es ist kaputt."),
        (say("{b} before {a}", a=1, b=2), "1 nach 2"),
        (say("What no table has: {name}", name=phrase("It is broken.")), None),
        (joined([phrase("It is broken."), "x"], "; "), "Es ist kaputt.; x"),
        (say("({a})", a=phrase("It is broken.")), "(Es ist kaputt.)"),
        (say("{a} and {b}", a=phrase("It is broken."), b="x"), "It is broken. and x"),
    ],
)
def test_what_a_table_lacks_stays_as_it_is(text: str, wanted: str | None) -> None:
    """But values in a row, without any word between, are translated one by one."""
    assert translated(text, GERMAN) == (str(text) if wanted is None else wanted)


@pytest.mark.parametrize("name", ["It is broken.", "Joint “{name}”", "{count} row"])
def test_a_name_that_happens_to_be_a_template_is_a_name(name: str) -> None:
    assert translated(say("Joint “{name}”", name=name), GERMAN) == f"Gelenk „{name}“"


@pytest.mark.parametrize(
    ("count", "english", "german"),
    [
        (1, "1 row", "1 Zeile"),
        ("1", "1 row", "1 Zeile"),
        (0, "0 rows", "0 Zeilen"),
        (2, "2 rows", "2 Zeilen"),
        (11, "11 rows", "11 Zeilen"),
        ("many", "many rows", "many Zeilen"),
    ],
)
def test_one_is_singular(count: object, english: str, german: str) -> None:
    found = counted(count, "{count} row", "{count} rows")
    assert found == english and translated(found, GERMAN) == german


def test_other_values_leave_the_words() -> None:
    message = say("Joint “{name}”", name="a")
    assert message.with_values(name="b") == "Joint “b”"
    assert message == "Joint “a”"
    assert translated(message.with_values(name="b"), GERMAN) == "Gelenk „b“"


def test_what_is_no_number_and_no_text_becomes_text() -> None:
    message = say("{a} and {b}", a=(1, 2), b=None)
    assert message == "(1, 2) and None"
    assert dict(message.values) == {"a": "(1, 2)", "b": "None"}


@given(TEXTS, st.integers())
def test_copies_are_translated_like_the_original(name: str, n: int) -> None:
    inner = say("There is no body {n}.", n=n)
    message = say("{place}: {cause}", place=name, cause=inner)
    again = [pickle.loads(pickle.dumps(message)), copy.copy(message), copy.deepcopy(message)]
    for other in again:
        assert other == message
        assert translated(other, GERMAN) == f"{name} – Einen Körper {n} gibt es nicht."


def test_a_message_is_equal_to_its_text_and_found_by_it() -> None:
    message = say("Joint “{name}”", name="a")
    known: Mapping[str, int] = {"Joint “a”": 1}
    assert known[message] == 1 and hash(message) == hash("Joint “a”")
    assert message.upper() == "JOINT “A”" and len(message) == 9


def test_a_missing_value_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError):
        say("{a} and {b}", a=1)
