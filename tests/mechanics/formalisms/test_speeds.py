"""Kane's, Gibbs and Appell's, Boltzmann and Hamel's equations in speeds that meet conditions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import lagr_gui
from lagr_gui import GROUND, System, equal, write
from lagr_gui.algebra import Algebra
from lagr_gui.analysis.equations.charts import with_values
from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.analysis.equations.minimal import ReducedSystem
from lagr_gui.analysis.equations.neighbourhood import Neighbourhood
from lagr_gui.expression import TIME, Expression, Number, Symbol, read, substitute, symbols
from lagr_gui.expression.rows import as_sum, negative
from lagr_gui.expression.tree import CARRIED
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.formalisms.boltzmann_hamel import BoltzmannHamel
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.generalised_speeds import velocities_of
from lagr_gui.mechanics.formalisms.gibbs import GibbsAppell
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.quasi import quasi_velocities
from lagr_gui.mechanics.minimal.motion import functions_at
from lagr_gui.mechanics.minimal.numbers import StateNumbers
from lagr_gui.mechanics.minimal.presentation import REDUCED
from lagr_gui.mechanics.sheets.balance import (
    balances_of,
    equations_of_motion,
    multiplier,
    speeds_of,
    whole,
)
from lagr_gui.mechanics.sheets.sheet import IN_SPEEDS, VECTORS, Sheet, vectors
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model, StartValue
from lagr_gui.prepared import prepare
from lagr_gui.typesetting.sheet_mathml import mathml_equations
from tests.mechanics.formalisms.test_bound import skid
from tests.mechanics.formalisms.test_readable import rigid_body
from tests.oracle.comparison import opened
from tests.oracle.loops import random_loop
from tests.samples.gallery import sample, values
from tests.systems import random_tree

SAME = 1e-12
NOUGHT = Number(Fraction(0))
At = tuple[StateNumbers, Mapping[str, float], np.ndarray]
"""The numbers of a state, and what the recursion finds there: accelerations and multipliers."""


def states(model: Model) -> Iterator[At]:
    """Random states of a system; of a bound one such that meet its conditions."""
    prepared = prepare(model)
    names = prepared.coordinates
    if not prepared.is_bound:
        for state in random_states(len(names), 2, 4):
            (found,) = lagr_gui.evaluate(model, [state])
            known = {Symbol(name): value for name, value in values(model).items()}
            known[Symbol(TIME)] = state.t
            for name, q, qd in zip(names, state.q, state.qd, strict=True):
                known |= {Symbol(name): q, Symbol(name, 1): qd}
            numbers = StateNumbers(known, prepared.reading.functions)
            yield numbers, dict(zip(names, found.qdd.tolist(), strict=True)), found.multipliers
        return
    form, _ = ReducedSystem(prepared, sheet_of(prepared)).put_in()
    near = Neighbourhood(prepared.of(with_values(prepared.sampled.model)), seed=7)
    rows = [s for s, row in enumerate(prepared.general.closed.constraints.rows) if row.on_positions]
    for state in near.others(2):
        at = near.evaluated(state)

        def moving(qd: np.ndarray, state: State = state) -> Evaluation:
            return near.evaluated(State(state.t, state.q, tuple(qd.tolist()), state.z))

        functions = functions_at(form.dependence, names, rows, moving)
        known_qdd = dict(zip(names, at.qdd.tolist(), strict=True))
        yield near.numbers(at, functions), known_qdd, at.multipliers


def rate(tree: Expression, moving: Collection[str]) -> Expression:
    """The time derivative of a tree in coordinates and speeds of these names, and the time."""
    value = Algebra().expression(tree)
    total = value.derivative(Symbol(TIME))
    for symbol in symbols(tree):
        if symbol.name in moving:
            further = value.algebra.symbol(Symbol(symbol.name, symbol.order + 1))
            total = total + value.derivative(symbol) * further
    return total.tree()


def shown_accelerations(sheet: Sheet, numbers: StateNumbers) -> dict[str, float]:
    """q̈ of the coordinates that are left, from nothing but what a sheet says."""
    known = numbers.symbols
    accelerations = {s: known.pop(s) for s in [*known] if s.order == 2}
    for line in sheet.definitions:
        if line.call is None and Symbol(line.name) not in known:
            known[Symbol(line.name)] = numbers.of(line.tree)
    kinematics = {b.coordinate: whole(b.right) for b in sheet.balances if b.equation == "22"}
    held = {b.coordinate for b in sheet.balances if b.equation == "C2"}
    for speed, tree in speeds_of(sheet).items():
        known[speed] = numbers.of(tree)
    left = sheet.coordinates if sheet.minimal is None else sheet.minimal.coordinates
    unknown = [Symbol(u.name, 1) for u in speeds_of(sheet) if u.name not in held]
    unknown += [Symbol(q, 2) for q in left if q not in kinematics]
    lines = [as_sum([whole(b.left), negative(whole(b.right))]) for b in equations_of_motion(sheet)]

    def gaps(rates: np.ndarray) -> np.ndarray:
        known.update(zip(unknown, rates.tolist(), strict=True))
        return np.array([numbers.of(line) for line in lines])

    rest = gaps(np.zeros(len(unknown)))
    mass = np.column_stack([gaps(unit) - rest for unit in np.eye(len(unknown))])
    known.update(zip(unknown, np.linalg.solve(mass, -rest).tolist(), strict=True))
    moving = {*left, *(u.name for u in speeds_of(sheet))}
    found = {q: numbers.of(rate(tree, moving)) for q, tree in kinematics.items() if q in left}
    found |= {q: known[Symbol(q, 2)] for q in left if q not in kinematics}
    known.update(accelerations)
    return found


def tell_inertia(sheet: Sheet, numbers: StateNumbers) -> None:
    """J and its slope by the only coordinate, from what the sheet says of it."""
    for entry in sheet.entries:
        if entry.equation == REDUCED and sheet.minimal is not None:
            (q,) = sheet.minimal.coordinates
            slope = Algebra().expression(entry.tree).derivative(Symbol(q)).tree()
            for order, tree in enumerate((entry.tree, slope)):
                numbers.known[entry.symbol + CARRIED, (order,)] = numbers.of(tree)


def check(model: Model, formalism: str, **choice: Any) -> None:
    sheet = lagr_gui.equations(model, formalism=formalism, **choice)
    for numbers, known, _ in states(model):
        if not all(numbers.of(line.tree) > 0 for line in sheet.assumptions):
            continue
        tell_inertia(sheet, numbers)
        found = shown_accelerations(sheet, numbers)
        size = max(abs(value) for value in known.values())
        assert max(abs(found[q] - known[q]) for q in found) <= SAME * size, (sheet.title, formalism)


FREE = (
    *("bead_on_hoop", "cart_pole", "double_pendulum", "elastic_pendulum", "foucault_pendulum"),
    *("furuta_pendulum", "mass_spring_chain", "nut_on_thread", "spinning_top", "ziegler_column"),
)


@pytest.mark.parametrize("formalism", IN_SPEEDS)
@pytest.mark.parametrize("name", FREE)
def test_free_systems_move_as_the_recursion_says(name: str, formalism: str) -> None:
    check(sample(name), formalism)


TREES = (["spherical"], ["free"], ["universal"], ["planar", "revolute"], ["revolute", "spherical"])


@pytest.mark.parametrize("formalism", IN_SPEEDS)
@pytest.mark.parametrize("kinds", TREES, ids=lambda kinds: "-".join(kinds))
def test_so_do_random_trees(kinds: list[str], formalism: str) -> None:
    check(random_tree(len(kinds[0]), kinds), formalism)


BOUND_ONES = (
    *("ball_on_turntable", "cardan_shaft", "chaplygin_sleigh", "flyball_governor", "four_bar"),
    *("gear_train", "parabolic_slot", "parallelogram", "rack_and_pinion", "rolling_disc"),
    *("slider_crank", "swinging_atwood"),
)


@pytest.mark.parametrize("formalism", IN_SPEEDS)
@pytest.mark.parametrize("name", BOUND_ONES)
def test_bound_systems_move_so_without_multipliers(name: str, formalism: str) -> None:
    model = sample(name)
    sheet = lagr_gui.equations(model, formalism=formalism, minimal=True)
    assert sheet.minimal is not None and sheet.minimal.certificate.residual < SAME
    trees = [whole(side) for b in sheet.balances for side in (b.left, b.right)]
    assert not any(s.name.startswith("lambda") for tree in trees for s in symbols(tree))
    check(model, formalism, minimal=True)


def trailer() -> System:
    """Two skids that pull each other: the second turns about the first one's pin."""
    system = System(gravity=(0, 0, 0), l=0.6)
    car, cart = system.body("car", 1.4, (0.1, 0.1, 0.3)), system.body("cart", 0.8, (0.1, 0.1, 0.2))
    system.joint("planar", GROUND, car, "x", "y", "phi")
    system.joint("revolute", car, cart, "beta", axis=(0, 0, 1), point_child=("l", 0, 0))
    system.element("skid", "one", body=car, across=(0, 1, 0))
    system.element("skid", "two", body=cart, across=(0, 1, 0))
    system.element("force", body=car, vector=(2, 1, 0), point=(0.1, 0, 0), axes="body")
    return system


