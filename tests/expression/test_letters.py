"""Names in plain text."""

from __future__ import annotations

import pytest

from lagr_gui.expression.letters import pretty, pretty_text

NAMES = {
    "q1": "q₁",
    "theta_33": "θ₃₃",
    "theta_R": "θ_R",
    "a_n": "aₙ",
    "q_1_2": "q₁,₂",
    "q2_q1": "q₂_q₁",
    "x_phi1": "x_φ₁",
    "l_rod": "l_rod",
    "my_name": "my_name",
    "phi": "φ",
    "XF101": "XF₁₀₁",
    "17": "17",
    "": "",
}


@pytest.mark.parametrize("name", NAMES)
def test_names_are_shown_as_in_a_book(name: str) -> None:
    assert pretty(name) == NAMES[name]


def test_velocities_have_primes_which_every_font_can_show() -> None:
    assert pretty("q2", 1) == "q₂′"
    assert pretty("theta", 2) == "θ′′"
    assert pretty("XF1", 1) == "XF₁′"


def test_numbers_in_an_expression_stay() -> None:
    assert pretty_text("2*m_R*l1 + 1e5*.5e3") == "2·m_R·l₁ + 1e5·.5e3"
