"""Numbers of documents as their language writes them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from lagr_gui import GROUND, System, equations, pipeline
from lagr_gui.exchange.documents.blocks import CurvePlot, Paragraph, Table, Together
from lagr_gui.exchange.documents.decimals import localised, words_localised
from lagr_gui.exchange.documents.document import latex_document
from lagr_gui.exchange.documents.quantities import column, formula
from lagr_gui.typesetting.sheet_mathml import mathml_equations
from lagr_gui.typesetting.words import latex_words, listed, text_of, typst_words
from tests.samples.gallery import sample


def german(*parts: object) -> str:
    """Words with formulas in German, as LaTeX."""
    (block,) = localised([Paragraph(text_of(*parts))], "de")  # pyright: ignore[reportArgumentType]
    assert isinstance(block, Paragraph)
    return latex_words(block.text)


def test_formulas_have_commas_and_words_of_users_keep_their_points() -> None:
    assert german("as 0.5: ", formula(0.25)) == "as 0.5: $0{,}25$"


def test_semicolons_stand_between_numbers_with_commas() -> None:
    assert german(column((0.5, 1, 2))) == r"$(0{,}5;\ 1;\ 2)$"
    assert german(column((0, 1, 2))) == r"$(0,\ 1,\ 2)$"
    assert german(listed([formula(0.5), formula(2)])) == r"$0{,}5$; $2$"


def test_typst_sets_a_comma_without_a_gap() -> None:
    (block,) = localised([Paragraph(text_of(formula(0.25)))], "de")
    assert isinstance(block, Paragraph) and typst_words(block.text) == '$0","25$'


def test_a_column_of_a_table_has_one_sign_between_numbers() -> None:
    rows = [(listed([formula(1), formula(2)]),), (listed([formula(0.5), formula(2)]),)]
    (block,) = localised([Together([Table("", ("",), rows)])], "de")
    assert isinstance(block, Together)
    (table,) = block.blocks
    assert isinstance(table, Table)
    assert [latex_words(cell) for (cell,) in table.rows] == ["$1$; $2$", "$0{,}5$; $2$"]


def test_axes_of_curves_have_commas() -> None:
    plot = CurvePlot(np.zeros(2), [("q", np.zeros(2))], 40.0)
    (german_plot,) = localised([plot], "de")
    assert isinstance(german_plot, CurvePlot) and german_plot.commas
    assert [*localised([plot], "en")] == [plot]


@pytest.mark.parametrize(("language", "number"), [("en", "9.81"), ("de", "9{,}81")])
def test_a_report_writes_numbers_in_its_language(language: str, number: str) -> None:
    model = sample("simple_pendulum")
    text = latex_document(model, equations(model), pipeline.check(model).units, language=language)
    assert re.search(rf"\${re.escape(number)}\$", text)


def test_equations_in_html_have_commas_where_the_page_is_german() -> None:
    model = sample("simple_pendulum")
    (bob,) = model.bodies
    sheet = equations(model.having(bodies=(bob.having(mass="0.25*m"),)))
    assert "<mn>0,25</mn>" in mathml_equations(sheet, "de")
    assert "<mn>0.25</mn>" in mathml_equations(sheet)


def test_words_about_a_relay_have_commas_where_the_document_is_german() -> None:
    system = System("relay", gravity=(0, 0, 0), g=None)
    system.joint("prismatic", GROUND, system.body(mass=2), "x")
    system.signal("u", "relay", input="x", on=0.1, off=-0.1)
    system.element("coordinate_force", coordinate="x", force="u")
    model = system.model
    sheet = equations(model)
    for language, said in (
        ("en", r"0.1 \leq x\qquad \text{(switches on)}"),
        ("de", r"0{,}1 \leq x\qquad \text{(schaltet ein)}"),
    ):
        assert said in latex_document(model, sheet, (), language=language)
    named = "bis „Feder 1.2“ reißt"
    assert words_localised(named, "de") == named
