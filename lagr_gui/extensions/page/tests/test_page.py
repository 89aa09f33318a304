"""The page that runs by itself: whole, alone, and true in a browser."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from lagr_gui import System, pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.cli.__main__ import main
from lagr_gui.extensions.page.page import html_page
from lagr_gui.extensions.page.tests.browser import BROWSER, said
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Model, Output
from lagr_gui.model.files import read_text
from lagr_gui.prepared import prepare
from tests.samples.gallery import RUBBING, SMOOTH

SAMPLES = {path.stem: path for path in sample_models()}
MOST = 1_000_000
STILL = "ratchet_winch"
"""Programs know no one-way clutches: its page says so, and shows no motion."""
"""Bytes of a page."""
QUICK = ("double_pendulum", "four_bar", "rolling_disc", "bouncing_ball")
UNTIL = {
    "double_pendulum": 8.0,
    "five_link_chain": 4.0,
    "rack_and_pinion": 8.0,
    "newtons_cradle": 0.5,
    "parallelogram": 0.7,
}
"""When rounding begins to decide the motion of a sample; the parallelogram folds together there."""
HOSTILE = '</script><script>throw 1</script> <!-- {{STYLE}} <b>"&amp;'

needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")


def page(model: Model, **given: str) -> str:
    form = "shortest" if len(model.bodies) < 4 else "structured"
    return html_page(model, pipeline.equations(model, form=form), **given)


def elements(text: str) -> Counter[str]:
    """How often each element begins, as a parser of HTML sees it; paragraphs may be more."""
    found: Counter[str] = Counter()

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            found[tag] += tag != "p"

        def handle_comment(self, data: str) -> None:
            found["a comment"] += 1

    Parser().feed(text)
    return found


def told(text: str) -> dict:
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    return json.loads(data)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_page_is_whole_and_loads_nothing(name: str) -> None:
    model = pipeline.load(SAMPLES[name])
    text = page(model)
    assert len(text.encode()) <= MOST
    assert text == page(model), "the same model, other bytes"
    assert "{{" not in re.sub(r"<script.*?</script>", "", text, flags=re.S)
    links = set(re.findall(r"https?://[^\s\"'<>]+", text))
    assert links <= {"http://www.w3.org/2000/svg"} | set(
        re.findall(r"https?://\S+", model.description)
    )
    assert not re.search(r"<(?:link|iframe|img|object|embed)\b|@import|\bfetch\(", text)
    assert read_text(told(text)["model"], KINDS) == model


@pytest.mark.parametrize("name", SAMPLES)
def test_formulas_are_sound_and_name_items_that_are_drawn(name: str) -> None:
    text = page(pipeline.load(SAMPLES[name]))
    items = set(re.findall(r'data-item="([^"]*)"', text))
    formulas = re.findall(r"<math.*?</math>", text.partition('id="equations"')[2], re.S)
    assert formulas
    for formula in formulas:
        root = ElementTree.fromstring(formula.replace("&#x2062;", "").replace("&#x2061;", ""))
        assert set(filter(None, root.get("data-of", "").split("|"))) <= items
        for part in root.iter():
            if part.tag in ("msub", "msup", "mfrac", "mover"):
                assert len(part) == 2
            if part.tag in ("math", "mrow", "msub", "msup", "mfrac", "msqrt", "mover", "mtable"):
                assert not (part.text or "").strip(), "text outside of letters, numbers and signs"
                assert not any((inner.tail or "").strip() for inner in part)


def test_no_text_of_a_user_becomes_part_of_the_page() -> None:
    model = pipeline.load(SAMPLES["simple_pendulum"])
    plain = page(model)
    bodies = tuple(body.having(name=HOSTILE) for body in model.bodies)
    parameters = tuple(p.having(description=HOSTILE, unit=HOSTILE) for p in model.parameters)
    hostile = page(
        model.having(name=HOSTILE, description=HOSTILE, bodies=bodies, parameters=parameters)
    )
    assert elements(hostile) == elements(plain)
    assert told(hostile)["name"] == HOSTILE


def test_a_page_speaks_german() -> None:
    text = page(pipeline.load(SAMPLES["simple_pendulum"]), language="de")
    assert '<html lang="de">' in text
    assert "Bewegungsgleichungen" in text and "Equations of motion" not in text
    assert told(text)["words"]["Play"] == "Abspielen"


def test_what_does_not_move_is_said_where_the_motion_would_stand() -> None:
    still = System("still")
    still.body("", 1, (0, 0, 0))
    still.joint("fixed", 0, 1)
    text = page(still.model)
    assert "Nothing moves" in text and 'id="picture"' not in text and 'id="equations"' in text


def pushed(force: str) -> System:
    """A block on a rail that something pushes."""
    system = System("pushed")
    system.body("", 1, (0, 0, 0))
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    system.function("F", None, "t")
    system.parameter("D")
    system.element("coordinate_force", coordinate="x", force=force)
    return system


@pytest.mark.parametrize(
    ("force", "place", "cause"),
    [
        ("F(t)", "Function “F”", "unspecified"),
        ("2*F'(t)", "Function “F”", "unspecified"),
        ("D*x", "Parameter “D”", "no value"),
    ],
)
def test_what_has_no_value_is_said_in_the_page_and_its_equations_stand(
    force: str, place: str, cause: str
) -> None:
    text = page(pushed(force).model)
    (said_there,) = re.findall(r'<section class="hint">(.*?)</section>', text, re.S)
    assert place in said_there and cause in said_there
    assert 'id="picture"' not in text and 'id="equations"' in text
    german = page(pushed(force).model, language="de")
    (said_there,) = re.findall(r'<section class="hint">(.*?)</section>', german, re.S)
    assert "keinen" in said_there and cause not in said_there


def test_a_page_with_one_way_clutches_says_that_it_shows_no_motion() -> None:
    text = page(pipeline.load(SAMPLES[STILL]))
    (said_there,) = re.findall(r'<section class="hint">(.*?)</section>', text, re.S)
    assert said_there.count("one-way clutch") == 2 and 'id="picture"' not in text


@needs_browser
@pytest.mark.parametrize("name", [name for name in (*SMOOTH, *RUBBING) if name != STILL])
def test_numbers_in_a_browser_are_those_of_a_simulation(name: str, tmp_path: Path) -> None:
    model = pipeline.load(SAMPLES[name])
    found = said(page(model), "return window.system.motion;", tmp_path)
    assert bool(found["trouble"]) == (name == "parallelogram")
    motion = pipeline.simulate(model)
    f = len(motion.coordinates)
    known = motion.t <= UNTIL.get(name, np.inf)
    rows = np.array(found["rows"])
    rows = rows[np.abs(rows[:, :1] - motion.t[known]).argmin(axis=0)]  # impacts have some besides
    assert np.abs(rows[:, 0] - motion.t[known]).max() < 1e-9
    assert np.abs(rows[:, 1 : 1 + f] - motion.q[known]).max() <= 1e-8 * np.abs(motion.q).max()


@needs_browser
def test_states_of_the_first_order_are_curves_and_have_sliders(tmp_path: Path) -> None:
    system = System("Lag", gravity=(0, 0, 0), g=None)
    system.joint("prismatic", 0, system.body(), "x", axis=(1, 0, 0))
    system.state("z", "sin(t) - z", start=0.5)
    system.element("coordinate_force", coordinate="x", force="z - 4*x")
    system.element("stop", coordinate="x", lower=-1, upper=0.2, restitution=0.5)
    script = """
        const before = window.system.motion.rows;
        const range = [...document.querySelectorAll("#start input[type=range]")].at(-1);
        range.value = 0.7; range.dispatchEvent(new Event("input"));
        await painted(); await painted();
        const labels = [...document.querySelectorAll("#signals label")];
        return { before, after: window.system.motion.rows.at(-1)[3],
                 names: labels.map((own) => own.innerText) };
    """
    found = said(page(system.model), script, tmp_path)
    known, rows = pipeline.simulate(system.model), np.array(found["before"])
    assert rows[-1, 1:4] == pytest.approx(known.y[-1], abs=1e-6)
    assert len(rows[0]) == 1 + known.layout.n + 3
    assert found["after"] == pytest.approx(known.y[-1, 2] + 0.2 * np.exp(-10), abs=1e-8)
    assert found["names"][2].startswith("𝑧") and len(found["names"]) == 6


@needs_browser
@pytest.mark.parametrize("name", ["double_pendulum", "four_bar"])
def test_outputs_are_curves_whose_numbers_are_those_of_a_simulation(
    name: str, tmp_path: Path
) -> None:
    plain = pipeline.load(SAMPLES[name])
    joint = plain.joints[0].name
    texts = ["tip = position(1).x", f"force({joint}).y", "power = D", "balance"]
    model = plain.having(simulation=plain.simulation.having(outputs=tuple(map(Output.of, texts))))
    text = page(model)
    shown = [entry["words"] for entry in told(text)["outputs"]]
    assert shown == [entry.title.line for entry in describe(prepare(model)).shown]
    assert shown[:2] == ["tip", f"force({joint}).y"] and "balance" not in shown
    script = """
        const labels = [...document.querySelectorAll("#signals label")];
        const own = labels.filter((label) => label.title);
        own[0].click();
        await painted();
        return { rows: window.system.motion.rows, names: labels.map((own) => own.innerText),
                 title: own[0].title, ticked: own[0].querySelector("input").checked };
    """
    found = said(text, script, tmp_path)
    assert found["title"] == "position(1).x" and found["ticked"]
    assert [name.split()[0] for name in found["names"][-len(shown) :]] == shown
    settings = pipeline.settings_of(model)
    motion = pipeline.simulate(model, settings, outputs=["position(1).x", texts[1]])
    f, until = len(motion.coordinates), 2.0
    rows = np.array(found["rows"])[:, 4 + 2 * f :]
    for own, known in zip(rows.T, motion.outputs.values(), strict=False):
        apart = np.abs(own - known)[motion.t <= until]
        assert apart.max() <= 1e-8 * np.abs(known).max()


@needs_browser
@pytest.mark.parametrize("name", ["bouncing_ball", "newtons_cradle"])
def test_a_page_has_the_impacts_of_a_simulation_as_corners(name: str, tmp_path: Path) -> None:
    model = pipeline.load(SAMPLES[name])
    found = said(page(model), "return window.system.motion;", tmp_path)
    assert found["trouble"] == ""
    rows = np.array(found["rows"])
    twice = np.flatnonzero(np.diff(rows[:, 0]) == 0)
    motion = pipeline.simulate(model)
    f = len(motion.coordinates)
    times = np.array([impact.t for impact in motion.impacts])
    # A page takes bounces without end one by one: it comes to rest a little earlier.
    early = np.where(np.isin(times, [rest.t for rest in motion.settled]), 1e-4, 1e-8)
    assert np.all(np.abs(rows[twice, 0] - times) < early)
    before = np.array([impact.before for impact in motion.impacts])
    assert rows[twice, 1 + f : 1 + 2 * f] == pytest.approx(before, abs=1e-6)
    smooth = np.delete(rows, [*twice, *twice + 1], axis=0)
    assert len(smooth) == len(motion.t)
    apart = np.abs(smooth[:, 1 : 1 + f] - motion.q)
    assert apart.max() <= 1e-7 * np.abs(motion.q).max()


@needs_browser
def test_sliders_change_the_motion_and_pointing_lights_the_drawing(tmp_path: Path) -> None:
    model = pipeline.load(SAMPLES["double_pendulum"])
    script = """
        const before = window.system.motion.rows.at(-1)[1];
        const range = document.querySelector("#parameters input[type=range]");
        range.value = 3.0; range.dispatchEvent(new Event("input"));
        await painted(); await painted();
        const after = window.system.motion.rows.map((row) => row.slice(0, 3));
        const term = document.querySelector("math[data-of]");
        term.dispatchEvent(new PointerEvent("pointerenter"));
        const lit = [...document.querySelectorAll("g.lit")].map((item) => item.dataset.item);
        const marked = term.dataset.of.split("|");
        document.querySelector("#reset").click();
        await painted(); await painted();
        const again = window.system.motion.rows.at(-1)[1];
        const pen = document.querySelector("#picture").getContext("2d");
        const pixels = pen.getImageData(0, 0, 600, 380).data;
        return { before, after, lit, marked, again, inked: pixels.some((value) => value > 0) };
    """
    found = said(page(model), script, tmp_path)
    g = model.parameters[0].name
    other = model.having(
        parameters=tuple(p.having(value=3.0) if p.name == g else p for p in model.parameters)
    )
    motion = pipeline.simulate(other)
    known = motion.t < UNTIL["double_pendulum"]
    assert np.abs(np.array(found["after"])[:, 1:] - motion.q)[known].max() < 1e-7
    assert found["again"] == found["before"]
    assert set(found["lit"]) == set(found["marked"]) and found["lit"]
    assert found["inked"]


@needs_browser
def test_curves_that_are_kept_are_those_that_are_painted_anew(tmp_path: Path) -> None:
    script = """
        const curves = document.getElementById("curves"), now = () => curves.toDataURL();
        window.system.seek(1.5);
        window.system.seek(0.75);
        const kept = now();
        window.dispatchEvent(new Event("resize"));
        const anew = now();
        const range = document.querySelector("#start input");
        range.value = 0.5; range.dispatchEvent(new Event("input"));
        await painted();
        const other = now();
        window.system.seek(1.5);
        return { same: kept === anew, moved: other !== kept, marked: now() !== other };
    """
    found = said(page(pipeline.load(SAMPLES["double_pendulum"])), script, tmp_path)
    assert found == {"same": True, "moved": True, "marked": True}


def test_a_gallery_leads_to_all_sound_models(tmp_path: Path, capsys) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for name in ("simple_pendulum", "newtons_cradle"):
        (models / f"{name}.lagr").write_bytes(SAMPLES[name].read_bytes())
    (models / "broken.lagr").write_text("{", encoding="utf-8")
    site = tmp_path / "site"
    assert main(["gallery", str(models), "--out", str(site)]) == 1
    assert "broken.lagr" in capsys.readouterr().err
    index = (site / "index.html").read_text("utf-8")
    links = re.findall(r'href="([^"]*)"', index)
    assert links == ["newtons_cradle.html", "simple_pendulum.html"]
    assert all((site / link).is_file() for link in links)
    assert main(["gallery", str(site), "--out", str(tmp_path / "other")]) == 1
    assert "no model" in capsys.readouterr().err
