"""Hamilton's equations as lecturers write them: squares of momenta, named by their coordinates."""

from __future__ import annotations

import pytest

from lagr_gui import System, equal, equations, text_equations, write
from lagr_gui.expression import Symbol, symbols
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.sheets.balance import momentum_name, whole
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.model import Model
from tests.mechanics.formalisms.test_readable import known_of, number, rate
from tests.samples.gallery import sample
from tests.systems import random_tree

BOOKS = {
    "elastic_pendulum": "p_r^2/(2*m) + p_phi^2/(2*m*r^2) - m*g*r*cos(phi) + c*(r - l0)^2/2",
    "spinning_top": "p_theta^2/(2*(A + m*s^2)) + p_phi^2/(2*C) + m*g*s*cos(theta)"
    " + (p_psi - p_phi*cos(theta))^2/(2*(A + m*s^2)*sin(theta)^2)",
    "cart_pole": "6*((M + m)*p_theta^2 + m*l^2*p_x^2/3 + m*l*p_x*p_theta*cos(theta))"
    "/(m*l^2*(4*(M + m) - 3*m*cos(theta)^2)) + m*g*l*cos(theta)/2",
    "double_pendulum": "6*(m2*l2^2*(p1 - p2)^2 + (m1 + 3*m2)*l1^2*p2^2"
    " - 3*m2*l1*l2*(p1 - p2)*p2*cos(q2))/(m2*l1^2*l2^2*(4*m1 + 12*m2 - 9*m2*cos(q2)^2))"
    " - m1*g*l1*cos(q1)/2 - m2*g*(l1*cos(q1) + l2*cos(q1 + q2)/2)",
}
"""Hamiltonians of rods and tops as books have them (Goldstein; Landau and Lifschitz)."""


@pytest.mark.parametrize("name", BOOKS)
def test_h_is_that_of_the_book_in_complete_squares(name: str) -> None:
    sheet = equations(sample(name), formalism="hamilton")
    (H,) = sheet.of("H")
    assert equal(H.tree, BOOKS[name])
    kinetic = [write(t.tree) for t in H.terms if {s.name for s in symbols(t.tree)} & momenta(sheet)]
    assert len(kinetic) == len(sheet.coordinates)
    assert all("^2" in text for text in kinetic)


def momenta(sheet: Sheet) -> set[str]:
    return {momentum_name(name) for name in sheet.coordinates}


def test_the_velocities_of_a_top_stand_in_the_same_squares() -> None:
    sheet = equations(sample("spinning_top"), formalism="hamilton")
    rates = {b.coordinate: b.right for b in sheet.balances[:3]}
    first, second = (write(term.tree) for term in rates["phi"])
    assert first == "p_phi/C"
    assert second == "-(p_psi - p_phi*cos(theta))*cos(theta)/((A + m*s^2)*sin(theta)^2)"
    assert "p_psi = const" in text_equations(sheet)
    assert "p_theta = const" not in text_equations(sheet)


def test_what_a_force_takes_from_velocities_stays_a_velocity() -> None:
    sheet = equations(sample("cart_pole"), formalism="hamilton")
    rate_of_x = next(b for b in sheet.balances if Symbol("p_x", 1) in symbols(whole(b.left)))
    assert equal(whole(rate_of_x.right), "-kx*x - kp*theta - (k + kv)*x_dot - kd*theta_dot")


def test_l_is_t_less_u_and_momenta_are_its_slopes() -> None:
    sheet = equations(sample("elastic_pendulum"), formalism="hamilton")
    (L,) = sheet.of("L")
    assert equal(L.tree, "m*(r_dot^2 + r^2*phi_dot^2)/2 + m*g*r*cos(phi) - c*(r - l0)^2/2")
    assert {e.name: write(e.tree) for e in sheet.of("p")} == {
        "p_r": "m*r'",
        "p_phi": "m*r^2*phi'",
    }


def test_a_momentum_has_another_name_where_the_model_has_its_own_already() -> None:
    system = System(p_x=2.0)
    body = system.body("slider", "p_x")
    system.joint("prismatic", 0, body, "x", axis=(1, 0, 0))
    (entry,) = equations(system.model, formalism="hamilton").of("p")
    assert entry.name == "p_x_" and equal(entry.tree, "p_x*x_dot")


def wrong(model: Model) -> float:
    """The largest difference from the recursion, over the largest number of all equations."""
    sheet = equations(model, formalism="hamilton", minimal=False)
    size, worst, met = 1e-300, 0.0, 0
    for state in random_states(len(sheet.coordinates), 9, 7):
        known = known_of(model, state)
        if met == 2 or any(number(entry.tree, known) <= 0 for entry in sheet.assumptions):
            continue
        met += 1
        for name in sheet.coordinates:
            known |= {Symbol(momentum_name(name), order): 0.0 for order in (0, 1)}
        for entry in sheet.of("p"):
            known[Symbol(entry.name)] = number(entry.tree, known)
            known[Symbol(entry.name, 1)] = rate(entry.tree, known)
        for balance in sheet.balances:
            left, right = (number(whole(side), known) for side in (balance.left, balance.right))
            worst, size = max(worst, abs(left - right)), max(size, abs(left))
    assert met == 2
    return worst / size


SHOWN = ("spinning_top", "elastic_pendulum", "cart_pole", "double_pendulum", "furuta_pendulum")


@pytest.mark.parametrize("name", [*SHOWN, "foucault_pendulum", "bead_on_hoop", "rolling_disc"])
def test_the_canonical_equations_of_samples_are_those_of_the_recursion(name: str) -> None:
    assert wrong(sample(name)) < 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_the_canonical_equations_of_random_trees_are_those_of_the_recursion(seed: int) -> None:
    assert wrong(random_tree(seed, ["revolute", "prismatic"])) < 1e-12
