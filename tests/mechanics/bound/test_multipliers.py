"""Multipliers below minimal equations: as in books, and equal to those of the recursion."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lagr_gui
from lagr_gui import LagrError
from lagr_gui.algebra import Algebra
from lagr_gui.analysis.equations.lines import Lines, line_values
from lagr_gui.expression import read, write
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.mechanics.minimal import multipliers
from lagr_gui.mechanics.sheets.balance import balances_of
from lagr_gui.mechanics.sheets.sheet import Definition, Sheet
from lagr_gui.prepared import prepare
from tests.samples.gallery import sample

SAME = 1e-12


def listed(name: str, **choice: Any) -> Sheet:
    return lagr_gui.equations(sample(name), multipliers=True, **{"minimal": True, **choice})


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("chaplygin_sleigh", {1: "m*(a*phi'' + v*phi')"}),  # Neimark, Fufaev
        (
            "slider_crank",
            {
                1: "m_K*x'' + F",
                2: (
                    "(-m_P*(l_P/3 + l_L*cos(rho)/2)*phi'' - m_P*l_P*rho''/3 "
                    "- m_P*(l_L*phi'^2*sin(rho) + g*cos(rho + phi))/2 + sin(rho + phi)*lambda_1)"
                    "/cos(rho + phi)"
                ),
            },
        ),
        ("gear_train", {2: "m3*(g - rd*r1*q1''/r2)", 1: "-m2*r1^2*q1''/2 + r1*rd*lambda_2/r2"}),
        ("parabolic_slot", {1: "m*(2*a*x*x'' + 2*a*x'^2 + g)"}),  # of a bead on a parabola
        ("swinging_atwood", {1: "-M*(r'' + g)"}),  # the pull of the rope on the weight
        ("rack_and_pinion", {1: "m2*r*phi'' + c*r*phi"}),  # on the rack, which moves by r φ
    ],
)
def test_multipliers_are_those_of_books(name: str, lines: dict[int, str]) -> None:
    algebra, found = Algebra(), {e.indices[0]: e.tree for e in listed(name).of("lambda")}
    assert found.keys() == lines.keys()
    for number, line in lines.items():
        gap = algebra.expression(found[number]) - algebra.expression(read(line))
        assert gap.is_zero, write(found[number])


def test_a_rope_that_stays_tight_is_assumed_beside_multipliers() -> None:
    assert [write(own.tree) for own in listed("swinging_atwood").assumptions] == ["r", "y"]


@pytest.mark.parametrize(
    ("name", "minimal"),
    [
        *(("andrews_squeezer", True), ("four_bar", True), ("rolling_disc", True)),
        *(("slider_crank", True), ("ball_on_turntable", "all"), ("four_bar", "all")),
    ],
)
def test_what_is_read_is_what_the_recursion_finds(name: str, minimal: bool | str) -> None:
    sheet, prepared = listed(name, minimal=minimal), prepare(sample(name))
    shown = prepared.general.closed.constraints.shown
    at = prepared.evaluator.evaluate(prepared.values, [prepared.start])[0]
    wanted = {f"lambda_{s}": at.multipliers[row] for s, row in enumerate(shown, start=1)}
    names = [Definition(n, "scalar", (read(n),), "", n, ()) for n in wanted]
    found = line_values(prepared, Lines.of(sheet, names)).definitions
    largest = np.max(np.abs(at.multipliers))
    assert [*found] and largest
    for name_of, value in wanted.items():
        assert found[name_of][0] == pytest.approx(value, abs=SAME * largest)


def test_those_of_several_equations_stand_as_a_linear_system() -> None:
    sheet = listed("four_bar")
    lines = [{s for s in (1, 2) if f"lambda_{s}" in str(line)} for line in _systems(sheet)]
    assert lines == [{1, 2}, {1, 2}]
    assert not sheet.of("lambda")


def _systems(sheet: Sheet) -> list[str]:
    return [
        " ".join(write(term.tree) for term in line.left)
        for line in balances_of(sheet, "multipliers")
    ]


def test_where_conditions_depend_on_others_it_is_said() -> None:
    sheet = listed("flyball_governor")
    assert sheet.notes[0].code == "multipliers"
    assert not sheet.of("lambda") and not balances_of(sheet, "multipliers")


@pytest.mark.parametrize(
    "choice",
    [{"minimal": False}, {"formalism": "kane"}, {"coordinates": "absolute"}],
)
def test_they_are_of_minimal_equations_of_lagrange(choice: dict[str, Any]) -> None:
    with pytest.raises(LagrError, match="below minimal equations of Lagrange"):
        listed("slider_crank", **choice)


def test_wrong_ones_are_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multipliers, "opposite", lambda term: term)
    with pytest.raises(Disagreement):
        listed("swinging_atwood", minimal="all", side="one")
