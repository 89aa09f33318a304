"""Mechanisms drawn as they are, with a real pointer: few gestures, no number typed in a form."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from math import hypot
from pathlib import Path

import pytest

from lagr_gui import pipeline
from lagr_gui.model import Model, write_text
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
    kept(pencil)


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
    kept(pencil)


def type_length(pencil: Pencil, name: str, text: str) -> None:
    """A length is double clicked where it is written, and typed."""
    screen = pencil.screen
    screen.double_click(screen.wait_for("written", name))
    screen.wait_for("widget", "sketch_field")
    screen.type(text)
    screen.key("Return")
    pencil.gestures += 2


def kept(pencil: Pencil) -> None:
    """What was drawn is saved, undone to nothing, done again and opened, to the same bytes."""
    screen, file = pencil.screen, pencil.folder / "kept.lagr"
    screen.key("ctrl+s")
    screen.wait_for("widget", "fileNameEdit")
    screen.key("ctrl+a")
    screen.type(str(file))
    screen.key("Return")
    saved = screen.until(dirty=False)
    assert file.read_text("utf-8") == saved["text"]
    empty = write_text(Model())
    for _ in range(saved["steps"]):
        screen.key("ctrl+z")
    assert screen.until(bodies=[])["text"] == empty
    for _ in range(saved["steps"]):
        screen.key("ctrl+shift+z")
    assert screen.until(dirty=False)["text"] == saved["text"]
    screen.key("ctrl+n")
    screen.until(bodies=[])
    screen.key("ctrl+Tab")  # a file that is open would only come to the front
    screen.until(steps=saved["steps"])
    screen.key("ctrl+w")
    screen.until(bodies=[], tabs=1)
    screen.key("ctrl+o")
    screen.wait_for("widget", "fileNameEdit")
    screen.key("ctrl+a")
    screen.type(str(file))
    screen.key("Return")
    assert screen.until(dirty=False, steps=0)["text"] == saved["text"]


def test_a_dimensioned_four_bar_runs_after_fifteen_gestures(pencil: Pencil) -> None:
    pencil.key("r")
    for ends in ((A, B), (B, C), (C, D)):
        pencil.pull(*ends)
    pencil.key("p")
    pencil.click(D)
    pencil.screen.until(freedoms=1)
    pencil.key("v")
    type_length(pencil, "l1", "0.3")
    type_length(pencil, "l2", "750 mm")
    type_length(pencil, "l3", "0.5")
    pencil.key("F5")
    assert pencil.gestures <= 15
    pencil.screen.wait_for("moving", "l1")
    model = pencil.model()
    values = pipeline.prepare(model).values
    assert [values[name] for name in ("l1", "l2", "l3")] == pytest.approx([0.3, 0.75, 0.5])
    motion = pipeline.simulate(model)
    assert motion.constraint_error < 1e-9 and motion.energy_error < 1e-7
    kept(pencil)


def test_system_2_of_lagr(pencil: Pencil) -> None:
    screen = pencil.screen
    pencil.key("b")
    pencil.pull((0.2, 0.5), (0.4, 0.6))
    screen.until(bodies=[1])
    pencil.key("s")
    pencil.pull((0.3, 0.55), (0.6, 0.55))
    screen.until(undo="Put a slider")
    pencil.key("r")
    pencil.pull((0.3, 0.55), (0.3, 0.05))
    screen.until(bodies=[1, 2])
    pencil.key("b")
    pencil.pull((0.25, 0.25), (0.35, 0.35))
    screen.until(bodies=[1, 2, 3])
    pencil.key("s")
    pencil.pull((0.3, 0.3), (0.3, 0.15))
    screen.until(freedoms=3)
    pencil.key("k")
    pencil.pull((-0.2, 0.55), (0.2, 0.55))
    pencil.pull((0.3, 0.05), (0.3, 0.25))
    pencil.key("d")
    pencil.pull((0.3, 0.45), (0.3, 0.35))
    screen.until(undo="Draw a damper")
    model = pencil.model()
    found = {(joint.kind, joint.parent, joint.child) for joint in model.joints}
    assert found == {("prismatic", 0, 1), ("revolute", 1, 2), ("prismatic", 2, 3)}
    ties = [(e.kind, {e.body_a, e.body_b}) for e in model.elements]
    assert ties == [("spring", {0, 1}), ("spring", {2, 3}), ("dashpot", {2, 3})]
    assert pipeline.simulate(model).energy_error < 1e-7
    kept(pencil)
