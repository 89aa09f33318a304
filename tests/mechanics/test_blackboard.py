"""Equations stand as one writes them on a blackboard."""

from __future__ import annotations

import pytest

from lagr_gui import System, latex_book, pipeline, text_equations
from lagr_gui import model as files
from lagr_gui.expression import write
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM
from tests.samples.gallery import sample


def printed(name: str, entry: str, form: str = DEFAULT_FORM) -> str:
    sheet = pipeline.equations(sample(name), form)
    return next(write(found.tree) for found in sheet.entries if found.name == entry)


@pytest.mark.parametrize(
    ("name", "entry", "text"),
    [
        ("double_pendulum", "g11", "m1*l1^2/3 + m2*(l1^2 + l2^2/3 + l1*l2*cos(q2))"),
        ("cantilever", "D", "2*EI*beta*(q1'^2 + 8*q1'*q2' + 43*q2'^2)/L^3"),
    ],
)
def test_a_parameter_stays_with_its_square(name: str, entry: str, text: str) -> None:
    assert printed(name, entry) == text


def test_no_minus_stands_before_an_energy_that_can_do_without() -> None:
    assert "- M3*GE*(R - q3)" not in printed("lagr_system_2", "U")
    assert "M3*GE*(q3 - R)*cos(q2)" in printed("lagr_system_2", "U")


@pytest.mark.parametrize("form", ["terms", "shortest"])
@pytest.mark.parametrize(
    ("name", "text"),
    [("foucault_pendulum", "-m*g*l*cos(alpha)*cos(beta)"), ("gear_train", "m3*g*y")],
)
def test_weights_are_told_but_for_a_constant(name: str, text: str, form: str) -> None:
    assert printed(name, "U", form) == text


@pytest.mark.parametrize(
    ("name", "entry", "text"),
    [
        ("furuta_pendulum", "g11", "(m1/3 + m2)*r^2 + m2*l^2*sin(q2)^2/3"),
        ("lagr_system_2", "g21", "(M2*R + M3*(R - q3))*cos(q2)"),
        ("foucault_pendulum", "Gamma100", "-m*l^2*Omega^2*sin(alpha)*cos(alpha)*cos(beta)^2"),
        ("rolling_disc", "g44", "m*r^2*(1 + cos(theta)^2)/4"),
    ],
)
def test_brackets_of_parameters_stand_first_and_angles_last(
    name: str, entry: str, text: str
) -> None:
    assert printed(name, entry) == text


def test_weights_are_gathered_and_springs_keep_their_squares() -> None:
    U = "m*g*l*(3*cos(q1) + 3*cos(q2) + cos(q3) + sin(q1 + q4) + sin(q2 + q6))/2"
    assert printed("parallelogram", "U", "shortest") == U
    squares = "c*(x1^2 + (x1 - x2)^2 + (x2 - x3)^2 + (x3 - x4)^2 + x4^2)/2"
    assert printed("mass_spring_chain", "U", "shortest") == squares


def test_the_kinetic_energy_is_that_of_two_velocities() -> None:
    squares = "(beta' + Omega*sin(alpha))^2 + (Omega*cos(alpha)*sin(beta) - alpha'*cos(beta))^2"
    assert printed("foucault_pendulum", "T") == f"m*l^2*({squares})/2"


def test_conditions_on_accelerations_are_collected_by_velocities() -> None:
    squares = "(q1'^2 + q2'^2)*(cos(b)*sin(q1)*cos(q2) - cos(q1)*sin(q2))"
    products = "2*q1'*q2'*(cos(b)*cos(q1)*sin(q2) - sin(q1)*cos(q2))"
    assert printed("cardan_shaft", "gamma_bar2(1)") == f"{squares} + {products}"


@pytest.mark.parametrize(("angle", "side"), [(1.4, "sin(theta)"), (-1.4, "-sin(theta)")])
def test_a_disc_keeps_the_side_to_which_it_leans(angle: float, side: str) -> None:
    model = leaning(angle)
    sheet = pipeline.equations(model)
    assert [write(entry.tree) for entry in sheet.assumptions] == [side]
    assert not any("abs(" in write(entry.tree) for entry in sheet.entries)


def leaning(angle: float) -> files.Model:
    model = sample("rolling_disc")
    start = tuple(
        own.model_copy(update={"position": angle}) if own.coordinate == "theta" else own
        for own in model.start
    )
    return model.model_copy(update={"start": start})


def test_a_loop_is_solved_with_the_law_of_cosines() -> None:
    sheet = pipeline.equations(sample("four_bar"))
    (own,) = sheet.definitions
    assert (own.name, write(own.tree)) == ("rho_1", "sqrt(l1^2 + d^2 - 2*l1*d*cos(q1))")
    turn = "acos((l3^2 - l2^2 - rho_1^2)/(2*l2*rho_1))"
    assert turn in write(sheet.solved[0].right[0].tree)


@pytest.mark.parametrize(("name", "multipliers"), [("five_link_chain", 0), ("bennett", 1)])
def test_a_document_has_multipliers_only_where_there_are_conditions(
    name: str, multipliers: int
) -> None:
    model = sample(name)
    sheet = pipeline.equations(model, "structured")
    text = latex_book("Samples", [(model, sheet)], "en")
    assert text.count(r"\lambda_s") == multipliers


