"""The block diagram of a document shows the system: lines lead around all but their bodies."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from lagr_gui.drawing import DrawnShape, Look
from lagr_gui.drawing.geometry import GLYPH, HEIGHT, WIDTH
from lagr_gui.exchange.documents.diagram import diagram
from lagr_gui.exchange.documents.document import drawing
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Layout, Model, Place
from tests.samples.gallery import sample

NUMBER = r"\((-?[\d.]+),(-?[\d.]+)\)"


def blocks(text: str) -> dict[str, tuple[float, float]]:
    """The middles of the bodies by their numbers, which stand at their upper left corners."""
    found = re.findall(rf"\\node\[number\] at {NUMBER} {{(\d+)}};", text)
    return {n: (float(x) + WIDTH / 2, float(y) + HEIGHT / 2) for x, y, n in found}


def lines(text: str) -> list[list[tuple[float, float]]]:
    """The corners of the lines of joints and elements."""
    drawn = text.partition("\\node[body")[0]
    routes = re.findall(rf"^\\draw\[[^]]*\] ({NUMBER} --.*);$", drawn, re.MULTILINE)
    return [[(float(x), float(y)) for x, y in re.findall(NUMBER, r[0])] for r in routes]


def inside(point: tuple[float, float], middle: tuple[float, float]) -> bool:
    x, y = abs(point[0] - middle[0]), abs(point[1] - middle[1])
    return x < WIDTH / 2 - 1 and y < HEIGHT / 2 - 1


def beside(point: tuple[float, float], middle: tuple[float, float]) -> bool:
    x, y = abs(point[0] - middle[0]), abs(point[1] - middle[1])
    return x < WIDTH / 2 + 1 and y < HEIGHT / 2 + 1


@pytest.mark.parametrize("name", [path.stem for path in sample_models()])
def test_no_line_runs_over_a_body_and_all_joints_have_theirs(name: str):
    model = sample(name)
    text = diagram(model)
    places, ways = blocks(text), lines(text)
    assert set(places) == ({"0", *map(str, model.numbers)} if model.bodies else set())
    for way in ways:
        for a, b in pairwise(way):
            steps = [
                (a[0] + k / 50 * (b[0] - a[0]), a[1] + k / 50 * (b[1] - a[1])) for k in range(51)
            ]
            assert not [n for n, at in places.items() for point in steps if inside(point, at)]
    ends = [
        {n for n, at in places.items() if beside(way[0], at) or beside(way[-1], at)} for way in ways
    ]
    for joint in model.joints:
        assert {str(joint.parent), str(joint.child)} in ends, joint.name


def test_labels_name_joints_with_their_coordinates_and_elements():
    text = diagram(sample("gear_train"))
    for label in (
        r"{\tiny\textbf{J1} }$q_1$",
        r"{\tiny\textbf{J3} }$y$",
        r"{\tiny\textbf{E1} }teeth",
    ):
        assert f"{{{label}}};" in text


def test_a_line_over_another_one_has_an_arc():
    assert " arc[" in diagram(sample("andrews_squeezer").model_copy(update={"layout": _crossed()}))


def _crossed() -> Layout:
    places = {0: (0, 0), 1: (400, 300), 2: (0, 300), 3: (400, 0)}
    places |= {4: (0, 600), 5: (400, 600), 6: (0, 900), 7: (400, 900)}
    return Layout(places=tuple(Place(item=f"body:{n}", x=x, y=y) for n, (x, y) in places.items()))


def test_nothing_is_drawn_of_an_empty_model():
    assert not list(drawing(Words("en"), Model()))


@pytest.mark.parametrize(
    ("look", "angle", "length"),
    [
        (Look("spring", "", (56, 22), (0, 0), in_line=True), 90.0, 56.0),
        (Look("resistor", "", (46, 30), (0, 0), turned=True), 90.0, 48.0),
        (Look("revolute", "", (24, 30), (0, 0)), 0.0, 48.0),
    ],
)
def test_a_glyph_lies_along_its_line_where_it_is_turned(
    look: Look, angle: float, length: float
) -> None:
    shape = DrawnShape(((0, 0), (0, 90)), (0, 45), (-9, 20, 9, 70), (0, 0, 0, 0))
    turn, scale = shape.laid(look)
    assert turn == pytest.approx(angle)
    assert scale * GLYPH[0] == pytest.approx(length)
