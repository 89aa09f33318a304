"""What the default form does that others do not: order, brackets and signs as books have them."""

from __future__ import annotations

import pytest

from benchmarks.readable_models import planar_chain
from lagr_gui import System, equations
from lagr_gui.algebra import Algebra, factors_of, square_terms
from lagr_gui.analysis.equations.derivation import presenter_of, sheet_of
from lagr_gui.expression import TIME, read, symbols, symbols_in, write
from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.mechanics.sheets.by_source import (
    added,
    inertia_terms,
    of_single_angles,
    spread,
    with_divided_brackets,
    with_unit_fractions,
)
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.prepared import prepare
from tests.samples.gallery import NAMES, sample

LARGE = {"quadruped", "whipple_bicycle", "robot_arm_6r", "flexible_arm", "rotating_beam", "bennett"}
SMALL = sorted(set(NAMES) - LARGE)
TOP = "A + (C - A)*cos(theta)^2"


def minimal(name: str) -> Sheet:
    """The equations of a sample without multipliers."""
    model = sample(name)
    return equations(model, minimal=bool(prepare(model).reading.constraints))


def inertia(**texts: str) -> str:
    algebra = Algebra()
    parts = {name: algebra.expression(read(text)) for name, text in texts.items()}
    return " + ".join(write(tree) for tree, _ in inertia_terms(parts, "terms"))


@pytest.mark.parametrize("name", SMALL)
def test_weights_springs_dampers_and_drives_stand_in_this_order(name: str) -> None:
    closed = presenter_of(prepare(sample(name))).closed
    place = {part.key: 3 for part in closed.reading.parts}
    place |= dict.fromkeys(place.keys() & closed.D_parts.keys(), 2)
    place |= dict.fromkeys(place.keys() & closed.U_parts.keys(), 1)
    for form in ("terms", "shortest"):
        sheet = equations(sample(name), form=form)
        for entry in (*sheet.of("Q"), *sheet.of("U")):
            ranks = [min(place.get(key, 0) for key in term.sources) for term in entry.terms]
            assert ranks == sorted(ranks), entry.name


@pytest.mark.parametrize("name", SMALL)
def test_equal_forces_of_several_bodies_or_elements_are_one_term(name: str) -> None:
    sheet = minimal(name)
    sides = [balance.right for balance in equations_of_motion(sheet)]
    for terms in (*sides, *(entry.terms for entry in sheet.of("Q"))):
        powers = [frozenset(factors_of(term.tree)[1].items()) for term in terms]
        assert len(powers) == len(set(powers))
    twins = (t for e in sheet.of("Q") for t in e.terms if len(t.sources) > 1)
    assert bool(list(twins)) == (name in ("flyball_governor", "parallelogram"))


def test_a_sum_of_equal_forces_keeps_where_they_come_from() -> None:
    terms = [("-m*g*l*sin(q)/2", "a"), ("c*q", "b"), ("-m*g*l*sin(q)", "c"), ("-c*q", "d")]
    found = added([(read(text), (key,)) for text, key in terms])
    assert [(write(tree), keys) for tree, keys in found] == [("-3*m*g*l*sin(q)/2", ("a", "c"))]
    apart = added([(read("c*q"), ("a",)), (read("c*q"), ("b",))], kind=lambda keys: ord(keys[0]))
    assert len(list(apart)) == 2


@pytest.mark.parametrize("name", SMALL)
def test_reduced_inertia_that_moves_stands_by_bodies(name: str) -> None:
    for entry in minimal(name).of("J"):
        assert all(len(t.sources) == 1 for t in entry.terms if "(" in write(t.tree)), entry


@pytest.mark.parametrize("name", ["dc_motor_pendulum", "loudspeaker"])
def test_no_kinetic_energy_has_the_coupling_of_a_motor(name: str) -> None:
    for formalism, symbol in (("lagrange", "T"), ("boltzmann-hamel", "T_star")):
        sheet = equations(sample(name), formalism=formalism)
        keys = {key for entry in sheet.of(symbol) for t in entry.terms for key in t.sources}
        assert keys and not keys & {*equations(sample(name)).couplings}


