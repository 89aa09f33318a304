"""The form with one term for each body and element: whose they are, and that it is the same."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest

from lagr_gui import System, equations, prepare
from lagr_gui.algebra import Algebra
from lagr_gui.analysis.equations.assumptions import start_numbers
from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.analysis.equations.evaluation import assumed_at, met, towards
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.expression import Expression, Number, Symbol, substitute, write
from lagr_gui.mechanics.certificate import compare, random_states
from lagr_gui.mechanics.evaluation import ClosedEvaluator, ReachKernel
from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.mechanics.sheets.sheet import Sheet, Term
from lagr_gui.model import Model
from tests.model.test_every_field import drawn
from tests.samples.gallery import NAMES, sample

LARGE = {"quadruped", "whipple_bicycle", "robot_arm_6r", "flexible_arm", "rotating_beam"}
SMALL = sorted(set(NAMES) - LARGE)
ZERO = Number(Fraction(0))
ROPES = ("elastic_rope", "rope_damper", "rope_pull")
UNFINISHED = {
    *("current_source", "position_condition", "velocity_condition", "unilateral_condition"),
    *("pulley_rope", "tight_rope", "drum_rope", "cam", "surface_friction", *ROPES),
}
"""Kinds of which there is no sound drawing with the values that they have at first."""
OF_ONE = ("T", "U", "D", "Q")


def written(terms: Iterable[Term]) -> list[str]:
    return [write(term.tree) for term in terms]


def printed(model: Model, name: str) -> list[str]:
    sheet = equations(model, form="terms")
    return [write(t.tree) for entry in sheet.entries if entry.name == name for t in entry.terms]


@pytest.mark.parametrize("name", SMALL)
def test_each_term_comes_from_one_body_or_element(name: str) -> None:
    assert_single(equations(sample(name), form="terms"))


@pytest.mark.parametrize("kind", sorted(ELEMENTS.keys() - UNFINISHED))
def test_each_term_of_every_kind_of_element_comes_from_one(kind: str) -> None:
    model, _ = drawn(kind)
    assert_single(equations(model, form="terms"))
    assert_same(model)


@pytest.mark.parametrize("kind", ROPES)
def test_each_term_of_ropes_comes_from_one(kind: str) -> None:
    system = System("Ropes", g=9.81, m=1.0, a=0.5, k=20.0)
    for number, name in enumerate(("x", "y"), start=1):
        system.body(mass="m")
        system.joint("prismatic", 0, number, name, axis=(0, 1, 0))
    over = [{"body": 0, "point": ("a", 2, 0)}]
    values = {"elastic_rope": {"c": "k", "l0": "a"}, "rope_damper": {"k": "k"}}
    ends = {"body_a": 1, "body_b": 2, "pulleys": over}
    system.element(kind, name="rope", **ends, **values.get(kind, {"pull": "k"}))
    assert_single(equations(system.model, form="terms"))
    assert_same(system.model)


def assert_single(sheet: Sheet) -> None:
    for entry in sheet.entries:
        if entry.symbol in OF_ONE:
            assert [len(term.sources) for term in entry.terms] == [1] * len(entry.terms), entry.name
    for balance in equations_of_motion(sheet):
        assert {len(term.sources) for term in balance.right} <= {1}


@pytest.mark.parametrize("name", SMALL)
def test_results_are_those_of_the_collected_form(name: str) -> None:
    assert_same(sample(name))


def assert_same(model: Model) -> None:
    sheet, other = (sheet_of(prepare(model), form) for form in ("terms", "collected"))
    entries = {entry.name: written_out(sheet, entry.tree) for entry in sheet.entries}
    told = ("p_const", "h_const", "jacobi", *(("T",) if sheet.couplings else ()))
    for entry in other.entries:
        if entry.symbol not in told:
            algebra = Algebra(prepare(model).reading.positive)
            ours = algebra.expression(entries.get(entry.name, ZERO))
            assert (ours - algebra.expression(entry.tree)).is_zero, entry.name
    assert {entry.name for entry in sheet.entries} <= {entry.name for entry in other.entries}


def written_out(sheet: Sheet, tree: Expression) -> Expression:
    """A result with what its names stand for."""
    known: dict[Symbol, Expression] = {}
    for own in sheet.definitions:
        known[Symbol(own.name)] = substitute(own.tree, known)
    return substitute(tree, known)


@pytest.mark.parametrize("name", SMALL)
def test_what_is_printed_agrees_with_the_recursion(name: str) -> None:
    prepared = prepare(sample(name)).named
    sampled = prepared.sampled
    sheet = sheet_of(prepared)
    printed = ClosedEvaluator(
        prepared.general.closed, sampled.reading, ReachKernel(sampled.recursion), sheet
    )
    start, names = start_numbers(prepared), sampled.coordinates
    some = random_states(len(names), 4, 1, *sampled.surroundings)
    points = [met(sampled, towards(start, sheet.assumptions, names, at)) for at in some]
    points = [at for at in points if assumed_at(start, sheet.assumptions, names, at)]
    both = compare(printed, sampled.evaluator, sampled.values, points, 1)
    assert both.deviation < 1e-8


TEXTS = {
    ("double_pendulum", "T"): [
        "m1*l1^2*q1'^2/6",
        "m2*(l1^2*q1'^2 + l1*l2*q1'*(q1' + q2')*cos(q2) + l2^2*(q1' + q2')^2/4)/2",
        "m2*l2^2*(q1' + q2')^2/24",
    ],
    ("double_pendulum", "U"): ["-m1*g*l1*cos(q1)/2", "-m2*g*(l1*cos(q1) + l2*cos(q1 + q2)/2)"],
    ("spinning_top", "T"): [
        "(A + m*s^2)*(psi'^2*sin(theta)^2 + theta'^2)/2",
        "C*(phi' + psi'*cos(theta))^2/2",
    ],
    ("bouncing_ball", "T"): ["m*(x'^2 + y'^2)/2", "m*r^2*phi'^2/5"],
    ("elastic_pendulum", "U"): ["-m*g*r*cos(phi)", "c*(r - l0)^2/2"],
    ("bead_on_hoop", "Q1"): ["-m*g*R*sin(q1)", "-k*q1'"],
    ("slider_crank", "Q1"): [
        "-m_L*g*l_L*cos(phi)/2",
        "-m_P*g*(l_L*cos(phi) + l_P*cos(phi + rho)/2)",
        "-k*phi'",
        "M",
    ],
    ("physical_pendulum", "T"): ["m*(L^2/12 + s^2)*q1'^2/2"],
    ("andrews_squeezer", "U"): ["c0*(ell_2 - l0)^2/2"],
}
"""Results as books write them: ½ m v² and ½ J ω², weights before springs, dampers and drives."""


@pytest.mark.parametrize(("name", "result"), TEXTS)
def test_results_stand_as_in_books(name: str, result: str) -> None:
    assert printed(sample(name), result) == TEXTS[name, result]


def test_a_constant_of_the_potential_energy_is_left_out_of_the_formula_alone() -> None:
    model = sample("gear_train")
    sheet = equations(model, form="terms")
    assert printed(model, "U") == ["m3*g*y"]
    assert sheet.constant is not None and write(sheet.constant) == "-m3*g*h"


def test_an_energy_that_is_nothing_but_a_constant_is_not_told_as_conserved() -> None:
    system = System("Wheel", g=9.81, m=1.0, h=2.0)
    body = system.body("Wheel", mass="m", inertia=(1, 1, 1))
    system.joint("revolute", 0, body, "q", point_parent=(0, "h", 0))
    sheet = equations(system.model, form="terms")
    assert not sheet.of("U")
    assert [write(entry.tree) for entry in sheet.of("h_const")] == ["T"]


@pytest.mark.parametrize(("name", "element"), [("dc_motor_pendulum", "motor"), ("loudspeaker", "")])
def test_a_coupling_is_told_to_be_no_energy(name: str, element: str) -> None:
    for form in ("terms", "shortest"):
        (note,) = (n for n in equations(sample(name), form=form).notes if n.code == "coupling")
        assert element in note.place


def test_the_torque_of_a_motor_stands_on_the_right_and_not_in_the_energy() -> None:
    sheet = equations(sample("dc_motor_pendulum"))
    arm, winding = equations_of_motion(sheet)
    assert written(arm.right) == ["-m*g*l*sin(theta)", "-b*theta'", "K*q'"]
    assert written(winding.left) == ["L*q''", "R*q'", "K*theta'"]
    assert written(sheet.of("T")[0].terms) == ["(J + m*l^2)*theta'^2/2", "L*q'^2/2"]