@pytest.mark.parametrize("formalism", IN_SPEEDS)
@pytest.mark.parametrize("make", [skid, trailer])
def test_so_do_nonholonomic_ones(make: Callable[[], System], formalism: str) -> None:
    check(make().model, formalism, minimal=True)


@pytest.mark.parametrize("formalism", IN_SPEEDS)
@pytest.mark.parametrize("seed", [5, 24])
def test_and_random_loops(seed: int, formalism: str) -> None:
    case = random_loop(seed)
    model = opened(case.text)
    start = tuple(
        StartValue(coordinate=name, position=case.q[name], velocity=case.qd[name])
        for name in case.q
    )
    model = model.having(start=start, simulation=model.simulation.having(start=case.t))
    sheet = lagr_gui.equations(model, formalism=formalism, minimal=True)
    assert sheet.minimal is not None and sheet.minimal.certificate.residual < SAME


def coaxial_rotors(turned: int) -> System:
    """Rotors of a train on one axis, each turned against the one before, perhaps about −x."""
    system, axes = System(gravity=(0, 0, 0), J1=1.5, J2=0.7, J3=0.4, c=20), (1, turned, 1)
    below = GROUND
    for number, sign in enumerate(axes, start=1):
        rotor = system.body(f"rotor {number}", inertia=(f"J{number}", 0, 0))
        system.joint("revolute", below, rotor, f"q{number}", axis=(sign, 0, 0))
        below = rotor
    system.element("coordinate_spring", "shaft 1", coordinate="q2", c="c")
    system.element("coordinate_spring", "shaft 2", coordinate="q3", c="c", q0=0.3)
    return system


