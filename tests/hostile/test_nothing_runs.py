"""Programs and pages with a crowd of odd texts are built, run and asked; none of the texts runs.

What leaves a mark where it runs: a file, or a name of the window of a page.
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from dataclasses import replace
from operator import methodcaller
from pathlib import Path
from shutil import which
from typing import Any

import pytest
import typst

from lagr_gui import System, pipeline
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.extensions.page.command import GalleryEntry, gallery_page
from lagr_gui.extensions.page.tests.browser import said
from lagr_gui.extensions.page.tests.test_page import needs_browser
from lagr_gui.extensions.programs.tests.test_fmu import compiled, loaded, run
from lagr_gui.extensions.programs.tests.toolchain import TOOLS, build
from lagr_gui.model import Model
from tests.hostile.crowd import crowd
from tests.hostile.spoilt import CODE, SENTINEL, WITHOUT_STATES

OWN = {"numpy": "python", "jax": "python", "casadi": "python", "matlab": "octave"}
"""The language of the code, where it is not called as the export."""
UNLIMITED = ("jax", "casadi", "modelica", "autolev")
"""Exports that know no limits with impacts."""
IN_PAGES = """<script>window.sentinel = 1</script><img src=x onerror="window.sentinel = 1">"""


def of_crowd(export: str, code: str) -> tuple[Model, str | bytes]:
    """A crowd of texts with code, and what an export makes of it, in its last special case."""
    model = crowd(code, export not in UNLIMITED)
    if export in WITHOUT_STATES:
        model = model.having(signals=())
    asked = pipeline.prepare(model)
    special = model.special_cases[-1].name
    given: dict[str, Any] = {"model": model, "special": special, "inputs": ()}
    if "sheet" in EXPORTS[export].takes:
        given["sheet"] = pipeline.equations(asked, form="structured")
    if "linear" in EXPORTS[export].takes:
        given["linear"] = pipeline.linearize(asked, inputs=asked.coordinates)
    return model, EXPORTS[export].write(given.get)


notebook = methodcaller("_repr_html_")
"""What a notebook shows of a value."""


def visible(text: str) -> str:
    """A text without signs that nobody sees, and with one space between words."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


