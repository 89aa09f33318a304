"""What is exported fits on the page that LaTeX sets."""

from __future__ import annotations

import re
import subprocess
from fractions import Fraction

import pytest

from lagr_gui import pipeline
from lagr_gui.exchange.documents.document import latex_document
from lagr_gui.expression import Number, Product, Sum, Symbol
from lagr_gui.foundation.resource import sample_models
from lagr_gui.typesetting import LATEX
from lagr_gui.typesetting.letters import typesetter
from lagr_gui.typesetting.sheet_latex import latex_equations
from tests.tex import needs_tex

SAMPLES = {path.stem: path for path in sample_models()}
ARTICLE = (
    r"\documentclass{article}\usepackage{amsmath}\begin{document}"
    "\n%s\n"
    r"\end{document}"
)


def too_wide(text: str, folder) -> list[str]:
    """What TeX says of lines that run over the margin."""
    (folder / "page.tex").write_text(text, "utf-8")
    command = ["pdflatex", "-draftmode", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:].decode(errors="replace")
    return re.findall(r"Overfull \\hbox [^\n]*", done.stdout.decode(errors="replace"))


@needs_tex("amsmath.sty")
@pytest.mark.parametrize("name", ["robot_arm_6r", "rolling_disc", "flexible_arm", "four_bar"])
def test_structured_lines_fit_into_an_article(name, tmp_path):
    sheet = pipeline.equations(pipeline.load(SAMPLES[name]), "structured")
    assert not too_wide(ARTICLE % latex_equations(sheet), tmp_path)


@needs_tex("amsmath.sty")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["condenser_microphone", "robot_arm_6r", "andrews_squeezer"])
def test_documents_with_long_units_and_many_elements_fit(name, language, tmp_path):
    model = pipeline.load(SAMPLES[name])
    sheet, report = pipeline.equations(model, "structured"), pipeline.check(model)
    text = latex_document(model, sheet, report.units, language=language)
    assert not too_wide(text, tmp_path)


def test_the_negative_of_a_sum_has_brackets():
    sheet = pipeline.equations(pipeline.load(SAMPLES["double_pendulum"]), "structured")
    e, c = Symbol("e_1"), Symbol("c_1")
    text = LATEX.written(typesetter(sheet)(Product((Number(Fraction(-1)), Sum((e, c))))))
    assert text.startswith("-") and "(" in text
