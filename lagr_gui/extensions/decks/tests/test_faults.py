"""Broken decks: card, column, what was expected; never a hang, never a wrong system."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lagr_gui import pipeline
from lagr_gui.extensions.decks.deck import read_deck
from lagr_gui.extensions.decks.tests.decks import IDENTITY, NOWHERE, REST, SLIDE, SYSTEM_2, deck
from lagr_gui.foundation.problem import LagrError, has_errors

LINES = SYSTEM_2.splitlines()


def without(card: int) -> str:
    """System 2 with one card lost (counted from 1)."""
    return "\n".join(line for index, line in enumerate(LINES, start=1) if index != card)


def altered(old: str, new: str) -> str:
    """System 2 with the first occurrence of something replaced."""
    assert old in SYSTEM_2
    return SYSTEM_2.replace(old, new, 1)


def forced(force: str) -> str:
    """A slider with one force, whose first character stands on card 5 in column 2."""
    return deck(f"{SLIDE} '1'B\n'{force}' '0' '0' '0' '0' '0'")


def listed(text: str) -> str:
    """System 2 with another first list for Q."""
    return altered("'FU.($),0*$(1),C(1,0),0'", f"'{text}'")


SLANTED = SLIDE.replace(
    IDENTITY, "'COS(Q(1))' 'SIN(Q(1))' '0' 'SIN(Q(1))' 'COS(Q(1))' '0' '0' '0' '1'"
)
MIRRORED = SLIDE.replace(IDENTITY, "'1' '0' '0' '0' '1' '0' '0' '0' '-1'")

ZERO_BELOW = IDENTITY.replace("'1'", "'1/(SIN(Q(1))**2+COS(Q(1))**2-1)'")


def chained(count: int) -> str:
    """A spatial chain, and a force that needs the rotation matrix of its last body."""
    about_x = "'1' '0' '0' '0' 'COS(R)' 'SIN(R)' '0' '-SIN(R)' 'COS(R)'"
    about_z = "'COS(R)' 'SIN(R)' '0' '-SIN(R)' 'COS(R)' '0' '0' '0' '1'"
    points = f"{NOWHERE} {NOWHERE} {NOWHERE}"
    links = [
        f"{i - 1} {(about_x if i % 2 else about_z).replace('R', f'Q({i})')} {points} "
        for i in range(1, count + 1)
    ]
    load = f"'1'B 'GAM({count},1,1)' '0' '0' {NOWHERE}"
    return deck(" '0'B\n".join(links) + load, head=f"{count} {count} '1'B")


FAULTS: dict[str, tuple[str, str, str]] = {
    # what is wrong: deck, place, words of the cause
    "nothing": ("", "Card 1, column 1", "number of systems B; the deck ends"),
    "no systems": ("0", "Card 1, column 1", "number of systems"),
    "ends early": ("1\n3 3 '1'B\n'1' '0'", "Card 3, column 5", "GAM(0,1,3)"),
    "lost card of a matrix": (without(12), "Card 15, column 1", "found: the bit string '1'B"),
    "lost reference body": (without(11), "Card 11, column 1", "reference body K of body 2"),
    "lost flag": (without(10), "Card 10, column 1", "BI2 of body 1"),
    "one element too many": (SYSTEM_2 + " '0'", "Card 44, column 2", "end of the deck"),
    "reference to a later body": (
        altered("'0'B\n1\n", "'0'B\n2\n"),
        "Card 11, column 1",
        "reference body K of body 2",
    ),
    "unquoted expression": (altered("'Q(1)'", "Q(1)"), "Card 7, column 1", "outside quotes"),
    "number for an expression": (altered("'Q(1)'", "1"), "Card 7, column 1", "number 1"),
    "quote lost at the end": (altered("'Q(1)'", "'Q(1)"), "Card 7, column 8", "blank or comma"),
    "string not closed": (SYSTEM_2[:-2], "Card 43, column 1", "not closed"),
    "repetition factor": (altered("'0' '0'", "(2)'0'"), "Card 3, column 5", "repetition"),
    "two commas": (altered("'0' '0'", "'0',,'0'"), "Card 3, column 9", "no data element"),
    "no blank": (altered("'0' '0'", "'0'7"), "Card 3, column 8", "blank or comma"),
    "semicolon": (altered("3 3 '1'B", "3 3 '1'B;"), "Card 2, column 9", "blank or comma"),
    "decimal number": (altered("3 3 ", "3 3.0 "), "Card 2, column 3", "not a whole number"),
    "negative number": (altered("3 3 ", "3 -3 "), "Card 2, column 3", "coordinates F"),
    "two bits": (altered("'1'B", "'11'B"), "Card 2, column 5", "found: the bit string '11'B"),
    "no bit": (altered("'1'B", "'2'B"), "Card 2, column 5", "not a bit string"),
    "too many bodies": ("1\n5000 3 '1'B", "Card 2, column 1", "number of bodies N"),
    "empty expression": (altered("'Q(1)'", "' '"), "Card 7, column 1", "found"),
    "spring of one body": (
        altered("1 0 '1'B '0'B", "1 1 '1'B '0'B"),
        "Card 35, column 3",
        "itself",
    ),
    "spring of no body": (altered("1 0 '1'B '0'B", "1 4 '1'B '0'B"), "Card 35, column 3", "body N"),
    # expressions
    "missing operator": (forced("2Q(1)"), "Card 5, column 3", "operator is missing"),
    "open bracket": (forced("SIN(Q(1)"), "Card 5, column 9", "is missing for the bracket"),
    "close bracket": (forced("Q(1))"), "Card 5, column 6", "no opening bracket"),
    "small letters": (forced("q(1)"), "Card 5, column 2", "small letter"),
    "unknown sign": (forced("Q(1)^2"), "Card 5, column 6", "no meaning"),
    "imaginary unit": (forced("#I*R"), "Card 5, column 2", "imaginary"),
    "unknown constant": (forced("#PI"), "Card 5, column 2", "no constant"),
    "division by zero": (forced("R/0"), "Card 5, column 4", "divides by zero"),
    "other function": (forced("TAN(Q(1))"), "Card 5, column 2", "no function TAN"),
    "function without point": (forced("FU(Q(0))"), "Card 5, column 5", "index"),
    "no such coordinate": (forced("Q(2)"), "Card 5, column 2", "F is 1"),
    "no such body": (forced("M(2)"), "Card 5, column 2", "body 2"),
    "lower triangle": (forced("TH(1,2,1)"), "Card 5, column 2", "J ≤ K"),
    "reserved name": (forced("RHO*R"), "Card 5, column 2", "variable of the program"),
    "reserved function": (forced("G.(Q(0))"), "Card 5, column 2", "variable of the program"),
    "one index too few": (forced("C(1)"), "Card 5, column 2", "variable of the program"),
    "a result as a name": (forced("G(1,1)"), "Card 5, column 2", "variable of the program"),
    "not yet known": (forced("GAM(2,1,1)"), "Card 5, column 2", "no value here"),
    "overwritten": (forced("KU(1)"), "Card 5, column 2", "variable of the program"),
    "formal outside a list": (forced("$(1)"), "Card 5, column 2", "replaced"),
    "arguments differ": (forced("FU.(A)+FU.(A,B)"), "Card 5, column 9", "argument elsewhere"),
    "factorial of a half": (forced("FAC(5/2)"), "Card 5, column 2", "not an integer"),
    "large power": (forced("9**9**9"), "Card 5, column 3", "larger than"),
    "long expression": (forced("+".join(["R"] * 800)), "Card 5, column", "more than 500 parts"),
    "deep expression": (forced("(" * 80 + "R" + ")" * 80), "Card 5, column 62", "deeper"),
    "long string": (forced("R" * 5000), "Card 5, column 1", "more than 2000 characters"),
    # meaning
    "hidden division by zero": (
        deck(f"{SLIDE.replace(IDENTITY, ZERO_BELOW)} '0'B"),
        "Card 4, column 3",
        "divides by an expression that is zero",
    ),
    "too many terms": (chained(24), "Card 27, column 119", "so many terms"),
    "no rotation": (deck(f"{SLANTED} '0'B"), "Card 4, column 3", "not a right-handed rotation"),
    "reflection": (deck(f"{MIRRORED} '0'B"), "Card 4, column 3", "not a right-handed rotation"),
    "idle coordinate": (deck(head="1 2 '1'B"), "Card 2, column 1", "Q(2) moves no body"),
    "motion by velocity": (
        deck(f"0 {IDENTITY} 'Q(1)+QP(1)' '0' '0' {NOWHERE} {NOWHERE} '0'B"),
        "Card 2, column 1",
        "velocity",
    ),
    "body 0 moves by itself": (
        altered("'FU.(Q(0))'", "'Q(1)'"),
        "Card 4, column 1",
        "depends on q1",
    ),
    "half a pair": (listed("C(1,0),0,R"), "Card 42, column 11", "no partner"),
    "unknown target": (listed("RR,0"), "Card 42, column 2", "occurs nowhere"),
    "unknown function": (listed("FX.($),0*$(1)"), "Card 42, column 2", "occurs nowhere"),
    "coordinate as target": (listed("Q(1),0"), "Card 42, column 2", "cannot be replaced"),
    "expression as target": (listed("R**2,0"), "Card 42, column 2", "not an atom"),
    "replaced twice": (listed("R,0,R,1"), "Card 42, column 6", "twice"),
    "order would matter": (listed("R,GE,GE,0"), "Card 42, column 2", "replaces as well"),
    "value of the state": (listed("R,Q(1)"), "Card 42, column 2", "depends on q1"),
    "argument too many": (listed("FU.($),$(2)"), "Card 42, column 9", "1 argument"),
    "moving attachment": (
        altered("XF(1,0,2),0", "XF(1,0,2),Q(1)"),
        "Card 36, column 48",
        "depends",
    ),
    "damping of time": (altered("XD(2,3,3),0", "K(2,3),Q(0)"), "Card 33, column 69", "depends"),
    "foreign atom in a spring": (
        altered("XF(0,1,1),0", "XF(0,2,1),0"),
        "Card 36, column 2",
        "does not",
    ),
}


@pytest.mark.parametrize("name", list(FAULTS))
def test_a_broken_deck_is_told_with_card_and_column(name: str) -> None:
    text, place, words = FAULTS[name]
    with pytest.raises(LagrError) as caught:
        read_deck(text)
    problem = caught.value.problems[0]
    assert problem.place.startswith(place)
    assert words in problem.cause
    assert problem.remedy and problem.code == "deck"


def test_all_faults_of_expressions_are_told_at_once() -> None:
    text = altered("'R'", "'R('").replace("GE*M(2)", "GE*M(7)").replace("C(1,0),0'", "C(1,0)'")
    with pytest.raises(LagrError) as caught:
        read_deck(text)
    cards = [re.match(r"Card (\d+)", problem.place) for problem in caught.value.problems]
    assert [card[1] for card in cards if card] == ["15", "18", "42"]


PIECES = [
    "'",
    "'B",
    " ",
    ",",
    "\n",
    "(",
    ")",
    "*",
    "**",
    "/",
    "Q(1)",
    "GAM(2,1,1)",
    "FU.(",
    "$",
    "0",
]


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(SYSTEM_2) - 1),
            st.integers(0, 12),
            st.sampled_from(PIECES) | st.text("Q(1)'B0,*+-ERAX.#$ é\n", max_size=4),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_a_mutated_deck_ends_in_a_result_or_in_a_problem(edits: list[tuple[int, int, str]]) -> None:
    text = SYSTEM_2
    for at, length, piece in edits:
        text = text[:at] + piece + text[at + length :]
    try:
        models = read_deck(text)
    except LagrError:
        return
    for model in models:
        assert not has_errors(pipeline.check(model).problems)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda data: data.decode("latin-1")))
def test_any_text_as_a_force_ends_in_a_result_or_in_a_problem(force: str) -> None:
    with contextlib.suppress(LagrError):
        read_deck(forced(force.replace("'", "")))


def test_a_file_is_a_deck_by_its_ending_or_its_content(tmp_path) -> None:
    for name, content, expected in (
        ("a.deck", "", True),
        ("a.lagr-deck", "{", True),
        ("a.txt", "  \n 1 3", True),
        ("a.txt", "hello", False),
        ("a.lagr", "1", False),
        ("a", '{"format"', False),
    ):
        path = tmp_path / name
        path.write_text(content)
        assert pipeline.is_foreign(path) is expected
    assert not pipeline.is_foreign(tmp_path / "nowhere.txt")


def test_a_deck_that_is_too_large_or_missing_is_refused(tmp_path) -> None:
    large = tmp_path / "large.deck"
    large.write_text("1 " * 1_100_000)
    for path in (large, tmp_path / "nowhere.deck", tmp_path):
        with pytest.raises(LagrError):
            pipeline.load(path)


def test_old_print_outs_in_latin_1_are_read(tmp_path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes(SYSTEM_2.replace("$", "§").encode("latin-1"))
    assert pipeline.load(path).special_cases[-1].name == "Q list 2"


def test_rest_means_rest() -> None:
    assert f"{IDENTITY} {NOWHERE}" == REST
