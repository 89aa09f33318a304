"""Units after numbers: factors, what they may follow, what is refused, what a place may hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import pi

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.expression import read, renamed, with_points
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.units import (
    _OTHERS,
    _PREFIXES,
    _SI,
    UNITS,
    as_typed,
    in_si,
    raised,
    unit_of,
)
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model, Parameter, StartValue
from tests.systems import pendulum

# NIST SP 811 (2008), appendix B.8, and the SI brochure, tables 4, 7 and 8.
FACTORS = {
    "m": 1,
    "g": 1e-3,
    "s": 1,
    "A": 1,
    "Hz": 1,
    "N": 1,
    "Pa": 1,
    "J": 1,
    "W": 1,
    "C": 1,
    "V": 1,
    "F": 1,
    "Ohm": 1,
    "S": 1,
    "Wb": 1,
    "T": 1,
    "H": 1,
    "Nm": 1,
    "rad": 1,
    "bar": 1e5,
    "t": 1e3,
    "Wh": 3.6e3,
    "Ah": 3.6e3,
    "min": 60,
    "h": 3600,
    "deg": 1.745329251994330e-2,
    "gon": 1.570796326794897e-2,
    "arcmin": 2.908882086657216e-4,
    "arcsec": 4.848136811095360e-6,
    "rev": 6.283185307179586,
    "U": 6.283185307179586,
    "rpm": 1.047197551196598e-1,
    "kgf": 9.80665,
    "kp": 9.80665,
    "atm": 1.01325e5,
    "PS": 7.3549875e2,
    "in": 2.54e-2,
    "ft": 3.048e-1,
    "yd": 9.144e-1,
    "mi": 1.609344e3,
    "mph": 4.4704e-1,
    "kn": 5.144444444444444e-1,
    "oz": 2.8349523125e-2,
    "lb": 4.5359237e-1,
    "slug": 1.459390293720636e1,
    "lbf": 4.4482216152605,
    "psi": 6.894757293168361e3,
    "hp": 7.456998715822702e2,
}
SPELT = {
    "300 mm": 0.3,
    "300mm": 0.3,
    "12 rpm": 0.4 * pi,
    "12 U/min": 0.4 * pi,
    "5 kgf": 49.03325,
    "30 deg": pi / 6,
    "30°": pi / 6,
    "2 km/h": 2 / 3.6,
    "9.81 m/s²": 9.81,
    "9.81 m s^-2": 9.81,
    "5 N m": 5,
    "20 N cm": 0.2,
    "2 kWh": 7.2e6,
    "3 kΩ": 3000,
    "5 µm": 5e-6,
    "5 um": 5e-6,
    "-4 kN": -4000,
    "1e3 g": 1,
    "2*3 mm": 0.006,
    "2 deg^2": 2 * (pi / 180) ** 2,
    "sin(30 deg)": 0.5,
}


@pytest.mark.parametrize("name", [*_SI, *_OTHERS])
def test_every_factor_is_that_of_the_source(name: str) -> None:
    assert value(f"1 {name}", {}) == pytest.approx(FACTORS[name], rel=1e-15)


def test_prefixes_are_powers_of_ten_and_no_name_means_two_things() -> None:
    assert set(FACTORS) == {*_SI, *_OTHERS}
    for prefix, power in _PREFIXES.items():
        assert value(f"1 {prefix}N", {}) == pytest.approx(10.0**power, rel=1e-15)
    spelt = [prefix + name for prefix in _PREFIXES for name in _SI]
    assert len(set(spelt)) == len(spelt)
    assert not set(spelt) & {*_SI, *_OTHERS}


@pytest.mark.parametrize("text", SPELT)
def test_a_quantity_is_its_number_in_si_units(text: str) -> None:
    assert value(text, {}) == pytest.approx(SPELT[text], rel=1e-15)


def test_a_sum_may_mix_units_with_what_the_model_knows() -> None:
    assert value("l/2 + 3 mm", {"l": 0.5}) == pytest.approx(0.253)
    assert value("300 mm/l", {"l": 0.5}) == pytest.approx(0.6)


def test_a_unit_is_never_a_parameter() -> None:
    assert value("300 mm", {"m": 7.0}) == 0.3
    assert value("3 m", {"m": 7.0}) == 3
    assert value("3*m", {"m": 7.0}) == 21
    assert value("(5 N)/m", {"m": 2.0}) == 2.5


@pytest.mark.parametrize(
    "text",
    [
        "2 x",
        "3 N*m",
        "10 N/t",
        "2 m/s/t",
        "1/2 m",
        "2^3 m",
        "1 m/s/s",
        "5 N/m s",
        "3 m^2^2",
        "3 m^x",
        "x²",
        "x m",
        "2 m'",
    ],
)
def test_what_can_be_read_in_two_ways_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(LagrError) as caught:
        read(text)
    assert caught.value.problems[0].remedy


@pytest.mark.parametrize("text", ["3 rpm*t", "3rpm * t", "t*3 rpm", "(3 rpm)*t", "3 rpm·t"])
def test_after_a_sign_of_multiplication_t_is_the_time(text: str) -> None:
    assert value(text, {"t": 2.0}) == pytest.approx(6 * 2 * pi / 60, rel=1e-15)
    assert value("3 rpm/s*t^2/2", {"t": 2.0}) == pytest.approx(6 * 2 * pi / 60, rel=1e-15)
    assert value("2*5 kgf", {}) == value("5 kgf*2", {}) == pytest.approx(98.0665)


@pytest.mark.parametrize("text", ["3 N*m", "2 m/s^2*kg", "7 kg m^2*s", "10 N/t", "9.81 m/s^2*g"])
def test_what_is_told_to_write_in_place_of_two_readings_is_read(text: str) -> None:
    with pytest.raises(LagrError) as caught:
        read(text)
    remedy = str(caught.value.problems[0].remedy).removesuffix(".")
    unit, name = remedy.partition("write ")[2].split(", for the ")
    name = name.partition(" ")[2]
    values = {"m": 2.0, "kg": 3.0, "s": 5.0, "g": 7.0, "t": 11.0}
    number = float(text.split()[0])
    last = text[-2:] if text.endswith("kg") else text[-1]
    above = values[last] if "*" in text else 1 / values[last]
    assert value(name, values) == pytest.approx(number * above)
    expected = {"kg": 1.0, "g": 1e-3, "t": 1e-3}.get(last, 1.0)
    assert value(unit, {}) == pytest.approx(number * expected)


def test_renaming_a_parameter_leaves_units_alone() -> None:
    assert renamed("3 m + m*2 kg/m^3", "m", "mass") == "3 m + mass*2 kg/m^3"
    assert renamed("g*500 g", "g", "G") == "G*500 g"


# --- decimal commas ------------------------------------------------------------------------


def test_decimal_commas_become_points() -> None:
    assert with_points("1,5") == "1.5"
    assert with_points("0,300 m") == "0.300 m"
    assert with_points("l/2 + 0,5*a") == "l/2 + 0.5*a"
    assert with_points("max(1,5)") == "max(1,5)"
    assert with_points("12,3456") == "12.3456"


@pytest.mark.parametrize("text", ["1,500", "1.234,5", "1,234,567", "12,345 mm"])
def test_a_comma_that_could_part_thousands_is_refused(text: str) -> None:
    with pytest.raises(LagrError) as caught:
        with_points(text)
    assert "Write" in caught.value.problems[0].remedy


# --- what a place holds --------------------------------------------------------------------


def test_every_field_of_every_kind_has_a_unit_that_is_known() -> None:
    for kind in (*JOINTS.values(), *ELEMENTS.values()):
        for spec in kind.fields:
            assert not spec.unit or all(unit_of(part) for part in spec.unit.split(", ")), spec


def with_length(text: object) -> Model:
    """A pendulum whose joint point on the child has a y of this text."""
    model = pendulum()
    joint = model.joints[0].model_copy(update={"point_child": (0, text, 0)})
    return model.model_copy(update={"joints": (joint,)})


def faults(model: Model) -> list[tuple[str, str]]:
    problems = pipeline.check(model).problems
    return [(p.code, p.cause) for p in problems if p.code in OF_UNITS]


OF_UNITS = ("dimension", "ambiguous-unit", "unit-of-value")


@pytest.mark.parametrize(
    "text", ["500 mm", "0.5 m", "sin(30 deg)*1 m", "50 cm + 0", "1 m^2/(2 m)", "sqrt(4 m^2)"]
)
def test_a_length_may_be_given_in_any_unit_of_length(text: str) -> None:
    assert faults(with_length(text)) == []


def test_a_quantity_moves_the_system_as_its_number_does() -> None:
    numbers = pipeline.evaluate(with_length(0.5), [{"t": 0, "q": [0.3], "qd": [1]}])[0]
    quantities = pipeline.evaluate(with_length("500 mm"), [{"t": 0, "q": [0.3], "qd": [1]}])[0]
    assert numbers.qdd == pytest.approx(quantities.qdd, rel=1e-14)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 kg", "This is in kg, the place holds m."),
        ("30 deg", "This is an angle or a number, the place holds m."),
        ("3 mm + 2", "A number without a unit is put together with m."),
        ("3 mm + 2 s", "m and s are put together."),
        ("sin(3 mm)*1 m", "sin takes a number or an angle, not m."),
    ],
)
def test_a_wrong_dimension_is_told_with_both(text: str, words: str) -> None:
    ((code, cause),) = faults(with_length(text))
    assert code == "dimension" and cause == words


def test_hertz_are_no_angular_velocity() -> None:
    start = StartValue(coordinate="q1", position="30 deg", velocity="5 Hz")
    told = faults(pendulum().model_copy(update={"start": (start,)}))
    assert told == [("dimension", "This is a frequency in Hz, the place holds rad/s.")]


def with_parameters(model: Model, *parameters: Parameter) -> Model:
    others = tuple(p for p in model.parameters if p.name not in {new.name for new in parameters})
    return model.model_copy(update={"parameters": (*others, *parameters)})


def test_a_name_that_is_a_unit_too_is_asked_for_where_both_could_be_meant() -> None:
    length = Parameter(name="m", value=2, unit="m")
    told = faults(with_parameters(with_length("3 m"), length))
    assert [c for c, _ in told] == ["ambiguous-unit", "dimension"], "the mass is a length then"
    mass = Parameter(name="m", value=2, unit="kg")
    assert faults(with_parameters(with_length("3 m"), mass)) == []
    unknown = Parameter(name="F", value="3 m")
    told = faults(with_parameters(with_length("3 m"), mass, unknown))
    assert [code for code, _ in told] == ["ambiguous-unit"]


def test_a_number_beside_another_unit_is_told_to_count_in_si_units() -> None:
    told = faults(with_parameters(pendulum(), Parameter(name="a", value=300, unit="mm")))
    assert told == [("unit-of-value", "The value 300 counts in SI units (m), not in mm.")]
    spelt = Parameter(name="a", value="300 mm", unit="mm")
    assert faults(with_parameters(pendulum(), spelt)) == []


def test_names_of_units_are_read_as_plain_names_where_no_number_stands_before() -> None:
    assert set(UNITS) >= {"m", "g", "h", "t", "N"}
    for name in ("m", "g", "h", "N"):
        assert value(f"2*{name}", {name: 3.0}) == 6


@pytest.mark.parametrize(
    ("text", "product"),
    [
        ("3 furlong", "3*furlong"),
        ("3 m fur", "m*fur"),
        ("30 Grad", "30*Grad"),
        ("3 Mrad", "3*Mrad"),
    ],
)
def test_a_unit_that_is_not_known_is_told_with_units_that_are(text: str, product: str) -> None:
    with pytest.raises(LagrError) as caught:
        read(text)
    (problem,) = caught.value.problems
    assert "no unit" in problem.cause and f"“{product}”" in problem.remedy
    listed = problem.remedy.partition("Units are ")[2].partition(" and others")[0]
    assert all(part in UNITS for name in listed.split(", ") for part in name.split())


@pytest.mark.parametrize("text", ["1.2.3", "x + 1.2.3*y", "1.2.3.4"])
def test_a_number_with_two_points_is_told_as_one(text: str) -> None:
    with pytest.raises(LagrError, match=r"“1\.2\.3.*more than one sign") as caught:
        read(text)
    assert "*" not in caught.value.problems[0].remedy


@pytest.mark.parametrize(
    ("given", "si"),
    [
        ("mm", "m"),
        ("kg cm^2", "kg m^2"),
        ("N m/deg", "N m/rad"),
        ("°", "rad"),
        ("µm²", "m^2"),
        ("rpm", "1/s"),
        ("N m/rpm", "m^2 kg/s"),
        ("N m", "N m"),
        ("pieces", "pieces"),
        ("", ""),
    ],
)
def test_a_number_in_si_units_has_the_unit_of_si_beside_it(given: str, si: str) -> None:
    assert in_si(given) == si
    if unit := unit_of(given):
        assert unit_of(si) == replace(unit, factor=Fraction(1), turns=0)


@pytest.mark.parametrize("typed", ["m/s^2", "kg m^2/s^3", "1/m^12", "N s^-1", "rad", ""])
def test_powers_are_raised_as_in_a_book_and_back(typed: str) -> None:
    shown = raised(typed)
    assert "^" not in shown and as_typed(shown) == typed
    assert len(shown) == len(typed) - typed.count("^")
