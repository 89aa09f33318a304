"""What moves can be seen: what stands before another thing lies before it in the picture."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.theme import theme
from lagr_gui.scenery.scene import build_scene
from tests.samples.gallery import sample

SIZE = 640, 400


class Picture:
    """A picture of a sample at a part of its motion, asked at points of space."""

    def __init__(self, name: str, part: float = 0.0) -> None:
        model = sample(name)
        trajectory = pipeline.simulate(model)
        self.scene = build_scene(model, pipeline.motion(model, trajectory))
        self.view = MotionView()
        self.view.show_scene(self.scene, keep=False)
        self.show(part)

    def show(self, part: float) -> None:
        times = self.scene.motion.t
        t = float(times[0] + part * (times[-1] - times[0]))
        self.now = self.scene.at(t)
        self.image = self.view.image(*SIZE, t)
        self.camera = self.view.camera_at(self.scene, SIZE, t)

    def at(self, point) -> np.ndarray:
        return self.camera.project(np.asarray(point), SIZE)

    def inks(self, place, reach: int = 2) -> set[str]:
        """The colours about a place in the picture, without that of the paper."""
        x, y = np.round(place).astype(int)
        grid = [(x + i, y + k) for i in range(-reach, reach + 1) for k in range(-reach, reach + 1)]
        found = {self.image.pixelColor(int(a), int(b)).name() for a, b in grid}
        return found - {theme().color("paper").name()}


@pytest.fixture(autouse=True)
def _application(qapp) -> None:
    """Pictures need one."""


def test_the_ball_on_the_turntable_is_seen_wherever_it_rolls():
    picture = Picture("ball_on_turntable")
    for part in np.linspace(0, 1, 9):
        picture.show(float(part))
        seen = picture.inks(picture.at(picture.now.x[2]), 3)
        red = [name for name in seen if int(name[1:3], 16) > 1.3 * int(name[3:5], 16)]
        assert red, f"hidden at {part:.2f} of its motion"


@pytest.mark.parametrize(("name", "body"), [("loudspeaker", 1), ("mass_spring_chain", 2)])
def test_a_slider_stands_on_its_guide(name, body):
    picture = Picture(name)
    figure = next(f for f in picture.scene.figures if f.number == body)
    corners = picture.at(picture.now.x[body] + figure.solid.corners @ picture.now.R[body].T)
    right, bottom = corners.max(axis=0)
    assert picture.inks((right + 12, bottom), 1), "the guide goes on beside the body"


def test_a_spring_does_not_end_in_nothing():
    """That of Andrews' mechanism ends beside the bar of its body: an arm leads there."""
    picture = Picture("andrews_squeezer")
    numbers = {line.name: line.bodies for line in picture.scene.lines}["Spring"]
    side = 0 if numbers[0] else 1
    end = picture.now.lines["Spring"][side]
    middle = picture.at(0.6 * end + 0.4 * picture.now.x[numbers[side]])
    assert picture.inks(middle, 1)


def test_a_circuit_alone_has_no_motion_and_says_so():
    view = Picture("ladder_filter").view
    view.show_why_empty("Nothing to move yet.")
    view.resize(*SIZE)
    image = view.grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(0, SIZE[0], 2) for y in range(SIZE[1])}
    assert len(colors) > 1
