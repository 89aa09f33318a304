"""Functions by points: their curves are those of SciPy, their motions those of formulas."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike
from scipy import interpolate
from scipy.integrate import quad

from lagr_gui import GROUND, System, pipeline
from lagr_gui.exchange.builder_script import python_script
from lagr_gui.foundation.problem import LagrError
from lagr_gui.kernel import Node, Program, compile_kernel
from lagr_gui.kernel.levels import Level
from lagr_gui.mechanics.scope import tabulated
from lagr_gui.model import LookupTable, write_text
from lagr_gui.model.pieces import Pieces, integral_of, pieces_of

X = np.array([-1.0, -0.4, 0.3, 0.5, 2.0])
Y = np.array([3.0, 1.0, 1.5, -2.0, 3.0])
BETWEEN = ["linear", "monotone", "akima", "spline"]
OUTSIDE = ["error", "hold", "linear", "periodic"]


def table(between: str = "monotone", outside: str = "error", **fields: Any) -> LookupTable:
    points = tuple(zip(X.tolist(), Y.tolist(), strict=True))
    given = {"points": points, "between": between, "outside": outside}
    return LookupTable.model_validate(given | fields)


def scipys(between: str) -> Any:
    match between:
        case "linear":
            return lambda x: np.interp(x, X, Y)
        case "monotone":
            return interpolate.PchipInterpolator(X, Y)
        case "akima":
            return interpolate.Akima1DInterpolator(X, Y)
        case _:
            return interpolate.CubicSpline(X, Y, bc_type="natural")


@pytest.mark.parametrize("between", BETWEEN)
def test_a_curve_is_that_of_scipy(between: str) -> None:
    curve, other = pieces_of(table(between)), scipys(between)
    for x in [*X, *np.linspace(-1, 2, 101)]:
        assert curve.value(x) == pytest.approx(float(other(x)), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("between", BETWEEN)
def test_a_curve_goes_on_outside_as_is_said(between: str) -> None:
    assert math.isnan(pieces_of(table(between)).value(2.1))
    assert math.isnan(pieces_of(table(between)).value(-1.1))
    held = pieces_of(table(between, "hold"))
    assert (held.value(-9), held.value(9), held.value(9, 1)) == (3, 3, 0)
    straight = pieces_of(table(between, "linear"))
    for end, beyond in ((-1.0, -3.0), (2.0, 5.0)):
        slope = straight.value(end, 1)
        assert straight.value(beyond, 1) == pytest.approx(slope)
        assert straight.value(beyond) == pytest.approx(3 + slope * (beyond - end))
    again = pieces_of(table(between, "periodic"))
    for x in np.linspace(-0.9, 1.9, 7):
        assert again.value(x + 6) == pytest.approx(again.value(x), abs=1e-12)
        assert again.value(x - 9) == pytest.approx(again.value(x), abs=1e-12)


@pytest.mark.parametrize("between", BETWEEN)
def test_each_end_goes_on_with_its_own_value(between: str) -> None:
    uneven = LookupTable.model_validate(
        {"points": ((0, 1), (1, 2), (2, 5)), "between": between, "outside": "hold"}
    )
    curve = pieces_of(uneven)
    assert (curve.value(-1), curve.value(3)) == (1, 5)


@pytest.mark.parametrize("between", ["monotone", "akima", "spline"])
def test_a_periodic_curve_meets_itself_smoothly(between: str) -> None:
    curve = pieces_of(table(between, "periodic"))
    for order in (0, 1, 2) if between == "spline" else (0, 1):
        before, after = curve.value(2 - 1e-9, order), curve.value(2 + 1e-9, order)
        assert after == pytest.approx(before, abs=1e-6)


@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("outside", OUTSIDE)
def test_an_integral_is_that_of_quadrature(between: str, outside: str) -> None:
    curve, whole = pieces_of(table(between, outside)), integral_of(table(between, outside))
    ends = (-0.9, 1.7) if outside == "error" else (-2.5, 7.3)
    every = (x + 3 * period for x in X for period in range(-2, 4))
    marks = sorted({*ends, *(x for x in every if ends[0] < x < ends[1])})
    expected = sum(quad(curve.value, a, b)[0] for a, b in pairwise(marks))
    assert whole.value(ends[1]) - whole.value(ends[0]) == pytest.approx(expected, abs=1e-9)
    assert whole.value(0) == pytest.approx(0, abs=1e-15)
    assert whole.value(1.1, 1) == pytest.approx(curve.value(1.1), abs=1e-14)


def test_an_integral_of_points_away_from_zero_begins_at_the_first() -> None:
    away = LookupTable(points=((2, 1), (3, 4), (5, 2)))
    assert integral_of(away).value(2) == 0


def _outputs(program: Program, curve: Pieces, x: Node) -> dict[str, Node]:
    value = tabulated(program, curve, x)
    slope = program.derivative(value, x)
    return {
        "value": value,
        "slope": slope,
        "first": tabulated(program, curve, x, 1),
        "bend": program.derivative(slope, x),
        "second": tabulated(program, curve, x, 2),
    }


@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("outside", OUTSIDE)
@pytest.mark.parametrize("of", [pieces_of, integral_of])
def test_every_level_of_a_kernel_gives_the_same_numbers(
    between: str, outside: str, of: Any
) -> None:
    curve = of(table(between, outside))
    at = [-4.2, -1.0, -0.7, -0.4, 0.1, 0.3, 0.31, 2.0, 2.1, 9.0]
    found: list[ArrayLike] = []
    levels: tuple[Level, ...] = ("python", "quick", "optimised")
    for level in levels:
        program = Program()
        x = program.input("x")
        outputs = _outputs(program, curve, x)
        kernel = compile_kernel(program, [x], [], outputs, level).bind()
        found.append([[float(kernel([s])[name]) for name in outputs] for s in [*at, math.nan]])
    assert np.array_equal(found[0], found[1], equal_nan=True)
    assert np.array_equal(found[0], found[2], equal_nan=True)
    expected = [[curve.value(s, order) for order in (0, 1, 1, 2, 2)] for s in at]
    assert np.allclose(np.array(found[0])[:-1], expected, rtol=1e-13, atol=1e-13, equal_nan=True)


def _spring(way: int, between: str, form: str, outside: str = "linear") -> System:
    """A mass on a table spring; from the wall to the cart, or the other way round."""
    system = System("Cart", gravity=(0, 0, 0), g=None, m=2.0)
    mm = np.linspace(-100, 100, 21)
    signed = mm if way == 0 else -mm[::-1]
    system.table(
        *("F", signed, -0.02 * signed - 1e-6 * signed**3),
        units=("mm", "kN"),
        between=between,
        outside=outside,
    )
    system.integral("W", "F")
    cart = system.body("cart", mass="m")
    if way == 0:
        system.joint("prismatic", GROUND, cart, "x")
    else:
        system.joint("prismatic", cart, GROUND, "x")
    if form == "energy":
        system.element("energies", "spring", potential="-W(x)")
    else:
        system.element("coordinate_force", "spring", coordinate="x", force="F(x)")
    system.start(x=0.083 if way == 0 else -0.083)
    return system


@pytest.mark.parametrize("way", [0, 1])
@pytest.mark.parametrize("between", BETWEEN)
def test_a_mass_on_a_table_spring_keeps_its_energy(way: int, between: str) -> None:
    system = _spring(way, between, "energy")
    motion = system.simulate(until=1.0)
    curve = pieces_of(system.model.functions[0].table)  # type: ignore[arg-type]
    x, v = motion.q[:, 0], motion.qd[:, 0]
    potential = [-quad(curve.value, 0, s, points=curve.knots[1:-1], limit=90)[0] for s in x[::97]]
    energy = v[::97] ** 2 + np.array(potential)
    assert energy == pytest.approx(energy[0], rel=3e-6)
    assert motion.certificate is not None and motion.certificate.residual < 1e-10


@pytest.mark.parametrize("between", ["monotone", "spline"])
def test_force_and_potential_of_a_table_move_it_alike_from_both_ends(between: str) -> None:
    motions = [_spring(w, between, f).simulate(until=0.3) for w in (0, 1) for f in ("energy", "")]
    signs = (1, 1, -1, -1)
    for sign, motion in zip(signs, motions, strict=True):
        assert sign * motion.q == pytest.approx(motions[0].q, abs=1e-7)


def test_a_table_of_a_sine_drives_as_the_sine_does() -> None:
    t = np.linspace(0, 2 * math.pi, 721)
    ends = []
    for motion in ("road(t)", "sin(t)"):
        system = System("Pendulum", l=0.7, m=1)
        system.table("road", t, np.sin(t).round(15), "t", between="spline", outside="periodic")
        slide = system.body("Slide", mass=1)
        bob = system.body("Bob", mass="m")
        system.joint("prismatic", GROUND, slide, "x")
        system.joint("revolute", slide, bob, "phi", point_child=(0, "l", 0))
        system.element("prescribed_motion", "drive", coordinate="x", motion=motion)
        system.start(phi=0.3, x=(0, 1))
        ends.append(system.simulate(until=9).q[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-7)


def test_equations_keep_the_name_of_a_table_and_its_prime() -> None:
    assert "m*x'' = F(x)" in str(_spring(0, "spline", "force").equations())
    assert "m*x'' = W'(x)" in str(_spring(0, "spline", "energy").equations())


@pytest.mark.parametrize("form", ["energy", "force"])
def test_all_derivations_of_a_table_agree(form: str) -> None:
    assert pipeline.verify(_spring(0, "monotone", form).model).holds


@pytest.mark.parametrize("between", ["monotone", "spline"])
def test_a_linearisation_has_the_slope_of_the_curve(between: str) -> None:
    system = _spring(0, between, "force")
    found = pipeline.linearize(system.model)
    curve = pieces_of(system.model.functions[0].table)  # type: ignore[arg-type]
    assert found.A[1, 0] == pytest.approx(curve.value(0, 1) / 2.0, rel=1e-12)


def test_a_motion_that_leaves_the_points_names_the_table_and_the_value() -> None:
    system = _spring(0, "spline", "force", "error")
    system.element("coordinate_force", "pull", coordinate="x", force=4000)
    with pytest.raises(LagrError, match=r"Table “F”: It is asked for 0\.1 at t = .* between -0.1"):
        system.simulate(until=2)
    system.start(x=0.2)
    with pytest.raises(LagrError, match=r"Table “F”: It is asked for 0\.2 at t = 0 s"):
        system.simulate(until=2)


def test_a_system_with_a_table_goes_to_a_file_and_a_script_and_comes_back() -> None:
    model = _spring(1, "akima", "energy").model
    text = write_text(model)
    assert '"version": 2' in text
    assert write_text(pipeline.read_text(text)) == text
    names: dict[str, Any] = {}
    exec(python_script(model), names)  # noqa: S102
    assert write_text(names["system"].model) == text


def test_a_file_without_tables_keeps_the_first_version() -> None:
    assert '"version": 1' in write_text(System("plain").model)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "few points": ({"points": ((0, 1),)}, "two points or more"),
    "unsorted": ({"points": ((0, 1), (2, 1), (1, 1))}, "Point 3 has x = 1 after x = 2"),
    "doubled": ({"points": ((0, 1), (0, 2))}, "Point 2 has x = 0 after x = 0"),
    "not periodic": ({"outside": "periodic", "points": ((0, 1), (1, 2))}, "begins with 1 and ends"),
    "no unit": ({"x_unit": "furlong"}, "furlong"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_table_is_told(name: str) -> None:
    fields, words = WRONG[name]
    system = _spring(0, "linear", "force")
    wrong = table().having(**fields)
    model = system.model.each("functions", lambda f: f.having(table=wrong) if f.table else f)
    assert any(words in p.cause and p.place for p in pipeline.check(model).problems)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, "x", None])
def test_points_that_are_no_numbers_are_refused(wrong: Any) -> None:
    with pytest.raises(LagrError, match="Table “T”"):
        System("s").table("T", [0, 1, 2], [1, wrong, 2])
    with pytest.raises(LagrError, match="3 values of x and 2 of y"):
        System("s").table("T", [0, 1, 2], [1, 2])


def test_units_of_tables_are_checked() -> None:
    system = _spring(0, "linear", "force")
    assert not [p for p in pipeline.check(system.model).problems if p.code == "dimension"]
    system.element("coordinate_force", "odd", coordinate="x", force="F(x')")
    system.element("coordinate_force", "odder", coordinate="x", force="F'(x)")
    told = [p.cause for p in pipeline.check(system.model).problems if p.code == "dimension"]
    assert any("“F” takes m, not m/s" in cause for cause in told)
    assert any("in kg/s^2" in cause or "N/m" in cause for cause in told)
