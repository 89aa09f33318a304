"""A body cut free: the laws of Newton and Euler close, and the picture is readable."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.drawing.bodies.outline import hull, surface
from lagr_gui.drawing.labels import LabelPlan
from lagr_gui.editing import edits
from lagr_gui.editing.solid import with_solids
from lagr_gui.exchange.documents.free_body import free_body_diagram, markup
from lagr_gui.exchange.documents.free_body_picture import picture
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.resource import sample_models
from lagr_gui.model import Body, Inertia, Model, Shape, Solid
from lagr_gui.pipeline import FreeBody
from tests.samples.gallery import sample
from tests.systems import element, joint, pendulum, system

NAMES = [path.stem for path in sample_models() if path.stem != "ladder_filter"]


def short(name: str, until: float = 0.3) -> Model:
    return edits.set_value(sample(name), ("simulation", "until"), until)


def cut(model: Model, body: int | str = 1) -> FreeBody:
    return pipeline.free_body(model, pipeline.simulate(model), body)


def along(t: Array, x: Array) -> Array:
    """Second differences (n − 2, 3)."""
    return np.diff(np.diff(x, axis=0) / np.diff(t)[:, None], axis=0) / np.diff(t)[1:, None]


@pytest.mark.parametrize("name", NAMES)
def test_every_body_of_the_gallery_closes(name: str) -> None:
    model = short(name)
    motion = pipeline.simulate(model)
    for body in model.bodies:
        found = pipeline.free_body(model, motion, body.number)
        force, moment = found.residuals
        forces = max((np.abs(c.acting.force).max() for c in found.forces), default=0.0)
        moments = max((np.abs(found.moment(c)).max() for c in found.forces), default=0.0)
        assert np.abs(force).max() < 1e-8 * (1e-3 + forces)
        assert np.abs(moment).max() < 1e-8 * (1e-3 + moments + forces)
        assert len({cut.name for cut in found.forces}) == len(found.forces), "no name is used twice"


@pytest.mark.parametrize("name", ["four_bar", "robot_arm_6r", "flyball_governor", "spinning_top"])
def test_accelerations_are_those_of_the_motion(name: str) -> None:
    """Newton's and Euler's right sides, by differences of the poses."""
    found = cut(short(name, 0.05), 1)
    assert np.allclose(found.a[1:-1], along(found.t, found.x), rtol=1e-3, atol=1e-3)
    rates = np.diff(found.omega, axis=0) / np.diff(found.t)[:, None]
    middle = (found.alpha[1:] + found.alpha[:-1]) / 2
    assert np.allclose(rates, middle, rtol=1e-4, atol=1e-4 * (1 + np.abs(middle).max()))
    J = found.R @ found.J @ np.swapaxes(found.R, 1, 2)
    L = (J @ found.omega[..., None])[..., 0]
    change = np.diff(L, axis=0) / np.diff(found.t)[:, None]
    half = (found.spin_rate[1:] + found.spin_rate[:-1]) / 2
    assert np.allclose(change, half, atol=1e-4 * (1e-3 + np.abs(half).max()))


def test_a_pendulum_at_rest_hangs_by_its_weight() -> None:
    found = cut(edits.set_value(pendulum(), ("simulation", "until"), 0.1))
    weight, hinge = found.forces
    assert weight.name == "m g" and weight.acting.force[0] == pytest.approx((0, -19.62, 0))
    assert hinge.name == "A" and hinge.acting.force[-1] == pytest.approx((0, 19.62, 0))


def test_letters_are_those_of_textbooks() -> None:
    names = {c.acting.source: c.name for c in cut(short("lagr_system_2")).forces}
    assert names == {
        "body:1": "m g",
        "joint:slide": "A",
        "joint:hinge": "B",
        "element:spring 1": "S_1",
    }
    own = {c.acting.source: c.name for c in cut(short("slider_crank"), 2).forces}
    assert own == {"body:2": "m g", "joint:B": "B", "joint:C": "C"}


def meeting(found: FreeBody, i: int) -> list[object]:
    _, boxes = picture(found, i)
    return [(a, b) for a, b in combinations(boxes, 2) if a.meets(b)]


@pytest.mark.parametrize("name", NAMES)
def test_no_label_lies_on_another_one(name: str) -> None:
    model = short(name)
    motion = pipeline.simulate(model)
    for body in model.bodies[:4]:
        found = pipeline.free_body(model, motion, body.number)
        for i in (0, 500, 1000):
            assert not meeting(found, i)


@pytest.mark.parametrize("seed", range(20))
def test_labels_of_many_forces_at_one_point_stay_apart(seed: int) -> None:
    source = random.Random(seed)
    plan = LabelPlan(300.0, 200.0)
    for _ in range(source.randrange(10, 40)):
        at = np.array([source.uniform(100, 140), source.uniform(80, 120)])
        away = np.array([source.gauss(0, 1), source.gauss(0, 1)])
        plan.place(at, away, (source.uniform(10, 90), source.uniform(8, 14)))
    assert not [(a, b) for a, b in combinations(plan.boxes, 2) if a.meets(b)]


def test_labels_leave_lines_alone_where_there_is_room() -> None:
    plan = LabelPlan(400.0, 300.0)
    plan.lines = [(np.array([200.0, y]), np.array([390.0, y])) for y in (140.0, 150.0, 160.0)]
    box = plan.place(np.array([200.0, 150.0]), np.array([1.0, 0.0]), (60.0, 12.0))
    assert not any(box.crossed_by(*line) for line in plan.lines)


@pytest.mark.parametrize(
    ("ending", "begin"), [(".svg", "<svg"), (".pdf", b"%PDF"), (".png", b"\x89PNG")]
)
def test_a_diagram_is_written_as_svg_pdf_and_png(ending: str, begin: str | bytes) -> None:
    content = free_body_diagram(cut(short("four_bar"), 2), 0.1, ending)
    assert content.startswith(begin)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("word", ['"', "\\", "$x$", "#panic()", "]", "a_b *c*", "<b>", "`", "//"])
def test_names_of_users_are_shown_and_never_run(word: str) -> None:
    model = pendulum()
    model = edits.set_value(model, ("bodies", 0, "name"), f"bob {word}")
    model = edits.set_value(model, ("simulation", "until"), 0.1)
    plain = free_body_diagram(cut(edits.set_value(model, ("bodies", 0, "name"), "bob")))
    assert free_body_diagram(cut(model)) != plain


def test_body_0_and_unknown_bodies_are_refused() -> None:
    for body in (0, "0", "nobody"):
        with pytest.raises(LagrError):
            cut(edits.set_value(pendulum(), ("simulation", "until"), 0.1), body)


@pytest.mark.parametrize("gravity", [(0, 0, "-g"), (0, "-g", "g/2"), ("g", 0, -1)])
def test_what_acts_across_the_plane_of_a_motion_is_shown(gravity: tuple[float | str, ...]) -> None:
    """A door turns in a plane; its weight and what its hinges hold lie across it."""
    model = edits.set_value(pendulum().having(gravity=gravity), ("simulation", "until"), 0.1)
    found = cut(model)
    assert found.planar is None
    weight, hinge = (cut.acting for cut in found.forces)
    assert hinge.force[:, 2] == pytest.approx(-weight.force[:, 2]) and weight.force[0, 2]
    assert "F_z" in markup(found, 0, Words("en"))
    assert cut(edits.set_value(pendulum(), ("simulation", "until"), 0.1)).planar == "xy"


def test_a_body_with_more_joints_than_letters_is_drawn() -> None:
    model = system(
        [Body(number=n, name=f"body {n}", mass=1, inertia=Inertia(zz=1)) for n in range(1, 25)],
        [
            joint("revolute", "hub", 0, 24, coordinates=("q0",)),
            *(
                joint("revolute", f"rim {n}", 24, n, point_parent=(n, 0, 0), coordinates=(f"q{n}",))
                for n in range(1, 24)
            ),
        ],
    )
    motor = element("coordinate_force", "motor", coordinate="q23", force=2)
    found = cut(edits.set_value(model.having(elements=(motor,)), ("simulation", "until"), 0.01), 24)
    assert len({cut.name for cut in found.forces}) == len(found.forces) == 26
    assert free_body_diagram(found).startswith("<svg")  # pyright: ignore[reportArgumentType]


def test_a_moment_is_drawn_with_the_sense_that_it_has() -> None:
    for moment in (2.0, -2.0):
        motor = element("coordinate_force", "motor", coordinate="q1", force=moment)
        model = edits.set_value(pendulum().having(elements=(motor,)), ("simulation", "until"), 0.1)
        (drive,) = [c for c in cut(model).forces if c.acting.sort == "drive"]
        assert drive.name == "tau_A" and drive.acting.moment[0] == pytest.approx((0, 0, moment))


def test_the_hull_of_a_shape_holds_all_its_points() -> None:
    for form in ("box", "sphere", "cylinder", "rod", "disc", "wheel"):
        points = surface(form, np.array([0.2, 0.5, 0.3]), "y")[:, :2]
        corners = hull(points)
        edges = np.roll(corners, -1, axis=0) - corners
        for point in points:
            side = edges[:, 0] * (point - corners)[:, 1] - edges[:, 1] * (point - corners)[:, 0]
            assert (side > -1e-9).all()


def test_the_command_writes_a_diagram_and_loads_no_qt(tmp_path: Path) -> None:
    out = tmp_path / "crank.svg"
    path = next(path for path in sample_models() if path.stem == "slider_crank")
    code = (
        "import sys; from lagr_gui.cli.__main__ import main; "
        f"code = main(['export', {str(path)!r}, '--to', 'free-body', '--body', 'Crank', "
        f"'--time', '0.1', '--language', 'de', '--out', {str(out)!r}]); "
        "assert not any('PySide6' in name for name in sys.modules); sys.exit(code)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
    assert out.read_text("utf-8").startswith("<svg")


def outlines(found: FreeBody) -> str:
    """What is drawn below the arrows of the picture."""
    return picture(found, 0)[0].markup()


def test_a_body_of_solids_is_drawn_as_it_is() -> None:
    """A plate in an L with a hole: the hull, or the size that it does not have, would be a box."""
    corners = ((0, 0), (0.3, 0), (0.3, 0.05), (0.05, 0.05), (0.05, 0.3), (0, 0.3))
    plate = Solid(form="plate", corners=corners, thickness=0.02, density=1000)
    hole = Solid(form="cylinder", radius=0.015, length=0.02, at=(0.025, 0.025, 0), density=1000)
    body = Body(number=1, shape=Shape(form="composed", solids=(plate, hole.having(hole=True))))
    held = joint("revolute", "A", 0, 1, point_child=(0.025, 0.025, 0), coordinates=("q1",))
    model = edits.set_value(system([with_solids(body)], [held]), ("simulation", "until"), 0.01)
    ((points, triangles),) = (found := cut(model)).solids
    volume = np.einsum("ij,ij->", *_sides(points[triangles])) / 6
    assert volume == pytest.approx(float(found.mass) / 1000, rel=1e-2)
    assert outlines(found).count("polygon(fill") > 3 and not meeting(found, 0)


def _sides(faces: Array) -> tuple[Array, Array]:
    return faces[:, 0], np.cross(faces[:, 1], faces[:, 2])
