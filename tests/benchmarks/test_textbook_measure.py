"""The measure itself: what is counted, what is called equal and what a blemish is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textbook_blemishes import NAMED, blemishes
from textbook_causes import pattern
from textbook_count import operations, total
from textbook_equality import assumed, differences, unproved
from textbook_systems import OWN, Results, System, load, of_sheet

from lagr_gui import equations, read
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.mechanics.sheets.sheet import Definition

OSCILLATOR = load(OWN / "damped_oscillator.json")
PENDULUM = load(OWN / "torsion_pendulum.json")


def with_text(system: System, name: str, text: str, **definitions: str) -> Results:
    """The book's results, one of them printed in another way."""
    return Results({**system.book.texts, name: text}, definitions)


def kinds(ours: str, book: str = "m*x", **definitions: str) -> set[str]:
    """The blemishes of one text beside another."""
    system = replace(OSCILLATOR, book=Results({"Q1": book}, {}))
    return {kind for _, kind in blemishes(system, Results({"Q1": ours}, definitions))}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("m*l^2*sin(2*beta)/2", 6),
        ("-c*x - d*x'", 3),
        ("m*x'' = -c*x", 3),
        ("m*x'' = 0", 1),
        ("x", 0),
        ("-(-3.5)", 0),
        ("1e-3*x", 1),
        ("FU''(t)", 1),
        ("f[1,0](x, -y)*2^-1", 3),
        ("g*(m1 + m2)*cos(-phi1)", 4),
        ("(a + (b - c))/sqrt(d)^2", 5),
        ("sin((2)*(-x))", 2),
    ],
)
def test_operations_are_those_that_a_reader_meets(text: str, count: int) -> None:
    assert operations(text) == count


@pytest.mark.parametrize("text", ["", "a = b = c", "a =", "a ; b"])
def test_what_is_no_expression_is_not_counted(text: str) -> None:
    with pytest.raises(ValueError, match="expression"):
        operations(text)


def test_a_name_counts_once_and_only_where_it_is_needed() -> None:
    definitions = {"u": "a + b", "lambda": "sqrt(u)", "idle": "a*b*c*d"}
    assert total(["c*lambda", "lambda/2"], definitions) == 2 + 1 + 1


def test_what_the_sheet_tells_beside_its_results_is_read_with_them() -> None:
    sheet = equations(OSCILLATOR.model)
    named = Definition("u", "scalar", (read("a + b"),), "", "u", ())
    told = of_sheet(replace(sheet, definitions=(named,)))
    assert told.definitions == {"u": "a + b"}
    assert told.assumptions == tuple(entry["text"] for entry in sheet_json(sheet)["assumptions"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Q1", "F(t) - c*x - d*x'*(1 + 1e-7)"),
        ("Q1", "F(t) - c*x"),
        ("Q1", "F(t) - c*x - d*x' - w"),
        ("Q1", "log(-1)*x"),
        ("U", "c*x^2"),
        ("eq1", "2*m*x'' = F(t) - c*x - d*x'"),
        ("eq1", "0 = 0"),
    ],
)
def test_another_value_is_a_difference(name: str, text: str) -> None:
    changed = with_text(OSCILLATOR, name, text)
    assert differences(OSCILLATOR, changed) == [name]


def test_a_result_that_is_not_printed_is_zero() -> None:
    left = {name: text for name, text in OSCILLATOR.book.texts.items() if name != "D"}
    assert differences(OSCILLATOR, Results(left, {})) == ["D"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Q1", "-d*x' + F(t) - c*abs(a + x) + c*a"),
        ("Q1", "F(t) - c*x - d*x'*abs(-2*a - 2*x)/(2*a + 2*x)"),
        ("Q1", "F(t) - c*x*sign(a + x) - d*x'"),
        ("U", "c*(x^2 + a^2)/2"),
        ("eq1", "m*x'' - F(t) = -c*x - d*x'"),
    ],
)
def test_another_arrangement_is_equal_where_the_conditions_hold(name: str, text: str) -> None:
    changed = with_text(OSCILLATOR, name, text)
    assert differences(OSCILLATOR, changed) == []
    assert unproved(OSCILLATOR, changed) == []


def test_definitions_are_put_in_before_anything_is_compared() -> None:
    texts = {**PENDULUM.book.texts, "Q1": "-w*sin(phi) - c*phi - d*phi'"}
    assert differences(PENDULUM, Results(texts, {"u": "m*g", "w": "u*s"})) == []
    assert differences(PENDULUM, Results(texts, {"u": "m*g", "w": "2*u*s"})) == ["Q1"]


