"""The drawing is the same in the window, as SVG and in print, with room for the letters of each."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtGui import QFont, QFontMetricsF

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.exchange.documents.diagram import diagram
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.gui.canvas import Canvas
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.items import label_font
from lagr_gui.gui.canvas.terminals import TerminalItem
from lagr_gui.model import Body, Model
from tests.gui.canvas.pictures import faults
from tests.gui.canvas.test_pictures import SAMPLES, draw, random_model, thrown

__all__ = ["draw"]

SVG = "{http://www.w3.org/2000/svg}"
SIDES = {"west": "left", "east": "right", "center": "middle"}
SIDES |= {"start": "left", "end": "right"}
PRINTED = re.compile(r"\\node\[(?:joint|element),anchor=(\w+)\] at \((-?[\d.]+),(-?[\d.]+)\)")


def in_window(canvas: Canvas) -> set[tuple[str, int, int]]:
    """From where labels are written, and at which place."""
    found = set()
    for item in canvas.content.items.values():
        if isinstance(item, EdgeItem) and item.look.text:
            left, _, right, _ = item.form.label
            at = {"left": left, "right": right, "middle": (left + right) / 2}[item.form.side]
            found.add((item.form.side, round(at), round(item.label_box.center().y())))
        elif isinstance(item, TerminalItem):
            at = item.label_box.translated(item.pos()).center()
            found.add(("middle", round(at.x()), round(at.y())))
    return found


def in_print(text: str) -> set[tuple[str, int, int]]:
    return {(SIDES[a], round(float(x)), round(float(y))) for a, x, y in PRINTED.findall(text)}


def in_svg(text: str) -> set[tuple[str, int, int]]:
    """Without the names and numbers of bodies."""
    found = set()
    for node in ET.fromstring(text).findall(f"{SVG}g[@data-item]/{SVG}text"):
        size = float(node.attrib["font-size"])
        x, y = float(node.attrib["x"]), float(node.attrib["y"]) - 0.36 * size
        found.add((SIDES.get(node.attrib["text-anchor"], "middle"), round(x), round(y)))
    return found


def differences(canvas: Canvas, model: Model) -> list[tuple]:
    """Labels of the window that lie elsewhere in another picture."""
    seen = in_window(canvas)
    return [
        (face, label)
        for face, labels in (("SVG", in_svg(diagram_svg(model))), ("TeX", in_print(diagram(model))))
        for label in seen
        if not any(_same(label, other) for other in labels)
    ]


def _same(a: tuple[str, int, int], b: tuple[str, int, int]) -> bool:
    return a[0] == b[0] and abs(a[1] - b[1]) <= 1 and abs(a[2] - b[2]) <= 1


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_labels_of_samples_lie_on_the_same_side_in_all_pictures(draw, name):
    model = pipeline.load(SAMPLES[name])
    assert differences(draw(model), model) == []


def test_labels_of_random_models_lie_on_the_same_side_in_all_pictures(draw):
    for seed in range(20):
        for change in (edits.arrange, lambda model, seed=seed: thrown(model, seed)):
            model = change(random_model(seed))
            canvas = draw(model)
            assert faults(canvas) == [], seed
            assert differences(canvas, model) == [], seed


def test_names_on_the_screen_have_room(draw):
    """In the window and in a browser; what is longer is cut off in both."""
    models = [pipeline.load(path) for path in SAMPLES.values()]
    for model in (*models, *(random_model(seed) for seed in range(20))):
        for item in draw(model).content.items.values():
            if isinstance(item, EdgeItem) and item.look.text:
                font = label_font("joint" if item.is_joint else "element")
                plain = QFont("DejaVu Sans")
                plain.setPixelSize(font.pixelSize())
                for used in (font, plain):
                    width = QFontMetricsF(used).horizontalAdvance(item.look.text)
                    assert width <= item.label_box.width() + 0.5, item.look.text


@pytest.mark.parametrize("letter", ["W", "i", "漢"])
def test_a_long_name_is_cut_off_alike_in_all_pictures(draw, letter):
    body = Body(number=1, name="Body")
    model = edits.add_element(Model(bodies=(body,)), "force", body=1)
    model = edits.rename(model, f"element:{model.elements[0].name}", 200 * letter)
    canvas = draw(edits.arrange(model))
    (item,) = (item for item in canvas.content.items.values() if isinstance(item, EdgeItem))
    text = item.look.text
    assert text.endswith("…") and text in diagram_svg(canvas.session.model)
    width = QFontMetricsF(label_font("element")).horizontalAdvance(text)
    assert width <= item.label_box.width() <= 180
