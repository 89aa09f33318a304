"""Equations have the decimals, and the fractions, that their author typed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lagr_gui
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.expression import read, write
from lagr_gui.mechanics.sheets.sheet import FORMS, Sheet
from lagr_gui.model import Body, Element, Model, Parameter, Replacement, SpecialCase
from lagr_gui.typesetting.sheet_latex import latex_equations
from lagr_gui.typesetting.sheet_text import text_equations
from tests.systems import element, joint, system

NAMES = tuple(Parameter(name=name, value=1) for name in ("m", "c", "l", "g", "J"))


def oscillator(*elements: Element, mass: Any = "m", **fields: Any) -> Model:
    """A mass that slides, with springs."""
    return system(
        [Body(number=1, mass=mass)],
        [joint("prismatic", "rail", 0, 1, axis=(1, 0, 0), coordinates=("x",))],
        [*elements],
        parameters=NAMES,
        gravity=(0, 0, 0),
        **fields,
    )


def spring(rest: Any, name: str = "spring", c: Any = "c") -> Element:
    """A spring on the coordinate."""
    return element("coordinate_spring", name, coordinate="x", c=c, q0=rest)


def pendulum(length: Any, mass: Any = "m") -> Model:
    """A point mass on a rod."""
    return system(
        [Body(number=1, mass=mass)],
        [joint("revolute", "pivot", 0, 1, point_child=(0, length, 0), coordinates=("q",))],
        parameters=NAMES,
        gravity=(0, "-g", 0),
    )


def decimals(text: str) -> set[str]:
    """The decimals in a text."""
    return set(re.findall(r"(?<![\w.(])\d+\.\d+", text))


def result(sheet: Sheet, name: str) -> str:
    """One result as text."""
    return next(write(entry.tree) for entry in sheet.entries if entry.name == name)


TYPED = (
    st.integers(1, 9999)
    .map(lambda n: f"{n / 1000:.3f}".rstrip("0"))
    .filter(lambda text: not text.endswith("."))
)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=12)
@given(rest=TYPED)
def test_one_decimal_that_was_typed_is_printed_so(form: str, rest: str) -> None:
    sheet = lagr_gui.equations(oscillator(spring(rest)), form=form)
    assert decimals(result(sheet, "Q1")) <= {rest}
    together = result(sheet, "Q1") + result(sheet, "U")
    assert rest in decimals(together), together
    for text in (latex_equations(sheet), str(sheet_json(sheet))):
        assert rest in decimals(text), text


@settings(max_examples=25)
@given(length=TYPED)
def test_products_of_decimals_are_exact(length: str) -> None:
    sheet = lagr_gui.equations(pendulum(length))
    square = read(f"({length})^2")
    factor = write(square)
    assert result(sheet, "g11") == ("m" if factor == "1" else f"{factor}*m")
    assert result(sheet, "Q1") == ("-" if length == "1.0" else f"-{length}*") + "m*g*sin(q)"


def test_a_half_times_a_decimal_is_a_decimal() -> None:
    sheet = lagr_gui.equations(oscillator(spring(0, c=2.4), mass=1.2))
    assert result(sheet, "T") == "0.6*x'^2"
    assert result(sheet, "U") == "1.2*x^2"


def test_a_half_that_was_counted_stays_a_half() -> None:
    sheet = lagr_gui.equations(oscillator(spring(0.5)))
    assert result(sheet, "T") == "m*x'^2/2"
    assert result(sheet, "U") == "c*(x - 0.5)^2/2"
    assert result(sheet, "Q1") == "-c*(x - 0.5)"


def test_fractions_that_were_typed_stay_fractions() -> None:
    sheet = lagr_gui.equations(oscillator(spring("l/10"), spring("2/5*l", "other", "c/12")))
    assert not decimals(text_equations(sheet))
    sheet = lagr_gui.equations(pendulum("l/2"))
    assert result(sheet, "g11") == "m*l^2/4"


def test_a_decimal_of_one_spring_changes_no_number_of_another() -> None:
    both = lagr_gui.equations(oscillator(spring("l/2"), spring(1.5, "other", "g")))
    text = result(both, "U")
    assert text == "c*(l - 2*x)^2/8 + g*(x - 1.5)^2/2"


def test_values_of_parameters_decide_nothing() -> None:
    valued = oscillator(spring("l/2"))
    valued = valued.model_copy(
        update={"parameters": tuple(Parameter(name=p.name, value=0.3, unit="mm") for p in NAMES)}
    )
    assert not decimals(text_equations(lagr_gui.equations(valued)))


def test_millimetres_are_decimals_of_a_metre() -> None:
    assert result(lagr_gui.equations(pendulum("300 mm")), "g11") == "0.09*m"


@pytest.mark.parametrize("form", FORMS)
def test_decimals_of_a_special_case_are_printed_so(form: str) -> None:
    case = SpecialCase(name="short", replacements=(Replacement(name="l", value="0.5"),))
    model = oscillator(spring("l"), special_cases=(case,))
    text = result(lagr_gui.equations(model, form=form, special="short"), "Q1")
    assert decimals(text) == {"0.5"} and "/2" not in text
    assert not decimals(text_equations(lagr_gui.equations(model, form=form)))


@pytest.mark.parametrize("formalism", ["hamilton", "appell", "kane", "gauss", "nielsen"])
def test_every_formalism_prints_the_decimals_that_were_typed(formalism: str) -> None:
    sheet = lagr_gui.equations(oscillator(spring(0.5)), formalism=formalism)
    assert "0.5" in decimals(text_equations(sheet))
    assert "1/2" not in text_equations(sheet)


def test_the_linear_equations_have_the_decimals_that_were_typed() -> None:
    linear = lagr_gui.linearize_symbolic(pendulum("0.5"))
    texts = {entry.name: write(entry.tree) for entry in linear.entries}
    assert texts["M11"] == "0.25*m" and texts["K11"] == "0.5*m*g"


def test_sympy_has_exact_numbers() -> None:
    sympy = pytest.importorskip("sympy")
    (metric,) = lagr_gui.equations(pendulum("0.3")).of("g")
    found: Any = lagr_gui.to_sympy(metric.tree)
    assert found.atoms(sympy.Number) == {sympy.Rational(9, 100)}


def test_an_edit_of_a_spring_leaves_no_decimals_behind() -> None:
    for rest, expected in (("l/10", set[str]()), ("0.3", {"0.3"}), ("l/10", set[str]())):
        text = text_equations(lagr_gui.equations(oscillator(spring(rest))))
        assert decimals(text) == expected


@pytest.mark.parametrize("form", ["shortest", "collected", "product", "multi-angle"])
@pytest.mark.parametrize(
    ("slope", "damping", "drive"),
    [(0.2, 300, 17), (0.2, 0.4, 0.6), (1e-5, 0.05, 500), (1e-6, 1e6, 2.5), (12, 36, 60)],
)
def test_a_number_that_was_typed_stays_whatever_others_share_with_it(
    form: str, slope: float, damping: float, drive: float
) -> None:
    """A factor that all terms have by chance divides none: 0.2 (m + M) − 300 ẋ."""
    model = system(
        [Body(number=1, mass="m"), Body(number=2, mass="M")],
        [
            joint("prismatic", "rail", 0, 1, axis=(1, 0, 0), coordinates=("x",)),
            joint("prismatic", "lift", 1, 2, axis=(0, 1, 0), coordinates=("y",)),
        ],
        [
            element("coordinate_damper", "damper", coordinate="x", k=damping),
            element("coordinate_force", "drive", coordinate="x", force=f"{drive}*sin(t)"),
        ],
        parameters=(*NAMES, Parameter(name="M", value=2)),
        gravity=(slope, "-g", 0),
    )
    (Q,) = (entry for entry in lagr_gui.equations(model, form).of("Q") if entry.indices == (1,))
    numbers = {abs(float(n)) for n in re.findall(r"[0-9.]+(?:e[-+]?[0-9]+)?", write(Q.tree))}
    assert numbers == {slope, damping, drive}, write(Q.tree)
    if form == "shortest":
        text = f"{slope:.7f}".rstrip("0").rstrip(".")
        assert write(Q.tree).count(text) == 1, "taken out of what has it"