@pytest.mark.parametrize("formalism", IN_SPEEDS)
@pytest.mark.parametrize("turned", [1, -1])
def test_rotors_on_one_axis_move_so(turned: int, formalism: str) -> None:
    check(coaxial_rotors(turned).model, formalism)


def test_kane_has_the_speeds_in_which_bodies_turn() -> None:
    """One speed for each body: its partial angular velocities are its own alone."""
    sheet = lagr_gui.equations(coaxial_rotors(-1).model, formalism="kane")
    assert {write(tree) for tree in speeds_of(sheet).values()} == {
        "q1'",
        "q2' - q1'",
        "q1' - q2' + q3'",
    }
    assert [entry.indices for entry in sheet.of("w")] == [(1, 1, 1), (2, 1, 2), (3, 1, 3)]


# --- Textbooks, by algebra ------------------------------------------------------------------------


def is_book(sheet: Sheet, lines: list[str]) -> None:
    """Whether equations of motion say that these expressions are 0."""
    algebra = Algebra()
    for balance, line in zip(equations_of_motion(sheet), lines, strict=True):
        left, right = (algebra.expression(whole(side)) for side in (balance.left, balance.right))
        assert (left - right - algebra.expression(read(line))).is_zero, write(whole(balance.left))


BOOKS = {
    "chaplygin_sleigh": ["m*(v' - a*omega^2)", "(J + m*a^2)*omega' + m*a*v*omega"],
    # Neimark and Fufaev; speeds of the disc that take no part in its spin
    "rolling_disc": [
        (
            "5/4*m*r^2*omega1' + 3/2*m*r^2*omega2*omega3"
            " - m*r^2*omega2^2*cos(theta)/sin(theta)/4 + m*g*r*cos(theta)"
        ),
        ("m*r^2*omega2'/4 + m*r^2*omega1*omega2*cos(theta)/sin(theta)/4 - m*r^2*omega1*omega3/2"),
        "m*r^2*(3/2*omega3' - omega1*omega2)",
    ],
    "spinning_top": [  # Euler
        "(A + m*s^2)*omega1' - (A + m*s^2 - C)*omega2*omega3 - m*g*s*sin(theta)*cos(phi)",
        "(A + m*s^2)*omega2' - (C - A - m*s^2)*omega3*omega1 + m*g*s*sin(theta)*sin(phi)",
        "C*omega3'",
    ],
}


