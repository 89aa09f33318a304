"""Equations and pictures leave for other typesetters: whole, and the same everywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import LagrError, mathml_equations, pipeline, tikz_pictures, typst_equations
from lagr_gui.cli.__main__ import main
from lagr_gui.drawing.geometry import HEIGHT, WIDTH
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.exchange.documents.typst_paper import pages
from lagr_gui.expression.tree import Call, Symbol
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model
from lagr_gui.typesetting.latex import latex
from lagr_gui.typesetting.mathml import mathml
from lagr_gui.typesetting.sheet_latex import latex_equations
from lagr_gui.typesetting.symbols import sections
from lagr_gui.typesetting.typst import typst
from lagr_gui.typesetting.unicode import unicode
from tests.samples.gallery import NAMES, sample

QUICK = ("four_bar", "lagr_system_2", "cantilever", "ladder_filter")


@pytest.mark.parametrize("form", ["shortest", "structured"])
@pytest.mark.parametrize("name", QUICK)
def test_typst_sets_all_sections_with_all_numbers_of_formulas(name: str, form: str) -> None:
    sheet = pipeline.equations(sample(name), form)
    text, latex = typst_equations(sheet), latex_equations(sheet)
    titles = [title for _, title in sections(sheet)]
    assert [line[3:] for line in text.splitlines() if line.startswith("// ")] == [
        line[2:] for line in latex.splitlines() if line.startswith("% ") and line[2:] in titles
    ]
    assert sorted(re.findall(r'wide "\((\S+)\)"', text)) == sorted(
        re.findall(r"\\tag\{(.*?)\}", latex)
    )
    assert pages("#set page(width: auto, height: auto)\n" + text)


@pytest.mark.parametrize("name", QUICK)
def test_a_page_of_mathml_is_well_formed_in_both_languages(name: str) -> None:
    sheet = pipeline.equations(sample(name))
    for language, word in (("en", "Equations of motion"), ("de", "Bewegungsgleichungen")):
        page = mathml_equations(sheet, language)
        tree = ET.fromstring(
            re.sub(r"<!DOCTYPE html>|<meta[^>]*>", "", page).replace("&nbsp;", " ")
        )
        assert tree.attrib["lang"] == language
        assert word in [head.text for head in tree.iter("h2")]
        assert len(list(tree.iter("math"))) >= len(sheet.entries) / 9
        assert "<script" not in page and "http" not in page
    with pytest.raises(LagrError, match="no words of this language"):
        mathml_equations(sheet, "fr")


def test_letters_numbers_and_words_of_mathml_hold_text_alone_and_say_nothing_twice() -> None:
    page = mathml_equations(pipeline.equations(sample("lagr_system_2"), form="structured"))
    assert "<mtext>" in page and not re.search(r"<(mi|mn|mo|mtext)\b[^>]*>[^<]*<(?!/\1>)", page)
    assert not re.search(r'<mi mathvariant="normal">[^<]{2}', page)
    assert not re.search(r"<mrow><(mi|mn)>[^<]*</\1></mrow>(?!</math>)", page)


def pictures(model: Model) -> list[str]:
    text = tikz_pictures(model, pipeline.start_motion(model))
    return re.findall(r"\\begin\{tikzpicture\}.*?\\end\{tikzpicture\}", text, re.S)


def blocks(tikz: str) -> dict[str, np.ndarray]:
    """Centres of bodies by their numbers, in units of the drawing."""
    found = re.findall(r"\\node\[number\] at \((\S+),(\S+)\) \{(\d+)\}", tikz)
    return {n: np.array([float(x) + WIDTH / 2, float(y) + HEIGHT / 2]) for x, y, n in found}


@pytest.mark.parametrize("name", ["four_bar", "lagr_system_2", "swinging_atwood"])
def test_tikz_has_bodies_where_the_svg_has_them(name: str) -> None:
    model = sample(name)
    drawing, mechanism = pictures(model)
    svg = ET.fromstring(diagram_svg(model))
    space = {"s": "http://www.w3.org/2000/svg"}
    shown = {
        group.attrib["data-item"].partition(":")[2]: np.array(
            [
                float(box.attrib[a]) + float(box.attrib[b]) / 2
                for a, b in (("x", "width"), ("y", "height"))
            ]
        )
        for group in svg.findall("s:g", space)
        if group.attrib["data-item"].startswith("body:")
        for box in group.findall("s:rect", space)
    }
    found = blocks(drawing)
    assert found.keys() == shown.keys() and len(found) == len(model.bodies) + 1
    for number, centre in found.items():
        np.testing.assert_allclose(centre, shown[number], atol=0.1)
    numbers = [
        n for names in re.findall(r"\\textbf\{([\d, ]+)\}", mechanism) for n in names.split(", ")
    ]
    assert sorted(map(int, numbers)) == list(range(1, len(model.bodies) + 1))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no TeX here")
@pytest.mark.parametrize("name", NAMES)
def test_tikz_is_compiled_as_it_is(name: str, tmp_path: Path) -> None:
    model = sample(name)
    text = tikz_pictures(model, pipeline.start_motion(model))
    (tmp_path / "pictures.tex").write_text(text, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "pictures.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-800:]
    assert f"({len(pictures(model))} page" in done.stdout


def test_the_command_line_writes_them_and_a_drawing_needs_no_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(next(p for p in sample_models() if p.stem == "simple_pendulum"))
    for target, mark in (("tikz", r"\begin{tikzpicture}"), ("typst", "frac("), ("mathml", "<math")):
        assert main(["export", path, "--to", target]) == 0
        assert mark in capsys.readouterr().out
    model = sample("simple_pendulum")
    assert len(re.findall(r"\\begin\{tikzpicture\}", tikz_pictures(model))) == 1
    assert tikz_pictures(Model()).count("tikzpicture") == 0


SLOPES = {
    Call("q2~", (Symbol("phi"),), (1,)): ("q_{2}'", "q'_(2)", "q₂′(φ)"),
    Call("rho~", (Symbol("phi"), Symbol("x")), (0, 1)): (r"\rho_{x}", "rho_(x)", "ρ_(x)(φ, x)"),
    Call("q2~", (Symbol("q1"), Symbol("x")), (0, 2)): (
        "q_{2,xx}",
        "q_(2 comma xx)",
        "q₂_(xx)(q₁, x)",
    ),
}


@pytest.mark.parametrize("slope", SLOPES, ids=str)
def test_slopes_of_names_with_indices_have_one_index(slope: Call) -> None:
    assert (latex(slope), typst(slope), unicode(slope)) == SLOPES[slope]
    assert "_" not in mathml(slope)
