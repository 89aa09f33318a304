"""What callers give is taken as it is, or told as what it is: never guessed, never a crash."""

from __future__ import annotations

import math
import pickle
import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lagr_gui.expression import arguments as g
from lagr_gui.foundation.columns import Columns
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.foundation.registry import Registry, did_you_mean
from lagr_gui.foundation.selfcheck import TOLERANCE, Disagreement, SelfCheck, disagreement, together

NUMBERS = [0, 1, -3, 2.5, -1e300, np.float64(0.25), np.int64(7), np.float32(0.5), Fraction(1, 3)]
NO_NUMBERS = [
    None,
    True,
    False,
    "1",
    "x",
    b"1",
    [1],
    (1,),
    {},
    1j,
    math.nan,
    math.inf,
    -math.inf,
    np.nan,
    Decimal("1.5"),
    10**400,
    object(),
]


@pytest.mark.parametrize("value", NUMBERS, ids=repr)
def test_real_numbers_of_any_sort_are_numbers(value: Any) -> None:
    assert g.is_number(value) and g.is_finite(value)
    assert g.number(value, "Here") == pytest.approx(float(value))
    assert type(g.number(value, "Here")) is float


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: repr(value)[:20])
def test_what_is_no_finite_number_is_told_with_its_place(value: Any) -> None:
    assert not g.is_finite(value)
    with pytest.raises(LagrError) as caught:
        g.number(value, "Mass of body 3")
    (problem,) = caught.value.problems
    assert problem.place == "Mass of body 3" and problem.code == "wrong-value"
    assert "finite number" in problem.cause and len(problem.cause) < 200


@pytest.mark.parametrize("value", [-1, -1e-300, -5.0, np.float64(-2)])
def test_what_must_not_be_negative_is_told(value: Any) -> None:
    with pytest.raises(LagrError, match="not negative"):
        g.not_negative(value, "Noise")
    assert g.not_negative(-float(value), "Noise") == -float(value)
    assert g.not_negative(0, "Noise") == 0


@pytest.mark.parametrize("value", [0, 3, np.int64(5), 10**30])
def test_whole_numbers_from_a_least_one(value: Any) -> None:
    assert g.whole(value, "Count", 0) == value and type(g.whole(value, "Count", 0)) is int
    with pytest.raises(LagrError, match="whole number from"):
        g.whole(value, "Count", int(value) + 1)


@pytest.mark.parametrize("value", [1.0, "3", True, None, 2.5, math.nan, [1]])
def test_other_things_are_no_whole_numbers(value: Any) -> None:
    with pytest.raises(LagrError, match="whole number"):
        g.whole(value, "Count", 0)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_read_from_its_own_text(value: float) -> None:
    assert g.number_in(repr(value)) == value
    assert g.number_in(f"  {value!r}\n") == value


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "1,5", "1 2", "0x10", "1_000", "٣", "nan", "inf", "1e999", "--1", "1e", "."],
)
def test_other_texts_are_no_numbers(text: str) -> None:
    assert g.number_in(text) is None


@given(st.text())
def test_any_text_is_a_number_or_none(text: str) -> None:
    found = g.number_in(text)
    assert found is None or math.isfinite(found)


@pytest.mark.parametrize("values", [[1, 2.5], (0,), np.arange(3), [], {1.0}, range(3)])
def test_lists_of_numbers_of_any_sort(values: Any) -> None:
    assert g.numbers(values, "q") == [float(v) for v in values]


@pytest.mark.parametrize("values", ["12", b"12", {"a": 1}, 3, None])
def test_what_is_no_list_is_told(values: Any) -> None:
    with pytest.raises(LagrError, match="list of numbers"):
        g.numbers(values, "q")


@pytest.mark.parametrize("place", range(4))
def test_a_wrong_entry_is_told_with_its_place_from_one(place: int) -> None:
    values: list[Any] = [1.0, 2.0, 3.0, 4.0]
    values[place] = "x"
    with pytest.raises(LagrError) as caught:
        g.numbers(values, "q")
    assert caught.value.problems[0].place == f"q, entry {place + 1}"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a=1", {"a": "1"}),
        (" a = 1 , b=x + 2 ", {"a": "1", "b": "x + 2"}),
        ("", {}),
        (",,", {}),
        ("a=", {"a": ""}),
        ("a=b=c", {"a": "b=c"}),
    ],
)
def test_texts_by_name(text: str, wanted: dict[str, str]) -> None:
    assert g.named_texts(text, "--near") == wanted


@pytest.mark.parametrize("text", ["a", "=1", " =1", "a=1,b", "a=1,a=2", "a=1, a =2"])
def test_what_gives_no_value_or_two_is_told(text: str) -> None:
    with pytest.raises(LagrError) as caught:
        g.named_texts(text, "--near")
    assert caught.value.problems[0].place == "--near" and caught.value.problems[0].code == "values"


def test_values_by_name_are_computed() -> None:
    found = g.named_values("psi=2, phi=2*pi, x=-1/4, y=sqrt(2)", "--near")
    assert found == pytest.approx({"psi": 2, "phi": 2 * math.pi, "x": -0.25, "y": math.sqrt(2)})


@pytest.mark.parametrize("text", ["a=x", "a=(", "a=1/0", "a=log(-1)", "a=", "a=sqrt(0-1)"])
def test_values_that_are_no_numbers_are_told_with_the_name(text: str) -> None:
    with pytest.raises(LagrError) as caught:
        g.named_values(text, "--near")
    assert caught.value.problems[0].place == "--near, a"


