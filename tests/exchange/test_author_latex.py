"""LaTeX as an author keeps it: single signs without braces, labels, lines that fit, own macros."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from lagr_gui import LagrError, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.exchange.documents.document import latex_document
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.exchange.registry import document_classes
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.typesetting.latex import MACROS, latex
from lagr_gui.typesetting.sheet_latex import latex_equations
from lagr_gui.typesetting.sheet_text import text_equations
from lagr_gui.typesetting.sheet_unicode import unicode_equations
from lagr_gui.typesetting.widths import PAPERS
from tests.samples.gallery import sample
from tests.tex import has_tex, needs_tex

PATHS = {path.stem: path for path in sample_models()}
SHOWN = ("double_pendulum", "four_bar", "andrews_squeezer", "chaplygin_sleigh", "rolling_disc")
"""Free, minimal with slopes, words as names, nonholonomic, and in space."""
WITHIN = r"(?:\\[A-Za-z]+|[A-Za-z0-9])"
BRACED = re.compile(
    rf"(?:[_^]|\\(?:q?d+|d+ot|hat|bar|sqrt|mathrm|boldsymbol|mathsf)\s*)\{{{WITHIN}\}}"
)
"""A single sign in braces behind an index, an exponent or a command."""


@cache
def sheet_of(name: str, form: str = "shortest") -> Sheet:
    return pipeline.equations(pipeline.load(PATHS[name]), form, minimal=None)


def body(text: str) -> str:
    """The equations without the comments and definitions before them."""
    return text[text.index(r"\begin{align") :]


@pytest.mark.parametrize("form", ["shortest", "structured"])
@pytest.mark.parametrize("name", SHOWN)
def test_factors_stand_side_by_side_and_single_signs_without_braces(name: str, form: str) -> None:
    text = body(latex_equations(sheet_of(name, form)))
    word = r"\\mathrm\{\w\w+\}"  # it would run together with letters beside it
    assert r"\," not in re.sub(rf"{word} \\, |[a-zA-Z] \\, (?={word})", "", text).replace(
        r"\,\mathrm d", ""
    )
    assert not BRACED.search(text), BRACED.search(text)
    assert not re.search(r"\\t?frac\{[^{}\\]\}\{[^{}\\]\}", text)
    assert r"\phi" not in text


def test_words_that_are_names_do_not_run_together() -> None:
    assert latex("da*rr*cos(theta)") == r"\mathrm{da} \, \mathrm{rr} \cos\theta"
    assert latex("m*da*x") == r"m \, \mathrm{da} \, x"
    assert latex("2*da*(x + m)") == r"2 \mathrm{da} (x + m)"
    assert latex("m_rod*rr") == r"m_{\mathrm{rod}} \mathrm{rr}"


@pytest.mark.parametrize("name", SHOWN)
def test_brackets_grow_with_what_they_hold(name: str) -> None:
    text = body(latex_equations(sheet_of(name)))
    for size in ("left", "bigl", "Bigl", "biggl"):
        closing = size.replace("left", "right") if size == "left" else f"{size[:-1]}r"
        assert text.count(rf"\{size}(") == text.count(rf"\{closing})")
    assert not re.search(r"(?<!\\bigl)(?<!\\Bigl)(?<!\\left)\(\(|\)\)", text)
    assert r"\left(\left(" not in text


@pytest.mark.parametrize("name", SHOWN)
def test_labels_are_readable_unique_and_one_for_each_equation(name: str) -> None:
    sheet = sheet_of(name)
    text = latex_equations(sheet)
    labels = re.findall(r"\\label\{(.*?)\}", text)
    assert len(labels) == len(set(labels)) > 5
    assert all(re.fullmatch(r"eq:[A-Za-z0-9-]+", label) for label in labels)
    motion = [label for label in labels if label.startswith("eq:motion-")]
    assert len(motion) == len(equations_of_motion(sheet))
    for block in re.findall(r"\\begin\{align\}\n(.*?)\n\\end\{align\}", text, re.S):
        rows = re.split(r" \\\\(?:\[\w+\])?\n", re.sub(r"\\begin\{pmatrix\}.*?\\end", "", block))
        assert all((r"\notag" in row) != (r"\label{" in row) for row in rows)
    again = re.findall(r"\\label\{(.*?)\}", latex_equations(sheet, width="beamer"))
    assert set(labels) - set(again) <= {label for label in labels if label[3] in "EGx"}


def test_numbers_of_formulas_stand_on_demand_and_their_sources_once() -> None:
    sheet = sheet_of("chaplygin_sleigh")
    for write in (latex_equations, text_equations, unicode_equations):
        plain = write(sheet)
        assert "(39)" not in plain and "{39}" not in plain and "Habelt" not in plain
        told = write(sheet, numbers="lagr")
        assert "39" in told and told.count("Habelt") == 1 and told.count("Fischer") == 1
    assert r"\tag" not in latex_equations(sheet) and r"\label" in latex_equations(sheet)
    none = latex_equations(sheet, numbers="none")
    assert r"\label" not in none and r"\tag" not in none and r"\begin{align*}" in none
    appell = pipeline.equations(sample("cart_pole"), formalism="appell")
    assert "% (30): U. Fischer" in latex_equations(appell, numbers="lagr")
    own = latex_equations(pipeline.equations(sample("cart_pole")), numbers="lagr")
    assert "(30)" in next(line for line in own.splitlines() if "Habelt" in line)
    with pytest.raises(LagrError, match="running"):
        latex_equations(sheet, numbers="runing")
    with pytest.raises(LagrError, match="article"):
        latex_equations(sheet, width="artikle")


@pytest.mark.parametrize("name", SHOWN)
def test_derivatives_are_macros_in_files_and_dots_in_lines_that_are_copied(name: str) -> None:
    sheet = sheet_of(name)
    text = latex_equations(sheet)
    head = text.removesuffix(body(text))
    for order, macro in MACROS.items():
        dots = rf"\{'d' * order}ot"
        used = re.search(rf"\\{macro}(?![A-Za-z])", body(text)) is not None
        assert (rf"\providecommand{{\{macro}}}[1]{{{dots}{{#1}}}}" in head) == used
        assert not re.search(rf"\\{dots[1:]}(?![A-Za-z])", body(text))
    assert "amsmath" in head and all(line[0] in "%\\" for line in head.split("\n") if line)
    lines = [line["latex"] for line in sheet_json(sheet)["equations_of_motion"]]
    assert lines and all(rf"\{macro}" not in line for line in lines for macro in MACROS.values())


CLASSES = {
    "article": (r"\documentclass[10pt]{article}", r"\documentclass[11pt]{article}"),
    "beamer": (r"\documentclass{beamer}",),
}


def test_every_class_that_can_be_chosen_has_its_width() -> None:
    assert document_classes(None).keys() == PAPERS.keys() == CLASSES.keys()


def compiled(text: str, folder: Path, draft: bool = True) -> str:
    """What TeX says of a document."""
    (folder / "page.tex").write_text(text, "utf-8")
    options = ["-interaction=nonstopmode", "-halt-on-error"] + ["-draftmode"] * draft
    done = subprocess.run(["pdflatex", *options, "page.tex"], cwd=folder, capture_output=True)
    told = done.stdout.decode(errors="replace")
    assert done.returncode == 0, told[-2000:]
    return told


@needs_tex("amsmath.sty")
@pytest.mark.parametrize("width", CLASSES)
def test_lines_fit_the_class_they_are_broken_for(width: str, tmp_path: Path) -> None:
    if width == "beamer" and not has_tex("beamer.cls"):
        pytest.skip("there is no beamer here")
    names = (*SHOWN, "five_link_chain") if width == "article" else SHOWN[:3]
    parts = [latex_equations(sheet_of(name), width=width) for name in names]
    parts = [part.replace("{eq:", f"{{eq:{at}-") for at, part in enumerate(parts)]
    if width == "beamer":
        begun, ended = r"\begin{frame}[allowframebreaks]", "\n\\end{frame}"
        parts = [f"{begun}{part}{ended}" for part in parts]
    for head in CLASSES[width]:
        begun = rf"{head}\usepackage{{amsmath}}\allowdisplaybreaks\begin{{document}}"
        told = compiled("\n\n".join([begun, *parts, r"\end{document}"]), tmp_path)
        assert not re.findall(r"Overfull \\hbox.*", told)
        assert "multiply" not in told


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    out = str(folder / "Mein Bericht.tex")
    path = str(PATHS["spinning_top"])
    assert main(["export", path, "--to", "tex-document", "--language", "de", "--out", out]) == 0
    return folder


def test_figures_and_curves_of_a_document_are_files_of_their_own(report: Path) -> None:
    text = (report / "Mein Bericht.tex").read_text("utf-8")
    names = {path.name for path in report.iterdir()} - {"Mein Bericht.tex"}
    assert names == {
        f"Mein-Bericht-{part}" for part in ("diagram.tex", "mechanism.tex", "motion.csv")
    }
    assert all(name in text for name in names)
    assert "coordinates" not in text and r"\draw" not in text and len(text) < 20_000
    heads, *rows = (report / "Mein-Bericht-motion.csv").read_text("utf-8").split()
    assert heads.split(",")[:4] == ["t", "psi", "theta", "phi"]
    assert 200 < len(rows) < 700 and all(row.count(",") == heads.count(",") for row in rows)
    columns = re.findall(r"y=(\w+)\]", text)
    assert columns == heads.split(",")[1:]


def test_files_that_are_there_are_not_replaced_unasked(
    report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "new-motion.csv"
    kept.write_text("mine")
    command = ["export", str(PATHS["spinning_top"]), "--to", "tex-document"]
    command += ["--parts", "motion", "--out", str(tmp_path / "new.tex")]
    assert main(command) == 1 and "new-motion.csv" in capsys.readouterr().err
    assert kept.read_text() == "mine" and not (tmp_path / "new.tex").exists()
    assert main([*command, "--overwrite"]) == 0 and kept.read_text().startswith("t,")


@needs_tex("amsmath.sty")
def test_a_document_is_compiled_with_its_files_and_as_one_text(
    report: Path, tmp_path: Path
) -> None:
    for package in ("siunitx.sty", "pgfplots.sty"):
        if not has_tex(package):
            pytest.skip(f"there is no {package} here")
    model = sample("condenser_microphone")  # rests: its curves are constant
    sheet, trajectory = pipeline.equations(model), pipeline.simulate(model)
    units = pipeline.check(model).units
    told = compiled(latex_document(model, sheet, units, trajectory), tmp_path)
    assert not re.findall(r"Overfull \\hbox.*|Package pgfplots Warning.*", told)
    for path in report.iterdir():
        shutil.copy(path, tmp_path)
    text = (report / "Mein Bericht.tex").read_text("utf-8")
    told = compiled(text, tmp_path)
    assert not re.findall(r"Overfull \\hbox.*|Package pgfplots Warning.*", told)
