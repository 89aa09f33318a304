"""Equations in the letters of books say what the model says: they are read back and computed."""

from __future__ import annotations

import random
import re
import unicodedata

import pytest

from lagr_gui import equations, text_equations, unicode_equations
from lagr_gui.expression import BUILTINS, Expression, called, read, symbols, write
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.letters import pretty
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.typesetting import unicode
from lagr_gui.typesetting.text_lines import WIDTH, listed, wrapped_sum
from tests.exchange.test_document import NAMES
from tests.samples.gallery import sample

_HIGH = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_FUNCTIONS = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "ln": "log", "√": "sqrt"}


def closing(text: str, start: int) -> int:
    """The bracket that closes the one at a place."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    raise AssertionError(text)


def plain(text: str, names: dict[str, str]) -> str:
    """The text as an expression is typed."""
    for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞":
        text = text.replace(sign, f"({unicodedata.normalize('NFKC', sign).replace('⁄', '/')})")
    text = text.replace("−", "-").replace("′", "'").replace("π", "pi").replace("log₁₀", "log10")
    while found := re.search(r"([a-z]\w*)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)\(", text):
        end = closing(text, found.end() - 1)
        power = f"^{found[2].translate(_HIGH)}"
        call = f"{found[1]}{text[found.end() - 1 : end + 1]}"
        text = f"{text[: found.start()]}({call}){power}{text[end + 1 :]}"
    text = re.sub("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: f"^({m[0].translate(_HIGH)})", text)
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    text = re.sub(r"√([^\W(]+'*)", r"√(\1)", text).replace("e^(", "exp(")
    for name, typed in _FUNCTIONS.items():
        text = re.sub(rf"(?<!\w){name}(?=\()", typed, text)
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", names[name], text)
    text = re.sub(" ([+-]) ", r"\1", text).replace(", ", ",")
    return text.replace(" ", "*")


def means_the_same(tree: Expression) -> None:
    if any(name not in BUILTINS for name, _ in called(tree)):
        return  # a function that is left unspecified has no values
    names = {pretty(symbol.name): symbol.name for symbol in symbols(tree)}
    both = [read(own.replace("'", "_rate")) for own in (write(tree), plain(unicode(tree), names))]
    source = random.Random(3)
    for _ in range(3):
        given = {own.name: source.uniform(0.3, 0.9) for own in sorted(symbols(both[0]), key=str)}
        one, other = (value(own, given) for own in both)
        assert other == pytest.approx(one, rel=1e-10, abs=1e-12, nan_ok=True), unicode(tree)


@pytest.mark.parametrize("name", NAMES)
def test_every_result_is_read_back_with_the_same_value(name: str) -> None:
    sheet = equations(sample(name))
    for entry in sheet.entries:
        means_the_same(entry.tree)
    for balance in equations_of_motion(sheet):
        means_the_same(whole(balance.left))
        means_the_same(whole(balance.right))


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("m*l^2/2*phi1'^2*cos(phi1 - phi2)", "½ m l² φ₁′² cos(φ₁ − φ₂)"),
        ("-a/(b*c)", "−a/(b c)"),
        ("(a + b)/(c - d)", "(a + b)/(c − d)"),
        ("a/(b/c + 1)", "a/(b/c + 1)"),
        ("sin(q1)^2*exp(-t/tau)", "e^(−t/τ) sin²(q₁)"),
        ("7*x/12", "7/12 x"),
        ("(a + b)^(-1/2)", "1/√(a + b)"),
        ("x^n*y^(n + 1)", "x^n y^(n + 1)"),
        ("(x')^2", "x′²"),
        ("(a*b)^2", "(a b)²"),
        ("abs(x)*sqrt(x)", "|x| √x"),
        ("atan2(y, x) + log10(x)", "atan2(y, x) + log₁₀(x)"),
        ("a - (b - c)", "a − (b − c)"),
    ],
)
def test_expressions_look_as_in_books(typed: str, text: str) -> None:
    assert unicode(read(typed)) == text
    means_the_same(read(typed))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["shortest", "structured"])
def test_all_results_stand_in_lines_without_marks_of_other_languages(name: str, form: str) -> None:
    sheet = equations(sample(name), form)
    text = unicode_equations(sheet, numbers="lagr")
    other = text_equations(sheet, numbers="lagr")
    assert not re.search(r"[\\{}*^_]\w*[{}\\]|(?<![a-z])(lambda|gamma|Gamma|phi)(?![a-z])|''", text)
    number = re.compile(r" {4}\((\w+)\)$", re.M)
    assert number.findall(text) == number.findall(other)
    (motion,) = (part for part in text.split("\n\n") if part.startswith("Equations of motion\n"))
    count = sum(" = " in line for line in motion.splitlines())
    assert count == len(equations_of_motion(sheet))


def test_long_sums_are_divided_where_they_fit_and_lose_nothing() -> None:
    text = "a (b + c (d − e)) − f + " + " + ".join(f"x₁{k}² (y + z)" for k in range(30))
    for room in (20, 40, 96):
        rows = wrapped_sum(text, room)
        assert " ".join(map(str.strip, rows)) == text
        assert max(map(len, rows)) <= room
        assert all(row.strip()[0] in "+−" for row in rows[1:])
    assert wrapped_sum("x" * 200, WIDTH) == ["x" * 200]


def test_what_goes_on_within_brackets_stands_behind_the_bracket_that_is_open() -> None:
    assert wrapped_sum("(a − b) c + d (e + f + g) − h", 14) == [
        "(a − b) c",
        "+ d (e + f",
        "     + g)",
        "− h",
    ]
    deep = "x − " + "a (b + " * 6 + "c" + ")" * 6
    rows = wrapped_sum(deep, 20)
    assert max(map(len, rows)) <= 20 and "".join(rows).replace(" ", "") == deep.replace(" ", "")


def test_lists_go_on_in_lines_of_their_own() -> None:
    items = [f"q{k} = x{k}" for k in range(1, 12)]
    rows = list(listed("Coordinates", items, 40))
    assert max(map(len, rows)) <= 40 and len(rows) > 2
    assert re.findall(r"q\d+ = x\d+", " ".join(rows)) == items
    assert list(listed("Independent", ["x" * 99], 40)) == ["Independent: " + "x" * 99]