@pytest.mark.parametrize("formalism", IN_SPEEDS)
@pytest.mark.parametrize("name", BOOKS)
def test_equations_are_those_of_books(name: str, formalism: str) -> None:
    is_book(lagr_gui.equations(sample(name), formalism=formalism, minimal=None), BOOKS[name])


def kufe() -> System:
    """Goldschmidt's skid: its edge stands l1 behind the centre of mass."""
    system = System(gravity=(0, 0, "-g"), m=3.0, J=0.4, l1=0.5, F=2.0, M=0.5)
    runner = system.body("runner", "m", (0.1, 0.35, "J"))
    system.joint("planar", GROUND, runner, "x", "y", "phi")
    system.element("skid", body=runner, point=("-l1", 0, 0), across=(0, 1, 0))
    system.element("force", body=runner, vector=("F", 0, 0), axes="body")
    system.element("torque", body=runner, vector=(0, 0, "M"))
    return system


@pytest.mark.parametrize("formalism", IN_SPEEDS)
def test_goldschmidts_skid_has_two_equations_and_the_force_of_its_edge(formalism: str) -> None:
    sheet = lagr_gui.equations(kufe().model, formalism=formalism, minimal=True)
    is_book(sheet, ["m*v' - F - m*l1*omega^2", "(J + m*l1^2)*omega' - M + m*l1*v*omega"])
    kinematics = {
        b.coordinate: whole(b.right) for b in balances_of(sheet, "speeds") if b.equation == "22"
    }
    wanted = {
        "x": "v*cos(phi) - l1*omega*sin(phi)",
        "y": "v*sin(phi) + l1*omega*cos(phi)",
        "phi": "omega",
    }
    assert kinematics.keys() == wanted.keys()
    assert all(equal(kinematics[name], text) for name, text in wanted.items())
    if formalism == "boltzmann-hamel":
        (force,) = sheet.of("lambda")
        assert equal(force.tree, "m*(v*omega + l1*omega')")


@pytest.mark.parametrize("formalism", IN_SPEEDS)
def test_the_only_speed_of_a_slider_crank_has_its_reduced_inertia(formalism: str) -> None:
    sheet = lagr_gui.equations(sample("slider_crank"), formalism=formalism, minimal=True)
    (J,) = lagr_gui.equations(sample("slider_crank"), minimal=True).of("J")
    assert sheet.of("J") == (J,)
    (balance,) = equations_of_motion(sheet)
    speed = "phi'" if formalism == "appell" else "u1"
    assert write(whole(balance.left)) == f"J(phi)*{speed}' + J'(phi)*{speed}^2/2"


@pytest.mark.parametrize("name", ["chaplygin_sleigh", "rolling_disc"])
def test_the_multipliers_of_hamel_are_those_of_the_recursion(name: str) -> None:
    sheet = lagr_gui.equations(sample(name), formalism="boltzmann-hamel", minimal=True)
    for numbers, _, multipliers in states(sample(name)):
        for speed, tree in speeds_of(sheet).items():
            numbers.symbols[speed] = numbers.of(tree)
            numbers.symbols[Symbol(speed.name, 1)] = numbers.of(rate(tree, sheet.coordinates))
        for entry in sheet.of("lambda"):
            wanted = multipliers[entry.indices[0] - 1]
            assert numbers.of(entry.tree) == pytest.approx(wanted, rel=1e-9, abs=1e-9)
            assert entry.name == multiplier(entry.indices[0]).name


