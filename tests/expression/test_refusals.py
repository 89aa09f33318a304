"""What has no meaning, is code, or is too large is refused with column, cause and remedy."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lagr_gui import GROUND, System
from lagr_gui.expression import Call, Number, Power, Sum, Symbol, read, write
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.grammar import DEEPEST, EXPONENT, LARGEST
from lagr_gui.expression.scanner import DIGITS, LONGEST
from lagr_gui.foundation.problem import LagrError
from tests.expression.trees import TEXTS
from tests.patience import without_hanging

X = Symbol("x")


def refused(text: str, place: str = "Mass") -> str:
    """The cause why a text is refused, which is told with place and remedy."""
    with without_hanging(), pytest.raises(LagrError) as caught:
        read(text, place)
    (problem,) = caught.value.problems
    assert problem.place == place and problem.cause and problem.remedy
    return problem.cause


COLUMNS = {
    "": 1,
    "x +": 4,
    "x + * y": 5,
    "2 x": 3,
    "x y": 3,
    "(x + y": 7,
    "x + y)": 6,
    "x + #": 5,
    "sin": 4,
    "sin(x, y)": 1,
    "1 + foo(nan)": 9,
    "x/0": 3,
    "x + q'''": 9,
    "pi(2)": 1,
    "1 + √(-2)": 5,
    "1 + sqrt(-2)": 5,
    "2 + 1e999": 5,
    "3 + x²": 6,
    "1 + ٣": 5,
    "x + t'": 5,
    "1 + 3i": 6,
    "a, b": 2,
}


@pytest.mark.parametrize(("text", "column"), COLUMNS.items())
def test_a_mistake_is_shown_at_its_column(text: str, column: int) -> None:
    assert refused(text).startswith(f"Column {column}:")


@given(TEXTS, st.integers(0, 40), st.sampled_from('#$@!?;:{}"\\&|<>=%~`'))
def test_a_character_without_meaning_is_found_where_it_stands(
    text: str, at: int, char: str
) -> None:
    at = min(at, len(text))
    assert refused(text[:at] + char + text[at:]).startswith(f"Column {at + 1}:")


CODE = [
    "__import__('os').system('true')",
    "__import__(os)",
    "__class__",
    "().__class__",
    "x.real",
    "x.__class__.__mro__",
    "lambda x: x",
    "lambda: 0",
    "x[0]",
    "x['a']",
    "[x for x in y]",
    "{x: y}",
    "{x}",
    "f'{x}'",
    'f"{x}"',
    "'text'",
    "x if y else z",
    "x and y",
    "not x",
    "x == y",
    "x := 2",
    "x = 2",
    "x; y",
    "x\nimport os",
    "import os",
    "exec('1')",
    'eval("1")',
    "open('file')",
    "x @ y",
    "x // y",
    "x % y",
    "x << 2",
    "~x",
    "*x",
    "**x",
    "sin(*x)",
    "sin(x=2)",
    "print(x)#",
    "\x00",
    "x\u202e",
    "\ud800",
    "0x10",
    "1_000",
    "1j",
    "2i",
    "nan",
    "NaN",
    "inf",
    "-Infinity",
    "...",
    "$(true)",
    "`true`",
    "\\input{file}",
]


@pytest.mark.parametrize("text", CODE, ids=ascii)
def test_code_and_what_is_no_number_are_refused(text: str) -> None:
    assert refused(text).startswith("Column ")


@pytest.mark.parametrize("name", ["eval", "exec", "open", "getattr", "globals", "__import__"])
def test_names_of_python_are_names_without_a_meaning(name: str) -> None:
    try:
        tree = read(f"{name}(x)")
    except LagrError:
        return
    assert tree == Call(name, (X,))
    with pytest.raises(LagrError):
        value(f"{name}(1)", {})
    with pytest.raises(LagrError):
        read(f"{name}(x)", functions=("FU",))


LIMITS = {
    "huge power": "9^9^9^9^9",
    "power of a power": "((((2^64)^64)^64)^64)^64",
    "large exponent": f"x^{EXPONENT + 1}",
    "large negative exponent": "2^-1000000",
    "fraction to a high power": "(1/10^40)^64",
    "exponent of a number": "1e1000000000",
    "small exponent of a number": "1e-1000000000",
    "many digits": "1" * (DIGITS + 1),
    "very many digits": "9" * (LONGEST - 1),
    "exponent of many digits": "1e" + "1" * 1000,
    "round brackets": "(" * (DEEPEST + 1) + "x" + ")" * (DEEPEST + 1),
    "open brackets": "(" * LONGEST,
    "minus signs": "-" * (DEEPEST + 1) + "x",
    "roots": "√" * (DEEPEST + 1) + "x",
    "functions": "sin(" * (DEEPEST + 1) + "x" + ")" * (DEEPEST + 1),
    "tower of powers": "^".join("x" * (DEEPEST + 2)),
    "too long": "x" + " " * LONGEST,
    "too many parts": "+".join("x" * (LARGEST + 1)),
    "too many factors": "*".join("x" * (LARGEST + 1)),
    "too many arguments": "F(" + ",".join("x" * (LARGEST + 1)) + ")",
    "orders of many digits": "F[" + ",".join("9" * 20) + "](x)",
    "primes": "q" + "'" * 500,
    "closing brackets": ")" * LONGEST,
}


@pytest.mark.parametrize("text", LIMITS.values(), ids=list(LIMITS))
def test_what_is_too_large_is_refused(text: str) -> None:
    assert refused(text).startswith("Column ")


def test_what_is_just_within_the_limits_is_read() -> None:
    assert read("(" * (DEEPEST - 1) + "x" + ")" * (DEEPEST - 1)) == X
    assert read(f"x^{EXPONENT}") == Power(X, Number(Fraction(EXPONENT)))
    assert read("x".ljust(LONGEST)) == X
    assert read("1" * DIGITS) == Number(Fraction("1" * DIGITS))
    assert read("+".join("x" * (LARGEST - 1))) == Sum((X,) * (LARGEST - 1))


@pytest.mark.parametrize(
    "wrong",
    [math.nan, math.inf, -math.inf, 10**5000, True, None, [1], {}, b"x", 1j],
    ids=lambda value: type(value).__name__,
)
def test_what_is_neither_a_finite_number_nor_a_text_is_refused(wrong: object) -> None:
    with pytest.raises(LagrError):
        read(wrong)  # type: ignore[arg-type]


@settings(max_examples=300)
@given(st.text(max_size=60) | st.text("x2q'θ()+-*/^,.√[]e _", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        tree = read(text)
    except LagrError:
        refused(text)
    else:
        assert write(tree)


@pytest.mark.parametrize("name", ["Sin", "MAX", "sni"])
def test_a_misspelt_function_is_told_from_one_of_the_model(name: str) -> None:
    system = System("Misspelt")
    body = system.body(mass=1)
    system.joint("prismatic", GROUND, body, "x")
    system.element("coordinate_force", coordinate="x", force=f"{name}(x)")
    (problem,) = system.check().problems
    assert problem.code == "function" and f"“{'max' if name == 'MAX' else 'sin'}”" in problem.remedy
    system.function(name, "2*u", "u")
    assert not system.check().problems
