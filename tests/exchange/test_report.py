"""A report is whole: pages are set, nothing is cut, formulas say what they say elsewhere."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import typst as typst_library
from PIL import Image

import lagr_gui
from lagr_gui import LagrError, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.exchange.documents.blocks import Table
from lagr_gui.exchange.documents.document import document, pdf_document, title
from lagr_gui.exchange.documents.latex_layout import latex_page
from lagr_gui.exchange.documents.typst_layout import fitted_page, typst_page
from lagr_gui.exchange.documents.typst_paper import RESOLUTION, pages
from lagr_gui.exchange.tables.csv_reactions import reaction_curves
from lagr_gui.expression import read
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Output
from lagr_gui.typesetting import TYPST, formula, typst
from lagr_gui.typesetting.escape import typst_escaped
from lagr_gui.typesetting.formula import Box, Formula, fraction, letter, matrix
from lagr_gui.typesetting.words import math, strong, typst_words
from tests.samples.gallery import NAMES, sample

QUICK = ("four_bar", "dc_motor_pendulum", "swinging_atwood", "cantilever")
MM = RESOLUTION / 25.4
Picture = np.ndarray


def parts(name: str, language: str) -> tuple[str, list]:
    """The title of a report with all that there is, and its blocks."""
    model, w = sample(name), Words(language)
    sheet, trajectory = pipeline.equations(model), pipeline.simulate(model)
    blocks = document(
        w,
        model,
        sheet,
        pipeline.check(model).units,
        trajectory,
        pipeline.verify(model),
        [("energy", 1e-9)],
        pipeline.start_motion(model),
        reaction_curves(pipeline.reactions(model, trajectory)),
        pipeline.readable(model, sheet),
    )
    return title(w, model), list(blocks)


def seen(markup: str) -> list[Picture]:
    """Pages (height, width) as ink."""
    pictures = (Image.open(io.BytesIO(page)).convert("L") for page in pages(markup, ".png"))
    return [np.asarray(picture) < 200 for picture in pictures]


def ink(markup: str) -> Counter[str]:
    """The letters of a formula, however they are placed."""
    (page,) = pages(f"$ {markup} $")
    return Counter(re.findall(r'<use xlink:href="(#\w+)"', page.decode()))


def headings(markup: str) -> list[tuple[int, float]]:
    """The pages of all headings, and how far down (mm) on them they end."""
    told = "query(heading).map(it => it.location().position())"
    marked = f"{markup}\n#context [#metadata({told}) <heads>]\n"
    places = json.loads(typst_library.query(marked.encode(), "<heads>", field="value", one=True))
    return [(place["page"], float(place["y"][:-2]) * 25.4 / 72 + 5.0) for place in places]


@pytest.mark.parametrize(
    ("name", "language"),
    [*((name, "en") for name in NAMES), *((name, "de") for name in NAMES[::6])],
)
def test_pages_of_a_report_are_full_and_nothing_is_cut_or_torn(name: str, language: str) -> None:
    title, blocks = parts(name, language)
    markup = fitted_page(title, blocks, language)
    found = seen(markup)
    inked = [page[: round(277 * MM)] for page in found]  # above the number of the page
    for inner in inked:
        assert not inner[:, : round(19 * MM)].any(), "something sticks out on the left"
        assert not inner[:, round(191 * MM) :].any(), "something sticks out on the right"
    filled = [np.flatnonzero(inner.any(axis=1))[-1] / len(inner) for inner in inked]
    assert min(filled[:-1], default=1.0) > 0.6, "a page is left half empty"
    assert len(found) == 1 or filled[-1] > 0.25, "the last page is nearly empty"
    for page, end in headings(markup):
        assert inked[page - 1][round(end * MM) :].any(), "a heading stands alone"


@pytest.mark.parametrize(
    "name", ["lagr_system_2", "spinning_top", "elastic_pendulum", "kapitza_pendulum"]
)
def test_formulas_of_a_report_have_the_letters_of_those_in_the_window(name: str) -> None:
    trees = [
        term.tree for entry in pipeline.equations(sample(name)).entries for term in entry.terms
    ]
    assert trees
    for tree in trees:
        assert ink(TYPST.written(formula(tree))) == ink(typst(tree)), tree


def test_pieces_of_pages_are_set_as_what_they_are() -> None:
    gaps = "column-gap: #1em, row-gap: #0.4em"
    x: Formula = ("x",)
    for written, meant in (
        ((fraction(("1",), ("2",)), *x), "frac(1, 2) x"),
        ((Box("small fraction", (("1",), ("2",))),), "inline(frac(1, 2))"),
        ((Box("root", ((Box("bars", (x,)),),)),), "sqrt(abs(x))"),
        ((matrix([[x, ("0",)], [("1",), x]], "table"),), f'mat(delim: "(", {gaps}, x, 0; 1, x)'),
    ):
        assert ink(TYPST.written(written)) == ink(meant), meant


def test_words_have_formulas_and_bold_type_between_them() -> None:
    words = ("of ", math(formula(read("m*q'"))), ", ", strong("all"))
    assert typst_words(words) == ('#text("of ")$m thin dot(q)$#text(", ")#strong[#text("all")]')


@pytest.mark.parametrize(
    "text",
    [
        "#panic() *bold* _it_ `raw` $x$ \\ [a] <b> @c ~ // no comment",
        'quotes "a" “b” „c‟ it’s – — … % & # { } ^',
        "q̇ q̈ α₂ ½ √2 ≤ ∞ Москва 東京",
        "",
    ],
)
def test_words_of_users_are_shown_letter_by_letter_and_never_obeyed(text: str) -> None:
    markup = typst_escaped(text)
    strings = "".join(re.findall(r'#text\("((?:[^"\\]|\\.)*)"\)', markup))
    plain = re.sub(r"\\(.)", r"\1", strings)
    assert all(letter in plain for letter in "Москва東京" if letter in text)
    assert len(pages(f"{markup} end")) == 1
    for mark in ("#panic()", "*bold*", "// no comment", "<b>"):
        assert (mark in plain) == (mark in text)


def test_both_documents_have_the_same_words_in_a_language() -> None:
    for language, word in (("en", "Equations of motion"), ("de", "Bewegungsgleichungen")):
        name, blocks = parts("double_pendulum", language)
        for text in (latex_page(name, blocks, language), typst_page(name, blocks, language)):
            assert word in text
            assert ("Metric tensor" in text) == (language == "en")


def test_the_same_model_gives_the_same_bytes() -> None:
    model = sample("simple_pendulum")
    sheet, units = pipeline.equations(model), pipeline.check(model).units
    first, second = (pdf_document(model, sheet, units) for _ in range(2))
    assert first == second and first.startswith(b"%PDF")
    assert lagr_gui.pdf_document is pdf_document
    with pytest.raises(LagrError, match="no words of this language"):
        pdf_document(model, sheet, units, language="fr")


def test_forces_that_are_rounding_stand_in_no_report() -> None:
    model = sample("four_bar")
    trajectory = pipeline.simulate(model)
    found = pipeline.reactions(model, trajectory)
    curves = reaction_curves(found)
    assert {name.rpartition(" (")[0] for name in curves} == {
        f"{joint} F{axis}" for joint in "ABCD" for axis in "xy"
    }  # pins without friction, in a plane
    np.testing.assert_array_equal(curves["A Fx (N)"], found.joints["A"].force[:, 0])


def test_a_report_from_the_command_line_has_curves_and_forces(tmp_path: Path) -> None:
    path = str(next(p for p in sample_models() if p.stem == "simple_pendulum"))
    tex, pdf = tmp_path / "report.tex", tmp_path / "report.pdf"
    assert main(["export", path, "--to", "tex-document", "--out", str(tex)]) == 0
    assert main(["export", path, "--to", "pdf", "--language", "de", "--out", str(pdf)]) == 0
    text = tex.read_text("utf-8")
    assert text.count(r"\begin{axis}") >= 2 and "Drift of the conserved" in text
    assert pdf.read_bytes().startswith(b"%PDF")


def test_a_pdf_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(next(p for p in sample_models() if p.stem == "simple_pendulum"))
    assert main(["export", path, "--to", "pdf"]) == 1
    assert "--out" in capsys.readouterr().err


def test_a_report_is_called_by_its_model_or_its_file() -> None:
    w = Words("en")
    model = sample("four_bar")
    assert title(w, model, "file") == model.name
    assert title(w, model.having(name=""), "file") == "file"
    assert title(w, model.having(name="")) == "Mechanical system"


def test_outputs_that_the_model_asks_for_are_among_the_curves(tmp_path: Path) -> None:
    model = sample("simple_pendulum")
    name = model.joints[0].coordinates[0]
    angle = Output(name="degrees", expression=f"{name}*180/pi")
    broken = Output(expression="nobody + 1")
    known = model.simulation.having(outputs=(angle, broken), until=0.1)
    path = tmp_path / "swing.lagr"
    pipeline.save(model.having(name="", simulation=known), path)
    written = tmp_path / "swing.tex"
    assert main(["export", str(path), "--to", "tex-document", "-o", str(written)]) == 0
    text = written.read_text("utf-8")
    assert r"\addlegendentry{degrees" in text and r"\bfseries swing" in text
    assert "nobody" not in text


def test_no_fraction_in_a_table_is_cut_by_the_rule_below() -> None:
    twelfth = math((fraction(("1",), ("12",)), letter("m")))
    block = Table("", ("a", "b"), (((twelfth,), "text"),))
    deep = seen(typst_page("", [block], "en"))[0]
    rows = np.flatnonzero(deep[: round(277 * MM)].any(axis=1))
    rule = rows[-1]
    inner = deep[rule - round(0.8 * MM) : rule - round(0.35 * MM)]
    assert not inner.any(), "the denominator touches the rule"