@pytest.mark.parametrize("language", TOOLS)
def test_no_text_runs_where_a_program_is_built_and_run(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = TOOLS[language]
    if not tool.is_there:
        pytest.skip(f"{tool.command} is not on this machine")
    slow = ("-O2", "-O")
    quick = replace(tool, build=lambda file: [w for w in tool.build(file) if w not in slow])
    monkeypatch.setitem(TOOLS, language, quick)
    model, text = of_crowd(language, CODE[OWN.get(language, language)])
    assert isinstance(text, str)
    program = build(language, text, tmp_path)
    names = [visible(own.name or own.expression) for own in model.simulation.outputs]
    for options in (["--points", "2"], ["--self-test"], ["--help"]):
        done = subprocess.run(
            [*program.words, *options], cwd=tmp_path, capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 0 and done.stdout, done.stderr[-3000:]
        if "--points" in options:  # what users wrote has come through, as it was written
            (head, *_) = csv.reader(done.stdout.splitlines())
            assert head[-len(names) :] == names
    assert not (tmp_path / SENTINEL).exists()


@needs_browser
@pytest.mark.parametrize("kind", ["html", "mathml", "notebook"])
def test_no_text_runs_in_a_page(kind: str, tmp_path: Path) -> None:
    if kind == "notebook":
        model = crowd(IN_PAGES)
        values = (System.of(model), pipeline.check(model), pipeline.simulate(model))
        shown = [str(notebook(value)) for value in values]
        text = gallery_page([GalleryEntry(model, "page.html")])
        text = text.replace("</body>", "".join((*shown, "</body>")))
    else:
        _, text = of_crowd(kind, IN_PAGES)
    assert isinstance(text, str)
    script = """
        for (const own of document.querySelectorAll("input, label, summary, button, [data-of]")) {
            for (const name of ["pointerenter", "pointerover", "input", "change", "click"])
                own.dispatchEvent(new Event(name, { bubbles: true }));
        }
        await painted(); await painted();
        const all = [...document.querySelectorAll("*")];
        const odd = ["IMG", "IFRAME", "OBJECT", "EMBED", "BASE", "PLUGIN"];
        return {
            ran: window.sentinel ?? null,
            odd: all.filter((own) => odd.includes(own.tagName.toUpperCase())).length,
            hearing: all.flatMap((own) => own.getAttributeNames())
                .filter((name) => name.startsWith("on")),
            leading: all.flatMap((own) => ["href", "src", "xlink:href", "action"]
                .map((name) => own.getAttribute(name) ?? "")).filter((to) => /^\\w+:/.test(to)),
            rows: window.system?.motion.rows.length ?? 0,
        };
    """
    found = said(text, script, tmp_path)
    assert (found.pop("rows") > 2) == (kind == "html")
    assert found == {"ran": None, "odd": 0, "hearing": [], "leading": []}


@compiled
@loaded
@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_no_text_runs_in_a_unit(version: str, tmp_path: Path) -> None:
    _, content = of_crowd(version, CODE["c"])
    assert isinstance(content, bytes)
    found = run(content, tmp_path, until=0.02)
    assert len(found["CoSimulation"]["time"]) == len(found["ModelExchange"]["time"]) > 2
    assert not any(path.name == SENTINEL for path in tmp_path.rglob("*"))


def test_no_text_runs_where_a_drawing_is_written_as_python(tmp_path: Path) -> None:
    model, text = of_crowd("python", CODE["python"])
    (tmp_path / "drawing.py").write_text(f"{text}\nsystem.save('again.lagr')\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "drawing.py"], cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"drawing.py", "again.lagr"}
    again = pipeline.load(tmp_path / "again.lagr")
    names = [body.name for body in model.bodies]
    assert [body.name for body in again.bodies][: len(names)] == names
    assert again.description == model.description and again.parameters == model.parameters


def test_no_text_runs_where_formulas_are_set(tmp_path: Path) -> None:
    _, text = of_crowd("typst", CODE["typst"])
    assert isinstance(text, str)
    (tmp_path / "page.typ").write_text(text, "utf-8")
    assert typst.compile(str(tmp_path / "page.typ"), format="svg")


@pytest.mark.skipif(which("octave-cli") is None, reason="no Octave on this machine")
def test_no_text_runs_where_a_state_space_is_read(tmp_path: Path) -> None:
    _, text = of_crowd("state-space", CODE["octave"])
    assert isinstance(text, str)
    (tmp_path / "space.m").write_text(f"{text}\nprintf('%d', columns(A))\n", "utf-8")
    done = subprocess.run(
        ["octave-cli", "--quiet", "--no-history", "space.m"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0 and not done.stderr and int(done.stdout) > 8
    assert not (tmp_path / SENTINEL).exists()


QUIET = {
    "julia": (r'"(?:\\.|[^"\\$\n])*"|#(?!=)[^\n]*', "julia"),
    "modelica": (r'"(?:\\.|[^"\\])*"|//[^\n]*', "c"),
    "autolev": (r"'[^'\n]*'|%[^\n]*", "octave"),
}
"""Texts and comments of languages that are not on this machine, and the language of the code."""


@pytest.mark.parametrize("export", QUIET)
def test_texts_stay_in_texts_and_comments(export: str) -> None:
    pattern, code = QUIET[export]
    _, text = of_crowd(export, CODE[code])
    assert isinstance(text, str) and SENTINEL in text
    rest = re.sub(pattern, "", text)
    assert not re.search(rf"\b{SENTINEL}\b", rest) and not {*rest} & {'"', "🙂", "\\"}