# --- What they are put together from --------------------------------------------------------------


@pytest.mark.parametrize("name", ["cart_pole", "double_pendulum", "spinning_top"])
def test_gibbs_function_is_the_energy_of_accelerations_without_what_holds_none(name: str) -> None:
    reading = prepare(sample(name)).reading
    kinetics = Kinetics(reading, Exact(reading))
    form = GibbsAppell(kinetics, velocities_of(kinetics))
    still = dict.fromkeys(kinetics.symbols[2], kinetics.algebra.zero)
    for key, whole_energy in kinetics.S.items():
        assert form.S[key] == whole_energy - whole_energy.substitute(still)


@pytest.mark.parametrize(
    "name", ["cart_pole", "chaplygin_sleigh", "double_pendulum", "rolling_disc", "spinning_top"]
)
def test_the_slopes_of_the_function_that_is_shown_are_the_left_sides(name: str) -> None:
    sheet = lagr_gui.equations(sample(name), formalism="appell", minimal=None)
    (S,) = sheet.of("S")
    value, motion = Algebra().expression(S.tree), equations_of_motion(sheet)
    speeds = [*speeds_of(sheet)] or [Symbol(balance.coordinate, 1) for balance in motion]
    for u, balance in zip(speeds, motion, strict=True):
        slope = value.derivative(Symbol(u.name, u.order + 1))
        assert (slope - value.algebra.expression(whole(balance.left))).is_zero
    still = {s: NOUGHT for s in symbols(S.tree) if s.order == speeds[0].order + 1}
    assert equal(substitute(S.tree, still), NOUGHT)


@pytest.mark.parametrize("name", ["chaplygin_sleigh", "rolling_disc", "spinning_top", "four_bar"])
def test_kanes_forces_balance(name: str) -> None:
    """F_r and F_r*, as they are shown, are the two sides of the equations."""
    sheet = lagr_gui.equations(sample(name), formalism="kane", minimal=None)
    forces = {entry.indices[0]: entry.tree for entry in sheet.of("F")}
    inertia = {entry.indices[0]: entry.tree for entry in sheet.of("F_star")}
    for r, balance in enumerate(equations_of_motion(sheet), start=1):
        assert equal(whole(balance.right), forces.get(r, NOUGHT))
        assert equal(negative(whole(balance.left)), inertia[r])


def test_partial_velocities_are_slopes_of_velocities_by_speeds() -> None:
    sheet = lagr_gui.equations(sample("chaplygin_sleigh"), formalism="kane", minimal=None)
    found = {
        (symbol, *at): [write(entry.tree) for entry in entries]
        for symbol in VECTORS
        for at, entries in vectors(sheet, symbol).items()
    }
    assert found == {
        ("v_own", 1, 1): ["1"],
        ("v_own", 1, 2): ["a"],
        ("w", 1, 2): ["1"],
    }


def test_hamels_coefficients_are_those_of_the_brackets() -> None:
    """γ^m_jl ω_l is what (24) has beside each ∂T*/∂ω_m."""
    reading = prepare(rigid_body().model).reading
    kinetics = Kinetics(reading, Exact(reading))
    choice = {"u": "psi_dot + t*theta_dot", "v": "theta_dot + sin(t)", "w": "phi_dot*cos(psi)"}
    for quasi in (choice, "body"):
        form = BoltzmannHamel(kinetics, quasi_velocities(kinetics, quasi))
        zero, b = kinetics.algebra.zero, form.quasi.b
        for m, j in product(range(1, 4), repeat=2):
            total = zero
            for (k, one, two), value in form.hamel.items():
                if k == m and j in (one, two):
                    total = total + (
                        value * form.omega[two] if j == one else -value * form.omega[one]
                    )
            wanted = sum((b[i][j] * form.brackets[m - 1][i - 1] for i in range(1, 4)), zero)
            assert total == wanted


