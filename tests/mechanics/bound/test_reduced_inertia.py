"""What a crank feels, over its turn: the curve beside the equation of motion."""

from __future__ import annotations

from dataclasses import replace
from math import asin, cos, pi, sin

import pytest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.model import Model
from lagr_gui.pipeline import InertiaCurve, Lines, inertia_lines
from tests.samples.gallery import sample

STEP = 1e-5


def curve_of(model: Model, form: str = "terms") -> InertiaCurve:
    sheet = pipeline.equations(model, form, minimal=True)
    assert sheet.minimal is not None
    (coordinate,) = sheet.minimal.coordinates
    return pipeline.reduced_inertia(model, inertia_lines(sheet, "J"), coordinate)


def with_value(model: Model, name: str, value: float) -> Model:
    index = next(i for i, own in enumerate(model.parameters) if own.name == name)
    return edits.set_value(model, ("parameters", index, "value"), value)


def inertia_by_hand(value: dict[str, float], phi: float) -> tuple[float, float, float]:
    """Crank, rod and piston: twice their kinetic energies at a rate of 1 rad/s."""
    crank, rod = value["l_L"], value["l_P"]

    def places(angle: float) -> tuple[float, float, float, float]:
        turned = asin(crank * sin(angle) / rod)
        x, y = crank * cos(angle), crank * sin(angle)
        return x + rod / 2 * cos(turned), y / 2, -turned, x + rod * cos(turned)

    ahead, behind = places(phi + STEP), places(phi - STEP)
    vx, vy, turning, slide = ((a - b) / (2 * STEP) for a, b in zip(ahead, behind, strict=True))
    of_rod = value["m_P"] * (vx**2 + vy**2 + rod**2 / 12 * turning**2)
    return value["m_L"] * crank**2 / 3, of_rod, value["m_K"] * slide**2


def test_of_a_slider_crank_over_one_turn_it_is_that_of_crank_rod_and_piston() -> None:
    model = sample("slider_crank")
    value = {own.name: float(own.value) for own in model.parameters}  # type: ignore[arg-type]
    curve = curve_of(model)
    assert curve.whole and curve.coordinate == "phi"
    assert curve.q[-1] - curve.q[0] == pytest.approx(2 * pi)
    assert list(curve.q) == sorted(curve.q) and 0 <= curve.q[0] < 0.1
    for phi, shares in zip(curve.q, curve.shares, strict=True):
        assert shares == pytest.approx(inertia_by_hand(value, phi), rel=1e-6, abs=1e-9)


def test_a_crank_that_cannot_turn_has_its_curve_up_to_its_dead_positions() -> None:
    model = with_value(sample("slider_crank"), "l_P", 0.1)
    curve = curve_of(model)
    reach = asin(0.1 / 0.12)
    assert not curve.whole
    assert -reach < curve.q[0] < -0.8 * reach and 0.8 * reach < curve.q[-1] < reach


def test_forms_differ_in_their_terms_and_not_in_what_is_felt() -> None:
    model = sample("four_bar")
    one, other = curve_of(model, "shortest"), curve_of(model, "terms")
    assert one.q == other.q and len(one.shares[0]) <= len(other.shares[0])
    assert one.total == pytest.approx(other.total)


def test_lines_that_the_recursion_contradicts_are_withheld() -> None:
    model = sample("slider_crank")
    sheet = pipeline.equations(model, "terms", minimal=True)
    (entry,) = sheet.of("J")
    without_piston = replace(entry, indices=(0,), terms=entry.terms[:-1])
    with pytest.raises(Disagreement):
        pipeline.reduced_inertia(model, Lines.of(sheet, [without_piston]), "phi")