def test_what_is_assumed_has_to_follow_from_the_conditions_of_the_book() -> None:
    ours = replace(OSCILLATOR.book, assumptions=("2*a + 2*x > 0", "x > 0", "a > -x"))
    assert assumed(OSCILLATOR, ours) == ["x > 0"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("c*a^2/abs(a + x)", "absolute value or sign"),
        ("c*sign(x)", "absolute value or sign"),
        ("k*y/sqrt(x^2 + y^2)^2", "squared root"),
        ("sqrt(4*l^2 - 4*r^2*sin(phi)^2)", "number under a root"),
        ("sqrt(l^2/4 + x^2/4)", "number under a root"),
        ("4*m*l^2 + 2*m*l^2*cos(phi)", "common factor"),
        ("-d*a*x/w - d*a*y/w", "common factor"),
        ("c*(m*l^2 - m*l^2*sin(beta)^2)", "A - A sin^2"),
        ("1 - cos(beta)^2", "A - A sin^2"),
    ],
)
def test_a_blemish_is_found_unless_the_book_shows_it_too(text: str, kind: str) -> None:
    assert kind in kinds(text)
    assert kind not in kinds(text, text)


@pytest.mark.parametrize(
    "text",
    [
        "k*y/sqrt(x^2 + y^2)",
        "sqrt(2*l^2 - r^2)",
        "sqrt(0.09 + x^2)",
        "m*l^2 + m*a",
        "A*sin(theta)^2 + C*cos(theta)^2",
        "2*m*l^2 - m*l^2*sin(beta)^2",
        "1 - cos(alpha)^2*cos(beta)^2",
    ],
)
def test_what_a_book_may_print_is_none(text: str) -> None:
    assert kinds(text) <= {"number that nobody typed", "common factor"}
    assert kinds(text, text) == set()


def test_a_factor_is_common_only_where_the_result_gets_shorter() -> None:
    assert "common factor" not in kinds("m*a + b")
    assert "common factor" not in kinds("-a - b")
    assert "common factor" in kinds("m*x'^2/2 + m*r^2*phi'^2/2")


def test_a_decimal_that_was_multiplied_out_is_a_number_that_nobody_typed() -> None:
    rotor = OSCILLATOR.model.model_copy(
        update={
            "elements": tuple(
                element.model_copy(update={"l0": 0.3}) if element.name == "spring" else element
                for element in OSCILLATOR.model.elements
            )
        }
    )
    system = replace(OSCILLATOR, model=rotor, book=Results({"Q1": "-c*(x + 0.3)"}, {}))

    def found(text: str) -> list[tuple[str, str]]:
        return blemishes(system, Results({"Q1": text}, {}))

    assert found("-0.1*c*(10*x + 3)") == [("Q1", "number that nobody typed")]
    assert found("-c*(x + 0.3)/2") == []


def test_a_name_is_a_blemish_where_the_book_needs_none() -> None:
    assert kinds("c*u", u="a + x") == {NAMED}
    book = Results({"Q1": "c*v"}, {"v": "sqrt(a + x)"})
    ours = Results({"Q1": "c*u"}, {"u": "sqrt(a + x)"})
    assert blemishes(replace(OSCILLATOR, book=book), ours) == []


@pytest.mark.parametrize(
    ("text", "book", "cause"),
    [
        ("c*a - c*abs(a + x)", "-c*x", "absolute value of a length"),
        ("k*y/sqrt(x^2 + y^2)^2", "k*y/(x^2 + y^2)", "root that is squared"),
        ("c*a*x/sqrt(x^2 + y^2) - c*x", "-c*(l - a)*x/l", "length without a name"),
        ("m*l^2 - m*l^2*sin(q)^2", "m*l^2*cos(q)^2", "1 - sin^2"),
        ("m*a^2 + J + m*b", "J + m*(a^2 + b)", "factor of a group of terms"),
        ("a^2 + 2*a*b + b^2", "(a + b)^2", "square of a sum multiplied out"),
        ("3*m*l^2 + 2*m*l^2*cos(q)", "m*l^2*(3 + 2*cos(q))", "factor of all terms"),
        ("m*cos(2*q) + p", "m*cos(q)", "multiple angles"),
        ("a*b*c", "a*b", "other"),
    ],
)
def test_the_pattern_that_makes_a_result_longer_is_told(text: str, book: str, cause: str) -> None:
    assert pattern("Q1", Results({"Q1": book}, {}), Results({"Q1": text}, {})) == cause
