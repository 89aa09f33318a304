"""Minimal equations: as in books, equal to the recursion, and refused where there are none."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import lagr_gui
from lagr_gui import LagrError, System
from lagr_gui.algebra import Algebra
from lagr_gui.analysis.equations.assumptions import typed_numbers
from lagr_gui.analysis.equations.lines import Lines, kernel_of
from lagr_gui.analysis.equations.misses import left_of
from lagr_gui.expression import Number, Product, Symbol, read, write
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.mechanics.minimal.numbers import StateNumbers
from lagr_gui.mechanics.minimal.slopes import TiedSlope
from lagr_gui.mechanics.sheets.balance import equations_of_motion, opposite, whole
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Sheet, Term
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.models import faulty_conditions
from tests.oracle.loops import random_loop
from tests.oracle.minimal import found, started
from tests.oracle.nonholonomic import random_nonholonomic
from tests.samples.gallery import sample

BOUND = (
    *("andrews_squeezer", "ball_on_turntable", "bennett", "cardan_shaft", "chaplygin_sleigh"),
    *("flyball_governor", "four_bar", "gear_train", "parabolic_slot", "parallelogram"),
    *("rack_and_pinion", "rolling_disc", "slider_crank", "swinging_atwood"),
)
SAME = 1e-12
PSI = -math.asin(math.sin(0.3) / 3) - 0.3
"""The rod against the crank where that stands at 0.3."""


def minimal_sheet(model: Model) -> Sheet:
    return lagr_gui.equations(model, minimal=True)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "gear_train",
            ["(m1*r1^2/2 + (m2*r2^2/2 + m3*rd^2)*(r1/r2)^2)*q1'' + M0 + k*q1' - m3*g*rd*r1/r2"],
        ),
        (
            "rack_and_pinion",
            [
                "((m1/2 + m2)*r^2 + m3*l^2)*phi'' + m3*l^2*q'' + c*r^2*phi + m3*g*l*sin(phi + q)",
                "m3*l^2*(phi'' + q'') + m3*g*l*sin(phi + q)",
            ],
        ),
        (
            "swinging_atwood",
            [
                "(m + M)*r'' - m*r*phi'^2 - m*g*cos(phi) + M*g",
                "m*r*(r*phi'' + 2*r'*phi' + g*sin(phi))",
            ],
        ),
        ("parallelogram", ["3*m*l^2*q1'' - 7/2*m*g*l*sin(q1)"]),
        ("chaplygin_sleigh", ["m*(v' - a*phi'^2)", "(J + m*a^2)*phi'' + m*a*v*phi'"]),
        (
            "parabolic_slot",
            [
                "(M + m)*s'' + m*x'' + c*s",
                "m*(s'' + (1 + 4*a^2*x^2)*x'' + 4*a^2*x*x'^2 + 2*g*a*x)",
                "J*phi''",
            ],
        ),
        (
            "rolling_disc",  # ½ ∂T/∂ψ̇ … of Neimark and Fufaev with A = m r²/4, C = m r²/2
            [
                (
                    "m*r^2/4*(psi''*(1 + 5*cos(theta)^2) + 6*phi''*cos(theta) "
                    "- 2*theta'*sin(theta)*(phi' + 5*psi'*cos(theta)))"
                ),
                (
                    "5/4*m*r^2*theta'' + m*r^2/4*(5*psi'*cos(theta) + 6*phi')*psi'*sin(theta)"
                    " + m*g*r*cos(theta)"
                ),
                "m*r^2/2*(3*phi'' + 3*psi''*cos(theta) - 5*psi'*theta'*sin(theta))",
            ],
        ),
        (
            "ball_on_turntable",  # 7/5 r ω̇ = Ω × (velocity over the table)
            [
                "7/5*m*r^2*omega1' + m*r*Omega*(Omega*y - r*omega2)",
                "7/5*m*r^2*omega2' - m*r*Omega*(Omega*x - r*omega1)",
                "2/5*m*r^2*omega3'",
            ],
        ),
        (
            "flyball_governor",
            [
                (
                    "2*l^2*(m + 2*M*sin(alpha_1)^2)*alpha_1''"
                    " + 4*M*l^2*sin(alpha_1)*cos(alpha_1)*alpha_1'^2"
                    " - 2*m*l^2*(Omega + A*sin(t))^2*sin(alpha_1)*cos(alpha_1)"
                    " + 2*l*((M + m)*g + 2*k*l*sin(alpha_1)*alpha_1')*sin(alpha_1)"
                )
            ],
        ),
    ],
)
def test_a_bound_system_has_the_equations_of_books(name: str, lines: list[str]) -> None:
    sheet = minimal_sheet(sample(name))
    algebra = Algebra()
    for balance, line in zip(equations_of_motion(sheet), lines, strict=False):
        left, right = (algebra.expression(whole(side)) for side in (balance.left, balance.right))
        assert (left - right - algebra.expression(read(line))).is_zero, write(whole(balance.left))
    assert not any("lambda" in write(whole(b.right)) for b in equations_of_motion(sheet))


def test_a_ball_on_a_turntable_runs_in_circles() -> None:
    """Its velocity turns with 2/7 of the angular velocity of the table (Earnshaw)."""
    sheet, algebra = minimal_sheet(sample("ball_on_turntable")), Algebra()
    lines = {b.coordinate: algebra.expression(whole(b.right)) for b in sheet.balances}
    speeds = [line for line in equations_of_motion(sheet) if line.coordinate.startswith("omega")]
    rates = {}
    for line in speeds:
        name = Symbol(line.coordinate, 1)
        left, right = (algebra.expression(whole(side)) for side in (line.left, line.right))
        slope = left.derivative(name)
        rest = left - slope * algebra.symbol(name)
        rates[name] = ((right - rest) / slope).tree()
    for name, other, sign in (("x", "y", -1), ("y", "x", 1)):
        value = lines[name]
        turning = algebra.expression(read("2*Omega/7")) * lines[other] * sign
        rate = -turning
        for q in "xy":
            rate = rate + value.derivative(Symbol(q)) * lines[q]
        for u, tree in rates.items():
            rate = rate + value.derivative(Symbol(u.name)) * algebra.expression(tree)
        assert rate.is_zero


@pytest.mark.parametrize("name", BOUND)
def test_what_is_printed_is_what_the_recursion_finds(name: str) -> None:
    sheet = minimal_sheet(sample(name))
    assert sheet.minimal is not None and sheet.minimal.certificate.samples >= 2
    assert sheet.minimal.certificate.residual < SAME


@pytest.mark.parametrize("seed", [0, 5, 7, 10, 24, 30, 34, 35])
def test_so_it_is_for_random_loops(seed: int) -> None:
    """Some have conditions that depend on others but for the rounding of typed numbers."""
    sheet = minimal_sheet(started(random_loop(seed)))
    assert sheet.minimal is not None and sheet.minimal.certificate.residual < SAME


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_the_size_of_a_mechanism_changes_nothing(size: float) -> None:
    sheet = minimal_sheet(slider_crank(size).model)
    assert sheet.minimal is not None and sheet.minimal.certificate.residual < SAME
    assert [e.name for e in sheet.definitions] == ["psi", "x", "psi_phi", "x_phi"]


def slider_crank(size: float = 1.0) -> System:
    """Crank, rod and piston in the vertical plane: J about the bearing of the crank."""
    system = System("Slider-crank", gravity=(0, "-g", 0))
    square = size * size
    values = {"g": 9.81 * size, "r": 0.1 * size, "l": 0.3 * size, "m": 0.5, "m3": 0.8}
    for name, value in {**values, "J": 0.01 * square, "J2": 0.004 * square}.items():
        system.parameter(name, value, positive=True)
    system.parameter("M0", 0.5 * square)
    system.body("Crank", mass=1, inertia=(0, 0, "J"))
    system.body("Rod", mass="m", inertia=(0, 0, "J2"))
    system.body("Piston", mass="m3")
    system.joint("revolute", 0, 1, "phi", name="A")
    ends = {"point_parent": ("r", 0, 0), "point_child": ("-l/2", 0, 0)}
    system.joint("revolute", 1, 2, "psi", name="B", **ends)
    system.joint("prismatic", 0, 3, "x", name="D")
    system.joint("revolute", 2, 3, "end", name="C", point_parent=("l/2", 0, 0))
    system.element("coordinate_force", "Motor", coordinate="phi", force="M0")
    along = (0.1 * math.cos(0.3) + 0.3 * math.cos(0.3 + PSI)) * size
    system.start(phi=(0.3, 5.0), psi=(PSI, 0.0), x=(along, 0.0))
    return system


def test_the_reduced_inertia_is_that_of_an_independent_source() -> None:
    """mpmath, 30 digits: J(φ) and its slope."""
    published = {
        0.3: (0.013355355795844596, 0.01052745355207965),
        1.0: (0.022731291885965295, 0.009254891298934986),
        2.0: (0.018684514618166722, -0.011077194145219885),
        4.0: (0.015742994372019967, 0.009351232390870523),
    }
    model = slider_crank().model
    sheet = minimal_sheet(model)
    (J,) = sheet.of("J_red")

    def inertia(phi: float) -> float:
        values = {Symbol(p.name): float(p.value or 0) for p in model.parameters}
        numbers = StateNumbers({**values, Symbol("phi"): phi}, {})
        for line in sheet.definitions:
            assert line.call is not None
            value = numbers.of(line.tree)
            numbers.known[line.call.function, line.call.orders or (0,)] = value
            if not line.call.orders:
                numbers.symbols[Symbol(line.name)] = value
        return numbers.of(J.tree)

    for phi, (value, slope) in published.items():
        assert inertia(phi) == pytest.approx(value, rel=1e-12)
        step = 1e-5
        quotient = (inertia(phi + step) - inertia(phi - step)) / (2 * step)
        assert quotient == pytest.approx(slope, rel=1e-7)


def test_names_of_the_model_are_never_taken() -> None:
    system = slider_crank()
    for name in ("psi_phi", "J_red"):
        system.parameter(name, 7.0)
    system.element("coordinate_force", "Push", coordinate="x", force="psi_phi")
    sheet = minimal_sheet(system.model)
    names = {line.name for line in sheet.definitions}
    assert "psi_phi" not in names and not sheet.of("J_red")
    lines = Lines.of(sheet, [*sheet.definitions, *sheet.of("Q")])
    prepared = prepare(system.model)
    values = kernel_of(prepared, lines).values(prepared.start, prepared.parameters, [])
    turned, along = values.definitions["psix_phi"][0], values.definitions["x_phi"][0]
    assert turned == pytest.approx(-1 - math.cos(0.3) / (3 * math.cos(0.3 + PSI)), rel=1e-12)
    weight = 0.5 * 9.81 * (0.1 * math.cos(0.3) + 0.15 * (1 + turned) * math.cos(0.3 + PSI))
    assert values.entries["Q", (1,)][0] == pytest.approx(0.5 - weight + 7 * along, rel=1e-9)


def test_functions_of_the_model_have_parameters_in_their_formulas() -> None:
    system = slider_crank()
    system.parameter("k", 3.0)
    system.function("N", "k*u*v", "u", "v")
    system.element("coordinate_force", "Push", coordinate="x", force="N(x, x')")
    sheet = minimal_sheet(system.model)
    assert sheet.minimal is not None and sheet.minimal.certificate.residual < SAME


def test_what_is_rounding_of_0_in_an_orientation_is_in_no_equation() -> None:
    tilted = ((0.6, -0.8, -7.9e-19), (0.8, 0.6, -5.1e-17), (4.6e-17, 1.2e-18, 1.0))
    system = System("Tilted", m=2.0, l=0.5, g=9.81)
    rod = system.body("Rod", mass="m", inertia=(0, 0, "m*l^2"))
    system.joint("revolute", 0, rod, "q", orientation=tilted, point_child=("-l", 0, 0))
    text = " ".join(write(entry.tree) for entry in lagr_gui.equations(system.model).entries)
    assert "0000000000" not in text and "0.6" in text


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (faulty_conditions.a_truss, "Nothing can move"),
        (faulty_conditions.a_plate_held_by_skids_across_each_other, "Nothing can move"),
        (faulty_conditions.a_start_with_all_bars_in_line, "dead position"),
        (faulty_conditions.a_coupler_without_mass_that_can_spin, "not determined"),
        (faulty_conditions.bars_too_short_to_close, "No position"),
    ],
)
def test_where_there_are_none_it_is_said_and_multipliers_stay(
    make: Callable[[], System], words: str
) -> None:
    model = make().model
    with pytest.raises(LagrError, match=words):
        minimal_sheet(model)


def test_of_a_free_system_they_are_those_it_has() -> None:
    model = sample("double_pendulum")
    with pytest.raises(LagrError, match="No condition binds"):
        minimal_sheet(model)
    assert lagr_gui.equations(model, minimal=None).minimal is None


def pursuit() -> System:
    """A body that is driven at a constant speed, and may turn."""
    system = System("Pursuit")
    system.body("A", mass="m", inertia=(0, 0, 1))
    system.parameter("m", 2.0, positive=True)
    system.joint("planar", 0, 1, "x", "y", "phi")
    system.element("velocity_condition", "speed", zero="x'^2 + y'^2 - 4")
    system.element("coordinate_force", "wind", coordinate="x", force="3 - y")
    system.start(x=(0.0, 2.0))
    return system


def test_conditions_that_are_not_linear_take_part() -> None:
    """Appell and Chetaev: m (ÿ − ẋ̈ ẏ/ẋ) = F_y − F_x ẏ/ẋ."""
    sheet = minimal_sheet(pursuit().model)
    assert sheet.minimal is not None and sheet.minimal.certificate.residual < SAME
    along, turned = equations_of_motion(sheet)
    algebra = Algebra()
    line = read("m*(y'' - y'/x'*x'') + (3 - y)*y'/x' + m*g")
    left, right = (algebra.expression(whole(side)) for side in (along.left, along.right))
    assert (left - right - algebra.expression(line)).is_zero
    assert write(whole(turned.left)) == "phi''"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("chaplygin_sleigh", ["m*(x''*cos(phi) + y''*sin(phi))", "J*phi'' + SIDE"]),
        ("gear_train", ["m1*r1^2/2*q1'' - r1*r2*m2/2*q2'' - m3*rd*r1/r2*(y'' + g) + M0 + k*q1'"]),
    ],
)
def test_in_all_coordinates_nothing_is_put_in(name: str, lines: list[str]) -> None:
    sheet = lagr_gui.equations(sample(name), minimal="all")
    assert sheet.minimal is not None and sheet.minimal.all_coordinates
    assert sheet.of("G") and sheet.minimal.certificate.residual < SAME
    algebra, side = Algebra(), "m*a*(-x''*sin(phi) + y''*cos(phi))"
    for balance, line in zip(equations_of_motion(sheet), lines, strict=True):
        left, right = (algebra.expression(whole(terms)) for terms in (balance.left, balance.right))
        expected = algebra.expression(read(line.replace("SIDE", side)))
        assert (left - right - expected).is_zero, write(whole(balance.left))


def test_a_bicycle_has_the_freedoms_of_the_published_one() -> None:
    """Meijaard, Papadopoulos, Ruina, Schwab 2007: lean, rolling of the rear wheel, steering."""
    sheet = lagr_gui.equations(sample("whipple_bicycle"), form="structured", minimal=True)
    assert sheet.minimal is not None and sheet.minimal.speeds == ("phi", "theta_R", "delta")
    assert sheet.minimal.certificate.residual < SAME and sheet.minimal.systems
    assert not any("lambda" in write(whole(b.right)) for b in equations_of_motion(sheet))


def test_slopes_of_linear_systems_are_computed_as_lines() -> None:
    model = sample("whipple_bicycle")
    sheet = lagr_gui.equations(model, form="structured", minimal=True)
    assert sheet.minimal is not None
    prepared, (system, *_) = prepare(model), sheet.minimal.systems
    terms = tuple(Term(tree, ()) for tree in system.unknowns)
    rows = [
        Entry("U", (i,), (*line.left, *map(opposite, line.right)), "")
        for i, line in enumerate(system.lines)
    ]
    lines = Lines.of(sheet, [*rows, Entry("D", (), terms, "")])
    values = kernel_of(prepared, lines).values(prepared.start, prepared.parameters, []).entries
    assert all(values["U", (i,)] == pytest.approx((0,), abs=1e-12) for i in range(len(rows)))
    assert abs(values["D", ()][0]) > 0.1


def test_signs_of_branches_have_names_of_their_own() -> None:
    system = slider_crank()
    system.parameter("sigma_1", 3.0)
    system.element("coordinate_force", "Push", coordinate="psi", force="sigma_1")
    sheet = lagr_gui.equations(system.model, minimal=False)
    (push,) = [entry for entry in sheet.of("Q") if entry.indices == (2,)]
    assert "sigma_1" in write(push.tree)
    assert not any("sigma_1" in write(whole(line.right)) for line in sheet.solved)


def test_names_of_results_that_the_model_has_are_not_used_for_entries_of_G() -> None:
    system = pursuit()
    system.parameter("G11", 1.0)
    system.element("velocity_condition", "turn", zero="phi'*x'^2 + phi'^2*y' - 3*G11*x'")
    system.start(x=(0.0, 2.0), phi=(0.0, 1.5))
    sheet = minimal_sheet(system.model)
    assert sheet.minimal is not None and sheet.minimal.certificate.residual < SAME
    with pytest.raises(LagrError, match="no such choice"):
        lagr_gui.equations(system.model, minimal="most")


@pytest.mark.parametrize("seed", [2, 5])
def test_so_it_is_for_random_nonholonomic_systems(seed: int) -> None:
    assert found(random_nonholonomic(seed), seed, 4).sort == "agrees"


def test_signs_of_lengths_are_those_of_the_start_that_is_found() -> None:
    """A disc leans to the side where it stands at last, not where it is drawn."""
    model = started(random_nonholonomic(47))
    prepared, (lean,) = prepare(model), minimal_sheet(model).assumptions
    found_at = dict(zip(prepared.coordinates, prepared.start.q, strict=True))
    assert lean.holds(found_at) and not lean.holds(typed_numbers(prepared))


def test_conditions_on_positions_leave_velocities_as_they_are() -> None:
    """Those of a disc that rolls in a loop: its contact is met, which no formula shows."""
    result = found(random_loop(115), 115, 2)
    assert (result.sort, result.form) == ("agrees", "put in")


def test_terms_are_as_large_in_brackets_as_beside_each_other() -> None:
    numbers = StateNumbers({Symbol("a"): 3.0, Symbol("b"): 1e6, Symbol("c"): 1e6 + 1e-3}, {})
    one, several = ("a*(b - c)",), ("a*b", "-a*c")
    gaps = [
        left_of(numbers, Balance("", 0, tuple(Term(read(t), ()) for t in texts), ()), 0.0)
        for texts in (one, several)
    ]
    assert gaps[0] == pytest.approx(gaps[1], rel=1e-6) and gaps[0] < 2e-9


def test_so_it_is_where_no_closed_form_can_be_read() -> None:
    result = found(random_loop(23), 23, 4)
    assert (result.sort, result.form) == ("agrees", "structured")


def test_a_wrong_slope_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    from lagr_gui.mechanics.minimal import presentation

    right = presentation.slopes

    def wrong(*given: Any) -> tuple[TiedSlope, ...]:
        first, *others = right(*given)
        tree = Product((Number(Fraction(2)), first.value))
        return (TiedSlope(first.dependent, first.by, tree), *others)

    monkeypatch.setattr(presentation, "slopes", wrong)
    model = slider_crank(3.0).model
    with pytest.raises(Disagreement):
        minimal_sheet(model)
    sheet = lagr_gui.equations(model, minimal=None)
    assert sheet.minimal is None and any("Minimal" in note.place for note in sheet.notes)