@pytest.mark.parametrize("name", ["dc_motor_pendulum", "loudspeaker"])
def test_a_motor_acts_by_torque_and_voltage_and_the_motion_is_the_same(name: str) -> None:
    told, plain = equations(sample(name)), sheet_of(prepare(sample(name)))
    assert equations_of_motion(told) == equations_of_motion(plain)
    motors = set(told.couplings)
    with_motors = {e.symbol for e in told.entries for t in e.terms if motors & {*t.sources}}
    assert with_motors == {"Q"}
    acting = [t.tree for e in told.of("Q") for t in e.terms if motors & {*t.sources}]
    q = told.coordinates
    rates = [symbol.name for tree in acting for symbol in symbols(tree) if symbol.order]
    assert rates == [q[1], q[0]]
    assert {e.symbol for e in plain.entries for t in e.terms if motors & {*t.sources}} == {
        "g",
        "Gamma",
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("m*(2*r^2 + p^2)/4", "m*(r^2/2 + p^2/4)"),
        ("m*r^2*(1 + cos(q)^2)/4", "m*r^2*(1 + cos(q)^2)/4"),
        ("m*(1 + 5*cos(q)^2)/4", "m*(1 + 5*cos(q)^2)/4"),
        ("m*(2*r^2 + p^2*pi^(-2))/4", "m*(r^2/2 + (p/(2*pi))^2)"),
        ("2*m*(a + b)", "2*m*(a + b)"),
        ("(m1 + m2 + 2*m3)*r^2/2", "(m1/2 + m2/2 + m3)*r^2"),
    ],
)
def test_fractions_stand_in_brackets_where_all_are_parts_of_one(text: str, told: str) -> None:
    assert write(with_unit_fractions(read(text))) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2*M*l^2*sin(2*a)", "4*M*l^2*sin(a)*cos(a)"),
        ("m*r^2*u^2*sin(2*(a + b))/8", "m*r^2*u^2*sin(a + b)*cos(a + b)/4"),
        ("m*cos(2*a)", "m*cos(2*a)"),
        ("m*sin(2*Omega*t)", "m*sin(2*Omega*t)"),
    ],
)
def test_double_angles_are_written_in_single_ones(text: str, told: str) -> None:
    assert write(of_single_angles(read(text))) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1/2*(a*u + d*q)^2*a^(-1)*d^(-2)", "(q + a*u/d)^2/(2*a)"),
        ("-(d + x)*(a*u + d*q)*a^(-1)*d^(-1)", "-(d + x)*(q + a*u/d)/a"),
        ("c*(d + x)*d^(-1)", "c*(d + x)/d"),
        ("(a + b*q)*b^(-1)", "(a + b*q)/b"),
    ],
)
def test_brackets_are_divided_where_that_leaves_what_moves_alone(text: str, told: str) -> None:
    algebra = Algebra()
    found = with_divided_brackets(read(text))
    assert (algebra.expression(found) - algebra.expression(read(text))).is_zero
    assert write(found) == told


@pytest.mark.parametrize("formalism", ["kane", "appell", "boltzmann-hamel", "hamilton"])
def test_forces_have_one_order_in_all_formalisms(formalism: str) -> None:
    model = sample("furuta_pendulum") if formalism == "hamilton" else sample("cart_pole")
    closed = presenter_of(prepare(model)).closed
    place = {part.key: 3 for part in closed.reading.parts}
    place |= dict.fromkeys(place.keys() & closed.D_parts.keys(), 2)
    place |= dict.fromkeys(place.keys() & closed.U_parts.keys(), 1)
    sheet = equations(model, formalism=formalism)
    sides = [balance.right for balance in equations_of_motion(sheet)]
    for terms in (*sides, *(entry.terms for entry in sheet.of("F"))):
        ranks = [min((place.get(key, 0) for key in term.sources), default=0) for term in terms]
        assert ranks == sorted(ranks)


def test_the_energy_that_is_conserved_has_a_letter_of_its_own() -> None:
    (energy,) = equations(sample("elastic_pendulum")).of("h_const")
    assert energy.name == "E" and write(energy.tree) == "T + U"
    system = System("Bar", E=1, m=1, g=9.81)
    system.joint("prismatic", 0, system.body(mass="m"), "x", axis=(0, 1, 0))
    (energy,) = equations(system.model).of("h_const")
    assert energy.name == "h"


@pytest.mark.parametrize("name", SMALL)
def test_every_term_of_the_energy_of_weights_depends_on_where_they_are(name: str) -> None:
    reading = prepare(sample(name)).reading
    moving = {*reading.coordinates, *reading.states, TIME}
    for form in ("terms", "shortest"):
        for term in (t for own in equations(sample(name), form=form).of("U") for t in own.terms):
            if all(key.startswith("body:") for key in term.sources):
                assert moving & {symbol.name for symbol in symbols_in([term.tree])}


@pytest.mark.parametrize("form", ["shortest", "collected"])
def test_a_form_says_where_it_mixes_bodies_and_elements(form: str) -> None:
    (note,) = (n for n in equations(sample("cart_pole"), form=form).notes if "mixed" in n.code)
    assert "T" in note.cause and form in note.place
    codes = {note.code for note in equations(sample("cart_pole")).notes}
    assert "mixed-sources" not in codes


