"""What joints and elements transmit, and laws of elements, as reports tell them."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui.exchange.documents.carried import carried_name, largest_values, told
from lagr_gui.exchange.documents.elements import elements
from lagr_gui.foundation.languages import Words
from lagr_gui.model import Model
from lagr_gui.typesetting.escape import escaped, typst_escaped
from lagr_gui.typesetting.index_notation import index_notation
from lagr_gui.typesetting.typst import TYPST
from lagr_gui.typesetting.words import latex_words
from tests.samples.gallery import sample

T = np.linspace(0.0, 1.0, 5)


def laws(model: Model) -> dict[str, str]:
    """What stands in the last column of the elements, by their names and kinds."""
    (table,) = elements(Words(), model)
    return {latex_words(row[1]): latex_words(row[3]) for row in table.rows}


def test_forces_that_are_rounding_beside_the_weight_are_left_out() -> None:
    weight = 0.5 * 9.81  # of the ball
    curves = {"floor (N)": 1e-14 * weight * T, "wall (N)": 1e-3 * T, "i coil (A)": 1e-15 * T}
    assert list(told(sample("bouncing_ball"), curves)) == ["wall (N)", "i coil (A)"]
    empty = sample("bouncing_ball").having(bodies=())
    assert list(told(empty, {"floor (N)": 1e-15 * T})) == ["floor (N)"]


def test_what_does_not_change_has_no_time_of_its_largest_value() -> None:
    table = largest_values(Words("de"), T, {"a (N)": 2 + 1e-12 * T, "b (N)": T - 3})
    (steady, _), (rising, _) = ((row[2], row) for row in table.rows)
    assert (steady, latex_words(rising)) == ("konstant", "$0$")


@pytest.mark.parametrize(
    ("words", "set_as"),
    [
        ("axle Fx (N)", "axle $F_x$ (N)"),
        ("Mz hinge Mz (N m)", "Mz hinge $M_z$ (N~m)"),
        ("i coil (A)", "$i$ coil (A)"),
        ("λ floor, i (N)", r"$\lambda$ floor, i (N)"),
        ("Fx (m)", "Fx (m)"),
    ],
)
def test_letters_of_forces_and_currents_stand_as_in_formulas(words: str, set_as: str) -> None:
    assert latex_words(carried_name(words)) == set_as


def test_laws_name_the_coordinate_itself_and_have_one_sign_and_one_fraction() -> None:
    assert laws(sample("dc_motor_pendulum"))["motor"].endswith(r"$T = K \theta i$")
    gears = laws(sample("gear_train"))["teeth, gear or rack"]
    assert gears.endswith(r"$q_1 + \frac{r_2 q_2}{r_1} = 0$")
    plates = laws(sample("condenser_microphone"))["plates, capacitor"]
    assert plates.endswith(r"(d + x)}{2 \mathrm{eA}}$")


def test_german_titles_within_a_sentence_keep_the_size_of_nouns_alone() -> None:
    w = Words("de")
    titles = ("Rolling ball", "Free", "Prescribed motion (drive)", "On the body", "Spring")
    assert [w.lowered(w(title)) for title in titles] == [
        *("rollende Kugel", "freies Gelenk", "vorgegebene Bewegung (Antrieb)"),
        *("auf dem Körper", "Feder"),
    ]


def test_letters_of_derivatives_do_not_run_together() -> None:
    assert TYPST.written(index_notation("∂q̇^ρ")) == "partial dot(q)^(rho)"
    assert TYPST.written(index_notation("∂u_i")) == "partial u_(i)"


def test_signs_within_words_stay_beside_what_they_belong_to() -> None:
    assert '#text("x\u2060")' in typst_escaped("x″ + 1")
    assert "\u2060" not in typst_escaped("a → b")
    assert escaped("below 10⁻⁹").replace("$", "") == "below 10^-^9"


def test_options_of_commands_are_no_dashes() -> None:
    assert (
        typst_escaped("choose --form terms, 1--2")
        == '#text("choose ")#text("--")#text("\u2060form terms, 1–2")'
    )
    assert escaped("choose --form") == "choose -{}-form"
