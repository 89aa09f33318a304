"""What a page shows of gears, racks, cables and beads is what the window shows."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.exchange.page_shapes import special_shapes
from lagr_gui.mechanics.motion import numbers
from lagr_gui.prepared import prepare
from tests.page.browser import said
from tests.page.test_page import SAMPLES, needs_browser, page, told
from tests.samples.gallery import sample


def within(points: np.ndarray, outline: np.ndarray) -> np.ndarray:
    """Which points (n, 2) lie in a closed line (k, 2): it is crossed oddly often on the way out."""
    (x, y), ends = points.T[:, :, None], np.roll(outline, -1, axis=0)
    (ax, ay), (bx, by) = outline.T, ends.T
    crossed = (ay > y) != (by > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (crossed & (x < ax + (y - ay) * (bx - ax) / (by - ay))).sum(axis=1) % 2 == 1


def outlines(name: str) -> list[np.ndarray]:
    """The toothed lines (n, 2) of a sample in its plane, at its start."""
    prepared = prepare(sample(name))
    motion, bodies = pipeline.start_motion(prepared), numbers(prepared.reading)
    found = []
    for place, rims in special_shapes(prepared)["teeth"].items():
        number = bodies[int(place)]
        for rim in rims:
            local = np.array(rim[-1])
            found.append((motion.x[number][0] + local @ motion.R[number][0].T)[:, :2])
    return found


@pytest.mark.parametrize("name", ["gear_train", "rack_and_pinion"])
def test_teeth_lie_in_the_gaps_of_each_other(name: str) -> None:
    first, second = outlines(name)
    assert len(first) > 20 and len(second) > 20
    assert not within(first, second).any() and not within(second, first).any()
    near = np.linalg.norm(first[:, None] - second[None], axis=2).min()
    assert near < 0.01, "they reach each other"


def test_teeth_hang_on_the_sizes_of_wheels_and_their_ratio_only() -> None:
    told_of = special_shapes(prepare(sample("gear_train")))
    assert told_of["sized"] == ["r1", "r2", "rd"]
    (cable,) = told_of["cables"]
    assert cable["radius"] == pytest.approx(0.1)


def test_a_bead_has_its_hoop_and_what_has_neither_teeth_nor_beads_has_nothing() -> None:
    (hoop,) = special_shapes(prepare(sample("bead_on_hoop")))["hoops"]
    assert np.linalg.norm(hoop["axis"]) == pytest.approx(1) and hoop["body"] == 0
    assert special_shapes(prepare(sample("four_bar"))) == {}


@needs_browser
@pytest.mark.parametrize(("name", "wheel"), [("gear_train", "r1"), ("bead_on_hoop", "R")])
def test_the_picture_is_painted_and_follows_a_slider(name: str, wheel: str, tmp_path) -> None:
    model = pipeline.load(SAMPLES[name])
    text = page(model)
    place = [entry["name"] for entry in told(text)["parameters"]].index(wheel)
    script = f"""
        const canvas = document.getElementById("picture");
        const inked = () => {{
            const pen = canvas.getContext("2d"), {{ width, height }} = canvas;
            const {{ data }} = pen.getImageData(0, 0, width, height);
            return data.filter((v, i) => i % 4 === 3 && v > 0).length;
        }};
        await painted();
        const before = inked(), shown = canvas.toDataURL();
        const slider = document.querySelectorAll("#parameters input[type=range]")[{place}];
        slider.value = 1.2 * slider.value;
        slider.dispatchEvent(new Event("input"));
        await painted(); await painted();
        const trouble = document.getElementById("trouble").textContent;
        return {{ before, after: inked(), changed: canvas.toDataURL() !== shown, trouble }};
    """
    found = said(text, script, tmp_path)
    assert "error" not in found and found["trouble"] == ""
    assert found["before"] > 500 and found["after"] > 500 and found["changed"]