def test_each_moment_of_inertia_stands_once() -> None:
    assert inertia(top=TOP) == "A*sin(theta)^2 + C*cos(theta)^2"
    assert inertia(top=TOP, wheel="D*cos(theta)^2") == "A*sin(theta)^2 + (C + D)*cos(theta)^2"
    text = "(A*sin(phi)^2 + B*cos(phi)^2)*sin(theta)^2 + C*cos(theta)^2"
    assert inertia(top=text) == text


def test_bodies_stand_apart_where_a_bracket_moves_and_together_where_it_does_not() -> None:
    apart = inertia(first="m1*l^2/3", second="m2*l^2*(4/3 + cos(q))")
    assert apart == "m1*l^2/3 + l^2*m2*(4/3 + cos(q))"
    assert inertia(first="m1*l^2", second="m2*l^2") == "(m1 + m2)*l^2"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("J + m*(a*cos(q) + b*cos(q + p))^2", ["J", "m*(a*cos(q) + b*cos(q + p))^2"]),
        (
            "x'^2*(a*cos(q) + b*cos(q + p))^2 + c*x'*y'",
            ["x'*c*y'", "x'^2*(a*cos(q) + b*cos(q + p))^2"],
        ),
        ("J + m*a^2*cos(q)^2", None),
        ("m*(a^2 + b^2 + a*b*cos(q))", None),
    ],
)
def test_squares_of_sums_that_turn_are_found(text: str, terms: list[str] | None) -> None:
    found = square_terms(Algebra().expression(read(text)))
    assert (found and sorted(map(write, found))) == (terms and sorted(terms))


def test_no_number_stands_alone_before_a_bracket() -> None:
    tree = read("-2*(2*c*phi - F*l*sin(phi))")
    assert [write(term) for term, _ in spread([(tree, ("a",))])] == ["-4*c*phi", "2*F*l*sin(phi)"]
    tree = read("(a + b)/2")
    assert [write(term) for term, _ in spread([(tree, ("a",))])] == ["(a + b)/2"]


def test_sums_and_products_stand_as_they_were_typed() -> None:
    system = System("Rotor", m=1, e=0.1, c=1, r=1, l=1, R=1, gravity=(0, 0, 0))
    body = system.body(mass="m")
    system.joint("general", 0, body, "xi", "eta", distance=("xi + e", "eta*r", 0))
    system.element("energies", potential="c*(r*xi)^2/2")
    system.element("energies", potential="c*(l + R*xi)^2/2")
    sheet = equations(system.model)
    assert "c*r^2*xi" in write(sheet.of("Q")[0].tree)
    assert "(l + R*xi)" in write(sheet.of("U")[0].tree)


def test_the_rate_of_a_length_has_a_name_where_it_stands_in_two_forces() -> None:
    system = System("Point", gravity=(0, 0, 0), m=1, c=5, l0=1, k=0.3)
    body = system.body(mass="m")
    system.joint("general", 0, body, "x", "y", distance=("x", "y", 0))
    system.element("spring", body_a=0, body_b=body, c="c", l0="l0")
    system.element("dashpot", body_a=0, body_b=body, k="k")
    system.start(x=1.5, y=0.5)
    sheet = equations(system.model)
    assert [own.name for own in sheet.definitions] == ["ell_1", "elldot_1"]
    assert write(sheet.of("Q")[0].terms[1].tree) == "-k*elldot_1*x/ell_1"


def test_squares_of_velocities_with_one_coefficient_stand_in_one_bracket() -> None:
    system = System("Hanging", m=1, M=2, l=1)
    cart = system.body(mass="M")
    system.joint("general", 0, cart, "x", "y", distance=("x", "y", 0))
    bob = system.body(mass="m")
    at = ("l*sin(theta)*cos(psi)", "l*sin(psi)", "-l*cos(theta)*cos(psi)")
    system.joint("general", cart, bob, "theta", "psi", distance=at)
    (first, *_) = equations_of_motion(equations(system.model))
    texts = [write(term.tree) for term in first.left]
    assert "-m*l*(theta'^2 + psi'^2)*sin(theta)*cos(psi)" in texts


def test_results_that_nobody_reads_by_bodies_are_as_short_as_possible() -> None:
    sheet, short = equations(planar_chain(6)), equations(planar_chain(6), "shortest")
    for symbol in ("T", "g", "Gamma", "Q"):
        assert [(own.name, own.tree) for own in sheet.of(symbol)] == [
            (own.name, own.tree) for own in short.of(symbol)
        ]
    assert [note.code for note in sheet.notes] == ["mixed-sources"]
    assert not equations(planar_chain(5)).notes