@pytest.mark.parametrize("value", ["q1", ["q1", "q2"], ("a",), []])
def test_names_alone_or_in_a_list(value: Any) -> None:
    assert g.names(value, "inputs") == (("q1",) if value == "q1" else tuple(value))


@pytest.mark.parametrize("value", [1, [1], ["a", None], None])
def test_what_holds_no_names_is_told(value: Any) -> None:
    with pytest.raises(LagrError, match="list of names"):
        g.names(value, "inputs")


@pytest.mark.parametrize("size", [10, 100, 10_000, 1_000_000])
def test_what_is_shown_of_a_value_is_short(size: int) -> None:
    for value in (
        "x" * size,
        [1] * size,
        {i: i for i in range(min(size, 1000))},
        10 ** min(size, 4000),
    ):
        assert len(g.shown(value)) <= 40
    assert len(g.shortened("x" * size, 20)) == min(size, 20)


def test_columns_go_by_names_and_unknown_ones_are_told() -> None:
    table = np.arange(12.0).reshape(4, 3)
    columns = Columns(("x", "phi", "psi"), table)
    assert list(columns) == ["x", "phi", "psi"] and len(columns) == 3 and "phi" in columns
    assert columns["phi"].tolist() == [1, 4, 7, 10]
    assert Columns(("x", "phi", "psi"), table[0])["psi"] == 2
    with pytest.raises(LagrError) as caught:
        columns["phj"]
    assert "phi" in caught.value.problems[0].remedy
    assert columns.get("phi") is not None and "phj" not in columns
    assert "'x'" in repr(columns)


def test_a_registry_keeps_its_order_and_refuses_a_name_twice() -> None:
    registry: Registry[int] = Registry("joint kind")
    for name, value in (("b", 1), ("a", 2)):
        assert registry.add(name, value) == value
    assert list(registry) == ["b", "a"] and registry["a"] == 2 and len(registry) == 2
    with pytest.raises(ValueError, match="already"):
        registry.add("a", 3)
    with pytest.raises(LagrError) as caught:
        registry["c"]
    assert "Known are" in caught.value.problems[0].remedy


@pytest.mark.parametrize("count", [5, 39, 41, 300, 999])
def test_a_slip_of_the_hand_finds_the_name_that_was_meant(count: int) -> None:
    source = random.Random(count)
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = ["".join(source.choices(letters, k=9)) for _ in range(count)]
    for name in names[:10]:
        assert f"“{name}”" in did_you_mean(name.upper(), names)
        dropped = name[:4] + name[5:]
        assert f"“{name}”" in did_you_mean(dropped, names)


def test_among_no_or_too_many_names_none_is_offered() -> None:
    assert did_you_mean("x", []) == "There is none yet."
    assert "2000" in did_you_mean("x", [f"name{i}" for i in range(2000)])
    assert len(did_you_mean("x" * 10**6, ["y" * 10**6, "z"])) < 400


CHECKS = [
    SelfCheck(1e-12, samples=3),
    SelfCheck(1e-7, samples=2),
    SelfCheck(math.nan, samples=0, reason="There are no numbers."),
    SelfCheck(1e-15, samples=1, reason="Limits were left out."),
]


def test_a_check_holds_where_something_agreed() -> None:
    assert [check.holds for check in CHECKS] == [True, False, False, True]
    assert [check.complete for check in CHECKS] == [True, False, False, False]
    assert SelfCheck(TOLERANCE, samples=1).holds
    assert not SelfCheck(math.nan, samples=5).holds


def test_checks_together_are_as_bad_as_the_worst() -> None:
    found = together(CHECKS)
    assert found.residual == 1e-7 and found.samples == 6 and not found.holds
    assert "no numbers" in found.reason and "Limits" in found.reason
    assert together([]).samples == 0 and not together([]).holds
    assert together(CHECKS[:1]).complete


def test_a_reason_is_told_once() -> None:
    check = CHECKS[0].but("A.").but("B.").but("A.")
    assert check.reason == "A. B." and check.but("") is check
    assert "Not compared: A. B." in str(check)
    assert "Not compared with" in str(CHECKS[2])
    assert CHECKS[2].as_json()["residual"] is None and CHECKS[0].as_json()["residual"] == 1e-12


def test_a_disagreement_survives_the_way_between_processes() -> None:
    error = disagreement("q̈", 0.25, "Joint “a”", " at t = 1")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, Disagreement) and again.residual == 0.25
    assert str(again) == str(error) and "withheld" in str(error)
    plain = pickle.loads(pickle.dumps(LagrError(Problem("a", "b", "c"))))
    assert plain.problems[0] == Problem("a", "b", "c")


@given(st.text(max_size=300), st.text(max_size=300))
def test_a_problem_can_be_shown_whatever_names_are_in_it(place: str, cause: str) -> None:
    text = str(Problem(place, cause, "Mend it."))
    assert not any(
        ord(c) < 9 or "\ud800" <= c <= "\udfff" or "\u202a" <= c <= "\u202e" for c in text
    )
    text.encode("utf-8")


def test_problems_stand_with_the_worst_first() -> None:
    problems = [
        Problem("c", "", "", severity=Severity.HINT),
        Problem("b", "", "", severity=Severity.WARNING),
        Problem("a", "", "", severity=Severity.ERROR),
    ]
    assert [p.place for p in LagrError(problems).problems] == ["a", "b", "c"]
