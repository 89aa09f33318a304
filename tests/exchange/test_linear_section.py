"""A report of a system at rest tells its small motions: matrices as formulas and as numbers."""

from __future__ import annotations

import re

import numpy as np
import pytest

from lagr_gui import LagrError, equations, linearize, pipeline
from lagr_gui.exchange.documents.document import latex_document
from lagr_gui.exchange.documents.linear_section import LinearEquations
from lagr_gui.model import Model
from lagr_gui.pipeline import reported_linear
from tests.samples.gallery import sample

ALL = ("equations", "linear")


def text(model: Model, found: LinearEquations | None, language: str = "en") -> str:
    units = pipeline.check(model).units
    return latex_document(
        model,
        equations(model),
        units,
        parts=ALL,
        linear_equations=found,
        language=language,
    )


def numbers(written: str, name: str) -> np.ndarray:
    """The last matrix of this name."""
    inner = re.findall(
        rf"\\boldsymbol {name} = \\begin{{pmatrix}}(.*?)\\end{{pmatrix}}", written, re.S
    )[-1]
    rows = inner.split(r"\\")
    return np.array([[float(entry) for entry in row.split("&")] for row in rows])


@pytest.mark.parametrize(
    ("name", "rests"), [("loudspeaker", True), ("double_pendulum", False), ("four_bar", False)]
)
def test_a_report_tells_small_motions_of_what_is_at_rest(name: str, rests: bool) -> None:
    assert (reported_linear(sample(name)) is not None) == rests


def test_where_they_are_named_they_are_about_the_nearest_equilibrium() -> None:
    model = sample("double_pendulum")
    found = reported_linear(model, True)
    assert found is not None and not found.numbers.q.any()
    written = text(model, found)
    assert "about $q_1 = 0$, $q_2 = 0$" in written.replace("{q}", "q")
    known = linearize(model)
    for matrix in "MK":
        assert numbers(written, matrix) == pytest.approx(getattr(known, matrix), rel=1e-5)
    assert written.index("m_1 l_1^2") < written.index("Matrices as numbers")
    assert "Linearisierte Bewegungsgleichungen" in text(model, found, "de")


def test_what_has_no_equilibrium_says_so_where_it_is_named() -> None:
    assert reported_linear(sample("slider_crank")) is None
    with pytest.raises(LagrError, match="None was found"):
        reported_linear(sample("slider_crank"), True)