def test_a_spring_that_rests_at_a_negative_angle_has_a_plus() -> None:
    sheet = pipeline.equations(sample("robot_arm_6r"), "structured")
    (U,) = (write(entry.tree) for entry in sheet.entries if entry.name == "U")
    assert " + (q2 + 0.5)^2 + " in U


@pytest.mark.parametrize(
    ("name", "entry", "text"),
    [
        ("robot_arm_6r", "E(3)11", "cos(q1)*cos(q2 + q3)"),
        ("robot_arm_6r", "E(4)31", "sin(q1)*sin(q4) + cos(q1)*sin(q2 + q3)*cos(q4)"),
        ("robot_arm_6r", "x(3)1", "cos(q1)*(a2*cos(q2) + a3*cos(q2 + q3)/2)"),
        ("ball_on_turntable", "G37", "r*cos(alpha - psi)*sin(theta)"),
    ],
)
def test_angles_about_parallel_axes_stay_together(name: str, entry: str, text: str) -> None:
    assert printed(name, entry) == text


def test_rotation_matrices_and_positions_are_printed_as_such() -> None:
    text = text_equations(pipeline.equations(sample("slider_crank"))).splitlines()
    assert "  E(3) = 1" in text
    assert "  x(3) = (x, 0, 0)" in text
    first = text.index("Rotation matrices") + 1
    assert text[first : first + 3] == [
        "  E(1) = [cos(phi)   sin(phi)  0]",
        "         [-sin(phi)  cos(phi)  0]",
        "         [0          0         1]",
    ]


@pytest.mark.parametrize(
    ("name", "entry", "text"),
    [
        ("ziegler_column", "Q1", "-c*phi1 - d*phi1' - P*l*sin(phi2)"),
        ("cantilever", "g11", "m + mu*L/5"),
    ],
)
def test_lengths_stand_behind_masses_and_forces(name: str, entry: str, text: str) -> None:
    assert printed(name, entry) == text


def structured(name: str, entry: str) -> str:
    sheet = pipeline.equations(sample(name), "structured")
    lines = {own.name: own.tree for own in (*sheet.entries, *sheet.definitions)}
    return write(lines[entry])


def test_structured_lines_have_the_order_of_books() -> None:
    assert "symmetric(m*b^2/12, 0, 0, 0, 0, 0)" in structured("bennett", "Theta_1")


def test_the_tangent_of_an_angle_stays_where_it_was_typed() -> None:
    text = "A_6*vec(w + c - 0.8*tan(epsilon), 0, 0.8 - r_R)"
    assert structured("whipple_bicycle", "r_6_8") == text


def test_elements_of_one_strength_share_it_in_structured_energies() -> None:
    assert structured("robot_arm_6r", "D") == (
        "kA*(q1'^2 + q2'^2 + q3'^2)/2 + kH*(q4'^2 + q5'^2 + q6'^2)/2"
    )
    assert "2*EI*(a1^2 + 8*a1*a2 + 43*a2^2 + b1^2" in structured("flexible_arm", "U")


def test_the_legend_of_a_document_sets_the_coordinates_that_it_names() -> None:
    model = sample("whipple_bicycle")
    text = latex_book("Samples", [(model, pipeline.equations(model, "structured"))])
    assert r"axes that move with $\psi$" in text
    assert r"$\boldsymbol a_8$ & acceleration for $\qdd q = 0$ of the point of $\delta$" in text


def test_the_arc_of_a_sine_has_its_minus_before_it() -> None:
    sheet = pipeline.equations(sample("slider_crank"))
    (rho, _) = (write(balance.right[0].tree) for balance in sheet.solved)
    assert rho.startswith("-asin(")


@pytest.mark.parametrize(
    ("name", "entry", "text"),
    [
        ("lagr_system_2", "x(3)2", "-(R - q3)*cos(q2)"),
        ("andrews_squeezer", "x(5)2", "ya + zt*sin(delta) - (e - ea)*cos(delta + phi)"),
    ],
)
def test_a_bracket_has_one_sign_in_all_coordinates_of_a_point(
    name: str, entry: str, text: str
) -> None:
    assert printed(name, entry) == text


def test_the_squares_of_a_rolling_disc_are_seen_beside_one_of_a_sine() -> None:
    text = "r^2*(psi'^2*sin(theta)^2 + 2*(phi' + psi'*cos(theta))^2 + theta'^2)/4"
    assert text in printed("rolling_disc", "T", "shortest")


def test_products_and_sums_stand_as_they_were_typed() -> None:
    system = System("Aircraft", g=9.81, m=1, J=0.2, u1=3, u2=0.1, eps=0.5, R=1, l=2)
    body = system.body(mass="m", inertia=("J", "J", "J"))
    system.joint("planar", 0, body, "x", "y", "theta")
    system.element("coordinate_force", coordinate="x", force="eps*u2 - u1")
    system.element("coordinate_spring", coordinate="y", c="u1", q0="l + R")
    sheet = pipeline.equations(system.model, "terms")
    texts = {entry.name: [write(term.tree) for term in entry.terms] for entry in sheet.of("Q")}
    assert texts["Q1"] == ["eps*u2", "-u1"]
    assert texts["Q2"] == ["-m*g", "u1*(l + R - y)"]
