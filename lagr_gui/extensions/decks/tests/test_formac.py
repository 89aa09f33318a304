"""FORMAC expressions: all functions with their values, function variables, derivatives."""

from __future__ import annotations

import pytest

from lagr_gui.algebra.equality import equal
from lagr_gui.expression import Call, Symbol, read
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.decks.deck import CardNames
from lagr_gui.extensions.decks.formac import read_formac
from lagr_gui.extensions.decks.spelling import formac as formac_text
from lagr_gui.extensions.decks.tests.decks import deck, only, results
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Function, Model


def test_every_function_has_the_values_of_the_table(formac) -> None:
    count = 0
    for row in [*formac["pl1_like_functions"], *formac["integer_functions"]]:
        for test in row["tests"]:
            given = ",".join(map(str, test["args"]))
            text = f"#E**({given})" if row["name"] == "#E**X" else f"{row['name']}({given})"
            assert value(read_formac(text), {}) == pytest.approx(test["value"], rel=1e-15)
            count += 1
    assert count >= 24


def test_every_error_of_the_table_is_clear(formac) -> None:
    for row in formac["integer_functions"]:
        for test in row.get("errors", ()):
            with pytest.raises(LagrError) as caught:
                read_formac(f"{row['name']}({','.join(map(str, test['args']))})")
            assert "column 1" in caught.value.problems[0].place


def test_the_constants_have_their_values(formac) -> None:
    for name in ("#E", "#P"):
        assert value(read_formac(name), {}) == formac["constants"][name]["value"]


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("-A**2", "-(A^2)"),
        ("2**3**2", "512"),
        ("A**-B", "A^(-B)"),
        ("A/B*C", "(A/B)*C"),
        ("A-B-C", "(A-B)-C"),
        ("-A*-B", "A*B"),
        ("X**(1/2)", "sqrt(X)"),
        ("(X**2)**(1/2)", "abs(X)"),
        ("#E**X*#E**(-X)", "1"),
        ("1.5E-3*.5*2.", "0.0015"),
        ("FAC(5)/COMB(10,3,2)", "120/2520"),
        ("SINH(X)/COSH(X)", "tanh(X)"),
        ("ATAN(X,Y)", "atan(Y/X)"),
    ],
)
def test_operators_bind_as_in_the_language(text: str, meaning: str) -> None:
    assert equal(read_formac(text), read(meaning))


def test_a_function_variable_is_replaced_as_the_table_says(formac) -> None:
    test = formac["function_variables"]["test"]
    model = only(deck(_body(test["expression"]), f"0 0 0 1 '{test['replacement']}'"))
    (force,) = results(model, "Q list 1", ("Q",)).values()
    assert equal(force, read_formac(test["result"].replace("C", "D")))


def _body(force: str) -> str:
    """A slider with a force; C is a reserved name, so D stands for it."""
    slide = "0 '1' '0' '0' '0' '1' '0' '0' '0' '1' 'Q(1)' '0' '0' '0' '0' '0' '0' '0' '0'"
    return f"{slide} '1'B '{force.replace('C', 'D')}' '0' '0' '0' '0' '0'"


def test_derivatives_of_function_variables_read_as_they_are_printed() -> None:
    t = Symbol("Q(0)")
    assert read_formac("DERIV(FU.(Q(0)),Q(0),2)") == Call("FU", (t,), (2,))
    mixed = read_formac("DERIV(DERIV(FU.(A,2*B),A),$(2),3)")
    assert isinstance(mixed, Call) and mixed.orders == (1, 3)


def test_the_derivative_of_a_list_s_function_is_that_of_its_value() -> None:
    model = only(deck(_body("DERIV(FU.(Q(0)),Q(0))"), "0 0 0 1 'FU.($),SIN(2*$(1))'"))
    (force,) = results(model, "Q list 1", ("Q",)).values()
    assert equal(force, "2*cos(2*t)")


@pytest.mark.parametrize(
    "text",
    [
        "A*SIN(Q(1))**2-2*#E**(-Q(0))",
        "X**(1/2)/Y**(3/2)+X**(-1/2)",
        "DERIV(FU.(A,B-1),A,2)*FU.(A,B-1)",
        "DERIV(FU.(A,2*B),$(2))",
        "LOG10(X)+ERF(X)/#P-1/3*(X**2)**(1/2)",
        "(A-B)*(-A)/(-2)-(A-(B-1))",
    ],
)
def test_what_is_read_is_written_so_that_it_reads_the_same(text: str) -> None:
    functions = (Function(name="FU", arguments=("x", "y")),)
    names = CardNames(Model(parameters=(), functions=functions), ())
    tree = read_formac(text)
    assert equal(read_formac(formac_text(tree, names)), tree)


@pytest.mark.parametrize("text", ["tan(X)", "tanh(X)", "max(X, Y)", "min(X, Y)", "abs(X)", "pi*X"])
def test_functions_that_formac_lacks_are_written_with_those_it_has(text: str) -> None:
    names = CardNames(Model(parameters=()), ())
    assert equal(read_formac(formac_text(read(text), names)), text)


@pytest.mark.parametrize("text", ["asin(x)", "atan2(y, x)", "asinh(x)"])
def test_functions_that_formac_cannot_express_are_refused(text: str) -> None:
    with pytest.raises(LagrError, match="FORMAC"):
        formac_text(read(text), CardNames(Model(parameters=()), ()))
