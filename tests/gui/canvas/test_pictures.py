"""Pictures cannot be misread: nothing lies on something else, and lines that cross have arcs."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QRectF

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.drawing.geometry import HEIGHT, WIDTH
from lagr_gui.editing import edits
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas import Canvas
from lagr_gui.model import Body, Model
from tests.gui.canvas.pictures import faults

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def draw(qapp):
    """Draws models on a canvas of its own."""
    session = Session()
    session.derive = lambda *_: None
    canvas = Canvas(session)

    def show(model: Model) -> Canvas:
        session.document.replace(model, None)
        session.report = pipeline.check(model)  # names the joints at which loops are cut
        canvas.content.sync()
        canvas.content.finish()
        return canvas

    yield show
    canvas.deleteLater()
    session.close()


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_samples_are_drawn_without_a_fault(draw, name):
    model = pipeline.load(SAMPLES[name])
    assert faults(draw(model)) == []
    assert faults(draw(edits.arrange(model))) == [], "arranged"


def loaded(count: int, bodies: tuple[int, ...] = (1,)) -> Model:
    """A double pendulum with forces and moments in turn on some of its bodies."""
    model = Model(bodies=tuple(Body(number=n, name=f"Body {n}") for n in (1, 2)))
    model = edits.connect(edits.connect(model, "revolute", 0, 1), "revolute", 1, 2)
    for body in bodies:
        for n in range(count):
            model = edits.add_element(model, ("force", "torque")[n % 2], body=body)
    return model


@pytest.mark.parametrize("count", [1, 4, 5, 6, 7, 8, 10, 25, 60])
def test_symbols_and_names_of_all_loads_on_a_body_are_apart(draw, count):
    model = edits.arrange(loaded(count))
    assert faults(draw(model)) == [], "arranged"
    for at in ((60.0, 180.0), (-300.0, 40.0), (250.0, -110.0)):
        assert faults(draw(edits.move(model, {"body:1": at}))) == [], f"moved to {at}"


@pytest.mark.parametrize("count", [7, 12])
def test_loads_on_neighbours_leave_one_another_room(draw, count):
    assert faults(draw(edits.arrange(loaded(count, (0, 1, 2))))) == []


def test_rows_of_an_arranged_chain_leave_room_for_loads(draw):
    model = Model(bodies=tuple(Body(number=n, name=f"Body {n}") for n in range(1, 15)))
    for n in range(1, 15):
        model = edits.connect(model, "revolute", n - 1, n)
    for body in 2, 8, 12:
        for _ in range(18):
            model = edits.add_element(model, "force", body=body)
    assert faults(draw(edits.arrange(model))) == []


def test_the_loads_of_a_body_between_others_lie_on_nothing(draw):
    """Its neighbours over and under it leave room for one row each."""
    model = Model(bodies=tuple(Body(number=n, name=f"Body {n}") for n in range(1, 9)))
    for n in range(20):
        model = edits.add_element(model, ("force", "torque")[n % 2], body=4)
    places = {f"body:{n}": (220.0 * (n % 3), 170.0 * (n // 3)) for n in range(9)}
    found = faults(draw(edits.move(model, places)))
    assert [fault for fault in found if " lies on " in fault] == []


KINDS = [kind for kind in JOINTS if kind != "screw"]
"""A screw is drawn as other joints with one coordinate are; without it seeds keep their models."""

DRAWN = (
    "spring",
    "dashpot",
    "lagr_damper",
    "elastic_rope",
    "rope_damper",
    "coordinate_spring",
    "coordinate_damper",
    "coordinate_force",
    "force",
    "torque",
    "rope_pull",
    "rod",
    "tight_rope",
    "coincidence",
    "pin_in_slot",
    "gear",
    "prescribed_motion",
    "skid",
    "rolling_disc",
    "rolling_ball",
    "position_condition",
    "velocity_condition",
    "wall",
    "stop",
    "rope",
    "pulley_rope",
    "bumper",
    "unilateral_condition",
    "energies",
    "mutual_inductance",
)
"""Elements of all looks; seeds keep their models when a kind comes that is drawn as others are."""


def random_model(seed: int) -> Model:
    """A system with joints, closed loops and elements of all sorts, as nobody would build it."""
    rng = random.Random(seed)
    count = rng.randint(2, 10)
    model = Model(bodies=tuple(Body(number=n, name=f"Body {n}") for n in range(1, count + 1)))
    for n in range(1, count + 1):
        kind = rng.choice(KINDS)
        model = _tried(model, lambda m, n=n, k=kind: edits.connect(m, k, rng.randrange(n), n))
    for _ in range(rng.randint(0, 2)):
        a, b = rng.sample(range(count + 1), 2)
        model = _tried(model, lambda m, a=a, b=b: edits.connect(m, "revolute", a, b))
    coordinates = model.coordinates
    for _ in range(rng.randint(0, 7)):
        kind = rng.choice(DRAWN)
        a, b = rng.sample(range(count + 1), 2)
        on = [rng.choice(coordinates) for _ in range(2)] if coordinates else []
        model = _tried(model, lambda m, k=kind, a=a, b=b, on=on: _with(m, k, a, b, on))
    return model


def _tried(model: Model, change) -> Model:
    try:
        return change(model)
    except LagrError:
        return model


def _with(model: Model, kind: str, a: int, b: int, on: list[str]) -> Model:
    fields = {spec.name for spec in ELEMENTS[kind].fields}
    if {"body_a", "body_b"} <= fields or {"body", "ground"} <= fields:
        return edits.connect(model, kind, a, b)
    if "body" in fields:
        return edits.add_element(model, kind, body=max(a, b))
    if "coordinate" in fields and on:
        return edits.add_element(model, kind, coordinate=on[0])
    if "coordinate_a" in fields and on and on[0] != on[1]:
        return edits.add_element(model, kind, coordinate_a=on[0], coordinate_b=on[1])
    return model


def thrown(model: Model, seed: int) -> Model:
    """The model with its bodies anywhere, none of them upon another."""
    rng = random.Random(seed)
    boxes: list[QRectF] = []
    places = {}
    for n in (0, *model.numbers):
        while True:
            x, y = (rng.randrange(0, 900, 10) + 0.0 for _ in range(2))
            box = QRectF(x - WIDTH / 2 - 40, y - HEIGHT / 2 - 40, WIDTH + 80, HEIGHT + 80)
            if not any(box.intersects(other) for other in boxes):
                break
            if rng.random() < 0.02:
                boxes.clear()
                places.clear()
                return thrown(model, seed + 1000)
        boxes.append(QRectF(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT))
        places[f"body:{n}"] = (x, y)
    return edits.move(model, places)


def _look(draw, seeds) -> dict[str, list[str]]:
    found = {}
    for seed in seeds:
        model = random_model(seed)
        for name, change in (
            ("arranged", edits.arrange),
            ("thrown", lambda m, s=seed: thrown(m, s)),
        ):
            wrong = faults(draw(change(model)))
            if wrong:
                found[f"{seed} {name}"] = wrong
    return found


@pytest.mark.parametrize("count", [8, 16, 32, 64])
def test_stars_are_drawn_without_a_fault(draw, count):
    numbers = range(1, count + 1)
    model = Model(bodies=tuple(Body(number=n, name=f"Body {n}") for n in numbers))
    for n in numbers:
        model = edits.connect(model, "revolute", 0, n)
    assert faults(draw(edits.arrange(model))) == []


def test_random_models_are_drawn_without_a_fault(draw):
    assert _look(draw, range(30)) == {}


def test_where_there_is_little_room_symbols_keep_a_side_on_which_others_end(draw):
    """Gears between joints that stand close together, and a line that would graze its blocks."""
    assert _look(draw, (80, 1148, 1197, 1202, 1419)) == {}


def test_many_random_models_are_drawn_without_a_fault(draw):
    assert _look(draw, range(30, 200)) == {}


@pytest.mark.parametrize("width", [250, 420, 1400])
def test_body_0_is_seen_whole_in_an_empty_drawing_of_any_width(draw, width):
    canvas = draw(Model())
    canvas.resize(width, 300)
    canvas.fit()
    assert canvas.seen().contains(canvas.contents())