def test_euler_has_the_signs_of_permutations() -> None:
    sheet = lagr_gui.equations(rigid_body().model, formalism="boltzmann-hamel")
    found = {entry.indices: write(entry.tree) for entry in sheet.of("hamel")}
    assert found == {(1, 2, 3): "1", (2, 1, 3): "-1", (3, 1, 2): "1"}


# --- Choices --------------------------------------------------------------------------------------


def test_chosen_quasi_velocities_that_tell_a_condition_are_put_to_zero() -> None:
    own = {
        "v": "x'*cos(phi) + y'*sin(phi)",
        "u": "-x'*sin(phi) + y'*cos(phi) - a*phi'",
        "w": "phi'",
    }
    model = sample("chaplygin_sleigh")
    sheet = lagr_gui.equations(model, formalism="boltzmann-hamel", quasi=own, minimal=None)
    is_book(sheet, ["m*(v' - a*w^2)", "(J + m*a^2)*w' + m*a*v*w"])
    (reaction,) = sheet.of("lambda")
    assert equal(reaction.tree, "m*(a*w' + v*w)")
    kept = lagr_gui.equations(model, formalism="boltzmann-hamel", quasi=own)
    assert len(equations_of_motion(kept)) == 3 and not kept.of("lambda")


@pytest.mark.parametrize("formalism", IN_SPEEDS)
def test_multipliers_stay_where_they_are_asked_for(formalism: str) -> None:
    sheet = lagr_gui.equations(sample("chaplygin_sleigh"), formalism=formalism)
    right = [whole(balance.right) for balance in equations_of_motion(sheet)]
    assert len(right) == 3 and all(multiplier(1) in symbols(tree) for tree in right)


def test_names_of_the_model_are_never_taken() -> None:
    system = System(gravity=(0, 0, 0), m=1.0, v=0.3, omega=0.2, u=0.1)
    runner = system.body("runner", "m", (0.1, 0.1, "omega"))
    system.joint("planar", GROUND, runner, "x", "y", "phi")
    system.element("skid", body=runner, point=("-v", 0, 0), across=(0, 1, 0))
    for formalism in IN_SPEEDS:
        sheet = lagr_gui.equations(system.model, formalism=formalism, minimal=True)
        assert not {speed.name for speed in speeds_of(sheet)} & {"v", "omega", "u", "x", "y", "phi"}
        check(system.model, formalism, minimal=True)


def test_where_there_are_no_minimal_ones_multipliers_stay_and_it_is_said() -> None:
    system = System(gravity=(0, 0, 0))
    body = system.body("body", 1, (0.1, 0.1, 0.2))
    system.joint("planar", GROUND, body, "x", "y", "phi")
    system.element("velocity_condition", zero="x'^2 + y'^2 - 4")
    system.start(x=(0.0, 2.0))
    for formalism in IN_SPEEDS:
        sheet = lagr_gui.equations(system.model, formalism=formalism, minimal=None)
        assert sheet.minimal is None and "not linear" in sheet.notes[0].cause
        assert sheet.formalism == formalism and equations_of_motion(sheet)


@pytest.mark.parametrize("formalism", IN_SPEEDS)
def test_every_export_begins_with_what_the_speeds_are(formalism: str) -> None:
    sheet = lagr_gui.equations(sample("chaplygin_sleigh"), formalism=formalism, minimal=None)
    text, latex = lagr_gui.text_equations(sheet), lagr_gui.latex_equations(sheet)
    page = mathml_equations(sheet)
    assert text.index("x' = v*cos(phi) - a*omega*sin(phi)") < text.index("m*v'")
    assert latex.index(r"\qd x = v \cos\varphi") < latex.index(r"m \qd v")
    assert page.index("kinematical equations</h2>") < page.index("<h2>Equations of motion")
    if formalism == "kane":
        assert "v(1)_2 = (0, a)" in text and "w(1)_2 = 1" in text
        assert r"\boldsymbol v^{(1)}_2" in latex
        assert "F*2 = -(J + m*a^2)*omega'" in text
