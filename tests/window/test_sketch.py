"""Mechanisms drawn as they are, with a real pointer: few gestures, no number typed in a form."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from math import hypot
from pathlib import Path

import pytest

from lagr_gui import pipeline
from lagr_gui.model import Model
from tests.patience import wait_for
from tests.window.display import Display, display

pytestmark = pytest.mark.window

Flat = tuple[float, float]
A, B, C, D = (0.0, 0.0), (0.15, 0.25), (0.85, 0.5), (0.9, 0.0)


class Pencil:
    """Draws in the sketch and counts gestures: keys, clicks and pulls."""

    def __init__(self, screen: Display, folder: Path) -> None:
        self.screen, self.folder, self.gestures = screen, folder, 0

    def key(self, name: str) -> None:
        self.screen.key(name)
        self.gestures += 1

    def pull(self, start: Flat, end: Flat) -> None:
        places = [self.screen.ask("sketch", *at) for at in (start, end)]
        self.screen.drag(*places)
        self.gestures += 1

    def click(self, at: Flat) -> None:
        self.screen.click(self.screen.ask("sketch", *at))
        self.gestures += 1

    def model(self) -> Model:
        """What is drawn now."""
        file = self.folder / "drawn.lagr"
        file.write_text(self.screen.ask("state")["text"], encoding="utf-8")
        return pipeline.load(file)


@contextlib.contextmanager
def led(screen: Display, start: Flat, end: Flat, key: str = "") -> Iterator[None]:
    """What lies at a place is held and led to another one, and let go at last."""
    a, b = (screen.ask("sketch", *at) for at in (start, end))
    screen.do("mousemove", *a)
    if key:
        screen.do("keydown", key)
    screen.do("mousedown", 1)
    for part in (0.2, 0.5, 0.8, 1.0, 1.0):
        screen.do("mousemove", *(round(p + part * (q - p)) for p, q in zip(a, b, strict=True)))
    yield
    screen.do("mouseup", 1)
    if key:
        screen.do("keyup", key)


@pytest.fixture
def pencil(tmp_path: Path) -> Iterator[Pencil]:
    """A program with an empty sketch."""
    with display(tmp_path) as screen:
        screen.begin()
        screen.key("ctrl+2")
        screen.wait_for("widget", "tool_rod")
        yield Pencil(screen, tmp_path)


def rods(model: Model) -> dict[int, tuple[Flat, Flat]]:
    """Where the ends of the rods are, by the program's own start."""
    motion, values = pipeline.start_motion(model), pipeline.prepare(model).values
    found: dict[int, tuple[Flat, Flat]] = {}
    for body in model.bodies:
        if body.shape.form == "rod":
            x, y, _ = motion.x[body.number][0]
            a, b, _ = motion.R[body.number][0][:, 0] * values[str(body.shape.size[0])] / 2
            found[body.number] = ((x - a, y - b), (x + a, y + b))
    return found


def close(found: tuple[Flat, Flat], wanted: tuple[Flat, Flat]) -> bool:
    """Whether two ends are where they were drawn, to the width of some pixels."""
    return all(hypot(a - c, b - d) < 0.02 for (a, b), (c, d) in zip(found, wanted, strict=True))


def test_a_four_bar_in_fifteen_gestures(pencil: Pencil) -> None:
    pencil.key("r")
    for count, ends in enumerate(((A, B), (B, C), (C, D)), 1):
        pencil.pull(*ends)
        pencil.screen.until(bodies=list(range(1, count + 1)))
    pencil.key("p")
    pencil.click(D)
    pencil.screen.until(freedoms=1, undo="Put a pin")
    assert pencil.gestures <= 15
    model = pencil.model()
    found = rods(model)
    assert close(found[1], (A, B)) and close(found[2], (B, C)) and close(found[3], (C, D))
    pencil.key("v")
    pencil.pull((0.075, 0.125), (0.0, 0.145))
    pencil.screen.until(undo="Drag the mechanism")
    dragged = pencil.model()
    crank = rods(dragged)[1]
    assert close(crank[:1] * 2, (A, A)) and abs(crank[1][0]) < 0.04
    motion = pipeline.simulate(dragged)
    assert motion.constraint_error < 1e-9 and motion.energy_error < 1e-7


def test_a_slider_crank(pencil: Pencil) -> None:
    pencil.key("r")
    pencil.pull(A, B)
    pencil.screen.until(bodies=[1])
    pencil.pull(B, (0.8, 0.0))
    pencil.screen.until(bodies=[1, 2])
    pencil.key("s")
    pencil.click((0.8, 0.0))
    pencil.screen.until(bodies=[1, 2, 3], freedoms=1)
    assert pencil.gestures <= 8
    motion = pipeline.simulate(pencil.model())
    assert motion.constraint_error < 1e-9 and motion.energy_error < 1e-7


def test_a_quarter_car(pencil: Pencil) -> None:
    pencil.key("b")
    pencil.pull((-0.1, 0.2), (0.1, 0.3))
    pencil.pull((-0.2, 0.6), (0.2, 0.8))
    pencil.screen.until(bodies=[1, 2])
    pencil.key("s")
    pencil.pull((0.0, 0.25), (0.0, 0.45))
    pencil.screen.until(freedoms=4)
    pencil.pull((0.0, 0.7), (0.0, 0.9))
    pencil.screen.until(freedoms=2)
    pencil.key("k")
    pencil.pull((0.0, 0.0), (0.0, 0.2))
    pencil.pull((-0.05, 0.3), (-0.05, 0.6))
    pencil.key("d")
    pencil.pull((0.05, 0.3), (0.05, 0.6))
    pencil.screen.until(undo="Draw a damper")
    assert pencil.gestures <= 11
    model = pencil.model()
    assert [joint.kind for joint in model.joints] == ["prismatic"] * 2
    assert [element.kind for element in model.elements] == ["spring", "spring", "dashpot"]
    assert pipeline.simulate(model).energy_error < 1e-7


def test_a_crank_is_made_longer_while_the_mechanism_runs(pencil: Pencil) -> None:
    screen = pencil.screen
    pencil.key("r")
    pencil.pull(A, B)
    pencil.pull(B, (0.8, 0.0))
    pencil.key("s")
    pencil.click((0.8, 0.0))
    screen.until(bodies=[1, 2, 3], freedoms=1)
    pencil.key("v")
    pencil.key("F5")
    before = screen.wait_for("moving", "l1")
    with led(screen, B, (0.12, 0.2), "ctrl"):
        wait_for(
            lambda: screen.ask("moving", "l1") < before - 0.02 or None,
            "the motion of the shorter crank",
        )
    screen.until(undo="Pull a point")
    start = screen.ask("moving", "q1")
    with led(screen, (0.055, 0.095), (0.0, 0.12)):
        wait_for(
            lambda: screen.ask("moving", "q1") > start + 0.2 or None,
            "the motion from where it is led",
        )
    screen.until(undo="Drag the mechanism")
    text = screen.ask("state")["text"]
    screen.key("ctrl+z", "ctrl+z")
    screen.until(undo="Put a slider")
    screen.key("ctrl+shift+z", "ctrl+shift+z")
    screen.until(undo="Drag the mechanism")
    assert screen.ask("state")["text"] == text
    motion = pipeline.simulate(pencil.model())
    assert motion.constraint_error < 1e-9 and motion.energy_error < 1e-7
