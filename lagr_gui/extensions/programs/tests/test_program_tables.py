"""Functions by points in programs that run by themselves: pieces, ends and derivatives."""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.fmu_export import fmu3
from lagr_gui.extensions.programs.languages import written
from lagr_gui.extensions.programs.tests import test_fmu, test_objects
from lagr_gui.extensions.programs.tests.test_julia import Read
from lagr_gui.extensions.programs.tests.test_programs import HERE, close_accelerations, close_motion
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, Built, build
from lagr_gui.prepared import Prepared, prepare
from tests.samples.gallery import sample

X = np.array([-1.0, -0.4, 0.3, 0.5, 2.0])
Y = np.array([3.0, 1.0, 1.5, -2.0, 3.0])
BETWEEN = ("linear", "monotone", "akima", "spline")


@cache
def carts(*outside: str, zero: str = "") -> Prepared:
    """A cart for each curve: a force by it, one by its slope, one that is conservative."""
    system = System(f"Carts {' '.join(outside)}", gravity=(0, 0, 0), m=2.0)
    for end, between in product(outside, BETWEEN):
        name = f"{between}_{end}"
        x = f"x_{name}"
        system.table(f"F_{name}", X, Y, between=between, outside=end)
        system.integral(f"W_{name}", f"F_{name}")
        cart = system.body(f"cart_{name}", mass="m")
        system.joint("prismatic", GROUND, cart, x)
        force = f"-F_{name}({x}) + F_{name}'({x}) + W_{name}(t)"
        system.element("coordinate_force", f"pull_{name}", coordinate=x, force=force)
        system.element("energies", f"hold_{name}", potential=f"W_{name}(1 - {x})^2")
        system.start(**{x: 0.1})
    if zero:
        system.element("position_condition", "tied", zero=zero)
    return prepare(system.model)


def states(prepared: Prepared, low: float, high: float) -> np.ndarray:
    """Random ones, and all coordinates at each point, and on either side of it."""
    f = len(prepared.coordinates)
    source = np.random.default_rng(5)
    rows = [source.uniform(low, high, 1 + 2 * f) for _ in range(25)]
    points = [q for x in X for q in (x, math.nextafter(x, -9), math.nextafter(x, 9))]
    within = [q for q in points if low <= q <= high and low <= 1 - q <= high]
    return np.array([*rows, *([0.5, *[q] * f, *[0.3] * f] for q in within)])


def known(prepared: Prepared, rows: np.ndarray) -> np.ndarray:
    f = len(prepared.coordinates)
    given = [{"t": s[0], "q": list(s[1 : 1 + f]), "qd": list(s[1 + f :])} for s in rows.tolist()]
    return np.array([found.qdd for found in pipeline.evaluate(prepared, given)])


def close(program: Built | Read, prepared: Prepared, low: float, high: float) -> None:
    rows = states(prepared, low, high)
    here = known(prepared, rows)
    assert np.isfinite(here).all()
    wrong = np.abs(program.accelerations(rows) - here)
    assert np.max(wrong) <= 1e-12 * np.max(np.abs(here))


@pytest.mark.parametrize("language", HERE)
def test_curves_of_programs_are_those_of_the_model(language: str, tmp_path: Path) -> None:
    prepared = carts("hold", "periodic")
    program = build(language, written(describe(prepared), language), tmp_path)
    close(program, prepared, -4, 5)
    tested = program.answer("--self-test")
    assert tested.returncode == 0, tested.stdout + tested.stderr


@pytest.mark.parametrize("language", HERE)
def test_limited_curves_of_programs_have_no_values_outside(language: str, tmp_path: Path) -> None:
    prepared = carts("error")
    program = build(language, written(describe(prepared), language), tmp_path)
    close(program, prepared, -1, 2)
    tested = program.answer("--self-test")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    row = np.array([[0.5, *[2.1] * 4, *[0.0] * 4], [0.5, *[-1.1] * 4, *[0.0] * 4]])
    assert np.isnan(program.accelerations(row)).all()


@pytest.mark.parametrize("language", HERE)
def test_long_curves_of_programs_are_those_of_the_model(language: str, tmp_path: Path) -> None:
    system = System("Long", gravity=(0, 0, 0), m=2.0)
    at = np.linspace(-1, 2, 1201)
    system.table("F", at, np.sin(40 * at), between="monotone", outside="linear")
    cart = system.body("cart", mass="m")
    system.joint("prismatic", GROUND, cart, "x")
    system.element("coordinate_force", "pull", coordinate="x", force="F(x) + F'(x)")
    prepared = prepare(system.model)
    program = build(language, written(describe(prepared), language), tmp_path)
    rows = np.zeros((len(at) + 100, 3))
    rows[:, 1] = [*at, *np.random.default_rng(4).uniform(-9, 9, 100)]
    wrong = np.abs(program.accelerations(rows) - known(prepared, rows))
    assert np.quantile(wrong, 0.95) <= 1e-12 and np.max(wrong) < 1e-9


