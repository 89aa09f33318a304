"""A notebook shows for a system the page that runs, in a frame that may do nothing else."""

from __future__ import annotations

import json
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.cli.__main__ import main
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.extensions.page import notebook
from lagr_gui.extensions.page.tests.browser import BROWSER, said
from lagr_gui.foundation.resource import sample_models

SAMPLES = {path.stem: path for path in sample_models()}
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")


def shown(system: System) -> str:
    text = system._repr_html_()
    assert text
    return text


def frame(text: str) -> dict[str, str]:
    """The attributes of the one element that a notebook gets, as a parser of HTML reads them."""
    found: list[dict[str, str]] = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag == "iframe"
            found.append({name: value or "" for name, value in attrs})

    Parser().feed(text)
    (only,) = found
    return only


def test_the_page_is_that_of_an_export(tmp_path: Path, capsys) -> None:
    out = tmp_path / "page.html"
    assert main(["export", str(SAMPLES["cart_pole"]), "--to", "html", "--out", str(out)]) == 0
    own = frame(shown(System.of(pipeline.load(SAMPLES["cart_pole"]))))
    assert own["srcdoc"] == out.read_text("utf-8")


def test_a_frame_runs_its_page_and_may_do_nothing_else() -> None:
    system = System("'\"&</iframe><script>throw 1</script>")
    own = frame(shown(system))
    assert set(own["sandbox"].split()) == {"allow-scripts", "allow-downloads"}
    assert "src" not in own and "default-src 'none'" in own["srcdoc"]
    assert "<script>throw 1" not in own["srcdoc"]


def test_a_large_system_is_shown_at_once_and_is_no_burden() -> None:
    text = shown(System.of(pipeline.load(SAMPLES["robot_arm_6r"])))
    assert len(text.encode()) <= 500_000
    assert "Definitions" in frame(text)["srcdoc"], "the structured form"


def test_what_is_too_large_for_a_notebook_is_its_drawing_with_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notebook, "MOST", 500_000)  # no sample is larger than what is allowed
    model = pipeline.load(SAMPLES["quadruped"])
    text = shown(System.of(model))
    assert text.startswith(diagram_svg(model)) and "html_page" in text


def test_a_page_that_cannot_be_is_the_drawing_with_the_reason() -> None:
    system = System("half done")
    system.body("Arm", mass="m", inertia=(0, 0, "J"))
    system.joint("revolute", 0, 1, "phi", axis=(0, 0, 0))
    text = shown(system)
    assert text.startswith("<svg") and "Arm" in text and "<iframe" not in text
    assert re.search(r"<p>.*Body “Arm”.*</p>", text)


def test_what_has_no_numbers_has_a_page_that_says_so() -> None:
    system = System("open")
    system.body("Block", mass="m")
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    system.parameter("m")
    page = frame(shown(system))["srcdoc"]
    assert "This page shows no motion" in page and "no value" in page and "Drawing" in page


@needs_browser
def test_a_frame_moves_without_a_network(tmp_path: Path) -> None:
    model = pipeline.load(SAMPLES["double_pendulum"])
    own = frame(shown(System.of(model)))
    telling = (
        "<script type='module'>const pen = document.querySelector('#picture').getContext('2d');"
        "const { rows, trouble } = window.system.motion; parent.postMessage({ rows, trouble,"
        " inked: pen.getImageData(0, 0, 600, 380).data.some((value) => value > 0),"
        " origin: window.origin }, '*');</script>"
    )
    inner = escape(own["srcdoc"] + telling)
    host = f'<html><body><iframe sandbox="{own["sandbox"]}"></iframe></body></html>'
    script = f"""
        const heard = new Promise((on) => window.addEventListener("message", (e) => on(e.data)));
        const text = document.createElement("template");
        text.innerHTML = {json.dumps(inner)};
        document.querySelector("iframe").srcdoc = text.content.textContent;
        return await heard;
    """
    found = said(host, script, tmp_path)
    assert found["trouble"] == "" and found["inked"] and found["origin"] == "null"
    motion = pipeline.simulate(model)
    rows, known = np.array(found["rows"]), motion.t <= 3.0
    assert len(rows) == len(motion.t)
    assert np.abs(rows[:, 1:3] - motion.q)[known].max() <= 1e-8 * np.abs(motion.q).max()
