"""LAGR's example system 2: the results that its author states, term by term."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.algebra import Algebra
from lagr_gui.expression import Expression, read
from lagr_gui.foundation.problem import LagrError
from lagr_gui.simulation import Settings
from tests.samples.gallery import sample, values, with_values

GENERAL = {
    ("g", 0, 0): "(M1 + M2 + M3)*FU'(t)^2",
    ("g", 1, 0): "(M1 + M2 + M3)*FU'(t)",
    ("g", 1, 1): "M1 + M2 + M3",
    ("g", 2, 0): "(M2*R + M3*R - M3*q3)*cos(q2)*FU'(t)",
    ("g", 2, 1): "(M2*R + M3*R - M3*q3)*cos(q2)",
    ("g", 2, 2): "M2*R^2 + M3*(R - q3)^2 + TH211 + TH222 + TH311 + TH322",
    ("g", 3, 0): "-M3*sin(q2)*FU'(t)",
    ("g", 3, 1): "-M3*sin(q2)",
    ("g", 3, 3): "M3",
    ("Gamma", 1, 0, 0): "(M1 + M2 + M3)*FU''(t)",
    ("Gamma", 1, 2, 2): "(M3*q3 - M2*R - M3*R)*sin(q2)",
    ("Gamma", 1, 3, 2): "-M3*cos(q2)",
    ("Gamma", 2, 0, 0): "(M2*R + M3*R - M3*q3)*cos(q2)*FU''(t)",
    ("Gamma", 2, 3, 2): "M3*(q3 - R)",
    ("Gamma", 3, 0, 0): "-M3*sin(q2)*FU''(t)",
    ("Gamma", 3, 2, 2): "M3*(R - q3)",
}

SPECIAL_A = {
    ("g", 1, 1): "M2 + M3",
    ("g", 2, 1): "(M2*R + M3*R - M3*q3)*cos(q2)",
    ("g", 2, 2): "M2*R^2 + M3*(R - q3)^2 + TH211 + TH222",
    ("g", 3, 1): "-M3*sin(q2)",
    ("g", 3, 3): "M3",
    ("Gamma", 1, 2, 2): "(M3*q3 - M2*R - M3*R)*sin(q2)",
    ("Gamma", 1, 3, 2): "-M3*cos(q2)",
    ("Gamma", 2, 3, 2): "M3*(q3 - R)",
    ("Gamma", 3, 2, 2): "M3*(R - q3)",
}

SPECIAL_B = {
    ("g", 1, 1): "M2",
    ("g", 2, 1): "M2*R*cos(q2)",
    ("g", 2, 2): "M2*R^2 + TH211 + TH222",
    ("Gamma", 1, 2, 2): "-M2*R*sin(q2)",
}


def found(special: str, *symbols: str) -> dict[tuple, Expression]:
    sheet = pipeline.equations(sample("lagr_system_2"), special=special)
    return {
        (entry.symbol, *entry.indices): entry.tree
        for symbol in symbols
        for entry in sheet.of(symbol)
    }


@pytest.mark.parametrize(
    ("special", "expected"), [("", GENERAL), ("a", SPECIAL_A), ("b", SPECIAL_B)]
)
def test_metric_and_christoffel_symbols_are_those_of_the_thesis(
    special: str, expected: dict[tuple, str]
) -> None:
    algebra = Algebra()
    results = found(special, "g", "Gamma")
    assert set(results) == set(expected)
    for key, text in expected.items():
        assert algebra.expression(results[key]) == algebra.expression(read(text)), key


def test_without_springs_the_physical_pendulum_remains() -> None:
    algebra = Algebra()
    results = found("b", "Q")
    assert set(results) == {("Q", 2)}
    expected = algebra.expression(read("-GE*M2*R*sin(q2)"))
    assert algebra.expression(results["Q", 2]) == expected


@pytest.mark.parametrize("q1", [0.2, -1.0])
def test_generalised_forces_are_those_of_the_thesis_on_both_sides(q1: float) -> None:
    model = sample("lagr_system_2")
    p = values(model)
    state = {"t": 0.3, "q": [q1, 0.4, -0.1], "qd": [0.5, -0.7, 0.9]}
    (result,) = pipeline.evaluate(model, [state])
    u = q1 + p["XF101"]
    sign = 1 if u > 0 else -1
    sine, cosine = 0.3894183423086505, 0.9210609940028851
    lever = p["M2"] * p["R"] + p["M3"] * (p["R"] + 0.1)
    expected = [
        -p["C10"] * (abs(u) - p["LA10"]) * sign,
        -p["GE"] * lever * sine + p["K23"] * 0.01 * 0.7,
        p["C23"] * (p["XF232"] + 0.1 - p["LA23"]) - p["GE"] * p["M3"] * cosine - p["K23"] * 0.9,
    ]
    assert pytest.approx(expected, rel=1e-12) == result.Q


def test_a_coordinate_without_inertia_is_named_when_it_cannot_move() -> None:
    model = sample("lagr_system_2")
    with pytest.raises(LagrError) as caught:
        pipeline.simulate(model, Settings(1.0, [0.1, 0.6, 0.0], [0.0] * 3), special="b")
    assert any("q3" in problem.place for problem in caught.value.problems)


def test_case_a_is_the_system_with_its_numbers_set_to_zero() -> None:
    model = sample("lagr_system_2")
    zero = with_values(model, M1=0.0, TH311=0.0, TH322=0.0, TH333=0.0, C10=0.0, A0=0.0)
    state = {"t": 0.7, "q": [0.1, 0.5, 0.05], "qd": [1.0, -0.4, 0.3]}
    (first,) = pipeline.evaluate(model, [state], special="a")
    (second,) = pipeline.evaluate(zero, [state])
    assert first.qdd == pytest.approx(second.qdd, rel=1e-12)