@pytest.mark.parametrize("language", HERE)
def test_curves_bind_coordinates_of_programs(language: str, tmp_path: Path) -> None:
    """The acceleration of one cart that another one leads along a curve, by its curvature too."""
    prepared = carts("linear", zero="x_spline_linear - W_spline_linear(x_akima_linear)")
    program = build(language, written(describe(prepared), language), tmp_path)
    close_accelerations(program, prepared)
    tested = program.answer("--self-test")
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_functions_in_matlab_are_asked_for_what_they_give_only() -> None:
    """Also where no constant follows from the parameters, so that `derive` gives nothing back."""
    bound = carts("linear", zero="x_spline_linear - W_spline_linear(x_akima_linear)")
    for prepared in (bound, carts("linear"), prepare(sample("double_pendulum"))):
        text = written(describe(prepared), "matlab")
        silent = set(re.findall(r"^function (\w+)\(", text, re.MULTILINE))
        received = set(re.findall(r"= (\w+)\(", text))
        assert not silent & received
        assert silent == {"derive"} or prepared is not bound


@pytest.mark.parametrize("outside", ["hold", "error"])
def test_a_program_in_julia_has_the_curves_of_the_model(outside: str) -> None:
    prepared = carts(outside)
    close(Read(written(describe(prepared), "julia")), prepared, -1, 2)


needs_c = pytest.mark.skipif(not TOOLS["c"].is_there, reason="no compiler for C on this machine")


@needs_c
def test_a_motion_in_c_with_curves_is_that_of_the_model(tmp_path: Path) -> None:
    prepared = carts("error")
    program = build("c", written(describe(prepared), "c"), tmp_path)
    close_motion(program, prepared, 0.5)


@needs_c
@pytest.mark.parametrize("outside", ["hold", "error", "periodic"])
def test_curves_of_single_precision_stay_within_the_bound(outside: str, tmp_path: Path) -> None:
    prepared = carts(outside)
    program = build("c", written(describe(prepared), "c", single=True), tmp_path)
    tested = program.answer("--self-test")
    assert tested.returncode == 0, tested.stdout
    last = np.array([[0.5, *[2.0] * 4, *[0.0] * 4]])
    assert np.allclose(program.accelerations(last), known(prepared, last), rtol=1e-4)


@needs_c
def test_derivatives_of_programs_are_those_of_the_curves(tmp_path: Path) -> None:
    prepared = carts("linear")
    text = written(describe(prepared, differentiated=True), "c")
    f, rows, h = 4, states(prepared, -4, 5)[:25], 1e-6
    found = build("c", text, tmp_path).answers("--derivatives", rows)
    found = found.reshape(len(rows), f, -1)[:, :, :f]
    for place in range(f):
        step = np.zeros(1 + 2 * f)
        step[1 + place] = h
        slope = (known(prepared, rows + step) - known(prepared, rows - step)) / (2 * h)
        assert np.allclose(found[:, :, place], slope, rtol=1e-6, atol=1e-4)


@test_objects.linked
def test_an_object_has_the_curves_of_the_model(tmp_path: Path) -> None:
    prepared = carts("error")
    close(test_objects.link(prepared.model, tmp_path), prepared, -1, 2)


@test_objects.noded
def test_a_module_of_webassembly_has_the_curves_of_the_model(tmp_path: Path) -> None:
    prepared = carts("periodic", "hold")
    close(test_objects.loaded(prepared.model, tmp_path), prepared, -4, 5)


@test_fmu.compiled
@test_fmu.loaded
def test_a_unit_moves_by_the_curves_of_the_model(tmp_path: Path) -> None:
    prepared = carts("linear")
    found = test_fmu.run(fmu3(prepared.model), tmp_path, until=test_fmu.until(prepared.model))
    assert found["faults"] == []
    test_fmu.close(found, prepared.model)


def test_parameters_may_be_called_as_rows_are() -> None:
    model = carts("hold").model
    parameters = (*model.parameters, model.parameters[0].having(name="KNOTS_1"))
    text = written(describe(prepare(model.having(parameters=parameters))), "fortran")
    assert "real(dp) :: KNOTS_1_ = " in text
